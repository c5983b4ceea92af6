//! A small sound pack with an entry in every table, and ways to add one function to it.

use cardwright_bytecode::board::BoardDef;
use cardwright_bytecode::pack::*;
use cardwright_bytecode::verify::{Site, VerifyError, VerifyErrorKind, verify};
use cardwright_bytecode::{Base, Instr, Op, Pack, Ty};

pub(crate) const N: Ty = Ty::NUMBER;
pub(crate) const B: Ty = Ty::BOOL;
pub(crate) const FIGURE_KIND: u16 = 3;
pub(crate) const FIGURE: Ty = Ty::one(Base::Entity(FIGURE_KIND));
pub(crate) const FIGURES: Ty = Ty::set(Base::Entity(FIGURE_KIND));
pub(crate) const NUMBERS: Ty = Ty::set(Base::Number);
pub(crate) const COLOUR: Ty = Ty::one(Base::Word(1));
pub(crate) const MANEUVER: Ty = Ty::one(Base::Row(0));

/// Function numbers of the sample.
pub(crate) const MAIN: FuncId = FuncId::new(0);
pub(crate) const ATTACK: FuncId = FuncId::new(1);
pub(crate) const YES: FuncId = FuncId::new(2);
pub(crate) const LEVEL_OF: FuncId = FuncId::new(3);
pub(crate) const YES_FOR_FIGURE: FuncId = FuncId::new(4);
pub(crate) const YES_FOR_TWO_FIGURES: FuncId = FuncId::new(5);
pub(crate) const BODY: FuncId = FuncId::new(6);
pub(crate) const BODY_FOR_TWO_FIGURES: FuncId = FuncId::new(7);
pub(crate) const PLAYERS: FuncId = FuncId::new(8);
pub(crate) const AMOUNT: FuncId = FuncId::new(9);
pub(crate) const SCORE: FuncId = FuncId::new(10);

/// Entity numbers of the sample.
pub(crate) const ANN: u32 = 2;
pub(crate) const SMAUG: u32 = 4;

/// Cells of a figure.
pub(crate) const LEVEL: i32 = cell::HEADER as i32;
pub(crate) const PLAN: i32 = LEVEL + 1;
pub(crate) const DAMAGE: i32 = LEVEL + 2;
pub(crate) const MARK_CELL: i32 = LEVEL + 3;

pub(crate) fn op(op: Op, a: u8, b: u8, c: u8, imm: i32) -> Instr {
    Instr::new(op, a, b, c, imm)
}

pub(crate) fn ret(a: u8) -> Instr {
    op(Op::Return, a, 0, 0, 0)
}

fn slot(name: &str, ty: Ty) -> SlotDef {
    SlotDef {
        name: name.into(),
        ty,
    }
}

pub(crate) fn pure(name: &str, params: u8, result: Ty, registers: Vec<Ty>, code: Vec<Instr>) -> Function {
    let lines = (1..)
        .take(code.len())
        .map(|line| SourceRef {
            file: 1,
            line,
            column: 5,
            end_line: line,
            end_column: 9,
        })
        .collect();
    let class = FunctionClass::Pure;
    Function {
        name: name.into(),
        class,
        params,
        result,
        registers,
        context: None,
        code,
        lines,
        questions: Vec::new(),
    }
}

pub(crate) fn effect(name: &str, params: u8, result: Ty, registers: Vec<Ty>, code: Vec<Instr>) -> Function {
    Function {
        class: FunctionClass::Effect,
        ..pure(name, params, result, registers, code)
    }
}

/// A question whose answer lies in register 1 as the second instruction begins, about a figure in register 0.
pub(crate) fn question() -> Question {
    Question {
        from: 0,
        at: 1,
        answer: Answer::Register(1),
        place: SourceRef {
            file: 1,
            line: 1,
            column: 5,
            end_line: 1,
            end_column: 16,
        },
        text: "foe is near".into(),
        named: vec![Named {
            start: 0,
            end: 3,
            at: 1,
            register: 0,
        }],
    }
}

