//! The way for narrow elements: a thread does consecutive ones, which one load or store of up to 16 bytes covers.
//!
//! A warp that loads 32 elements of one or two bytes asks the memory for 32 or 64 bytes at a time, and has to ask
//! too often to keep it busy. So where elements are that narrow, the threads of a block share out the work of eight
//! blocks or of sixteen anew: each takes as many consecutive threads' work as there are elements of the widest type
//! in 16 bytes, moves what it reads to arrays of its own, does the work in a loop that is written out, and moves
//! what it wrote back.
//!
//! A block goes this way as a whole, or not at all, so that the other ways need not know of it: its number, the
//! tests of its first and of its last thread and the alignment of the slices decide, which are the same for all of
//! its threads. `None` where a kernel does not suit:
//!
//! - the number of its thread along x is asked for otherwise than as `global_id`;
//! - a test in front of the work, or an index of an access to narrow elements, is not of `global_id` or of a sum of
//!   it and what all threads have alike; or an element is read only by some threads, or written by some;
//! - something may fail in the work;
//! - no slice has elements of one or two bytes, or one has elements of eight;
//! - there is too much of it.

use super::copy::{Copy, End};
use super::unroll_and_jam::{Known, Part, Parts, ends};
use super::{Coarsener, machine, number};
use crate::collections::Map;
use crate::compact::List;
use crate::intrinsics::{self, Cpu, Machine};
use crate::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Literal, Local, LocalId, LocalKind, Place, Scalar, Step,
    Stmt, StmtKind, Type, Unroll,
};

/// The most bytes that one load or store moves.
const WIDEST: u32 = 16;

/// How many blocks' work a block does at least.
const LEAST_BLOCKS: u32 = 8;

/// The most expressions that the work becomes.
const MOST_WRITTEN_OUT: usize = 768;

/// The code.
pub(super) struct Wide {
    /// How many blocks' work a block does.
    pub(super) blocks: u32,
    /// The number of the first.
    pub(super) first: LocalId,
    pub(super) before: Vec<Stmt>,
    /// Whether the whole block goes this way.
    pub(super) condition: Expr,
    pub(super) work: Vec<Stmt>,
}

/// Elements of a slice that a thread has in an array.
struct Vector {
    slice: LocalId,
    /// What is added to the thread's number.
    offset: Option<Expr>,
    scalar: Scalar,
    /// The array, among the kernel's locals.
    array: LocalId,
    read: bool,
    written: bool,
}

