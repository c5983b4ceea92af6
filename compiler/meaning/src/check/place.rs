//! Choices of a place on the flat table: `choose NAME for PIECE inside ... facing ... where TEST`.
//!
//! The test becomes a function of its own: the core asks it of every place that somebody names. What it reads of the code
//! around it, it gets as arguments.

use super::Compiler;
use super::scope::Scope;
use cardwright_bytecode::pack::{
    ChoiceDef, ChoiceStyle, FacingDef, FuncId, FunctionClass, KindClass, PlaceDef, RegionDef,
};
use cardwright_bytecode::verify::MAX_ARGUMENTS;
use cardwright_bytecode::{Base, Ty};
use cardwright_documents::codes;
use cardwright_dsl::ast::{self, Name, Region};
use cardwright_trees::{ChoosePlace, Expr, ExprKind, LocalId, Node, StatementKind};
use std::collections::BTreeSet;

impl Compiler<'_> {
    pub(crate) fn choose_place(
        &mut self,
        scope: &mut Scope,
        choose: &ast::ChoosePlace,
    ) -> Option<StatementKind> {
        self.refuse_in_pure(scope, "choose", choose.prompt.span)?;
        self.refuse_on_spaces(choose)?;
        self.check_shadow(scope, &choose.name);
        let piece = self.piece(scope, &choose.piece);
        let region = self.region(scope, &choose.region);
        let facing = self.facing(scope, choose.facing.1.as_ref());
        let test = match &choose.test {
            Some(test) => self.place_test(scope, &choose.name, test).map(Some),
            None => Some(None),
        };
        let decider = self.typed(scope, &choose.by, Ty::PLAYER);
        let (chosen, body) = self.naming(scope, &choose.name, Ty::POSE, &choose.body);
        let otherwise = self.block(scope, &choose.otherwise);
        let ((region, bounds), (facing, ways), test) = (region?, facing?, test?);
        let (test, captured) = match test {
            Some((test, captured)) => (Some(test), captured),
            None => (None, Vec::new()),
        };
        let (parts, told) = self.values_asked(scope, &choose.prompt);
        let arguments = [vec![piece?], bounds, ways, captured, told].concat();
        self.pack.choices.push(ChoiceDef {
            prompt: choose.prompt.text.clone(),
            parts,
            style: ChoiceStyle::Place,
            ty: Ty::POSE,
            optional: choose.optional,
            secret: false,
            labels: Vec::new(),
            place: Some(PlaceDef { region, facing, test }),
        });
        Some(StatementKind::ChoosePlace(Box::new(ChoosePlace {
            choice: self.pack.choices.len() - 1,
            arguments,
            decider: decider?,
            chosen,
            body,
            otherwise,
        })))
    }

    fn refuse_on_spaces(&mut self, choose: &ast::ChoosePlace) -> Option<()> {
        if !self.has_spaces() {
            return Some(());
        }
        let message = "this form of `choose` is for a flat table, but this game is played on spaces";
        self.report(codes::BOARD, choose.facing.0, message).help = Some(format!(
            "choose from a set: `choose {} from standings(...) by ...`",
            choose.name.text
        ));
        None
    }

    /// The piece that is to be put somewhere.
    fn piece(&mut self, scope: &mut Scope, piece: &ast::Expr) -> Option<Expr> {
        let checked = self.expr(scope, piece, Some(Ty::THING))?;
        let is_piece = match checked.ty {
            Ty {
                base: Base::Entity(kind),
                set: false,
            } => self.pack.kinds[usize::from(kind)].class == KindClass::Piece,
            ty => ty == Ty::THING,
        };
        if is_piece {
            return Some(checked);
        }
        let message = format!(
            "a place can be chosen only for a piece, but this is {}",
            self.a_type(checked.ty)
        );
        self.report(codes::WRONG_TYPE, piece.span, message);
        None
    }

    /// The region, and the expressions that describe it.
    fn region(&mut self, scope: &mut Scope, region: &Region) -> Option<(RegionDef, Vec<Expr>)> {
        match region {
            Region::Table => Some((RegionDef::Table, Vec::new())),
            Region::Inside(sides) => {
                let sides = sides.iter().map(|side| self.typed(scope, side, Ty::LENGTH));
                let sides: Vec<Option<Expr>> = sides.collect();
                let sides: Option<Vec<Expr>> = sides.into_iter().collect();
                Some((RegionDef::Inside, sides?))
            }
            Region::Within(parts) => {
                let [distance, of] = parts.as_ref();
                let distance = self.typed(scope, distance, Ty::LENGTH);
                let checked = self.expr(scope, of, None)?;
                let region = match checked.ty {
                    Ty::POSE => RegionDef::WithinOfPoint,
                    Ty {
                        base: Base::Thing | Base::Entity(_),
                        set: false,
                    } => RegionDef::WithinOfPiece,
                    ty => {
                        let message = format!(
                            "a distance can be measured only from a piece or a pose, but this is {}",
                            self.a_type(ty)
                        );
                        self.report(codes::WRONG_TYPE, of.span, message);
                        return None;
                    }
                };
                Some((region, vec![distance?, checked]))
            }
        }
    }

    /// The facing, and the expression that describes it.
    fn facing(&mut self, scope: &mut Scope, facing: Option<&ast::Expr>) -> Option<(FacingDef, Vec<Expr>)> {
        let Some(facing) = facing else {
            return Some((FacingDef::Any, Vec::new()));
        };
        let checked = self.expr(scope, facing, Some(Ty::ANGLE))?;
        let def = match checked.ty {
            Ty::ANGLE => FacingDef::Angle,
            Ty::POSE => FacingDef::Point,
            Ty {
                base: Base::Angle,
                set: true,
            } => FacingDef::Angles,
            ty => {
                let message = format!(
                    "`facing` needs an angle, a set of angles, or a pose to look at, but this is {}",
                    self.a_type(ty)
                );
                let help = match &checked.kind {
                    ExprKind::Constant(degrees) if ty == Ty::NUMBER => format!("write `{degrees} degrees`"),
                    _ => "if every heading is allowed, write `facing any`".to_owned(),
                };
                self.report(codes::WRONG_TYPE, facing.span, message).help = Some(help);
                return None;
            }
        };
        Some((def, vec![checked]))
    }

    /// The test as a function, and what it gets besides the pose.
    fn place_test(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        test: &ast::Expr,
    ) -> Option<(FuncId, Vec<Expr>)> {
        let place = self.place(name.span);
        // Once among the names that are known here, to see which of them it reads; then with these alone.
        let mark = scope.open();
        let spot = scope.bind(&name.text, Ty::POSE, place);
        let checked = self.typed(scope, test, Ty::BOOL);
        scope.close(mark);
        let captured = captured(&checked?, spot);
        if captured.len() >= MAX_ARGUMENTS {
            let message = format!(
                "this test uses {} names from the code around it; the most is {}",
                captured.len(),
                MAX_ARGUMENTS - 1
            );
            self.report(codes::TOO_LARGE, test.span, message).help =
                Some("move the test, or part of it, to a `define` with the place as a parameter".to_owned());
            return None;
        }
        let mut own = scope.inside(format!("test of {}", name.text), FunctionClass::Pure, Ty::BOOL);
        for &local in &captured {
            own.param(scope.name_of(local), scope.type_of(local), place);
        }
        own.param(&name.text, Ty::POSE, place);
        let known = self.diagnostics.len();
        let checked = self.typed(&mut own, test, Ty::BOOL);
        self.diagnostics.truncate(known);
        let function = self.giving(own, checked, test.span);
        let function = self.add_function(function);
        let captured = captured.into_iter().map(|local| Expr {
            ty: scope.type_of(local),
            kind: ExprKind::Local(local),
            place: self.place(test.span),
        });
        Some((function, captured.collect()))
    }
}

/// The locals that a test reads and that were there before its pose; those behind are its own.
pub(super) fn captured(test: &Expr, spot: LocalId) -> BTreeSet<LocalId> {
    let mut captured = BTreeSet::new();
    test.walk(&mut |node| {
        if let Node::Expr(Expr {
            kind: ExprKind::Local(local),
            ..
        }) = node
            && *local < spot
        {
            captured.insert(*local);
        }
    });
    captured
}
