//! A small assembler for test packs: two players, pieces of one kind, cards, a deck, and whatever a test adds.

use crate::content::Content;
use crate::game::{Game, Status};
use crate::outcome::Outcome;
use cardwright_bytecode::finish;
use cardwright_bytecode::pack::{
    EntityDef, FieldDef, FuncId, Function, FunctionClass, Gate, Home, Id, KindClass, KindDef, Level, Moment,
    OutcomeDef, ProcedureDef, RowDef, Rule, RuleKind, SlotDef, SourceRef, TemplateDef, TokenDef, WindowDef,
    Winners, WordDef,
};
use cardwright_bytecode::verify::verify;
use cardwright_bytecode::{Base, Instr, Op, Pack, Ty};
use std::sync::Arc;

pub(crate) const KIND_PIECE: u16 = 3;
pub(crate) const KIND_CARD: u16 = 4;
pub(crate) const PIECE: Ty = Ty::one(Base::Entity(KIND_PIECE));
/// Entity numbers of every kit: the game, two players, a deck, two pieces.
pub(crate) const ANN: u32 = 2;
pub(crate) const BEN: u32 = 3;
pub(crate) const DECK: u32 = 4;
pub(crate) const ANNS_PIECE: u32 = 5;
pub(crate) const BENS_PIECE: u32 = 6;
/// The number of a piece's secret field.
pub(crate) const PLAN: usize = 1;

/// A pack under construction.
pub(crate) struct Kit {
    pub(crate) pack: Pack,
    /// Code stays as it is written.
    pub(crate) as_written: bool,
}

/// An instruction.
pub(crate) fn op(op: Op, a: u8, b: u8, c: u8, imm: i32) -> Instr {
    Instr::new(op, a, b, c, imm)
}

pub(crate) fn slot(name: &str, ty: Ty) -> SlotDef {
    SlotDef {
        name: name.into(),
        ty,
    }
}

fn kind(name: &str, class: KindClass, fields: Vec<FieldDef>, tokens: Vec<u16>) -> KindDef {
    KindDef {
        name: name.into(),
        class,
        fields,
        tokens,
        footprint: None,
        templates: None,
        active: None,
    }
}

fn number_field(name: &str, secret: bool) -> FieldDef {
    FieldDef {
        name: name.into(),
        ty: Ty::NUMBER,
        state: secret,
        secret,
        kept: false,
        per: None,
    }
}

fn kept_field(name: &str) -> FieldDef {
    FieldDef {
        state: true,
        kept: true,
        ..number_field(name, false)
    }
}

fn entity(id: &str, kind: u16, owner: u32, template: Option<Id<TemplateDef>>) -> EntityDef {
    EntityDef {
        id: id.into(),
        name: id.into(),
        kind,
        template,
        owner,
        holder: 0,
        face_up: true,
        later: false,
        pose: None,
        cells: Vec::new(),
    }
}

impl Kit {
    /// The entities and kinds that every test has; a token sort with limit 3; faces blank, one and two.
    pub(crate) fn new() -> Self {
        let faces = ["blank", "one", "two"].map(String::from).to_vec();
        let fields = vec![number_field("strength", false), number_field("plan", true)];
        let mut pack = Pack {
            texts: vec![String::new()].into(),
            words: vec![WordDef {
                name: "face".into(),
                words: faces,
            }],
            rows: vec![RowDef {
                record: 0,
                id: String::new(),
                cells: Vec::new(),
            }]
            .into(),
            tokens: vec![TokenDef {
                name: "token".into(),
                limit: Some(3),
            }],
            ..Pack::default()
        };
        pack.kinds = vec![
            kind("player", KindClass::Player, Vec::new(), Vec::new()),
            kind("deck", KindClass::Deck, Vec::new(), Vec::new()),
            kind("game", KindClass::Game, vec![kept_field("tally")], Vec::new()),
            kind("piece", KindClass::Piece, fields, vec![0]),
            kind(
                "card",
                KindClass::Card,
                vec![number_field("worth", false)],
                Vec::new(),
            ),
        ];
        pack.setup.entities = vec![
            entity("game", 2, 0, None),
            entity("ann", 0, 0, None),
            entity("ben", 0, 0, None),
            entity("pile", 1, 0, None),
            entity("piece-a", KIND_PIECE, ANN, None),
            entity("piece-b", KIND_PIECE, BEN, None),
        ];
        let outcome = OutcomeDef {
            id: "ann-wins".into(),
            title: "Ann wins".into(),
            winners: Winners::Fixed(vec![ANN]),
        };
        pack.outcomes.push(outcome);
        Self {
            pack,
            as_written: false,
        }
    }

    /// A card of its own template; its number.
    pub(crate) fn card(&mut self, name: &str, holder: u32, face_up: bool) -> u32 {
        let template = self.pack.templates.len();
        let def = TemplateDef {
            id: name.into(),
            name: name.into(),
            kind: KIND_CARD,
            cells: vec![template as i64],
            row: 0,
        };
        self.pack.templates.push(def);
        let owner = self
            .pack
            .setup
            .entities
            .get(holder as usize - 1)
            .map_or(0, |holder| holder.owner);
        let card = EntityDef {
            holder,
            face_up,
            ..entity(name, KIND_CARD, owner, Some(Id::at(template)))
        };
        self.pack.setup.entities.push(card);
        self.pack.setup.entities.len() as u32
    }

    fn function(
        &mut self,
        class: FunctionClass,
        params: u8,
        result: Ty,
        registers: &[Ty],
        code: Vec<Instr>,
    ) -> FuncId {
        let name = format!("f{}", self.pack.functions.len());
        let (registers, lines) = (registers.to_vec(), vec![SourceRef::default(); code.len()]);
        self.pack.functions.push(Function {
            name,
            class,
            params,
            result,
            registers,
            context: None,
            code,
            lines,
            questions: Vec::new(),
        });
        Id::at(self.pack.functions.len() - 1)
    }