impl Coarsener {
    /// Finds out whether the kernel suits, and writes this way.
    pub(super) fn wide(&mut self, parts: &Parts) -> Option<Wide> {
        let (vectors, sums) = self.vectors(parts)?;
        let width = WIDEST / vectors.iter().map(|vector| vector.scalar.size() as u32).max()?;
        let narrow = vectors.iter().any(|vector| vector.scalar.size() <= 2);
        if !narrow || width < 4 {
            return None;
        }
        let blocks = width.max(LEAST_BLOCKS);
        let first = self.temp("first");
        let start = self.temp("start");
        let end = self.temp("end");
        let mut before = Vec::new();
        let local = |local: LocalId| Expr::local(local, Type::USIZE);
        let sum = |a: Expr, b: Expr| Expr::binary(BinOp::Add, a, b, Type::USIZE);
        let product = |a: Expr, b: Expr| Expr::binary(BinOp::Mul, a, b, Type::USIZE);
        let set =
            |this: &Self, local: LocalId, init: Expr| this.made(StmtKind::Let { local, init: Some(init) });
        before.push(set(self, first, product(machine("block_idx_x"), number(blocks))));
        before.push(set(self, start, product(local(first), machine("block_dim_x"))));
        let reach = product(machine("block_dim_x"), number(blocks));
        let reach = Expr::binary(BinOp::Sub, reach, number(1), Type::USIZE);
        before.push(set(self, end, sum(local(start), reach)));
        // The first and the last of the block's threads; none of them ends early.
        let none = End::Kept(self.fresh_label());
        let ends = [start, end].map(|global| Copy { global: Some(global), ..Copy::new(first, none) });
        let mut ends = Vec::from(ends);
        let mut condition = self.is_there(&sum(local(first), number(blocks - 1)));
        let mut grown: Vec<&Expr> = Vec::new();
        for part in &parts.front {
            match part {
                Part::Declared(stmt, same) => self.in_turn(stmt, *same, &mut ends, &mut before),
                Part::Test(test, true) => self.and(&mut condition, test, true, &ends),
                Part::Test(test, false) => {
                    let (sum, last) = sums.monotone(test)?;
                    // A sum that begins below where it ends has not wrapped around in between.
                    if let Some(sum) = sum.filter(|sum| !grown.contains(sum)) {
                        grown.push(sum);
                        let (low, high) = (self.expr(sum, &ends[0]), self.expr(sum, &ends[1]));
                        let grows = Expr::binary(BinOp::Le, low, high, Type::BOOL);
                        condition = Expr::binary(BinOp::BitAnd, condition, grows, Type::BOOL);
                    }
                    self.and(&mut condition, test, true, &ends[usize::from(last)..]);
                }
            }
        }
        let mut hold = |test: Expr| {
            let so_far = condition.clone();
            condition = Expr::binary(BinOp::BitAnd, so_far, test, Type::BOOL);
        };
        hold(Expr::local(self.aligned, Type::BOOL));
        let mut offsets: Vec<&Expr> = Vec::new();
        for offset in vectors.iter().filter_map(|vector| vector.offset.as_ref()) {
            if !offsets.contains(&offset) {
                offsets.push(offset);
                let low = self.expr(offset, &ends[0]);
                let low = Expr::binary(BinOp::BitAnd, low, number(width - 1), Type::USIZE);
                hold(Expr::binary(BinOp::Eq, low, number(0), Type::BOOL));
            }
        }
        let alike = ends.swap_remove(0);
        let work = self.in_vectors(parts, (&vectors, &sums), [width, blocks], start, &alike);
        Some(Wide { blocks, first, before, condition, work })
    }

