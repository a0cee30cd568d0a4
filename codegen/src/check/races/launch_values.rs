//! What a launch and the machine give a thread: arguments, lengths, indices, extents, and the numbers of atomic
//! counters.

use super::poly::{Atom, Poly};
use super::symbols::{Info, Level, Origin};
use super::syntax_facts::{Sort, range_of, sort};
use super::value::{Formula, Number, Value};
use super::walk::Walk;
use crate::check::precondition::{ArgumentField, Quantity};
use crate::compact::List;
use crate::intrinsics::{Atomic, Cpu, Machine};
use crate::ir::{
    Block, Callee, Capture, CaptureId, Expr, ExprKind, Len, Literal, LocalId, LocalKind, Place, Scalar, Step,
    StmtKind, Struct, Type,
};

/// The most blocks along an axis, and threads of a block.
const MOST_BLOCKS: i128 = (1 << 31) - 1;
const MOST_THREADS: i128 = 1024;

impl Walk<'_> {
    pub(super) fn whole_length(&mut self, local: LocalId) -> Poly {
        match self.function.local(local).ty.referent() {
            Type::Array(_, crate::ir::Len::Const(len)) => Poly::constant(i128::from(*len)),
            Type::Array(_, crate::ir::Len::Capture(id)) => Poly::atom(self.capture(*id)),
            _ => Poly::atom(self.length(local)),
        }
    }

    /// The length of a slice.
    pub(super) fn length(&mut self, local: LocalId) -> Atom {
        let name = format!("`{}.len()`", self.function.local(local).name);
        let mut info =
            Info::new(Origin::Function(format!("len {}", local.0), Vec::new()), Level::Launch, name);
        // Memory has at most half of all addresses.
        info = info.within(0, (1 << 63) - 1);
        info.quantity = self.param(local).map(Quantity::Len);
        self.atoms.add(info)
    }

    fn param(&self, local: LocalId) -> Option<u16> {
        let at = self.function.params.iter().position(|id| *id == local)?;
        u16::try_from(at).ok()
    }

    /// The value of a scalar parameter.
    pub(super) fn argument(&mut self, local: LocalId) -> Value {
        let of = self.function.local(local);
        let (name, ty) = (format!("`{}`", of.name), of.ty.clone());
        match sort(&ty) {
            Sort::Int | Sort::Unknown => {
                let (low, high) = range_of(&ty).unwrap_or((i128::MIN / 4, i128::MAX));
                let as_extent = self.as_extents.contains(&local) && low < 0 && range_of(&ty).is_some();
                let low = if as_extent { 0 } else { low };
                let origin = Origin::Function(format!("param {}", local.0), Vec::new());
                let mut info = Info::new(origin, Level::Launch, name).within(low, high);
                // Where the type is not known yet, the proof is made again when it is, and its conditions come from
                // there.
                let scalar = ty.scalar().unwrap_or(Scalar::I64);
                info.quantity = self.param(local).map(|at| Quantity::Param(at, scalar));
                let atom = self.atoms.add(info);
                if as_extent {
                    self.extents.push(atom);
                }
                Value::Number(Number::exact(Poly::atom(atom)))
            }
            Sort::Bool => self.flag(format!("param {}", local.0), name),
            Sort::Other => Value::Other,
        }
    }

    /// A condition that the launch gives: a number that is 0 or 1.
    fn flag(&mut self, origin: String, name: String) -> Value {
        let info = Info::new(Origin::Function(origin, Vec::new()), Level::Launch, name).within(0, 1);
        let atom = self.atoms.add(info);
        Value::Condition(Formula::Natural(Poly::atom(atom).plus_constant(-1), Vec::new()))
    }

    /// The integers and conditions in a struct that is a parameter: what the launch gives.
    pub(super) fn fields(&mut self, local: LocalId) {
        let of = self.function.local(local);
        if let (Type::Struct(whole), Some(at)) = (&of.ty, self.param(local)) {
            self.fields_of(local, at, &of.name, "", whole, 0);
        }
    }

    fn fields_of(&mut self, local: LocalId, at: u16, name: &str, path: &str, whole: &Struct, start: u64) {
        for field in &whole.fields {
            let path = format!("{path}.{}", field.name);
            let offset = start + field.offset;
            if let Type::Struct(inner) = &field.ty {
                self.fields_of(local, at, name, &path, inner, offset);
            }
            let shown = format!("{name}{path}");
            let origin = format!("param {} {path}", local.0);
            if sort(&field.ty) == Sort::Bool {
                let value = self.flag(origin, format!("`{shown}`"));
                self.env.insert((local, path), value);
                continue;
            }
            let (Some((low, high)), Some(ty)) = (range_of(&field.ty), field.ty.scalar()) else { continue };
            let Ok(offset) = u32::try_from(offset) else { continue };
            let origin = Origin::Function(origin, Vec::new());
            let mut info = Info::new(origin, Level::Launch, format!("`{shown}`")).within(low, high);
            info.quantity = Some(Quantity::Field(ArgumentField { of: at, offset, ty, name: shown.leak() }));
            let value = Value::Number(Number::exact(Poly::atom(self.atoms.add(info))));
            self.env.insert((local, path), value);
        }
    }

    /// The same place in the parameter that it is a copy of.
    pub(super) fn given_place(&self, place: &Place) -> Place {
        match self.lists.copied(place.base) {
            Some(from) => {
                let steps = from.steps.iter().chain(&place.steps).cloned().list();
                Place { steps, base: from.base, ..place.clone() }
            }
            None => place.clone(),
        }
    }

    /// An integer in an array that is a parameter, or in a struct that is one, by its number: what the launch gives.
    pub(super) fn element_given(&mut self, place: &Place) -> Option<Number> {
        let place = &self.given_place(place);
        if self.lists.is_changed(place.base) {
            return None;
        }
        let at = self.param(place.base)?;
        let of = self.function.local(place.base);
        let (mut ty, mut shown, mut offset) = (&of.ty, of.name.clone(), 0u64);
        for step in &place.steps {
            match (step, ty) {
                (Step::Field(name), Type::Struct(whole)) => {
                    let field = whole.fields.iter().find(|field| field.name == *name)?;
                    offset += field.offset;
                    shown.push_str(&format!(".{name}"));
                    ty = &field.ty;
                }
                (Step::Index { index, .. }, Type::Array(element, Len::Const(len))) => {
                    let Value::Number(number) = self.pure(index) else { return None };
                    let number = number.poly.as_constant().filter(|_| number.assumed.is_empty())?;
                    let number = u64::try_from(number).ok().filter(|at| at < len)?;
                    offset = element.size()?.checked_mul(number)?.checked_add(offset)?;
                    shown.push_str(&format!("[{number}]"));
                    ty = element;
                }
                _ => return None,
            }
        }
        let (low, high) = range_of(ty)?;
        let (scalar, offset) = (ty.scalar()?, u32::try_from(offset).ok()?);
        let origin = Origin::Function(format!("param {} at {offset}", place.base.0), Vec::new());
        let mut info = Info::new(origin, Level::Launch, format!("`{shown}`")).within(low, high);
        info.quantity =
            Some(Quantity::Field(ArgumentField { of: at, offset, ty: scalar, name: shown.leak() }));
        Some(Number::exact(Poly::atom(self.atoms.add(info))))
    }

    /// A constant that only the instance tells.
    pub(super) fn capture(&mut self, id: CaptureId) -> Atom {
        let name = match self.function.captures.get(id.0 as usize) {
            Some(
                Capture::Const { name, .. }
                | Capture::Type { name }
                | Capture::Function { name }
                | Capture::Callable { name, .. },
            ) => name.clone(),
            Some(Capture::Closure { .. }) => "a closure".to_owned(),
            None => "a constant".to_owned(),
        };
        let origin = Origin::Function(format!("capture {}", id.0), Vec::new());
        let mut info = Info::new(origin, Level::Launch, format!("`{name}`"));
        info.open = true;
        self.atoms.add(info)
    }

    pub(super) fn dim(&mut self, axis: u8) -> Poly {
        if let Some(block) = self.block {
            return Poly::constant(i128::from(block[axis as usize]));
        }
        let name = format!("`block_dim().{}`", axis_name(axis));
        let mut info = Info::new(Origin::BlockDim(axis), Level::Launch, name).within(1, MOST_THREADS);
        info.quantity = Some(Quantity::Block(axis));
        Poly::atom(self.atoms.add(info))
    }

    pub(super) fn grid(&mut self, axis: u8) -> Poly {
        let name = format!("`grid_dim().{}`", axis_name(axis));
        let mut info = Info::new(Origin::GridDim(axis), Level::Launch, name).within(1, MOST_BLOCKS);
        info.quantity = Some(Quantity::Grid(axis));
        Poly::atom(self.atoms.add(info))
    }

    pub(super) fn thread(&mut self, axis: u8) -> Poly {
        let dim = self.dim(axis);
        if dim.as_constant() == Some(1) {
            return Poly::default();
        }
        let name = format!("`thread_idx().{}`", axis_name(axis));
        let most = dim.as_constant().unwrap_or(MOST_THREADS) - 1;
        let info = Info::new(Origin::ThreadIdx(axis), Level::Thread, name).within(0, most);
        let atom = self.atoms.add(info);
        let this = Poly::atom(atom);
        self.atoms.info_mut(atom).facts = vec![dim.minus(&this).plus_constant(-1)];
        this
    }

    pub(super) fn block_index(&mut self, axis: u8) -> Poly {
        let grid = self.grid(axis);
        let name = format!("`block_idx().{}`", axis_name(axis));
        let info = Info::new(Origin::BlockIdx(axis), Level::Block, name).within(0, MOST_BLOCKS - 1);
        let atom = self.atoms.add(info);
        let this = Poly::atom(atom);
        self.atoms.info_mut(atom).facts = vec![grid.minus(&this).plus_constant(-1)];
        this
    }

    /// What the machine tells a thread; `None` for what it does.
    pub(super) fn machine(&mut self, machine: Machine) -> Option<Poly> {
        Some(match machine {
            Machine::GlobalId(axis) => {
                let (dim, thread) = (self.dim(axis), self.thread(axis));
                self.block_index(axis).times(&dim).plus(&thread)
            }
            Machine::ThreadIdx(axis) => self.thread(axis),
            Machine::BlockIdx(axis) => self.block_index(axis),
            Machine::BlockDim(axis) => self.dim(axis),
            Machine::GridDim(axis) => self.grid(axis),
            Machine::LaneId | Machine::WarpId => {
                let mut linear = self.thread(0);
                let mut stride = self.dim(0);
                for axis in 1..3 {
                    linear = linear.plus(&self.thread(axis).times(&stride));
                    stride = stride.times(&self.dim(axis));
                }
                let warp = self.quotient(&linear, &Poly::constant(32));
                // A block has at most 32 warps.
                if let Some(atom) = self.atom(&warp) {
                    let info = self.atoms.info_mut(atom);
                    info.high = info.high.min(31);
                }
                if machine == Machine::WarpId { warp } else { linear.minus(&warp.scaled(32)) }
            }
            _ => return None,
        })
    }

    /// What an atomic counter gives that is only ever counted up: a number of its own for each who asks.
    pub(super) fn ticket(&mut self, expr: &Expr, machine: Machine, args: &[Expr]) -> Option<Number> {
        let (Machine::Atomic(Atomic::Add), [target, by, ..]) = (machine, args) else { return None };
        let (ExprKind::Ref(place), ExprKind::Literal(Literal::Int(by @ 1..))) = (&target.kind, &by.kind)
        else {
            return None;
        };
        let [Step::Index { index, .. }] = place.steps.as_slice() else { return None };
        let ExprKind::Literal(Literal::Int(index)) = index.kind else { return None };
        let counter = self.function.local(place.base);
        if counter.kind != LocalKind::Param
            || !self.stack.is_empty()
            || !only_counts(self.function, place.base)
        {
            return None;
        }
        let (low, high) = match sort(&expr.ty) {
            Sort::Int => range_of(&expr.ty)?,
            // Told by the counter.
            Sort::Unknown | Sort::Bool | Sort::Other => match &counter.ty {
                Type::Slice { element, .. } => match **element {
                    Type::Atomic(scalar) => range_of(&Type::Scalar(scalar))?,
                    _ => return None,
                },
                _ => return None,
            },
        };
        let info = Info::new(
            Origin::Ticket(place.base.0, *by as u64, index as u64),
            Level::Thread,
            "a counter's value",
        );
        let atom = self.atoms.add(info.within(low, high));
        // It comes round if more is added to it than it can count.
        let sum = counted(self.function, place.base)?;
        let mut threads = Poly::constant(sum);
        for axis in 0..3 {
            threads = threads.times(&self.dim(axis)).times(&self.grid(axis));
        }
        let assumed = Poly::constant(high - low + 1).minus(&threads);
        if self.atoms.range(&assumed).1 < 0 {
            return None;
        }
        let bounded = high - low >= (1 << 62) && sum < 1 << 16;
        Some(Number { poly: Poly::atom(atom), assumed: if bounded { Vec::new() } else { vec![assumed] } })
    }
}

