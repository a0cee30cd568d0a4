//! Walks a kernel once, as one thread would run it, with symbols for what it does not know: every access to memory
//! that others share, with its index, what is known where it stands, and the barriers between.

use super::axes::{Axes, indices};
use super::constant_arrays::Lists;
use super::intervals::{Decision, Node};
use super::known::Known;
use super::loop_invariants::{MOST_TRIALS, Trial};
use super::loop_states::Values;
use super::poly::{Atom, Poly};
use super::symbols::{Atoms, Info, Level, Origin};
use super::syntax_facts::{
    MOST_WAYS, Sort, assigned, is_part, multiplied, path, range_of, sort, straightened, unqualified,
};
use super::value::{Formula, Number, Value};
use crate::check::device_args::is_shared;
use crate::check::uniform::{Calls, Uniformity, barrier};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::intrinsics::Cpu;
use crate::ir::{
    BinOp, Block, Callee, Expr, ExprKind, Function, Len, LocalId, LocalKind, Place, Site, SiteId, Step, Stmt,
    StmtKind, Type,
};

/// An access to memory that other threads reach.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) base: LocalId,
    /// Of each index, outermost first; where there are fewer than the memory has axes, it is all of those.
    pub(super) dims: Vec<Number>,
    pub(super) write: bool,
    pub(super) site: SiteId,
    /// What is known where it stands: guards, and behind them that its indices are in bounds.
    pub(super) facts: Vec<Formula>,
    /// How many of those are guards.
    pub(super) guards: usize,
    /// The loops around it, outermost first.
    pub(super) loops: Vec<usize>,
    /// The whole of it, or a part, goes to a device function.
    pub(super) whole: bool,
}

/// A variable, or a field of one by its path.
pub(super) type Key = (LocalId, String);

pub(super) struct Walk<'a> {
    pub(super) function: &'a Function,
    pub(super) sites: &'a [Site],
    pub(super) uniformity: Uniformity,
    pub(super) atoms: Atoms,
    pub(super) accesses: Vec<Access>,
    /// What happens, in the order of the text.
    pub(super) nodes: Vec<Node>,
    /// Conditions that the threads of a block have alike, of which branches speak by number.
    pub(super) decisions: Vec<Decision>,
    pub(super) env: Map<Key, Value>,
    /// What users call a number.
    pub(super) names: Map<Poly, String>,
    pub(super) facts: Known,
    /// Arrays of the thread's own.
    pub(super) lists: Lists,
    /// The loops around.
    pub(super) stack: Vec<usize>,
    pub(super) loops: usize,
    pub(super) site: SiteId,
    /// The extents of the block that the kernel declares.
    pub(super) block: Option<[u32; 3]>,
    /// Axes along which the kernel looks at indices.
    pub(super) used: Used,
    /// Axes along which threads and blocks are told apart: by an index of memory, or a condition.
    pub(super) apart: Used,
    /// Of which axes is computed what is written to memory. It counts where nothing else tells threads apart.
    pub(super) written: Used,
    pub(super) axes: Axes,
    /// Arguments of signed types that are taken for extents.
    pub(super) as_extents: Set<LocalId>,
    /// Their symbols: what launches must not make negative.
    pub(super) extents: Vec<Atom>,
    /// That indices before were in bounds.
    pub(super) in_bounds: Set<Formula>,
    /// What follows of numbers that were divided.
    pub(super) divided: Set<Formula>,
    /// Whether accesses are not recorded.
    pub(super) quiet: bool,
    /// Whether what depends on the instance is left to its own proof.
    pub(super) is_left_to_instance: bool,
    /// The values of variables in the last turn of a loop that ends by its condition.
    pub(super) last: Map<usize, Values>,
    /// And in each turn and the next one, where they are counted out.
    pub(super) next: Map<usize, Vec<[Values; 2]>>,
    /// Sums that were looked at to answer questions: what the walk costs.
    pub(super) weighed: usize,
    /// Bounds that are tried of the loops around, and how many may still be.
    pub(super) trials: Vec<Trial>,
    pub(super) trials_left: usize,
}

