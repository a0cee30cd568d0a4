//! From tiles in normal form, and where they live, to statements of threads.
//!
//! Requires a kernel in normal form ([`super::normal`]) and its plan ([`super::plan`]). Ensures a kernel without
//! tiles and tensors, correct but for barriers, which [`super::sync`] puts in; so nothing here waits, and what one
//! thread writes to a shared array and another reads needs only be in the order of the text.
//!
//! - A tensor becomes a slice, extents and strides. A scalar stays: each thread computes it, with the same result.
//! - A tile in registers becomes a local array, or a scalar where a thread has one register of it. Loops over
//!   registers count by literals and are unrolled, so that each register is one.
//! - Control flow of the kernel is the same in all threads. What only some threads do is an `if` around plain stores.

mod ahead;
mod builder;
mod convert;
mod each;
mod elementwise;
mod fuse;
mod gather;
mod hoist_loads;
mod kept;
mod load;
mod masks;
mod memory;
mod moves;
mod online_softmax;
mod outer;
mod overlap;
mod panels;
mod place;
mod product;
mod reduce;
mod send;
mod setup;
mod stage;
mod stmt;
mod store;
mod tensor;
mod thread_prefetch;
mod tma;
mod welford;
mod wgmma;

use super::layout::Layout;
use super::multiples::Multiples;
use super::plan::{Home, Plan, extents};
use super::{Conditions, Moved, order};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::ir::{
    Attrs, Block, Expr, ExprKind, Fold, Function, FunctionKind, LabelId, LocalId, LocalKind, Module, Place,
    Scalar, StmtKind, TileOp, Type, Unroll,
};
use builder::Builder;
pub use load::{SPLIT, WHOLE};
use stage::Buffer;

/// What lowering made. Some of it is there for the verifier alone, which release builds do without.
#[derive(Default)]
#[cfg_attr(not(debug_assertions), allow(dead_code))]
pub struct Made {
    pub module: Module,
    /// By local: whether every thread has the same value.
    pub uniform: Vec<bool>,
    /// The loops over registers and the like, which lowering made inside of an operation.
    pub inner: Set<LabelId>,
    /// The slices of memory of which one thread touches what another one stores.
    pub exchanged: Set<LocalId>,
    /// The shared arrays with stages: while one is read, copies fill others.
    pub staged: Set<LocalId>,
    /// The shared arrays whose uses lowering keeps apart: one of two halves that take turns, with the barrier of
    /// the next turn between, or one of which each thread has a part to itself.
    pub apart: Set<LocalId>,
    /// The shared arrays of which each warp has a part to itself, whose lanes wait for each other.
    pub of_warps: Set<LocalId>,
    /// The slices of aligned tensors, and of those whose last two axes have changed places.
    pub aligned: Set<LocalId>,
    pub turned: Set<LocalId>,
    /// How elements get from tensors to threads and back.
    pub moves: Vec<Moved>,
    /// Whether tiles go through the block's shared memory from one layout to another.
    pub exchanges: bool,
    /// What passes through shared memory.
    pub notes: Vec<String>,
}

