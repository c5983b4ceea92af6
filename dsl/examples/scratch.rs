fn main(){ for f in std::env::args().skip(1){ let s=std::fs::read_to_string(&f).unwrap(); let (i,e)=cardwright_dsl::parse_items(&s); println!("{f} {} items",i.len()); for e in e { println!("  {:?} `{}` {} / {:?}", e.span,&s[e.span.start..e.span.end],e.message,e.help);} 
 match cardwright_dsl::format_items(&s){Ok(t)=>print!("{t}"),Err(e)=>println!("{e:?}")} } }