    /// A local in the names of the kernel, which copies have something in place of.
    fn placeholder(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local::new(name, ty, LocalKind::Temp));
        LocalId(self.locals.len() as u32 - 1)
    }

    fn temp(&mut self, name: &str) -> LocalId {
        self.out.add_local(name, Type::USIZE, LocalKind::Temp)
    }

    /// What is moved at once, and which locals are sums with the thread's number.
    fn vectors<'k>(&mut self, parts: &'k Parts) -> Option<(Vec<Vector>, Sums<'k>)> {
        if parts.work.iter().any(ends) {
            return None;
        }
        let mut accesses = Accesses {
            coarsener: self,
            sums: Sums { known: &parts.known, locals: Map::new() },
            vectors: Vec::new(),
            unsure: Vec::new(),
            elsewhere: Vec::new(),
            suits: true,
            count: 0,
        };
        for part in &parts.front {
            accesses.front(part);
        }
        for stmt in &parts.work {
            accesses.stmt(stmt, true);
        }
        let Accesses { sums, vectors, unsure, elsewhere, suits, count, .. } = accesses;
        let read = |slice: LocalId, offset: &Option<Expr>| {
            vectors.iter().any(|vector| vector.slice == slice && vector.offset == *offset)
        };
        // What one thread writes another may not have read before.
        let apart = |vector: &Vector| {
            let others = vectors.iter().filter(|other| other.slice == vector.slice).count();
            !vector.written || (others == 1 && !elsewhere.contains(&vector.slice))
        };
        let suits = suits
            && unsure.iter().all(|(slice, offset)| read(*slice, offset))
            && vectors.iter().all(apart)
            && vectors.iter().any(|vector| vector.written)
            && count * 16 <= MOST_WRITTEN_OUT;
        suits.then_some((vectors, sums))
    }

    /// The work of the block's threads, shared out anew.
    fn in_vectors(
        &mut self,
        parts: &Parts,
        (vectors, sums): (&[Vector], &Sums<'_>),
        [width, blocks]: [u32; 2],
        start: LocalId,
        alike: &Copy,
    ) -> Vec<Stmt> {
        let local = |local: LocalId| Expr::local(local, Type::USIZE);
        let binary = |op, a: Expr, b: Expr| Expr::binary(op, a, b, Type::USIZE);
        let mut out = Vec::new();
        let arrays: Vec<LocalId> = vectors
            .iter()
            .map(|vector| {
                let ty = Type::array(Type::Scalar(vector.scalar), blocks.into());
                let array = self.out.add_local("vector", ty, LocalKind::Temp);
                out.push(self.made(StmtKind::Let { local: array, init: None }));
                array
            })
            .list();
        let turns = blocks / width;
        // Vectors of neighboring threads are neighbors.
        let starts: Vec<LocalId> = (0..turns)
            .map(|turn| {
                let at = self.temp("at");
                let mut before = binary(BinOp::Mul, machine("thread_idx_x"), number(width));
                if turn > 0 {
                    let others = binary(BinOp::Mul, machine("block_dim_x"), number(turn * width));
                    before = binary(BinOp::Add, before, others);
                }
                let init = Some(binary(BinOp::Add, local(start), before));
                out.push(self.made(StmtKind::Let { local: at, init }));
                at
            })
            .list();
        let moved = |this: &Self, number: usize, turn: u32, write: bool| {
            let vector = &vectors[number];
            let mut at = local(starts[turn as usize]);
            if let Some(offset) = &vector.offset {
                at = binary(BinOp::Add, at, this.expr(offset, alike));
            }
            let own = element(arrays[number], vector.scalar, self::number(turn * width));
            let memory = element(vector.slice, vector.scalar, at);
            let (to, from) = if write { (memory, own) } else { (own, memory) };
            this.made(StmtKind::Eval(moves(to, from, width * vector.scalar.size() as u32)))
        };
        for (number, _) in vectors.iter().enumerate().filter(|(_, vector)| vector.read) {
            out.extend((0..turns).map(|turn| moved(self, number, turn, false)));
        }
        let slot = self.placeholder("element", Type::USIZE);
        let work: Vec<Stmt> = parts.work.iter().map(|stmt| self.in_arrays(stmt, vectors, sums, slot)).list();
        for turn in 0..turns {
            let element = self.temp("element");
            let own = self.temp("i");
            let in_turn = match turn {
                0 => local(element),
                _ => binary(BinOp::Sub, local(element), number(turn * width)),
            };
            let init = Some(binary(BinOp::Add, local(starts[turn as usize]), in_turn));
            let mut body = vec![self.made(StmtKind::Let { local: own, init })];
            let mut copy = Copy { global: Some(own), ..Copy::new(alike.number, alike.end) };
            copy.locals.clone_from(&alike.locals);
            for part in &parts.front {
                if let Part::Declared(stmt, false) = part {
                    self.stmt(stmt, &mut copy, &mut body);
                }
            }
            for (vector, array) in vectors.iter().zip(&arrays) {
                copy.locals.insert(vector.array, *array);
            }
            copy.locals.insert(slot, element);
            body.extend(self.stmts(&work, &mut copy));
            let label = self.fresh_label();
            out.push(self.made(StmtKind::For {
                label,
                local: element,
                start: number(turn * width),
                end: number((turn + 1) * width),
                inclusive: false,
                step: None,
                reversed: false,
                unroll: Unroll::Full,
                body: Block(body),
            }));
        }
        for (number, _) in vectors.iter().enumerate().filter(|(_, vector)| vector.written) {
            out.extend((0..turns).map(|turn| moved(self, number, turn, true)));
        }
        out
    }

    /// The statement with the arrays' elements in place of the slices'.
    fn in_arrays(&self, stmt: &Stmt, vectors: &[Vector], sums: &Sums<'_>, element: LocalId) -> Stmt {
        let place = |place: &mut Place| {
            let Some(offset) = self.is_memory(place).then(|| sums.of_place(place)).flatten() else { return };
            let of = |vector: &&Vector| vector.slice == place.base && vector.offset == offset;
            if let Some(vector) = vectors.iter().find(of) {
                *place = self::element(vector.array, vector.scalar, Expr::local(element, Type::USIZE));
            }
        };
        let mut stmt = stmt.clone();
        replace(&mut stmt, &place);
        stmt
    }
}