/// Lowers a kernel.
pub fn lower(module: &Module, function: &Function, plan: &Plan, target: Conditions) -> Made {
    let attrs = Attrs {
        block: Some([plan.block(), 1, 1]),
        // Left to itself, ptxas spills a few registers to have one block more at a time.
        min_blocks: function.attrs.min_blocks.or(Some(plan.blocks)),
        cluster: (plan.cluster > 1).then_some([plan.cluster, 1, 1]),
        tile: None,
        ..function.attrs.clone()
    };
    let out = Function {
        name: function.name.clone(),
        kind: FunctionKind::Kernel,
        attrs,
        captures: Vec::new(),
        params: Vec::new(),
        result: Type::Unit,
        locals: Vec::new(),
        body: Block::default(),
    };
    let masks = masks::masks(function, &plan.homes);
    let mut lowerer = Lowerer {
        builder: Builder::new(out, module.sites.clone(), function.body.next_label().0, plan.cluster),
        tile: function,
        plan,
        target,
        tensors: Map::new(),
        locals: Vec::new(),
        homes: plan.homes.clone(),
        buffers: Map::new(),
        turn: false,
        staged: Map::new(),
        rings: Map::new(),
        loops: 0,
        stored: stored(function),
        early: Set::new(),
        kept: Map::new(),
        unread: masks::unread(function, &plan.homes, &masks),
        masks,
        hold: Set::new(),
        apart: Set::new(),
        can_fail: order::fails(&function.body),
        half: None,
        accesses: memory::Accesses::default(),
        each: None,
        varying: varying(function),
        multiples: Multiples::new(function),
        indices: Map::new(),
    };
    lowerer.declare_locals();
    lowerer.declare_staged();
    lowerer.declare_rings();
    let body = lowerer.block(&function.body);
    let exchanged = lowerer.accesses.exchanged();
    let stages = lowerer.staged.values().filter(|buffer| buffer.staging.stages > 1);
    let staged = stages.map(|buffer| buffer.local).collect();
    let exchanges = lowerer.buffers.keys().any(|(_, used)| !matches!(used, Use::Reduction(_) | Use::Panels));
    let turned =
        plan.turned.iter().filter_map(|id| lowerer.tensors.get(id).map(|tensor| tensor.slice)).collect();
    let aligned =
        lowerer.tensors.values().filter(|tensor| tensor.aligned).map(|tensor| tensor.slice).collect();
    let of_warps = lowerer.buffers.iter().filter(|((_, used), _)| *used == Use::Panels);
    let of_warps = of_warps.map(|(_, local)| *local).collect();
    let apart = lowerer.apart;
    Made { exchanged, staged, apart, of_warps, aligned, turned, exchanges, ..lowerer.builder.finish(body) }
}

/// The tensors that a kernel stores to.
pub fn stored(function: &Function) -> Set<LocalId> {
    let mut stored = Set::new();
    function.body.walk_exprs(&mut |expr| {
        if let ExprKind::Tile { op: TileOp::Store { tensor }, .. } = &expr.kind {
            stored.insert(*tensor);
        }
    });
    stored
}

struct Lowerer<'a> {
    builder: Builder,
    /// The kernel in normal form.
    tile: &'a Function,
    plan: &'a Plan,
    target: Conditions,
    tensors: Map<LocalId, Tensor>,
    /// What a local of the tile kernel has become: scalars and arrays stay, tiles become registers.
    locals: Vec<Option<LocalId>>,
    /// The plan's, but for tiles that are laid out in another way here ([`setup`]).
    homes: Vec<Option<Home>>,
    /// Shared arrays for exchange, by element and use.
    buffers: Map<(Scalar, Use), LocalId>,
    /// Which of its two arrays the next reduction takes.
    turn: bool,
    /// The tiles that stay in shared memory.
    staged: Map<LocalId, Buffer>,
    /// By loop whose tiles come by TMA.
    rings: Map<LabelId, tma::Ring>,
    /// Loops of the kernel around.
    loops: u32,
    /// The tensors that the kernel stores to.
    stored: Set<LocalId>,
    /// What was loaded ahead of its place in the text.
    early: Set<LocalId>,
    /// What tiles have in shared memory for all turns of a loop, by their registers.
    kept: Map<LocalId, LocalId>,
    /// The masks that say yes to all where a number is large enough, and those that do so here.
    masks: masks::Masks,
    /// The masks that have no registers, since nobody reads those.
    unread: Set<LocalId>,
    hold: Set<LocalId>,
    /// See [`Made::apart`].
    apart: Set<LocalId>,
    /// A thread may end with a message, before others.
    can_fail: bool,
    /// Where the parts of the reduction at hand begin, in a loop.
    half: Option<Place>,
    accesses: memory::Accesses,
    /// The loop over elements around.
    each: Option<each::Each>,
    /// What is declared in such loops, and differs from thread to thread.
    varying: Set<LocalId>,
    multiples: Multiples,
    /// By tile that is loaded ahead by an index tile: that one, as the copies read it.
    indices: Map<LocalId, Operand>,
}