/// Whether a kernel only counts an atomic counter up, or reads it.
fn only_counts(function: &crate::ir::Function, counter: LocalId) -> bool {
    let mut fine = true;
    each_use(&function.body, counter, &mut |callee, args| {
        let by_literal = matches!(args.get(1).map(|by| &by.kind), Some(ExprKind::Literal(Literal::Int(1..))));
        fine &= match callee {
            Some(Callee::Intrinsic(row)) => match row.cpu {
                Cpu::Machine(Machine::Atomic(Atomic::Load)) => true,
                Cpu::Machine(Machine::Atomic(Atomic::Add)) => by_literal,
                _ => false,
            },
            Some(Callee::Method(name)) => name == "load" || name == "fetch_add" && by_literal,
            Some(Callee::Function(_) | Callee::Assoc(..) | Callee::Capture(_) | Callee::Operator(..))
            | None => false,
        };
    });
    fine
}

/// What a thread adds to a counter at most; `None` where a loop may add to it more than once.
fn counted(function: &crate::ir::Function, counter: LocalId) -> Option<i128> {
    let mut sum = 0i128;
    each_use(&function.body, counter, &mut |_, args| {
        if let Some(ExprKind::Literal(Literal::Int(by))) = args.get(1).map(|by| &by.kind) {
            sum = sum.saturating_add(*by);
        }
    });
    let mut often = false;
    let mut add = |callee: Option<&Callee>, _: &[Expr]| {
        often |= match callee {
            Some(Callee::Intrinsic(row)) => matches!(row.cpu, Cpu::Machine(Machine::Atomic(Atomic::Add))),
            Some(Callee::Method(name)) => name == "fetch_add",
            Some(Callee::Function(_) | Callee::Assoc(..) | Callee::Capture(_) | Callee::Operator(..))
            | None => true,
        };
    };
    function.body.walk(&mut |stmt| {
        if let StmtKind::While { condition, .. } = &stmt.kind {
            condition.walk(&mut |expr| use_of(expr, counter, &mut add));
        }
        if let Some(body) = stmt.loop_body() {
            each_use(body, counter, &mut add);
        }
    });
    (!often).then_some(sum)
}

/// Every call with a reference to a local, and every other reference to it.
fn each_use(block: &Block, local: LocalId, visit: &mut dyn FnMut(Option<&Callee>, &[Expr])) {
    block.walk_operands(&mut |expr| use_of(expr, local, visit));
}

fn use_of(expr: &Expr, local: LocalId, visit: &mut dyn FnMut(Option<&Callee>, &[Expr])) {
    if let ExprKind::Call { callee, args, .. } = &expr.kind {
        if args.iter().any(|arg| matches!(&arg.kind, ExprKind::Ref(place) if place.base == local)) {
            visit(Some(callee), args);
        }
    }
}

pub(super) fn axis_name(axis: u8) -> &'static str {
    match axis {
        0 => "x",
        1 => "y",
        _ => "z",
    }
}