/// Replaces the places that a statement reads or assigns.
fn replace(stmt: &mut Stmt, place: &dyn Fn(&mut Place)) {
    if let StmtKind::Assign { place: of, .. } = &mut stmt.kind {
        place(of);
    }
    stmt.for_each_expr_mut(&mut |found| {
        found.rewrite(&mut |found| {
            if let ExprKind::Load(of) = &mut found.kind {
                place(of);
            }
        });
    });
    for block in stmt.blocks_mut() {
        block.0.iter_mut().for_each(|stmt| replace(stmt, place));
    }
}

/// Sums of the thread's number along x and what all threads have alike.
struct Sums<'k> {
    known: &'k Known,
    locals: Map<LocalId, Option<Expr>>,
}

impl Sums<'_> {
    /// What is added to the thread's number; `None` for what is no such sum.
    fn of(&self, expr: &Expr) -> Option<Option<Expr>> {
        let alike = |expr: &Expr| self.known.plain(expr) == Some(true);
        match &expr.kind {
            _ if expr.ty != Type::USIZE => None,
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
                matches!(row.cpu, Cpu::Machine(Machine::GlobalId(0))).then_some(None)
            }
            ExprKind::Load(place) if place.steps.is_empty() => self.locals.get(&place.base).cloned(),
            ExprKind::Binary { op: op @ (BinOp::Add | BinOp::Sub), lhs, rhs, .. } => {
                let (sum, other) = if alike(rhs) {
                    (lhs, rhs)
                } else if *op == BinOp::Add && alike(lhs) {
                    (rhs, lhs)
                } else {
                    return None;
                };
                let before = self.of(sum)?.unwrap_or_else(|| number(0));
                Some(Some(match (op, &before.kind) {
                    (BinOp::Add, ExprKind::Literal(Literal::Int(0))) => (**other).clone(),
                    _ => Expr::binary(*op, before, (**other).clone(), Type::USIZE),
                }))
            }
            _ => None,
        }
    }

    /// The same of the only index of a place.
    fn of_place(&self, place: &Place) -> Option<Option<Expr>> {
        match &place.steps[..] {
            [Step::Index { index, .. }] => self.of(index),
            _ => None,
        }
    }

    /// Whether a test holds for a row of threads where it holds for the last of them (`true`) or the first; `None`
    /// where neither is so. Comes with the sum in it, if that may wrap around in between.
    fn monotone<'e>(&self, test: &'e Expr) -> Option<(Option<&'e Expr>, bool)> {
        let ExprKind::Binary { op: op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge), lhs, rhs, .. } =
            &test.kind
        else {
            return None;
        };
        let below = matches!(op, BinOp::Lt | BinOp::Le);
        let alike = |expr: &Expr| self.known.plain(expr) == Some(true);
        let (sum, offset, last) = match (self.of(lhs), self.of(rhs)) {
            (Some(offset), None) if alike(rhs) => (lhs, offset, below),
            (None, Some(offset)) if alike(lhs) => (rhs, offset, !below),
            _ => return None,
        };
        Some((offset.map(|_| &**sum), last))
    }
}

/// What the accesses of a kernel are.
struct Accesses<'c, 'k> {
    coarsener: &'c mut Coarsener,
    sums: Sums<'k>,
    vectors: Vec<Vector>,
    /// What only some threads read.
    unsure: Vec<(LocalId, Option<Expr>)>,
    /// Slices that are read by other indices too.
    elsewhere: Vec<LocalId>,
    suits: bool,
    count: usize,
}

impl Accesses<'_, '_> {
    fn front(&mut self, part: &Part) {
        match part {
            Part::Declared(stmt, same) => {
                if let StmtKind::Let { local, init: Some(init) } = &stmt.kind {
                    self.expr(init, true);
                    if let Some(offset) = self.sums.of(init).filter(|_| !same) {
                        self.sums.locals.insert(*local, offset);
                    }
                }
            }
            Part::Test(test, _) => self.expr(test, true),
        }
    }