fn functions() -> Vec<Function> {
    let yes = |name, params: Vec<Ty>| {
        let at = params.len() as u8;
        let registers = params.into_iter().chain([B]).collect();
        pure(name, at, B, registers, vec![op(Op::Const, at, 0, 0, 1), ret(at)])
    };
    let attack = vec![op(Op::Step, 0, 0, 0, 0), op(Op::Window, 0, 0, 0, 0), ret(0)];
    let level = vec![op(Op::Get, 1, 0, 0, LEVEL), ret(1)];
    let body = Function {
        context: Some(Id::new(0)),
        ..effect(
            "body",
            1,
            Ty::NOTHING,
            vec![FIGURE, N],
            vec![
                op(Op::LoadContext, 1, 0, 0, 1),
                op(Op::StoreContext, 1, 0, 0, 1),
                ret(0),
            ],
        )
    };
    let players = vec![op(Op::All, 0, 0, 0, 0), ret(0)];
    vec![
        effect("main", 0, Ty::NOTHING, vec![Ty::NOTHING], vec![ret(0)]),
        effect("attack", 1, Ty::NOTHING, vec![FIGURE, N], attack),
        yes("yes", vec![]),
        pure("level-of", 1, N, vec![FIGURE, N], level),
        Function {
            questions: vec![question()],
            ..yes("yes-for-figure", vec![FIGURE])
        },
        yes("yes-for-two-figures", vec![FIGURE, FIGURE]),
        body,
        effect("body-for-two", 2, Ty::NOTHING, vec![FIGURE, FIGURE], vec![ret(0)]),
        pure(
            "players",
            0,
            Ty::set(Base::Entity(0)),
            vec![Ty::set(Base::Entity(0))],
            players,
        ),
        pure(
            "amount",
            2,
            N,
            vec![FIGURE, FIGURE, N],
            vec![op(Op::Const, 2, 0, 0, -1), ret(2)],
        ),
        pure(
            "score",
            1,
            N,
            vec![Ty::PLAYER, N],
            vec![op(Op::Const, 1, 0, 0, 0), ret(1)],
        ),
    ]
}

fn kinds() -> Vec<KindDef> {
    let field = |name: &str, ty, state, secret| FieldDef {
        name: name.into(),
        ty,
        state,
        secret,
        kept: false,
        per: None,
    };
    let kind = |name: &str, class| KindDef {
        name: name.into(),
        class,
        fields: vec![],
        tokens: vec![],
        footprint: None,
        templates: None,
        active: None,
    };
    vec![
        kind("player", KindClass::Player),
        kind("deck", KindClass::Deck),
        KindDef {
            fields: vec![FieldDef {
                kept: true,
                ..field("weather", COLOUR, true, false)
            }],
            ..kind("game", KindClass::Game)
        },
        KindDef {
            fields: vec![
                field("level", N, false, false),
                field("plan", MANEUVER, true, true),
                field("damage", N, true, false),
            ],
            tokens: vec![1],
            footprint: Some(FootprintDef::Circle(0)),
            templates: None,
            active: Some(YES_FOR_FIGURE),
            ..kind("figure", KindClass::Piece)
        },
    ]
}

fn gate() -> Gate {
    let limit = Some(Limit {
        times: 1,
        per: Some(Id::new(0)),
        apart: None,
        shared: true,
    });
    Gate {
        condition: YES_FOR_FIGURE,
        limit,
        never_within: false,
        optional: true,
        decider: None,
    }
}

fn rules() -> Vec<Rule> {
    let rule = |name: &str, kind| Rule {
        name: name.into(),
        level: Level::Card,
        home: Home::Template(Id::new(0)),
        kind,
        source: SourceRef {
            file: 1,
            line: 7,
            column: 1,
            end_line: 9,
            end_column: 2,
        },
    };
    let two = Gate {
        condition: YES_FOR_TWO_FIGURES,
        ..gate()
    };
    vec![
        rule(
            "fierce",
            RuleKind::Trigger {
                window: Id::new(0),
                gate: gate(),
                body: BODY,
                otherwise: None,
                first: None,
            },
        ),
        rule(
            "ward",
            RuleKind::OfferOption {
                offer: Id::new(0),
                gate: two,
                body: BODY_FOR_TWO_FIGURES,
            },
        ),
        rule(
            "slow",
            RuleKind::Modify {
                value: Id::new(0),
                change: Adjustment::Add,
                condition: YES_FOR_TWO_FIGURES,
                amount: AMOUNT,
                least: None,
                most: None,
            },
        ),
        rule(
            "dimmed",
            RuleKind::Permit {
                permission: Id::new(0),
                allow: false,
                condition: YES_FOR_TWO_FIGURES,
            },
        ),
        rule(
            "only for the great",
            RuleKind::Build {
                condition: YES_FOR_FIGURE,
            },
        ),
    ]
}