/// What a shared array is for. Arrays of different uses hold something at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// A tile on its way to another layout.
    Exchange,
    /// The parts of a reduction, one a warp. Two arrays take turns, so that the barrier of one reduction stands
    /// between the uses of the other's array.
    Reduction(bool),
    /// The left operand of a product.
    Left,
    /// The right operand of a product.
    Right,
    /// What each warp stores next.
    Panels,
}

impl Use {
    fn name(self) -> &'static str {
        match self {
            Use::Exchange => "exchange",
            Use::Reduction(_) => "parts",
            Use::Left => "left",
            Use::Right => "right",
            Use::Panels => "panels",
        }
    }
}

/// What a tensor has become.
#[derive(Clone, Debug)]
struct Tensor {
    slice: LocalId,
    element: Scalar,
    aligned: bool,
    extents: Vec<LocalId>,
    strides: Vec<LocalId>,
}

/// A tile as an operand.
#[derive(Clone, Debug)]
struct Operand {
    value: Value,
    extents: [u32; 2],
    scalar: Scalar,
}

impl Operand {
    /// The transposed tile, in the same registers.
    fn turned(&self) -> Operand {
        let value = match &self.value {
            Value::Registers(local, layout) => Value::Registers(*local, layout.transposed()),
            Value::Splat(scalar) => Value::Splat(scalar.clone()),
            Value::Iota(axis) => Value::Iota(1 - axis),
        };
        Operand { value, extents: [self.extents[1], self.extents[0]], scalar: self.scalar }
    }
}

/// Where an operand is found.
#[derive(Clone, Debug)]
enum Value {
    Registers(LocalId, Layout),
    /// One scalar throughout.
    Splat(Expr),
    /// The coordinate along an axis.
    Iota(usize),
}

/// Where a result goes.
#[derive(Clone, Debug)]
struct Destination {
    local: LocalId,
    layout: Layout,
    extents: [u32; 2],
    scalar: Scalar,
}

