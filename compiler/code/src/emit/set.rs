//! Sets that are built, and numbers that are folded from sets: loops over finite sets.

use super::code::Loop;
use super::expression::holds_set;
use super::{FunctionEmitter, member};
use cardwright_bytecode::pack::Pack;
use cardwright_bytecode::registry::Core;
use cardwright_bytecode::{Base, Op, Ty};
use cardwright_trees::{Callee, Expr, ExprKind, Fold, LocalId, Node, Statement, StatementKind};

impl FunctionEmitter<'_, '_> {
    /// The set of these members, each once.
    pub(super) fn list(&mut self, expr: &Expr, members: &[Expr], to: u8) {
        self.put(expr, Op::ListNew, [to, 0, 0], 0);
        for (at, member) in members.iter().enumerate() {
            let mark = self.code.mark();
            let register = self.operand(member);
            if at == 0 {
                self.put(expr, Op::ListPush, [to, register, 0], 0);
            } else {
                self.push_new(expr, register, to, to);
            }
            self.code.give_back(mark);
        }
    }

    /// Adds a member that a set has not.
    fn push_new(&mut self, expr: &Expr, member: u8, unless_in: u8, to: u8) {
        let known = self.code.temp(Ty::BOOL);
        let new = self.code.temp(Ty::BOOL);
        self.put(expr, Op::ListHas, [known, unless_in, member], 0);
        self.put(expr, Op::Not, [new, known, 0], 0);
        let skip = self.code.jump_if_not(new);
        self.put(expr, Op::ListPush, [to, member, 0], 0);
        self.code.arrive([skip]);
    }

    /// A loop over the set in a register; gives the register of the member.
    pub(super) fn walk(&mut self, list: u8, ty: Ty) -> (Loop, u8) {
        let index = self.code.temp(Ty::NUMBER);
        let item = self.code.temp(member(ty));
        (self.code.for_next(list, index, item), item)
    }

    /// Looks at the members of a set one by one. A set that only says which members of another are meant is not built.
    /// Gives the mark up to which `value`, which is asked of each member, and the conditions may make sets.
    fn each_member(
        &mut self,
        mut set: &Expr,
        value: Option<&Expr>,
        visit: &mut dyn FnMut(&mut Self, u8),
    ) -> Option<u8> {
        let mut conditions = Vec::new();
        while let ExprKind::Filter {
            member,
            set: of,
            condition,
        } = &set.kind
        {
            // What acts is asked of all members before anything else is asked.
            let acts = acts(condition) || value.is_some_and(self::acts);
            if acts && (value.is_some() || !conditions.is_empty()) {
                break;
            }
            conditions.push((*member, &**condition));
            set = of;
            if acts {
                break;
            }
        }
        let list = self.code.temp(set.ty);
        self.into(set, list);
        let mut asked = conditions.iter().map(|(_, condition)| *condition).chain(value);
        let makes_sets = asked.any(|asked| makes_sets(self.pack(), asked));
        let sets = self.keep_sets(makes_sets);
        let (head, item) = self.walk(list, set.ty);
        let mut no = Vec::new();
        for (member, condition) in conditions.into_iter().rev() {
            self.registers[member] = item;
            no.extend(self.unless(condition));
        }
        visit(self, item);
        self.code.arrive(no);
        self.forget_sets(sets);
        self.code.end_loop(head);
        sets
    }

    /// The members for which a condition holds.
    pub(super) fn filter(&mut self, expr: &Expr, to: u8) {
        self.put(expr, Op::ListNew, [to, 0, 0], 0);
        self.each_member(expr, None, &mut |this, item| {
            this.put(expr, Op::ListPush, [to, item, 0], 0);
        });
    }

    /// Whether a set has a member, or has none: the first one that is found decides.
    pub(super) fn any(&mut self, expr: &Expr, set: &Expr, is_if_any: bool, to: u8) {
        self.at(expr.place);
        self.load(to, i64::from(!is_if_any));
        let mut found = None;
        let sets = self.each_member(set, None, &mut |this, _| {
            this.at(expr.place);
            this.load(to, i64::from(is_if_any));
            found = Some(this.code.jump());
        });
        self.code.arrive(found);
        self.forget_sets(sets);
    }

    /// Emits the number of members of a set.
    pub(super) fn count(&mut self, expr: &Expr, set: &Expr, to: u8) {
        let one = self.code.temp(Ty::NUMBER);
        self.at(expr.place);
        self.load(one, 1);
        self.load(to, 0);
        self.each_member(set, None, &mut |this, _| {
            this.put(expr, Op::Add, [to, to, one], 0);
        });
    }