fn entity(id: &str, kind: u16) -> EntityDef {
    EntityDef {
        id: id.into(),
        name: id.into(),
        kind,
        template: None,
        owner: 0,
        holder: 0,
        face_up: true,
        later: false,
        pose: None,
        cells: vec![],
    }
}

fn setup() -> Setup {
    let figure = EntityDef {
        template: Some(Id::new(0)),
        owner: ANN,
        holder: ANN,
        cells: vec![(DAMAGE as u16, 3), (MARK_CELL as u16, 2)],
        ..entity("smaug", FIGURE_KIND)
    };
    Setup {
        table: TableDef {
            width: 36000,
            length: 36000,
        },
        board: BoardDef::default(),
        entities: vec![entity("game", 2), entity("ann", 0), entity("pile", 1), figure],
    }
}

fn choice(style: ChoiceStyle, base: Base) -> ChoiceDef {
    ChoiceDef {
        prompt: "which?".into(),
        parts: Vec::new(),
        style,
        ty: Ty::one(base),
        optional: false,
        secret: false,
        labels: vec!["left".into()],
        place: None,
    }
}

/// A sound pack.
pub(crate) fn sample() -> Pack {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let row = |id: &str, cells| RowDef {
        record: 0,
        id: id.into(),
        cells,
    };
    let token = |name: &str, limit| TokenDef {
        name: name.into(),
        limit,
    };
    let word = |name: &str, words| WordDef {
        name: name.into(),
        words,
    };
    Pack {
        title: Title {
            system: "figures".into(),
            scenario: "duel".into(),
            name: "The duel".into(),
        },
        states: Vec::new().into(),
        tellings: Vec::new().into(),
        said: std::collections::BTreeMap::new(),
        texts: names(&["", "figures.cw"]).into(),
        constants: vec![1 << 40, CONST_SET],
        sets: vec![ConstSet {
            ty: FIGURES,
            items: vec![i64::from(SMAUG)],
        }]
        .into(),
        words: vec![
            word("face", names(&["blank", "hit"])),
            word("colour", names(&["white", "red"])),
        ],
        records: vec![RecordDef {
            name: "maneuver".into(),
            fields: vec![slot("speed", N), slot("colour", COLOUR)],
        }],
        rows: vec![row("", vec![]), row("straight-1", vec![1, 1])].into(),
        kinds: kinds(),
        tokens: vec![token("target", None), token("mark", Some(2))],
        dice: vec![DieDef {
            name: "attack".into(),
            sides: vec![0, 1],
        }],
        templates: vec![TemplateDef {
            id: "green-figure".into(),
            name: "Green figure".into(),
            kind: FIGURE_KIND,
            cells: vec![4, 1, 0],
            row: 0,
        }]
        .into(),
        functions: functions().into(),
        procedures: vec![ProcedureDef {
            name: "attack".into(),
            function: ATTACK,
            slots: vec![slot("attacker", FIGURE), slot("hits", N)],
            steps: names(&["roll"]),
            ended: None,
        }]
        .into(),
        windows: vec![WindowDef {
            procedure: Id::new(0),
            step: Some(0),
            moment: Moment::At,
            priority: Some(PLAYERS),
            gathers: false,
        }]
        .into(),
        offers: vec![OfferDef {
            name: "action".into(),
            params: vec![slot("who", FIGURE)],
        }]
        .into(),
        values: vec![ValueDef {
            name: "agility-of".into(),
            params: vec![slot("d", FIGURE)],
            result: N,
            base: LEVEL_OF,
            policy: Policy::Latest,
            factors_last: false,
            net_least: None,
            net_most: Some(LEVEL_OF),
            least: None,
            most: None,
        }]
        .into(),
        permissions: vec![PermissionDef {
            name: "act".into(),
            params: vec![slot("who", FIGURE)],
        }]
        .into(),
        effects: vec![EffectDef {
            name: "dimmed".into(),
            params: vec![slot("who", FIGURE)],
            lasts: Some(YES_FOR_FIGURE),
            ended: None,
        }]
        .into(),
        starts: vec![
            StartDef {
                effect: Id::new(0),
                ends: vec![Until {
                    window: Id::new(0),
                    condition: Some(YES_FOR_FIGURE),
                    counted: false,
                    next: false,
                }],
            },
            StartDef {
                effect: Id::new(0),
                ends: vec![Until {
                    window: Id::new(0),
                    condition: None,
                    counted: true,
                    next: false,
                }],
            },
        ]
        .into(),
        matches: vec![
            MatchDef {
                effect: Id::new(0),
                any: 0,
            },
            MatchDef {
                effect: Id::new(0),
                any: 1,
            },
        ]
        .into(),
        outcomes: vec![
            OutcomeDef {
                id: "escaped".into(),
                title: "Escaped".into(),
                winners: Winners::Fixed(vec![ANN]),
            },
            OutcomeDef {
                id: "open-end".into(),
                title: "Open end".into(),
                winners: Winners::Named,
            },
        ]
        .into(),
        choices: vec![
            choice(ChoiceStyle::One, Base::Entity(FIGURE_KIND)),
            choice(ChoiceStyle::Any, Base::Entity(FIGURE_KIND)),
            choice(ChoiceStyle::YesNo, Base::Bool),
            choice(ChoiceStyle::Branch, Base::Number),
            ChoiceDef {
                place: Some(PlaceDef {
                    region: RegionDef::Inside,
                    facing: FacingDef::Angles,
                    test: None,
                }),
                ..choice(ChoiceStyle::Place, Base::Pose)
            },
        ]
        .into(),
        rules: rules().into(),
        setup: setup(),
        main: MAIN,
        score: Some(SCORE),
        order: None,
        round: Some(Id::new(0)),
        controller: None,
        use_abilities: None,
        movements: vec![].into(),
        checks: vec![CheckDef {
            text: "it is so".into(),
            function: YES,
        }],
        files: vec![FileHash {
            file: 1,
            hash: [7; 32],
        }],
    }
}