/// Along which axes a kernel looks at indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    pub(super) thread: [bool; 3],
    pub(super) block: [bool; 3],
    /// What an atomic counter gave is looked at too.
    pub(super) counted: bool,
}

impl Used {
    pub(super) fn add(&mut self, more: Used) {
        for axis in 0..3 {
            self.thread[axis] |= more.thread[axis];
            self.block[axis] |= more.block[axis];
        }
        self.counted |= more.counted;
    }

    fn of(function: &Function) -> Used {
        let look = |expr: &Expr, used: &mut Used| {
            if let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind
                && let Cpu::Machine(machine) = row.cpu
            {
                used.add(indices(machine));
            }
        };
        let mut used = Used::default();
        function.body.walk(&mut |stmt| {
            // An index that is dropped tells nothing apart.
            let dropped = |expr: &Expr| {
                matches!(&expr.kind, ExprKind::Call { callee: Callee::Intrinsic(row), .. } if row.is_pure())
            };
            if !matches!(&stmt.kind, StmtKind::Eval(expr) if dropped(expr)) {
                stmt.for_each_expr(&mut |expr| expr.walk(&mut |expr| look(expr, &mut used)));
            }
        });
        used
    }
}

impl<'a> Walk<'a> {
    pub(super) fn of(function: &'a Function, sites: &'a [Site]) -> Walk<'a> {
        Walk::through(function, sites, Set::new(), Calls::Alike)
    }

    /// As [`Walk::of`] where the results of device functions vary as their arguments do.
    pub(super) fn of_plain_calls(function: &'a Function, sites: &'a [Site]) -> Walk<'a> {
        Walk::through(function, sites, Set::new(), Calls::Computed)
    }

    /// As [`Walk::of`] where arguments of signed types by which something is multiplied, as by the length of a row,
    /// are not negative.
    pub(super) fn of_extents(function: &'a Function, sites: &'a [Site]) -> Walk<'a> {
        let mut factors = Set::new();
        function.body.walk_operands(&mut |expr| multiplied(expr, &mut factors));
        factors.retain(|local| function.params.contains(local));
        Walk::through(function, sites, factors, Calls::Alike)
    }

    fn through(
        function: &'a Function,
        sites: &'a [Site],
        as_extents: Set<LocalId>,
        calls: Calls,
    ) -> Walk<'a> {
        let mut walk = Walk {
            function,
            sites,
            uniformity: Uniformity::of(function, calls),
            atoms: Atoms::default(),
            accesses: Vec::new(),
            nodes: Vec::new(),
            decisions: Vec::new(),
            env: Map::new(),
            names: Map::new(),
            facts: Known::default(),
            lists: Lists::of(function),
            stack: Vec::new(),
            loops: 0,
            site: SiteId(0),
            block: function.attrs.block,
            used: Used::of(function),
            apart: Used::default(),
            written: Used::default(),
            axes: Axes::of(function),
            as_extents,
            extents: Vec::new(),
            in_bounds: Set::new(),
            divided: Set::new(),
            quiet: false,
            is_left_to_instance: calls == Calls::Alike,
            last: Map::new(),
            next: Map::new(),
            weighed: 0,
            trials: Vec::new(),
            trials_left: MOST_TRIALS,
        };
        for param in &function.params {
            let value = walk.argument(*param);
            walk.env.insert((*param, String::new()), value);
            walk.fields(*param);
        }
        walk.block(&function.body);
        if (walk.apart.thread, walk.apart.block) == ([false; 3], [false; 3]) {
            walk.apart.add(walk.written);
        }
        walk
    }

    /// Whether threads share the memory of a local and may write to it other than atomically.
    pub(super) fn is_shared(&self, local: LocalId) -> bool {
        is_shared(self.function.local(local))
    }

    pub(super) fn turn(&self) -> Option<usize> {
        self.stack.last().copied()
    }

    /// A number of which nothing but its range is known.
    #[inline(never)]
    pub(super) fn unknown(&mut self, name: String, varies: bool, ty: &Type) -> Number {
        let (low, high) = range_of(ty).unwrap_or((i128::MIN / 4, i128::MAX));
        let level = if varies { Level::Thread } else { Level::Block };
        let mut info = Info::new(Origin::Own, level, name).within(low, high);
        info.turn = self.turn();
        info.opaque = true;
        Number::exact(Poly::atom(self.atoms.add(info)))
    }

    /// A value of a local of which nothing is known.
    #[inline(never)]
    pub(super) fn unknown_local(&mut self, local: LocalId, ty: &Type, open: bool) -> Value {
        match sort(ty) {
            Sort::Int | Sort::Unknown => {
                let name = format!("`{}`", self.function.local(local).name);
                let number = self.unknown(name, self.uniformity.local(local), ty);
                if open {
                    number.poly.atoms().for_each(|atom| self.atoms.info_mut(atom).open = true);
                }
                Value::Number(number)
            }
            Sort::Bool => Value::Condition(if open { Formula::Open } else { Formula::Unknown }),
            Sort::Other => Value::Other,
        }
    }

    /// Remembers the axes that a sum speaks of.
    #[inline(never)]
    pub(super) fn tells(&mut self, poly: &Poly) {
        let mut all = self.atoms.facts_of(&[poly]);
        all.push(poly.clone());
        for atom in all.iter().flat_map(Poly::atoms) {
            match self.atoms.info(atom).origin {
                // A warp's number speaks of every axis, whether or not the kernel does.
                Origin::ThreadIdx(axis) => {
                    self.apart.thread[axis as usize] |= self.used.thread[axis as usize];
                }
                Origin::BlockIdx(axis) => self.apart.block[axis as usize] = true,
                _ => {}
            }
        }
    }

    /// Remembers the axes that an expression is computed of.
    pub(super) fn depends(&mut self, expr: &Expr) {
        self.apart.add(self.axes.expr(expr));
    }

    /// As [`Walk::depends`] for an index, by which threads with different numbers of a counter are told apart.
    pub(super) fn depends_as_index(&mut self, index: &Expr) {
        let used = self.axes.expr(index);
        self.apart.add(used);
        self.apart.thread[0] |= used.counted;
        self.apart.block[0] |= used.counted;
    }

    pub(super) fn tells_apart(&mut self, formula: &Formula) {
        let mut polys = Vec::new();
        formula.polys(&mut |poly| polys.push(poly.clone()));
        for poly in &polys {
            self.tells(poly);
        }
    }

    pub(super) fn block(&mut self, block: &Block) {
        let mark = self.facts.len();
        for stmt in &block.0 {
            self.stmt(stmt);
        }
        self.facts.truncate(mark);
    }

    /// Runs `fill`; what happens in it is a list of its own.
    pub(super) fn nodes_of(&mut self, fill: impl FnOnce(&mut Self)) -> Vec<Node> {
        let outer = std::mem::take(&mut self.nodes);
        fill(self);
        std::mem::replace(&mut self.nodes, outer)
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        self.site = stmt.site;
        match &stmt.kind {
            StmtKind::Let { local, init } => {
                self.forget(*local);
                match init {
                    Some(init) => {
                        let value = self.value(init);
                        let value = self.named(*local, value);
                        if let (Value::Number(number), LocalKind::Let) =
                            (&value, self.function.local(*local).kind)
                        {
                            let name = || self.function.local(*local).name.clone();
                            self.names.or_insert_with(number.poly.clone(), name);
                        }
                        self.bind(*local, init, value);
                        self.listed(*local, init);
                    }
                    None => {
                        let ty = self.function.local(*local).ty.clone();
                        let value = self.unknown_local(*local, &ty, false);
                        self.env.insert((*local, String::new()), value);
                    }
                }
            }
            StmtKind::Assign { place, op, value: assigned } => {
                let value = self.value(assigned);
                self.indices(place);
                if self.is_shared(place.base) {
                    self.written.add(self.axes.expr(assigned));
                    if !self.quiet {
                        self.access(place, true, false);
                    }
                } else {
                    self.assign(place, *op, assigned, value);
                }
            }
            StmtKind::Eval(value) => {
                self.value(value);
            }
            StmtKind::If { condition, then, otherwise } => self.branch(condition, then, otherwise),
            StmtKind::Loop { label, body } => {
                // `loop { if done { break; } .. }` is a `while`.
                let head = match body.0.first() {
                    Some(Stmt { kind: StmtKind::If { condition, then, otherwise }, .. })
                        if otherwise.0.is_empty()
                            && matches!(then.0.as_slice(), [Stmt { kind: StmtKind::Break(to), .. }] if to == label) =>
                    {
                        Some((condition, false))
                    }
                    _ => None,
                };
                self.turns(*label, head, body, None);
            }
            StmtKind::While { label, condition, body } => {
                self.turns(*label, Some((condition, true)), body, None);
            }
            StmtKind::For { label, body, .. } => self.turns(*label, None, body, Some(stmt)),
            StmtKind::Block { label, body } => {
                let body = &straightened(body, *label, MOST_WAYS);
                let jumps = body.breaks(*label);
                // What is known at the end is known behind it, if there is no other way.
                let nodes = self.nodes_of(|walk| {
                    if jumps {
                        walk.block(body);
                    } else {
                        body.0.iter().for_each(|stmt| walk.stmt(stmt));
                    }
                });
                let varies = self.uniformity.is_divergent(*label);
                self.nodes.push(Node::Block { label: *label, varies, body: nodes });
                if jumps {
                    self.forget_assigned(body);
                }
            }
            StmtKind::Break(label) => {
                self.left(*label);
                self.nodes.push(Node::Break(*label));
            }
            StmtKind::Continue(label) => {
                self.turn_ends(*label);
                self.nodes.push(Node::Continue(*label));
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.value(value);
                }
                self.nodes.push(Node::Return);
            }
            StmtKind::Fail { values, block: _ } => {
                for value in values {
                    self.value(value);
                }
                self.nodes.push(Node::Fail);
            }
            StmtKind::Print { values } => values.iter().for_each(|value| drop(self.value(value))),
        }
    }

    /// A condition that is not understood is a number that is 0 or 1, as long as it has a name.
    pub(super) fn named(&mut self, local: LocalId, value: Value) -> Value {
        if value != Value::Condition(Formula::Unknown) {
            return value;
        }
        let level = if self.uniformity.local(local) { Level::Thread } else { Level::Block };
        let name = format!("`{}`", self.function.local(local).name);
        let mut info = Info::new(Origin::Own, level, name).within(0, 1);
        info.turn = self.turn();
        let atom = self.atoms.add(info);
        Value::Condition(Formula::Natural(Poly::atom(atom).plus_constant(-1), Vec::new()))
    }

    /// Forgets what is known of a local and its fields.
    pub(super) fn forget(&mut self, local: LocalId) {
        self.env.retain(|(of, _), _| *of != local);
    }

    /// Gives a local the value of an expression, field by field where it has some.
    pub(super) fn bind(&mut self, local: LocalId, expr: &Expr, value: Value) {
        match &expr.kind {
            ExprKind::Make(fields) => {
                for (name, field) in fields {
                    let value = self.pure(field);
                    self.env.insert((local, format!(".{}", unqualified(name))), value);
                }
            }
            ExprKind::Load(place) if matches!(sort(&expr.ty), Sort::Other) => {
                let Some(from) = path(place) else { return };
                let copies: Vec<(String, Value)> = self
                    .env
                    .iter()
                    .filter(|((of, _), _)| *of == place.base)
                    .filter_map(|((_, at), value)| Some((at.strip_prefix(&from)?.to_owned(), value.clone())))
                    .list();
                for (at, value) in copies {
                    self.env.insert((local, at), value);
                }
            }
            _ => {
                self.env.insert((local, String::new()), value);
            }
        }
    }

    /// An assignment to a thread's own variable.
    fn assign(&mut self, place: &Place, op: Option<BinOp>, assigned: &Expr, value: Value) {
        let Some(at) = path(place) else { return };
        if place.steps.is_empty() && op.is_none() && sort(&assigned.ty) == Sort::Other {
            self.forget(place.base);
            return self.bind(place.base, assigned, value);
        }
        let value = match op {
            None => value,
            Some(op) => {
                let lhs = Expr::load(place.clone());
                let whole = Expr::binary(op, lhs, assigned.clone(), place.ty.clone());
                self.pure(&whole)
            }
        };
        // What was known of its parts is known of the old ones.
        self.env.retain(|(of, part), _| *of != place.base || !is_part(part, &at));
        let value = match (value, self.env.get(&(place.base, at.clone()))) {
            (Value::Other, Some(Value::Number(_))) => self.unknown_local(place.base, &place.ty, false),
            (value, _) => value,
        };
        self.env.insert((place.base, at), value);
    }

    /// Locals that a block may change get unknown values.
    fn forget_assigned(&mut self, body: &Block) {
        for (key, ty) in self.changed(body, &self.env.clone()) {
            let open = matches!(self.env.get(&key), Some(Value::Condition(formula)) if formula.is_open());
            let value = self.unknown_local(key.0, &ty, open);
            self.env.insert(key, value);
        }
    }

    /// What is known and may be changed by a block, with its type.
    pub(super) fn changed(&self, body: &Block, known: &Map<Key, Value>) -> Vec<(Key, Type)> {
        let assigned = assigned(self.function, body);
        let bases: Set<LocalId> = assigned.iter().map(|((base, _), _)| *base).collect();
        let keys = known.keys().filter(|key| bases.contains(&key.0));
        let with_type = keys.map(|key| {
            let ty = match assigned.iter().find(|(of, _)| of == key) {
                Some((_, ty)) => ty.clone(),
                None if key.1.is_empty() => self.function.local(key.0).ty.clone(),
                None => match known.get(key) {
                    Some(Value::Condition(_)) => Type::BOOL,
                    Some(Value::Number(_)) => Type::Infer(u32::MAX),
                    Some(Value::Other) | None => Type::Unit,
                },
            };
            (key.clone(), ty)
        });
        with_type.list()
    }

    /// Records an access of a place whose indices have been looked at.
    pub(super) fn access(&mut self, place: &Place, write: bool, whole: bool) {
        let mut facts = self.facts.to_vec();
        let guards = facts.len();
        let mut dims: Vec<Number> = Vec::new();
        let mut ty = self.function.local(place.base).ty.clone();
        let mut len = self.length_of(place.base, &ty);
        let mut site = self.site;
        let mut offset: Option<Number> = None;
        let mut part = None;
        for step in &place.steps {
            match step {
                Step::Index { index, check } => {
                    if let crate::ir::Check::Checked(at) = check {
                        site = *at;
                    }
                    let mut index = self.index(index);
                    if let Some((start, len)) = offset.take().zip(part.take()) {
                        let within = self.in_part(&index, len);
                        facts.extend(within);
                        index = self.behind(&start, &index);
                    }
                    facts.push(Formula::at_least(&index, &Number::constant(0)));
                    if let Some(len) = &len {
                        let last = Number::exact(len.plus_constant(-1));
                        facts.push(Formula::at_least(&last, &index));
                    }
                    dims.push(index);
                    ty = ty.element().cloned().unwrap_or(Type::Unit);
                    len = self.length_of(place.base, &ty);
                }
                Step::Slice { start, len } => {
                    let start = self.index(start);
                    offset = Some(match offset.take() {
                        Some(before) => self.behind(&before, &start),
                        None => start,
                    });
                    part = Some(&**len);
                    ty = Type::Slice {
                        element: Box::new(ty.element().cloned().unwrap_or(Type::Unit)),
                        mutable: true,
                    };
                }
                // Whatever is further inside is a part of the element.
                Step::Field(_) => break,
            }
        }
        let offset_is_none = offset.is_none();
        if let (Some(start), Some(Step::Slice { len: part, .. })) = (offset, place.steps.last()) {
            // Any element of the part.
            let part = self.index(part);
            let within = self.unknown("an element of the part".to_owned(), true, &Type::USIZE);
            for atom in within.poly.atoms() {
                self.atoms.info_mut(atom).opaque = false;
            }
            let last = Number { poly: part.poly.plus_constant(-1), ..part };
            facts.push(Formula::at_least(&last, &within));
            dims.push(Number::from(start.poly.plus(&within.poly), &start, &within));
        }
        // A thread whose index was not in bounds has ended there.
        let known: Vec<Formula> = facts[guards..].to_vec();
        if offset_is_none {
            let new: Vec<Formula> = known.into_iter().filter(|fact| !facts[..guards].contains(fact)).list();
            self.facts.extend(new.iter().cloned());
            self.in_bounds.extend(new);
        }
        // What a function does with more than one element only its body tells: it may read it alone.
        let whole = whole && (dims.is_empty() || matches!(place.steps.last(), Some(Step::Slice { .. })));
        self.nodes.push(Node::Access(self.accesses.len()));
        let loops = self.stack.clone();
        self.accesses.push(Access { base: place.base, dims, write, site, facts, guards, loops, whole });
    }

    /// An index, or where a part begins.
    fn index(&mut self, index: &Expr) -> Number {
        let number = match self.pure(index) {
            Value::Number(number) => number,
            Value::Condition(_) | Value::Other => self.unknown("the index".to_owned(), true, &Type::USIZE),
        };
        self.unwrapped(&number)
    }

    /// The index in the whole of what lies in a part that begins there.
    fn behind(&mut self, start: &Number, index: &Number) -> Number {
        self.unwrapped(&Number::from(start.poly.plus(&index.poly), start, index))
    }

    /// That an index of a part was found to be below the part's length, whatever else is known of it. It is known
    /// from here on: of what comes to the sum with the part's beginning first of all.
    fn in_part(&mut self, index: &Number, len: &Expr) -> [Formula; 2] {
        let len = self.index(len);
        let last = Number { poly: len.poly.plus_constant(-1), ..len };
        let within = [Formula::at_least(index, &Number::constant(0)), Formula::at_least(&last, index)];
        self.facts.extend(within.iter().cloned());
        within
    }

    fn unwrapped(&mut self, number: &Number) -> Number {
        // An index that is below zero wraps to one that is out of bounds, where the thread ends.
        match self.fits(number, -(1 << 63), (1 << 64) - 1) {
            Some(assumed) => {
                Number::from(number.poly.clone(), number, &Number { poly: Poly::default(), assumed })
            }
            None => self.unknown("an index that may wrap around".to_owned(), true, &Type::USIZE),
        }
    }

    /// The length of memory of this type.
    fn length_of(&mut self, base: LocalId, ty: &Type) -> Option<Poly> {
        match ty {
            Type::Array(_, Len::Const(len)) => Some(Poly::constant(i128::from(*len))),
            Type::Array(_, Len::Capture(id)) => Some(Poly::atom(self.capture(*id))),
            Type::Slice { .. } => Some(Poly::atom(self.length(base))),
            _ => None,
        }
    }

    /// A barrier, or a call of which it is not known whether it waits.
    pub(super) fn called(&mut self, expr: &Expr) {
        if let Some(scope) = barrier(expr) {
            self.nodes.push(Node::Barrier(scope));
        } else if matches!(
            &expr.kind,
            ExprKind::Call { callee: Callee::Capture(_) | Callee::Function(_), .. }
        ) {
            self.nodes.push(Node::Call);
        }
    }

    pub(super) fn atom(&self, poly: &Poly) -> Option<Atom> {
        let mut atoms = poly.atoms();
        atoms.next().filter(|_| poly.len() == 1)
    }
}
