//! Decisions: who may choose what.

use super::english::{plural, with_article};
use super::{Scene, Wording, spaced};
use cardwright_bytecode::pack::{ChoiceDef, ChoiceStyle, FacingDef, RegionDef};
use cardwright_trees::{
    ANY_NUMBER, Block, Body, Branch, Choose, ChoosePlace, Expr, ExprKind, Offer, Operation, StatementKind,
};

impl<'a> Wording<'a> {
    /// The words for a decision.
    pub(super) fn decision(&self, scene: Scene<'a>, asks: &'a StatementKind) -> String {
        match asks {
            StatementKind::Choose(choose) => self.choose(scene, choose),
            StatementKind::ChoosePlace(choose) => self.choose_place(scene, choose),
            StatementKind::ChooseBranch {
                choice,
                decider,
                branches,
                ..
            } => self.choose_branch(scene, *choice, decider, branches),
            StatementKind::May {
                choice,
                decider,
                then,
                otherwise,
                ..
            } => self.yes_or_no(scene, *choice, decider, then, otherwise.as_ref()),
            StatementKind::Offer(offer) => self.offer(scene, offer),
            _ => String::new(),
        }
    }

    /// A choice of a place, and what follows from it.
    fn choose_place(&self, scene: Scene<'a>, choose: &'a ChoosePlace) -> String {
        let def: Option<&ChoiceDef> = self.pack.choices.get(choose.choice);
        let Some((def, place)) = def.and_then(|def| Some((def, def.place?))) else {
            return String::new();
        };
        let (you, other) = match def.optional {
            true => ("you may choose", "may choose"),
            false => ("choose", "chooses"),
        };
        let who = self.who(scene, &choose.decider, you, other);
        let mut nouns = choose.arguments.iter().map(|argument| self.noun(scene, argument));
        let mut next = || nouns.next().unwrap_or_default();
        let piece = next();
        let region = match place.region {
            RegionDef::Table => "on the table".to_owned(),
            RegionDef::Inside => {
                let [x, y, width, length] = [next(), next(), next(), next()];
                format!("wholly inside the area at {x} and {y}, {width} wide and {length} long")
            }
            RegionDef::WithinOfPiece | RegionDef::WithinOfPoint => {
                let distance = next();
                format!("within {distance} of {}", next())
            }
        };
        let facing = match place.facing {
            FacingDef::Any => "facing any way".to_owned(),
            FacingDef::Angle => format!("facing {}", next()),
            FacingDef::Angles => format!("facing one of {}", next()),
            FacingDef::Point => format!("facing {}", next()),
        };
        let question = asked(&def.prompt);
        let mut told = format!("{who} a place for {piece} {region}, {facing}{question}");
        if let Some(test) = place.test.and_then(|test| self.program.function(test))
            && let Body::Gives(condition) = &test.body
        {
            let named = |local: usize| scene.function.locals.get(local).map(|local| &local.name);
            let you = scene.you.and_then(named);
            let inner = Scene {
                function: test,
                you: you.and_then(|you| test.locals.iter().position(|local| local.name == *you)),
                it: None,
                ..scene
            };
            told.push_str(&format!(", where {}", self.clause(inner, condition)));
        }
        told.push_str(&self.then(scene, &choose.body));
        if !choose.otherwise.statements.is_empty() {
            told.push_str(&format!(
                ". If there is none, {}",
                self.block(scene, &choose.otherwise)
            ));
        }
        told
    }

    /// The words for the statements after it.
    fn then(&self, scene: Scene<'a>, body: &'a Block) -> String {
        match body.statements.is_empty() {
            true => String::new(),
            false => format!(". Then {}", self.block(scene, body)),
        }
    }

    fn choose_branch(
        &self,
        scene: Scene<'a>,
        choice: usize,
        decider: &Expr,
        branches: &'a [Branch],
    ) -> String {
        let def: Option<&ChoiceDef> = self.pack.choices.get(choice);
        let labels = def.map_or(&[][..], |def| &def.labels);
        let told = labels.iter().zip(branches).map(|(label, branch)| {
            let when = branch.when.as_ref().filter(|when| !when.is_constant(1));
            let when = when.map_or(String::new(), |when| {
                format!(" (if {})", self.clause(scene, when))
            });
            format!("{label}{when}: {}", self.block(scene, &branch.body))
        });
        let told: Vec<String> = told.collect();
        let who = self.who(scene, decider, "choose", "chooses");
        let question = asked(def.map_or("", |def| &def.prompt));
        format!("{who} one{question}: {}", told.join("; or "))
    }