    /// The first member of a set; nothing if there is none.
    pub(super) fn first_member(&mut self, expr: &Expr, set: &Expr, to: u8) {
        self.at(expr.place);
        self.load(to, 0);
        let mut found = None;
        let sets = self.each_member(set, None, &mut |this, item| {
            this.put(expr, Op::Move, [to, item, 0], 0);
            found = Some(this.code.jump());
        });
        self.code.arrive(found);
        self.forget_sets(sets);
    }

    /// The first so many members.
    pub(super) fn first_some(&mut self, expr: &Expr, count: &Expr, set: &Expr, to: u8) {
        let count = self.operand(count);
        let list = self.code.temp(set.ty);
        self.into(set, list);
        self.put(expr, Op::ListNew, [to, 0, 0], 0);
        let (length, wanted) = (self.code.temp(Ty::NUMBER), self.code.temp(Ty::BOOL));
        let (head, item) = self.walk(list, set.ty);
        self.put(expr, Op::ListLen, [length, to, 0], 0);
        self.put(expr, Op::Lt, [wanted, length, count], 0);
        let enough = self.code.jump_if_not(wanted);
        self.put(expr, Op::ListPush, [to, item, 0], 0);
        self.code.arrive([enough]);
        self.code.end_loop(head);
    }

    /// The members of the first set, then the new ones of the second.
    pub(super) fn union(&mut self, expr: &Expr, first: &Expr, second: &Expr, to: u8) {
        let lists = [first, second].map(|set| self.list_of(set));
        self.joined(expr, lists, to);
    }

    /// The members of the first set that the second has not.
    pub(super) fn without(&mut self, expr: &Expr, first: &Expr, second: &Expr, to: u8) {
        let lists = [first, second].map(|set| self.list_of(set));
        self.parted(expr, lists, to);
    }

    /// A set in a register of its own.
    fn list_of(&mut self, set: &Expr) -> (u8, Ty) {
        let list = self.code.temp(set.ty);
        self.into(set, list);
        (list, set.ty)
    }

    /// The [`union`](Self::union) of sets in registers.
    pub(super) fn joined(&mut self, expr: &Expr, [first, second]: [(u8, Ty); 2], to: u8) {
        self.put(expr, Op::ListNew, [to, 0, 0], 0);
        let (head, item) = self.walk(first.0, first.1);
        self.put(expr, Op::ListPush, [to, item, 0], 0);
        self.code.end_loop(head);
        self.push_missing(expr, second, first.0, to);
    }

    /// The difference, as [`without`](Self::without), of sets in registers.
    pub(super) fn parted(&mut self, expr: &Expr, [first, second]: [(u8, Ty); 2], to: u8) {
        self.put(expr, Op::ListNew, [to, 0, 0], 0);
        self.push_missing(expr, first, second.0, to);
    }

    /// Adds the members of a list that another has not.
    fn push_missing(&mut self, expr: &Expr, (list, ty): (u8, Ty), other: u8, to: u8) {
        let known = self.code.temp(Ty::BOOL);
        let new = self.code.temp(Ty::BOOL);
        let (head, item) = self.walk(list, ty);
        self.put(expr, Op::ListHas, [known, other, item], 0);
        self.put(expr, Op::Not, [new, known, 0], 0);
        let skip = self.code.jump_if_not(new);
        self.put(expr, Op::ListPush, [to, item, 0], 0);
        self.code.arrive([skip]);
        self.code.end_loop(head);
    }

    /// The members in the order of a number of each.
    pub(super) fn sort(&mut self, expr: &Expr, of: LocalId, set: &Expr, by: &Expr, to: u8) {
        let list = self.code.temp(set.ty);
        self.into(set, list);
        let keys = self.code.temp(Ty::set(Base::Number));
        self.put(expr, Op::ListNew, [keys, 0, 0], 0);
        let makes_sets = makes_sets(self.pack(), by);
        let sets = self.keep_sets(makes_sets);
        let (head, item) = self.walk(list, set.ty);
        self.registers[of] = item;
        let key = self.operand(by);
        self.put(expr, Op::ListPush, [keys, key, 0], 0);
        self.forget_sets(sets);
        self.code.end_loop(head);
        self.put(expr, Op::Sort, [to, list, keys], 0);
    }

    /// A member, each as likely.
    pub(super) fn pick(&mut self, expr: &Expr, set: &Expr, to: u8) {
        let set = self.operand(set);
        let number = self.code.temp(Ty::NUMBER);
        let one = self.code.temp(Ty::NUMBER);
        self.put(expr, Op::ListLen, [number, set, 0], 0);
        self.put(expr, Op::Core, [number, number, 0], Core::Random as usize);
        self.load(one, 1);
        self.put(expr, Op::Sub, [number, number, one], 0);
        self.put(expr, Op::ListAt, [to, set, number], 0);
    }