    /// `sure` says that every thread comes here.
    fn stmt(&mut self, stmt: &Stmt, sure: bool) {
        stmt.for_each_expr(&mut |expr| self.expr(expr, sure));
        if let StmtKind::Assign { place, op, .. } = &stmt.kind
            && self.coarsener.is_memory(place)
        {
            self.suits &= sure;
            match self.sums.of_place(place) {
                Some(offset) => self.vector(place, offset, op.is_some(), true),
                None => self.suits = false,
            }
        }
        for block in stmt.blocks() {
            block.0.iter().for_each(|stmt| self.stmt(stmt, false));
        }
    }

    #[inline(never)]
    fn expr(&mut self, expr: &Expr, sure: bool) {
        self.count += 1;
        match &expr.kind {
            ExprKind::Load(place) => {
                place.for_each_index(&mut |index| self.expr(index, sure));
                self.load(place, sure);
            }
            ExprKind::Binary { op, lhs, rhs, .. } => {
                self.expr(lhs, sure);
                self.expr(rhs, sure && !op.is_lazy());
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.expr(condition, sure);
                self.expr(then, false);
                self.expr(otherwise, false);
            }
            ExprKind::Ref(_) => self.suits = false,
            ExprKind::Call { callee, args, .. } => {
                if let Callee::Intrinsic(row) = callee {
                    self.suits &= is_alike(row.cpu);
                }
                for arg in args {
                    self.expr(arg, sure);
                }
            }
            _ => expr.for_each_child(&mut |child| self.expr(child, sure)),
        }
    }

    fn load(&mut self, place: &Place, sure: bool) {
        if !self.coarsener.is_memory(place) {
            return;
        }
        if let Some(offset) = self.sums.of_place(place) {
            if sure {
                self.vector(place, offset, true, false);
            } else {
                self.unsure.push((place.base, offset));
            }
            return;
        }
        // What is found by an element, or alike for all, is read where it is. Of anything else neighbors would be
        // far apart.
        let mut own = false;
        place.for_each_index(&mut |index| own |= self.sums.known.plain(index) == Some(false));
        self.suits &= !own;
        self.elsewhere.push(place.base);
    }

    fn vector(&mut self, place: &Place, offset: Option<Expr>, read: bool, written: bool) {
        let Some(scalar) = place.ty.scalar().filter(|scalar| scalar.is_int() || scalar.is_float()) else {
            self.suits = false;
            return;
        };
        let of = |vector: &&mut Vector| vector.slice == place.base && vector.offset == offset;
        if let Some(vector) = self.vectors.iter_mut().find(of) {
            vector.read |= read;
            vector.written |= written;
            return;
        }
        let ty = Type::array(Type::Scalar(scalar), 16);
        let array = self.coarsener.placeholder("vector", ty);
        self.vectors.push(Vector { slice: place.base, offset, scalar, array, read, written });
    }
}

/// Whether a call gives the same when threads are shared out anew, but for the number along x, which is seen to.
fn is_alike(cpu: Cpu) -> bool {
    match cpu {
        Cpu::Eval(_) | Cpu::Lanes { .. } => true,
        Cpu::Machine(machine) => matches!(
            machine,
            Machine::GlobalId(_)
                | Machine::ThreadIdx(1 | 2)
                | Machine::BlockIdx(1 | 2)
                | Machine::BlockDim(_)
                | Machine::GridDim(_)
        ),
    }
}

/// An element of an array, or of a slice.
fn element(base: LocalId, scalar: Scalar, index: Expr) -> Place {
    let steps = vec![Step::Index { index: Box::new(index), check: Check::Proven }];
    Place { base, steps, ty: Type::Scalar(scalar) }
}

/// A move of so many bytes.
fn moves(to: Place, from: Place, bytes: u32) -> Expr {
    let reference = |place: Place, mutable| {
        let ty = Type::Ref { target: Box::new(place.ty.clone()), mutable };
        Expr::new(ExprKind::Ref(place), ty)
    };
    let args = vec![reference(to, true), reference(from, false)];
    let call = intrinsics::find(&format!("move_{bytes}")).map(|row| ExprKind::Call {
        callee: Callee::Intrinsic(row),
        args,
        site: None,
    });
    Expr::new(call.unwrap_or(ExprKind::Literal(Literal::Int(0))), Type::Unit)
}

#[cfg(test)]
mod tests;