    fn yes_or_no(
        &self,
        scene: Scene<'a>,
        choice: usize,
        decider: &Expr,
        then: &'a Block,
        otherwise: Option<&'a Block>,
    ) -> String {
        let question = self.pack.choices.get(choice).map_or("", |def| &def.prompt);
        let told = may(&self.noun(scene, decider), question, &self.block(scene, then));
        match otherwise {
            None => told,
            Some(other) => format!("{told}. If not, {}", self.block(scene, other)),
        }
    }

    fn offer(&self, scene: Scene<'a>, offer: &Offer) -> String {
        let name = self.pack.offers.get(offer.offer).map_or("", |def| &def.name);
        let noun = |expr: &Expr| self.noun(scene, expr);
        let arguments: Vec<String> = offer.arguments.iter().map(noun).collect();
        let deed = self.phrase_for(&format!("offer {name}"), &arguments);
        let deed = deed.unwrap_or_else(|| format!("take {} {}", noun(&offer.most), spaced(name)));
        format!("{} may {deed}", noun(&offer.decider))
    }

    /// The options of an offer, told of one, and who has them.
    pub(super) fn options(
        &self,
        scene: Scene<'a>,
        offer: usize,
        arguments: &[Expr],
        decider: &Expr,
    ) -> (String, String) {
        let name = self.pack.offers.get(offer).map_or("", |def| &def.name);
        let who = self.noun(scene, decider);
        let told = arguments.iter().map(|argument| self.noun(scene, argument));
        // Whose options they are is said apart.
        let of: Vec<String> = told.filter(|told| *told != who && told != "nobody").collect();
        let of = match of.is_empty() {
            true => String::new(),
            false => format!(" ({})", of.join(", ")),
        };
        (format!("{} option{of}", spaced(name)), who)
    }

    /// Whether somebody has an option, or none.
    pub(super) fn has_options(
        &self,
        scene: Scene<'a>,
        operation: Operation,
        first: &Expr,
        second: &Expr,
    ) -> Option<String> {
        let (
            ExprKind::Options {
                offer,
                decider,
                arguments,
            },
            ExprKind::Constant(n),
        ) = (&first.kind, &second.kind)
        else {
            return None;
        };
        let (what, who) = self.options(scene, *offer, arguments, decider);
        match (operation, n) {
            (Operation::More, 0) | (Operation::AtLeast, 1) | (Operation::NotEqual, 0) => {
                Some(format!("{who} has {}", with_article(&what)))
            }
            (Operation::Equal | Operation::AtMost, 0) | (Operation::Less, 1) => {
                Some(format!("{who} has no {what}"))
            }
            _ => None,
        }
    }

    /// `choose` for you, `its owner chooses` for others.
    pub(super) fn who(&self, scene: Scene<'a>, decider: &Expr, you: &str, other: &str) -> String {
        match self.noun(scene, decider).as_str() {
            "you" => you.to_owned(),
            who => format!("{who} {other}"),
        }
    }

    /// A choice from a set, and what follows from it.
    fn choose(&self, scene: Scene<'a>, choose: &'a Choose) -> String {
        let def: Option<&ChoiceDef> = self.pack.choices.get(choose.choice);
        let options = self.noun(scene, &choose.options);
        let one = options.strip_prefix("every ").unwrap_or(&options);
        let what = match &choose.most {
            Some(most) if most.is_constant(1) && !options.starts_with("every ") => {
                format!("one of {options}")
            }
            Some(most) => {
                let exact = def.is_some_and(|def| !def.optional);
                let count = match self.noun(scene, most) {
                    _ if most.is_constant(ANY_NUMBER) => "any number".to_owned(),
                    count if exact => count,
                    count => format!("up to {count}"),
                };
                match options.starts_with("every ") && !most.is_constant(ANY_NUMBER) {
                    true => format!("{count} {}", plural(&options)),
                    false if options.starts_with("every ") => format!("{count} of {}", plural(&options)),
                    false => format!("{count} of {options}"),
                }
            }
            None if options.starts_with("every ") => with_article(one),
            None => format!("one of {options}"),
        };
        let optional = def.is_some_and(|def| def.optional);
        let (you, other) = if optional {
            ("you may choose", "may choose")
        } else {
            ("choose", "chooses")
        };
        let who = self.who(scene, &choose.decider, you, other);
        let secretly = if def.is_some_and(|def| def.secret) {
            " secretly"
        } else {
            ""
        };
        let in_order = def.is_some_and(|def| def.style == ChoiceStyle::Ordered);
        let in_order = if in_order { ", in an order" } else { "" };
        let named = self.named_apart(scene, choose.chosen);
        let named = named.map_or(String::new(), |name| format!(" ({name})"));
        let question = asked(def.map_or("", |def| &def.prompt));
        let mut told = format!("{who}{secretly} {what}{named}{in_order}{question}");
        told.push_str(&self.then(scene, &choose.body));
        if let Some(otherwise) = choose
            .otherwise
            .as_ref()
            .filter(|block| !block.statements.is_empty())
        {
            told.push_str(&format!(". If there is none, {}", self.block(scene, otherwise)));
        }
        told
    }
}

