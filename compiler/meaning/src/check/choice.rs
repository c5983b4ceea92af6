//! Choices: what somebody is asked by a statement.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::Ty;
use cardwright_bytecode::pack::{ChoiceDef, ChoiceStyle};
use cardwright_dsl::ast::{self, Block, Many, Name, Phrase, Quoted, When};
use cardwright_trees::{ANY_NUMBER, Branch, Choose, Expr, Order, StatementKind};

/// The common part of every sort of `choose`.
struct Asked<'a> {
    prompt: &'a Phrase,
    optional: bool,
    secret: bool,
    by: &'a ast::Expr,
    from: &'a ast::Expr,
}

impl Compiler<'_> {
    /// A statement that asks somebody.
    pub(crate) fn decision(&mut self, scope: &mut Scope, kind: &ast::StatementKind) -> Option<StatementKind> {
        match kind {
            ast::StatementKind::Choose {
                many,
                name,
                from,
                ordered,
                by,
                prompt,
                optional,
                secret,
                body,
                otherwise,
            } => {
                let asked = Asked {
                    prompt,
                    optional: *optional,
                    secret: *secret,
                    by,
                    from,
                };
                match many {
                    Some(many) => self.choose_many(scope, &asked, (many, *ordered), (name, body)),
                    None => self.choose(scope, &asked, (name, body), otherwise.as_ref()),
                }
            }
            ast::StatementKind::ChooseOne { by, prompt, branches } => {
                self.choose_one(scope, by, prompt, branches)
            }
            ast::StatementKind::May {
                by,
                prompt,
                body,
                otherwise,
            } => self.may(scope, (by, prompt), body, otherwise.as_ref()),
            _ => None,
        }
    }

    /// A choice with what the values in its question are made from.
    fn choice(
        &mut self,
        scope: &mut Scope,
        prompt: &Phrase,
        style: ChoiceStyle,
        ty: Ty,
    ) -> (ChoiceDef, Vec<Expr>) {
        let (parts, told) = self.values_asked(scope, prompt);
        let choice = ChoiceDef {
            prompt: prompt.text.clone(),
            parts,
            style,
            ty,
            optional: false,
            secret: false,
            labels: Vec::new(),
            place: None,
        };
        (choice, told)
    }

    fn add_choice(&mut self, choice: ChoiceDef) -> usize {
        self.pack.choices.push(choice);
        self.pack.choices.len() - 1
    }

    fn choose(
        &mut self,
        scope: &mut Scope,
        asked: &Asked<'_>,
        (name, body): (&Name, &Block),
        otherwise: Option<&Block>,
    ) -> Option<StatementKind> {
        self.check_shadow(scope, name);
        let (options, decider) = self.asked(scope, asked)?;
        let member = Ty::one(options.ty.base);
        let (mut choice, told) = self.choice(scope, asked.prompt, ChoiceStyle::One, member);
        (choice.optional, choice.secret) = (asked.optional, asked.secret);
        let choice = self.add_choice(choice);
        let (chosen, body) = self.naming(scope, name, member, body);
        let otherwise = otherwise.map(|block| self.block(scope, block));
        Some(StatementKind::Choose(Box::new(Choose {
            choice,
            most: None,
            options,
            decider,
            told,
            chosen,
            body,
            otherwise,
        })))
    }

    /// The choice of the next member by a player.
    pub(crate) fn order(
        &mut self,
        scope: &mut Scope,
        by: &ast::Expr,
        prompt: &Phrase,
        member: Ty,
    ) -> Option<Order> {
        self.refuse_in_pure(scope, "choose", prompt.span)?;
        let decider = self.typed(scope, by, Ty::PLAYER)?;
        let (choice, told) = self.choice(scope, prompt, ChoiceStyle::One, member);
        Some(Order {
            choice: self.add_choice(choice),
            decider,
            told,
        })
    }

    fn choose_many(
        &mut self,
        scope: &mut Scope,
        asked: &Asked<'_>,
        (many, ordered): (&Many, bool),
        (name, body): (&Name, &Block),
    ) -> Option<StatementKind> {
        self.check_shadow(scope, name);
        let most = match many {
            Many::UpTo(count) | Many::Exactly(count) => self.typed(scope, count, Ty::NUMBER),
            Many::AnyNumber => Some(self.constant(Ty::NUMBER, ANY_NUMBER, asked.prompt.span)),
        };
        let (options, decider) = self.asked(scope, asked)?;
        let style = if ordered {
            ChoiceStyle::Ordered
        } else {
            ChoiceStyle::Any
        };
        let (mut choice, told) = self.choice(scope, asked.prompt, style, Ty::one(options.ty.base));
        (choice.optional, choice.secret) = (!matches!(many, Many::Exactly(_)), asked.secret);
        let choice = self.add_choice(choice);
        let (chosen, body) = self.naming(scope, name, options.ty, body);
        Some(StatementKind::Choose(Box::new(Choose {
            choice,
            most: Some(most?),
            options,
            decider,
            told,
            chosen,
            body,
            otherwise: None,
        })))
    }

    /// The set to choose from and the player who chooses.
    fn asked(&mut self, scope: &mut Scope, asked: &Asked<'_>) -> Option<(Expr, Expr)> {
        self.refuse_in_pure(scope, "choose", asked.prompt.span)?;
        let set = self.expr(scope, asked.from, None);
        let player = self.typed(scope, asked.by, Ty::PLAYER);
        let set = self.want_set(set?, asked.from.span)?;
        Some((set, player?))
    }

    fn choose_one(
        &mut self,
        scope: &mut Scope,
        by: &ast::Expr,
        prompt: &Phrase,
        written: &[(Quoted, When, Block)],
    ) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "choose", prompt.span)?;
        let decider = self.typed(scope, by, Ty::PLAYER)?;
        let (mut choice, told) = self.choice(scope, prompt, ChoiceStyle::Branch, Ty::NUMBER);
        let mut conditions = Vec::new();
        for (label, when, _) in written {
            choice.labels.push(label.text.clone());
            conditions.push(match when {
                When::Always(_) => None,
                When::If(condition) => Some(self.typed(scope, condition, Ty::BOOL)?),
            });
        }
        let choice = self.add_choice(choice);
        let bodies = written.iter().map(|(_, _, body)| self.block(scope, body));
        let branches = conditions
            .into_iter()
            .zip(bodies)
            .map(|(when, body)| Branch { when, body })
            .collect();
        Some(StatementKind::ChooseBranch {
            choice,
            decider,
            told,
            branches,
        })
    }

    fn may(
        &mut self,
        scope: &mut Scope,
        (by, prompt): (&ast::Expr, &Phrase),
        body: &Block,
        otherwise: Option<&Block>,
    ) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "may", prompt.span)?;
        let decider = self.typed(scope, by, Ty::PLAYER)?;
        let (mut choice, told) = self.choice(scope, prompt, ChoiceStyle::YesNo, Ty::BOOL);
        choice.optional = true;
        let choice = self.add_choice(choice);
        let then = self.block(scope, body);
        let otherwise = otherwise.map(|block| self.block(scope, block));
        Some(StatementKind::May {
            choice,
            decider,
            told,
            then,
            otherwise,
        })
    }
}
