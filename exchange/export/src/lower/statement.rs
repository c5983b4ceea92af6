//! Lowering of statements.

use super::Within;
use crate::model::tree::{
    Branch, Choosing, ChoosingPlace, Deed, Expression, Facing, Ordering, Region, Statement, Style, Target,
    Until,
};
use crate::names::text;
use cardwright_bytecode::pack::{ChoiceDef, ChoiceStyle, FacingDef, RegionDef};
use cardwright_compiler::tree::{self, Block, Choose, ChoosePlace, Expr, StatementKind};

impl Within<'_> {
    pub(super) fn block(&self, block: &Block) -> Vec<Statement> {
        self.statements(&block.statements)
    }

    pub(super) fn statements(&self, all: &[tree::Statement]) -> Vec<Statement> {
        all.iter().map(|statement| self.statement(statement)).collect()
    }

    pub(super) fn statement(&self, statement: &tree::Statement) -> Statement {
        Statement {
            does: self.deed(&statement.kind),
            at: self.at(statement.place),
        }
    }

    fn maybe_block(&self, block: Option<&Block>) -> Option<Vec<Statement>> {
        block.map(|block| self.block(block))
    }

    fn deed(&self, kind: &StatementKind) -> Deed {
        let names = self.all.names;
        match kind {
            StatementKind::Let { local, value } => Deed::Let {
                local: *local,
                value: self.expression(value),
            },
            StatementKind::Set { target, value } => Deed::Set {
                target: self.target(target),
                value: self.expression(value),
            },
            StatementKind::Add { target, value } => Deed::Add {
                target: self.target(target),
                value: self.expression(value),
            },
            StatementKind::Remove { target, value } => Deed::Remove {
                target: self.target(target),
                value: self.expression(value),
            },
            StatementKind::Give { amount, to, token } => Deed::Give {
                amount: self.expression(amount),
                to: self.expression(to),
                token: text(&names.tokens, *token as u64),
            },
            StatementKind::Take { amount, from, token } => Deed::Take {
                amount: self.expression(amount),
                from: self.expression(from),
                token: text(&names.tokens, *token as u64),
            },
            StatementKind::Run { procedure, arguments } => Deed::Run {
                procedure: text(&names.procedures, *procedure as u64),
                arguments: self.expressions(arguments),
            },
            StatementKind::Offer(offer) => Deed::Offer(Box::new(self.offering(offer))),
            StatementKind::Start { start, arguments } => self.start(*start, arguments),
            StatementKind::Finish { matching, arguments } => {
                Deed::Finish(self.matching(*matching, arguments))
            }
            StatementKind::Reveal { of, field } => Deed::Reveal {
                field: self.field(of, *field),
                of: self.expression(of),
            },
            StatementKind::End { outcome, winners } => Deed::End {
                outcome: text(&names.outcomes, *outcome as u64),
                winners: winners.as_ref().map(|winners| self.expression(winners)),
            },
            StatementKind::Change { plain, does } => Deed::Change {
                plain: plain.as_ref().map(|plain| Box::new(self.statement(plain))),
                does: self.block(does),
            },
            StatementKind::Break => Deed::Break,
            StatementKind::Stop => Deed::Stop,
            StatementKind::Do(what) => Deed::Do {
                what: self.expression(what),
            },
            StatementKind::If { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Choose(_)
            | StatementKind::ChoosePlace(_)
            | StatementKind::ChooseBranch { .. }
            | StatementKind::May { .. } => self.compound(kind),
        }
    }

    /// A statement with blocks of its own.
    fn compound(&self, kind: &StatementKind) -> Deed {
        match kind {
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => Deed::If {
                condition: self.expression(condition),
                then: self.block(then),
                otherwise: self.maybe_block(otherwise.as_ref()),
            },
            StatementKind::ForEach {
                set,
                order,
                member,
                body,
            } => Deed::ForEach {
                set: self.expression(set),
                order: order.as_ref().map(|order| Ordering {
                    prompt: self.prompt(order.choice),
                    decider: self.expression(&order.decider),
                }),
                member: *member,
                statements: self.block(body),
            },
            StatementKind::Repeat { times, body } => Deed::Repeat {
                times: self.expression(times),
                statements: self.block(body),
            },
            StatementKind::Choose(choose) => Deed::Choose(Box::new(self.choosing(choose))),
            StatementKind::ChoosePlace(choose) => Deed::ChoosePlace(Box::new(self.choosing_place(choose))),
            StatementKind::ChooseBranch {
                choice,
                decider,
                branches,
                ..
            } => Deed::ChooseBranch {
                prompt: self.prompt(*choice),
                decider: self.expression(decider),
                branches: self.branches(*choice, branches),
            },
            StatementKind::May {
                choice,
                decider,
                then,
                otherwise,
                ..
            } => Deed::May {
                prompt: self.prompt(*choice),
                decider: self.expression(decider),
                then: self.block(then),
                otherwise: self.maybe_block(otherwise.as_ref()),
            },
            // `deed` has all others.
            _ => Deed::Stop,
        }
    }

    fn target(&self, target: &tree::Target) -> Target {
        match target {
            tree::Target::Local(local) => Target::Local { local: *local },
            tree::Target::Slot(slot) => Target::Slot {
                slot: self.slot(*slot),
            },
            tree::Target::Field(of, field) => Target::Field {
                field: self.field(of, *field),
                of: self.expression(of),
            },
            tree::Target::Entry(state, key) => Target::State {
                state: text(&self.all.names.states, *state as u64),
                key: self.expressions(key),
            },
        }
    }

    fn choice(&self, choice: usize) -> Option<&ChoiceDef> {
        self.all.pack.choices.get(choice)
    }

    fn prompt(&self, choice: usize) -> String {
        let choice = self.choice(choice);
        choice.map(|choice| choice.prompt.clone()).unwrap_or_default()
    }

    fn branches(&self, choice: usize, branches: &[tree::Branch]) -> Vec<Branch> {
        let labels = self.choice(choice).map_or(&[][..], |choice| &choice.labels);
        let branch = |(at, branch): (usize, &tree::Branch)| Branch {
            label: labels.get(at).cloned().unwrap_or_default(),
            when: branch.when.as_ref().map(|when| self.expression(when)),
            statements: self.block(&branch.body),
        };
        branches.iter().enumerate().map(branch).collect()
    }

    fn choosing(&self, choose: &Choose) -> Choosing {
        let def = self.choice(choose.choice);
        Choosing {
            prompt: self.prompt(choose.choice),
            style: match def.map(|def| def.style) {
                Some(ChoiceStyle::Any) => Style::Several,
                Some(ChoiceStyle::Ordered) => Style::Ordered,
                _ => Style::One,
            },
            optional: def.is_some_and(|def| def.optional),
            secret: def.is_some_and(|def| def.secret),
            most: choose.most.as_ref().map(|most| self.expression(most)),
            options: self.expression(&choose.options),
            decider: self.expression(&choose.decider),
            chosen: choose.chosen,
            statements: self.block(&choose.body),
            otherwise: self.maybe_block(choose.otherwise.as_ref()),
        }
    }

    fn choosing_place(&self, choose: &ChoosePlace) -> ChoosingPlace {
        let def = self.choice(choose.choice);
        let place = def.and_then(|def| def.place);
        let mut arguments = self.expressions(&choose.arguments).into_iter();
        let piece = arguments
            .next()
            .unwrap_or_else(|| self.expression(&choose.decider));
        let mut next = || arguments.next().unwrap_or_else(|| piece.clone());
        let region = place.map_or(Region::Table, |place| region(place.region, &mut next));
        let facing = place.map_or(Facing::Any, |place| facing(place.facing, &mut next));
        ChoosingPlace {
            prompt: self.prompt(choose.choice),
            optional: def.is_some_and(|def| def.optional),
            secret: def.is_some_and(|def| def.secret),
            region,
            facing,
            test: place.and_then(|place| self.all.maybe(place.test)),
            captured: arguments.collect(),
            decider: self.expression(&choose.decider),
            chosen: choose.chosen,
            statements: self.block(&choose.body),
            otherwise: self.block(&choose.otherwise),
            piece,
        }
    }

    fn start(&self, start: usize, arguments: &[Expr]) -> Deed {
        let def = self.all.pack.starts.get(start);
        let mut arguments = self.expressions(arguments);
        let is_counted = def.is_some_and(|def| def.is_counted());
        let mut times = if is_counted { arguments.pop() } else { None };
        let ends = def.map_or(&[][..], |def| &def.ends);
        // From the last to the first, each with those behind it.
        let until = ends.iter().enumerate().rev().fold(None, |or, (number, until)| {
            Some(Box::new(Until {
                window: text(&self.all.names.windows, until.window),
                condition: self.all.maybe(until.condition),
                times: if number == 0 { times.take() } else { None },
                next: until.next,
                or,
            }))
        });
        Deed::Start {
            effect: text(
                &self.all.names.effects,
                def.map_or(u32::MAX, |def| def.effect.number()),
            ),
            arguments,
            until,
        }
    }
}

fn region(region: RegionDef, next: &mut impl FnMut() -> Expression) -> Region {
    match region {
        RegionDef::Table => Region::Table,
        RegionDef::Inside => Region::Inside {
            x: Box::new(next()),
            y: Box::new(next()),
            width: Box::new(next()),
            length: Box::new(next()),
        },
        RegionDef::WithinOfPiece => Region::WithinOfPiece {
            distance: next(),
            of: next(),
        },
        RegionDef::WithinOfPoint => Region::WithinOfPoint {
            distance: next(),
            of: next(),
        },
    }
}

fn facing(facing: FacingDef, next: &mut impl FnMut() -> Expression) -> Facing {
    match facing {
        FacingDef::Any => Facing::Any,
        FacingDef::Angle => Facing::Angle { angle: next() },
        FacingDef::Angles => Facing::Angles { angles: next() },
        FacingDef::Point => Facing::Point { point: next() },
    }
}