/// Whether what is done is told as what happens, and not as a request to do it.
pub(super) fn is_no_request(deeds: &str) -> bool {
    const SOMEBODY: [&str; 16] = [
        "the", "that", "this", "those", "it", "its", "your", "every", "each", "one", "all", "up", "another",
        "whoever", "nobody", "both",
    ];
    const CLAUSES: [&str; 8] = ["if", "for", "note", "until", "as", "while", "when", "from"];
    let first = deeds.split(' ').next().unwrap_or("");
    // A number, or a name.
    let is_name = first.starts_with(|letter: char| letter.is_ascii_digit() || letter.is_uppercase());
    let names_somebody = SOMEBODY.contains(&first) || is_name;
    // `the actor may move` is let.
    let (sentence, _) = deeds.split_once([',', '.']).unwrap_or((deeds, ""));
    CLAUSES.contains(&first) || (names_somebody && !sentence.contains(" may "))
}

/// Whether what is done is that somebody else may do something.
pub(super) fn lets(deeds: &str) -> bool {
    let (sentence, _) = deeds.split_once([',', '.', ';']).unwrap_or((deeds, ""));
    let who = sentence.split_once(" may ").map(|(who, _)| who);
    who.is_some_and(|who| who != "you" && !who.contains(" and "))
}

/// A question or label as the player reads it; nothing if it says no more than what is told anyway.
pub(super) fn asked(question: &str) -> String {
    match question.is_empty() {
        true => String::new(),
        false => format!(" (\"{question}\")"),
    }
}

/// The words for an option: what somebody may do, and the question that he is asked.
pub(super) fn may(decider: &str, question: &str, deeds: &str) -> String {
    let asked = asked(question);
    let own = format!("{decider} may{asked} ");
    if let Some(rest) = deeds.strip_prefix(&format!("{decider} may ")) {
        return format!("{own}{rest}");
    }
    if is_no_request(deeds) {
        return format!("{decider} may do this{asked}: {deeds}");
    }
    // Whoever else then may do something is let.
    let (first, _) = deeds.split_once([',', '.']).unwrap_or((deeds, ""));
    match first.split_once(" may ") {
        Some((who, _)) if !who.contains(" and ") && !who.contains(" that") => {
            let rest = &deeds[who.len() + " may ".len()..];
            format!("{own}let {who} {rest}")
        }
        _ => format!("{own}{deeds}"),
    }
}

#[cfg(test)]
mod tests {
    use super::may;

    #[test]
    fn nobody_may_may() {
        assert_eq!(may("you", "", "rest"), "you may rest");
        assert_eq!(may("you", "", "you may choose a die"), "you may choose a die");
        assert_eq!(
            may("you", "", "its owner may choose a die. Then turn it"),
            "you may let its owner choose a die. Then turn it"
        );
        assert_eq!(
            may("you", "", "up to 2 of your goats rest"),
            "you may do this: up to 2 of your goats rest"
        );
        assert_eq!(
            may("you", "", "the actor receives a stone"),
            "you may do this: the actor receives a stone"
        );
    }

    #[test]
    fn a_question_stands_where_it_is_asked() {
        assert_eq!(may("you", "Rest?", "rest"), "you may (\"Rest?\") rest");
        assert_eq!(
            may("you", "Roll?", "you may choose a die"),
            "you may (\"Roll?\") choose a die"
        );
        assert_eq!(
            may("you", "Give?", "the actor receives a stone"),
            "you may do this (\"Give?\"): the actor receives a stone"
        );
    }
}
