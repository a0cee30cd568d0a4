//! What is decided before the first instruction: which variables are assigned, which arrays are registers, which
//! loops are written out.
//!
//! An array is registers where each index into it is known once the loops around are written out. A loop is written
//! out where it asks for that, where its counter indexes such an array and its body stays small, or where all its
//! turns together are short: then addresses and conditions that depend on its counter are known.

use super::code::is_short;
use super::local::flat;
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Function, LabelId, LocalId, LocalKind, Place, Scalar, Step,
    Stmt, StmtKind, Type, Unroll,
};

/// The most elements of an array that a loop is written out for without being asked.
const MOST_ELEMENTS: u64 = 64;
/// The most operations that such a loop becomes.
const MOST_OPERATIONS: u64 = 8192;
/// The most operations that a loop becomes whose counter indexes no such array.
const SHORT: u64 = 512;

/// The most instructions of a loop that takes several turns at once.
const MOST_AT_ONCE: u64 = 40;

#[derive(Default)]
pub(super) struct Plan {
    /// By local: whether it is set anywhere but by its declaration.
    pub(super) assigned: Vec<bool>,
    /// By local: whether it is an array in registers.
    pub(super) registers: Vec<bool>,
    /// Loops that are written out, turn by turn.
    pub(super) unrolled: Set<LabelId>,
}

/// A counted loop whose turns are known.
struct Counted {
    label: LabelId,
    asked: bool,
    /// The counters that its bounds depend on.
    outer: Set<LocalId>,
    /// Operations of all turns, inner loops included.
    operations: u64,
}

/// What the indices into an array are made of.
#[derive(Default)]
struct Indexed {
    counters: Set<LocalId>,
    unknown: bool,
}

struct Analysis<'f> {
    function: &'f Function,
    assigned: Vec<bool>,
    /// Loops with known turns, by counter.
    counted: Map<LocalId, Counted>,
    /// Variables that are known once counters are, and which.
    known: Map<LocalId, Set<LocalId>>,
    arrays: Map<LocalId, Indexed>,
}

impl Plan {
    /// `in_memory`: arrays that were planned before and have an index that the writer did not know.
    pub(super) fn of(function: &Function, in_memory: &[LocalId]) -> Plan {
        let mut analysis = Analysis {
            function,
            assigned: assigned(function),
            counted: Map::new(),
            known: Map::new(),
            arrays: Map::new(),
        };
        for (index, local) in function.locals.iter().enumerate() {
            if matches!(local.kind, LocalKind::Let | LocalKind::Temp) && matches!(local.ty, Type::Array(..)) {
                let id = LocalId(index as u32);
                analysis
                    .arrays
                    .insert(id, Indexed { unknown: in_memory.contains(&id), ..Indexed::default() });
            }
        }
        analysis.block(&function.body);
        analysis.decide()
    }
}

impl Analysis<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.0 {
            stmt.for_each_expr(&mut |expr| self.expr(expr));
            match &stmt.kind {
                StmtKind::Let { local, init: Some(init) } if !self.assigned[local.0 as usize] => {
                    if let Some(counters) = self.counters(init) {
                        self.known.insert(*local, counters);
                    }
                }
                StmtKind::Assign { place, .. } => self.indexed(place),
                StmtKind::For { label, local, start, end, step, unroll, body, .. } => {
                    let turns = turns(stmt);
                    let mut outer = Some(Set::new());
                    for bound in [Some(start), Some(end), step.as_ref()].into_iter().flatten() {
                        outer = outer.zip(self.counters(bound)).map(|(mut all, found)| {
                            all.extend(found);
                            all
                        });
                    }
                    if let Some(outer) = outer {
                        let operations = turns.unwrap_or(32).saturating_mul(size(body));
                        let asked = *unroll == Unroll::Full;
                        // A loop that is to stay is no loop of known turns.
                        if *unroll != Unroll::Never {
                            let counted = Counted { label: *label, asked, outer, operations };
                            self.counted.insert(*local, counted);
                        }
                    }
                }
                _ => {}
            }
            for inner in stmt.blocks() {
                self.block(inner);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Load(place) | ExprKind::Ref(place) = &expr.kind {
            self.indexed(place);
        }
        expr.for_each_child(&mut |child| self.expr(child));
    }