    /// Emits a fold: one number from a number of each member.
    pub(super) fn fold(
        &mut self,
        expr: &Expr,
        fold: Fold,
        of: LocalId,
        (set, value): (&Expr, &Expr),
        to: u8,
    ) {
        self.at(expr.place);
        self.code.emit(Op::Const, to, 0, 0, 0);
        let op = match fold {
            Fold::Sum => Op::Add,
            Fold::Lowest => Op::Min,
            Fold::Highest => Op::Max,
        };
        let begun = (fold != Fold::Sum).then(|| self.code.temp(Ty::BOOL));
        if let Some(begun) = begun {
            self.code.emit(Op::Const, begun, 0, 0, 0);
        }
        self.each_member(set, Some(value), &mut |this, item| {
            this.registers[of] = item;
            let mark = this.code.mark();
            let number = this.operand(value);
            this.at(expr.place);
            // The first number is taken as it is; further ones are compared with the best so far.
            let first = begun.map(|begun| this.code.jump_if_not(begun));
            this.code.emit(op, to, to, number, 0);
            if let (Some(begun), Some(first)) = (begun, first) {
                let end = this.code.jump();
                this.code.arrive([first]);
                this.code.emit(Op::Move, to, number, 0, 0);
                this.code.emit(Op::Const, begun, 0, 0, 1);
                this.code.arrive([end]);
            }
            this.code.give_back(mark);
        });
    }

    /// Remembers how many sets are alive, if what is evaluated in each round of a loop makes sets.
    fn keep_sets(&mut self, makes_sets: bool) -> Option<u8> {
        if !makes_sets {
            return None;
        }
        let mark = self.code.temp(Ty::NUMBER);
        self.code.emit(Op::Mark, mark, 0, 0, 0);
        Some(mark)
    }

    /// Remembers how many sets are alive before a statement that makes some only in passing: when it is carried out, nothing holds
    /// them any more. So a loop can go round as often as its fuel lasts.
    pub(super) fn passing_sets(&mut self, statement: &Statement) -> Option<u8> {
        let (mut makes, mut keeps) = (false, false);
        statement.each_expression(&mut |expr| {
            makes |= makes_sets(self.pack(), expr);
            keeps |= lets_others_act(expr);
        });
        let stays = match &statement.kind {
            StatementKind::Let { value, .. }
            | StatementKind::Set { value, .. }
            | StatementKind::Add { value, .. }
            | StatementKind::Remove { value, .. } => value.ty.set,
            StatementKind::If { .. }
            | StatementKind::Give { .. }
            | StatementKind::Take { .. }
            | StatementKind::Start { .. }
            | StatementKind::Finish { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Do(_) => false,
            _ => true,
        };
        (makes && !keeps && !stays).then(|| {
            let mark = self.code.temp(Ty::NUMBER);
            self.code.emit(Op::Mark, mark, 0, 0, 0);
            mark
        })
    }

    /// Forgets the sets of this round, or of this statement.
    pub(super) fn forget_sets(&mut self, mark: Option<u8>) {
        if let Some(mark) = mark {
            self.code.emit(Op::Release, mark, 0, 0, 0);
        }
    }
}

/// Whether rules of others may act while this is evaluated: these may keep what they make.
fn lets_others_act(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |node| {
        if let Node::Expr(expr) = node {
            found |= matches!(
                expr.kind,
                ExprKind::Run { .. } | ExprKind::Offer(_) | ExprKind::Gather(_)
            );
        }
    });
    found
}

/// Whether evaluating this draws or changes something, so that it matters how often and in which order it is done.
pub(super) fn acts(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |node| {
        if let Node::Expr(expr) = node {
            found |= match &expr.kind {
                ExprKind::Pick(_)
                | ExprKind::Roll(..)
                | ExprKind::Make { .. }
                | ExprKind::Run { .. }
                | ExprKind::Offer(_)
                | ExprKind::Gather(_) => true,
                ExprKind::Call(Callee::Core(call), _) => !call.row().pure,
                _ => false,
            };
        }
    });
    found
}

/// Whether evaluating this leaves a new set alive. What a called function makes for itself goes when it returns.
fn makes_sets(pack: &Pack, expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |node| {
        if let Node::Expr(expr) = node {
            found |= match &expr.kind {
                ExprKind::All(_)
                | ExprKind::Held(..)
                | ExprKind::Standing(..)
                | ExprKind::Rows(_)
                | ExprKind::List(_)
                | ExprKind::FirstSome(..)
                | ExprKind::Union(..)
                | ExprKind::Without(..)
                | ExprKind::Sort { .. }
                | ExprKind::Filter { .. } => true,
                ExprKind::Field(of, field) => holds_set(pack, of.ty, *field),
                ExprKind::Call(Callee::Define(_) | Callee::Core(_), _) => expr.ty.set,
                _ => false,
            };
        }
    });
    found
}
