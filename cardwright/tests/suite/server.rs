//! The server of the studio: only who has the token, on this machine, is answered.

use crate::shop::Shop;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A studio that runs until the test is over.
struct Running {
    program: Child,
    port: u16,
    token: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.program.kill());
        drop(self.program.wait());
    }
}

fn running(shop: &Shop) -> Running {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["studio", "--no-browser"])
        .current_dir(&shop.folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let out = program.stdout.take().expect("it is a pipe");
    let mut line = String::new();
    BufReader::new(out)
        .read_line(&mut line)
        .expect("it tells its address");
    let address = line
        .trim()
        .rsplit_once("127.0.0.1:")
        .expect("it is on the loopback")
        .1
        .to_owned();
    let (port, token) = address.split_once("/?token=").expect("there is a token");
    let (port, token) = (port.parse().expect("a port is a number"), token.to_owned());
    Running { program, port, token }
}

impl Running {
    /// The whole answer to a request.
    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a time can be set");
        // A server that refuses early may not read to the end.
        drop(stream.write_all(request.as_bytes()));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, headers: &str, body: &str) -> String {
        let length = body.len();
        self.send(&format!(
            "POST /api HTTP/1.1\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    fn own(&self) -> String {
        format!(
            "host: 127.0.0.1:{}\r\nx-cardwright-token: {}\r\n",
            self.port, self.token
        )
    }
}

#[test]
fn only_who_has_the_token_on_this_machine_is_answered() {
    let shop = Shop::new();
    let studio = running(&shop);
    let (port, games) = (studio.port, "{\"ask\":\"games\"}");
    assert!(studio.ask(&studio.own(), games).starts_with("HTTP/1.1 200"));
    let status = |headers: &str| {
        studio
            .ask(headers, games)
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let token = format!("x-cardwright-token: {}\r\n", studio.token);
    assert!(status(&format!("host: 127.0.0.1:{port}\r\n")).contains("401"));
    assert!(status(&format!("host: 127.0.0.1:{port}\r\nx-cardwright-token: 00\r\n")).contains("401"));
    assert!(status(&format!("host: example.org\r\n{token}")).contains("403"));
    assert!(status(&format!("{}origin: http://example.org\r\n", studio.own())).contains("403"));
    assert!(status(&format!("{}origin: http://127.0.0.1:{port}\r\n", studio.own())).contains("200"));
}

#[test]
fn the_page_is_there_without_a_token_and_loads_nothing_from_elsewhere() {
    let shop = Shop::new();
    let studio = running(&shop);
    let get = |path: &str| {
        studio.send(&format!(
            "GET {path} HTTP/1.1\r\nconnection: close\r\nhost: 127.0.0.1:{}\r\n\r\n",
            studio.port
        ))
    };
    let page = get("/");
    assert!(page.contains("200 OK") && page.contains("page.js"), "{page}");
    assert!(
        page.contains("content-security-policy: default-src 'none'"),
        "{page}"
    );
    assert!(get("/page.js").contains("200 OK"));
    assert!(get("/../Cargo.toml").contains("401"), "nothing else is a file");
}

#[test]
fn a_request_that_is_too_long_is_refused() {
    let shop = Shop::new();
    let studio = running(&shop);
    let long = format!("{{\"ask\":\"games\"}}{}", " ".repeat(9 << 20));
    let told = studio.ask(&studio.own(), &long);
    assert!(told.is_empty() || told.contains("413"), "{told}");
    assert!(
        studio
            .ask(&studio.own(), "no JSON")
            .contains("not a valid request")
    );
    assert!(
        studio.ask(&studio.own(), "{\"ask\":\"games\"}").contains("200"),
        "it goes on"
    );
}