    fn indexed(&mut self, place: &Place) {
        if !self.arrays.contains_key(&place.base) {
            return;
        }
        let mut counters = Some(Set::new());
        for step in &place.steps {
            let indices: Vec<&Expr> = match step {
                Step::Index { index, .. } => vec![index],
                Step::Slice { start, len } => vec![start, len],
                Step::Field(_) => Vec::new(),
            };
            for index in indices {
                let found = self.counters(index);
                counters = counters.zip(found).map(|(mut all, found)| {
                    all.extend(found);
                    all
                });
            }
        }
        let array = self.arrays.or_default(place.base);
        match counters {
            Some(found) => array.counters.extend(found),
            None => array.unknown = true,
        }
    }

    /// The counters that a value depends on, where it depends on nothing else.
    #[inline(never)]
    fn counters(&self, expr: &Expr) -> Option<Set<LocalId>> {
        // Floats are not computed here.
        expr.ty.scalar().filter(|scalar| !scalar.is_float())?;
        match &expr.kind {
            ExprKind::Literal(_) => Some(Set::new()),
            ExprKind::Len(local) => {
                let known = matches!(self.function.local(*local).ty.referent(), Type::Array(..));
                known.then(Set::new)
            }
            ExprKind::Load(place) if place.steps.is_empty() => {
                if self.counted.contains_key(&place.base) {
                    return Some(Set::from([place.base]));
                }
                self.known.get(&place.base).cloned()
            }
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.counters(operand),
            ExprKind::Binary { lhs, rhs, .. } => {
                let mut all = self.counters(lhs)?;
                all.extend(self.counters(rhs)?);
                Some(all)
            }
            ExprKind::Select { condition, then, otherwise } => {
                let mut all = self.counters(condition)?;
                all.extend(self.counters(then)?);
                all.extend(self.counters(otherwise)?);
                Some(all)
            }
            _ => None,
        }
    }

    /// The loops to be written out for these counters to be known: theirs, and those that their bounds depend on.
    fn loops(&self, counters: &Set<LocalId>) -> Vec<&Counted> {
        let mut all: Map<LocalId, &Counted> = Map::new();
        let mut todo: Vec<LocalId> = counters.iter().copied().list();
        while let Some(counter) = todo.pop() {
            if let Some(found) = self.counted.get(&counter)
                && all.insert(counter, found).is_none()
            {
                todo.extend(&found.outer);
            }
        }
        all.into_values().list()
    }

    fn decide(self) -> Plan {
        let mut plan = Plan {
            registers: vec![false; self.function.locals.len()],
            unrolled: self
                .counted
                .values()
                .filter(|found| found.asked || found.operations <= SHORT)
                .map(|found| found.label)
                .collect(),
            assigned: Vec::new(),
        };
        for (array, indexed) in &self.arrays {
            let ty = &self.function.local(*array).ty;
            let (_, count) = flat(ty);
            let loops = self.loops(&indexed.counters);
            let small =
                count <= MOST_ELEMENTS && loops.iter().all(|found| found.operations <= MOST_OPERATIONS);
            let asked = loops.iter().all(|found| found.asked);
            if !indexed.unknown && (small || asked) {
                plan.registers[array.0 as usize] = true;
                plan.unrolled.extend(loops.iter().map(|found| found.label));
            }
        }
        plan.assigned = self.assigned;
        plan
    }
}