/// The number of the function that [`with`] adds.
pub(crate) const ADDED: usize = 11;

/// The sample and one more function.
pub(crate) fn with(function: Function) -> Pack {
    let mut pack = sample();
    pack.functions.push(function);
    pack
}

/// The error about a pack.
pub(crate) fn error(pack: Pack) -> VerifyError {
    verify(pack).expect_err("the pack should be rejected")
}

/// The error about a pack changed like this.
pub(crate) fn error_if(change: impl FnOnce(&mut Pack)) -> VerifyErrorKind {
    let mut pack = sample();
    change(&mut pack);
    error(pack).kind
}

/// An effect that is given all its registers, so that they may be read.
pub(crate) fn given(registers: Vec<Ty>, code: Vec<Instr>) -> Function {
    let params = u8::try_from(registers.len()).unwrap_or(u8::MAX);
    effect("added", params, Ty::NOTHING, registers, code)
}

/// The error about an effect that is given its registers, with this code, which has to be in that function.
pub(crate) fn refused(registers: Vec<Ty>, code: Vec<Instr>) -> VerifyErrorKind {
    let error = error(with(given(registers, code)));
    assert!(
        matches!(error.place, Site::Function { index: ADDED, .. }),
        "{error}"
    );
    error.kind
}

/// Asserts that an effect that is given its registers, with this code, is sound.
pub(crate) fn accepted(registers: Vec<Ty>, code: Vec<Instr>) {
    let pack = with(given(registers, code));
    if let Err(error) = verify(pack) {
        panic!("{error}");
    }
}

/// Asserts that one instruction is sound in a function that has these registers.
pub(crate) fn accepts(registers: Vec<Ty>, instr: Instr) {
    accepted(registers, vec![instr, ret(0)]);
}

/// The error about one instruction in a function that has these registers.
pub(crate) fn refuses(registers: Vec<Ty>, instr: Instr) -> VerifyErrorKind {
    refused(registers, vec![instr, ret(0)])
}