    /// A pure function.
    pub(crate) fn pure(&mut self, params: u8, result: Ty, registers: &[Ty], code: Vec<Instr>) -> FuncId {
        self.function(FunctionClass::Pure, params, result, registers, code)
    }

    /// A function with effects and no result.
    pub(crate) fn effect(&mut self, params: u8, registers: &[Ty], code: Vec<Instr>) -> FuncId {
        self.function(FunctionClass::Effect, params, Ty::NOTHING, registers, code)
    }

    /// A pure function without use of its parameters that always gives this.
    pub(crate) fn constant(&mut self, params: &[Ty], result: Ty, value: i32) -> FuncId {
        let (registers, place) = ([params, &[result]].concat(), params.len() as u8);
        let code = vec![op(Op::Const, place, 0, 0, value), op(Op::Return, place, 0, 0, 0)];
        self.pure(params.len() as u8, result, &registers, code)
    }

    /// A function that gives this many tokens to an entity.
    pub(crate) fn gives(&mut self, params: &[Ty], to: u32, count: i32) -> FuncId {
        let (place, registers) = (params.len() as u8, [params, &[PIECE, Ty::NUMBER]].concat());
        let code = vec![
            op(Op::Const, place, 0, 0, to as i32),
            op(Op::Const, place + 1, 0, 0, count),
            op(Op::Give, place, place + 1, 0, 0),
            op(Op::Return, place, 0, 0, 0),
        ];
        self.effect(params.len() as u8, &registers, code)
    }

    /// A gate whose condition always holds.
    pub(crate) fn open_gate(&mut self, params: &[Ty]) -> Gate {
        let condition = self.constant(params, Ty::BOOL, 1);
        Gate {
            condition,
            limit: None,
            never_within: false,
            optional: false,
            decider: None,
        }
    }

    /// A gate whose condition always holds, and that this player may decline.
    pub(crate) fn optional_gate(&mut self, params: &[Ty], player: u32) -> Gate {
        let decider = Some(self.constant(params, Ty::PLAYER, player as i32));
        Gate {
            optional: true,
            decider,
            ..self.open_gate(params)
        }
    }

    pub(crate) fn rule(&mut self, name: &str, level: Level, home: Home, kind: RuleKind) -> Id<Rule> {
        self.pack.rules.push(Rule {
            name: name.into(),
            level,
            home,
            kind,
            source: SourceRef::default(),
        });
        Id::at(self.pack.rules.len() - 1)
    }

    /// A global rule of window 0 with a body.
    pub(crate) fn trigger(
        &mut self,
        name: &str,
        gate: Gate,
        body: FuncId,
        otherwise: Option<FuncId>,
    ) -> Id<Rule> {
        self.rule(
            name,
            Level::Core,
            Home::Global,
            RuleKind::Trigger {
                window: Id::new(0),
                gate,
                body,
                otherwise,
                first: None,
            },
        )
    }

    /// The main procedure, whose code may open window 0 (`at main.only`) and window 1 (`before main`).
    pub(crate) fn main(&mut self, registers: &[Ty], code: Vec<Instr>) {
        let function = self.effect(0, registers, code);
        let steps = vec!["only".into()];
        let main = ProcedureDef {
            name: "main".into(),
            function,
            slots: Vec::new(),
            steps,
            ended: None,
        };
        self.pack.procedures.push(main);
        let procedure = Id::at(self.pack.procedures.len() - 1);
        let at = WindowDef {
            procedure,
            step: Some(0),
            moment: Moment::At,
            priority: None,
            gathers: false,
        };
        let before = WindowDef {
            procedure,
            step: None,
            moment: Moment::Before,
            priority: None,
            gathers: false,
        };
        self.pack.windows.extend([at, before]);
        self.pack.main = function;
    }

    /// A main procedure that opens window 0 so many times, each time as a new run, and ends.
    pub(crate) fn main_opening(&mut self, times: usize) {
        let open = [op(Op::Window, 0, 0, 0, 1), op(Op::Window, 0, 0, 0, 0)];
        let mut code = open.repeat(times);
        code.push(op(Op::End, 0, 0, 0, 0));
        code.push(op(Op::Return, 0, 0, 0, 0));
        self.main(&[Ty::NUMBER], code);
    }

    pub(crate) fn content(self) -> Arc<Content> {
        // Hand-written code reads registers that it never wrote; finishing writes their nulls.
        let mut pack = self.pack;
        if !self.as_written {
            finish(&mut pack);
        }
        Content::new(verify(pack).expect("a sound pack"))
    }

    /// A game, played to its first decision or its end.
    pub(crate) fn game(self) -> Game {
        let mut game = Game::new(&self.content(), 7);
        game.advance();
        game
    }
}

/// Chooses the option with this label, and plays on.
pub(crate) fn choose(game: &mut Game, label: &str) -> Status {
    let decision = game.decision().expect("somebody is asked");
    let option = decision
        .labelled(label)
        .unwrap_or_else(|| panic!("no `{label}` among {:?}", decision.options));
    game.decide(&crate::Answer::one(option)).expect("a legal answer");
    game.advance()
}

/// The labels of the options of the decision now.
pub(crate) fn labels(game: &Game) -> Vec<&str> {
    game.decision().map_or(Vec::new(), |decision| {
        decision.options.iter().map(|o| o.label.as_str()).collect()
    })
}

pub(crate) const ENDED: Status = Status::Over(Outcome::Named(Id::new(0)));