/// How many turns a loop with literal bounds has, one more where it does not include its end.
fn turns(stmt: &Stmt) -> Option<u64> {
    let range = crate::ir::Counted { inclusive: true, ..stmt.kind.counted()? };
    Some(range.literal_turns()?.map_or(1, |turns| turns.more.saturating_add(1)))
}

/// The operations of a block, with those of inner loops as often as they run.
#[inline(never)]
pub(super) fn size(block: &Block) -> u64 {
    let mut sum = 0u64;
    for stmt in &block.0 {
        stmt.for_each_expr(&mut |expr| {
            expr.walk(&mut |expr| sum += u64::from(!matches!(expr.kind, ExprKind::Literal(_))));
        });
        let inner: u64 = stmt.blocks().into_iter().map(size).sum();
        let times = match &stmt.kind {
            StmtKind::For { .. } => turns(stmt).unwrap_or(32),
            // How often is not known: it is not short.
            _ if stmt.loop_body().is_some() => SHORT,
            _ => 1,
        };
        sum = sum.saturating_add(inner.saturating_mul(times)).saturating_add(1);
    }
    sum
}

/// Whether a loop should take several turns at once: its body is short, has divisions, which keep ptxas from doing
/// that, and nothing that may fail, leave it or wait for others.
pub(super) fn several_at_once(body: &Block) -> bool {
    /// The instructions that these are, as far as they count here; and whether there are divisions.
    fn weigh(expr: &Expr, divides: &mut bool) -> Option<u64> {
        let own = match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Len(_) => 0,
            ExprKind::Load(place) => weigh_place(place)?,
            ExprKind::Binary { op: BinOp::Div, .. } if expr.ty.scalar().is_some_and(Scalar::is_float) => {
                *divides = true;
                if expr.ty.scalar() == Some(Scalar::F64) { 16 } else { 12 }
            }
            ExprKind::Binary { op: BinOp::Div | BinOp::Rem, .. } => return None,
            ExprKind::Binary { .. } | ExprKind::Unary(..) | ExprKind::Cast(_) | ExprKind::Select { .. } => 1,
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } if row.name == "sqrt" => {
                *divides = true;
                12
            }
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } if is_short(row) => 1,
            _ => return None,
        };
        let mut sum = Some(own);
        expr.for_each_child(&mut |child| sum = sum.zip(weigh(child, divides)).map(|(a, b)| a + b));
        sum
    }
    fn weigh_place(place: &Place) -> Option<u64> {
        let proven = |step: &Step| !matches!(step, Step::Index { check: Check::Checked(_), .. });
        place.steps.iter().all(proven).then_some(u64::from(!place.steps.is_empty()) * 2)
    }
    let (mut sum, mut divides) = (Some(0), false);
    body.walk(&mut |stmt| {
        let own = match &stmt.kind {
            StmtKind::Let { .. } | StmtKind::If { .. } => Some(0),
            StmtKind::Assign { place, .. } => weigh_place(place).map(|cost| cost + 1),
            _ => None,
        };
        sum = sum.zip(own).map(|(a, b)| a + b);
        stmt.for_each_expr(&mut |expr| {
            sum = sum.zip(weigh(expr, &mut divides)).map(|(a, b)| a + b);
        });
    });
    divides && sum.is_some_and(|sum| sum <= MOST_AT_ONCE)
}

/// Which locals are set anywhere but by a declaration with a value.
fn assigned(function: &Function) -> Vec<bool> {
    let mut assigned = vec![false; function.locals.len()];
    function.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Assign { place, .. } => assigned[place.base.0 as usize] = true,
        StmtKind::Let { local, init: None } => assigned[local.0 as usize] = true,
        _ => {}
    });
    assigned
}

/// The variables that a block assigns, or may have a call assign.
#[inline(never)]
pub(super) fn assigned_in(blocks: &[&Block]) -> Set<LocalId> {
    let mut all = Set::new();
    for block in blocks {
        block.for_each_change(&mut |place| {
            all.insert(place.base);
        });
    }
    all
}