/// Locals.
impl Lowerer<'_> {
    fn declare_locals(&mut self) {
        for (index, local) in self.tile.locals.iter().enumerate() {
            let new = match &local.ty {
                Type::Tensor { element, rank, mutable } => {
                    self.tensor(LocalId(index as u32), &local.name, element, *rank, *mutable);
                    None
                }
                Type::Tile { element, .. } => match &self.homes[index] {
                    Some(Home::Registers(layout)) => {
                        let ty = register_type((**element).clone(), layout);
                        Some(self.builder.local(&local.name, ty, local.kind))
                    }
                    Some(Home::Splat(_) | Home::Iota(_) | Home::Same(_) | Home::Staged) | None => None,
                },
                Type::Unit
                | Type::Scalar(_)
                | Type::Array(..)
                | Type::Atomic(_)
                | Type::Slice { .. }
                | Type::Ref { .. }
                | Type::Capture(_)
                | Type::Infer(_)
                | Type::Struct(_)
                | Type::Tuple(_) => {
                    let id = if self.varying.contains(&LocalId(index as u32)) {
                        self.builder.local(&local.name, local.ty.clone(), local.kind)
                    } else {
                        self.builder.uniform_local(&local.name, local.ty.clone(), local.kind)
                    };
                    if local.kind == LocalKind::Param {
                        self.builder.function.params.push(id);
                    }
                    Some(id)
                }
            };
            self.locals.push(new);
        }
    }

    fn tensor(&mut self, id: LocalId, name: &str, element: &Type, rank: u8, mutable: bool) {
        let is_atomic = super::limits::is_atomic(self.tile, id);
        let mut param = |name: &str, ty: Type| {
            let id = self.builder.uniform_local(name, ty, LocalKind::Param);
            self.builder.function.params.push(id);
            id
        };
        let slice = match element.scalar().filter(|_| is_atomic) {
            Some(scalar) => param(name, Type::slice(Type::Atomic(scalar), false)),
            None => param(name, Type::slice(element.clone(), mutable)),
        };
        let mut extents: Vec<_> =
            (0..rank).map(|axis| param(&format!("{name}_extent_{axis}"), Type::USIZE)).list();
        let mut strides: Vec<_> =
            (0..rank).map(|axis| param(&format!("{name}_stride_{axis}"), Type::USIZE)).list();
        if self.plan.turned.contains(&id) {
            let last = usize::from(rank) - 1;
            extents.swap(last - 1, last);
            strides.swap(last - 1, last);
        }
        let element = element.scalar().unwrap_or(Scalar::U8);
        let aligned = self.target.is_aligned(self.tile, id);
        self.tensors.insert(id, Tensor { slice, element, aligned, extents, strides });
    }

    /// What a scalar (or an array of scalars) has become.
    fn scalar_local(&self, id: LocalId) -> LocalId {
        self.locals.get(id.0 as usize).copied().flatten().unwrap_or(id)
    }

    /// The operand that a local is.
    fn operand(&self, id: LocalId) -> Operand {
        let ty = &self.tile.local(id).ty;
        let value = match &self.homes[id.0 as usize] {
            Some(Home::Registers(layout)) => Value::Registers(self.scalar_local(id), layout.clone()),
            Some(Home::Splat(scalar)) => Value::Splat(self.scalar(scalar)),
            Some(Home::Iota(axis)) => Value::Iota(*axis),
            Some(Home::Same(other)) => return self.operand(*other),
            // A staged tile is the operand of products only.
            Some(Home::Staged) | None => Value::Splat(Expr::bool(false)),
        };
        let scalar = ty.lane().scalar().unwrap_or(Scalar::Bool);
        Operand { value, extents: extents(ty).unwrap_or([1, 1]), scalar }
    }

    /// Where a tile in registers is.
    fn target_of(&self, id: LocalId) -> Option<Destination> {
        let ty = &self.tile.local(id).ty;
        match &self.homes[id.0 as usize] {
            Some(Home::Registers(layout)) => Some(Destination {
                local: self.scalar_local(id),
                layout: layout.clone(),
                extents: extents(ty)?,
                scalar: ty.lane().scalar()?,
            }),
            Some(Home::Splat(_) | Home::Iota(_) | Home::Same(_) | Home::Staged) | None => None,
        }
    }

    /// A new tile in registers.
    fn fresh(&mut self, name: &str, layout: Layout, extents: [u32; 2], scalar: Scalar) -> Destination {
        let ty = register_type(Type::Scalar(scalar), &layout);
        let local = self.builder.local(name, ty, LocalKind::Temp);
        self.builder.declare(local);
        Destination { local, layout, extents, scalar }
    }

    /// A shared array of at least so many elements. Those of one use share their memory, so what one holds is gone
    /// once the next is asked for.
    #[inline(never)]
    fn buffer(&mut self, scalar: Scalar, used: Use, len: u64) -> LocalId {
        if let Some(local) = self.buffers.get(&(scalar, used)) {
            let ty = &mut self.builder.function.locals[local.0 as usize].ty;
            if ty.size().unwrap_or(0) < len * scalar.size() as u64 {
                *ty = Type::array(Type::Scalar(scalar), len);
            }
            return *local;
        }
        let local = self.builder.shared(used.name(), scalar, len);
        self.buffers.insert((scalar, used), local);
        local
    }
}

impl Destination {
    fn operand(&self) -> Operand {
        Operand {
            value: Value::Registers(self.local, self.layout.clone()),
            extents: self.extents,
            scalar: self.scalar,
        }
    }
}

/// The type of the registers that a thread has of a tile.
fn register_type(element: Type, layout: &Layout) -> Type {
    match layout.registers() {
        1 => element,
        count => Type::array(element, u64::from(count)),
    }
}

/// What is declared in loops over elements.
fn varying(function: &Function) -> Set<LocalId> {
    let mut varying = Set::new();
    function.body.walk(&mut |stmt| {
        if let StmtKind::For { unroll: Unroll::Each, body, .. } = &stmt.kind {
            body.walk(&mut |stmt| {
                if let StmtKind::Let { local, .. } | StmtKind::For { local, .. } = &stmt.kind {
                    varying.insert(*local);
                }
            });
        }
    });
    varying
}
