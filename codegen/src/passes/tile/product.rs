//! What products want: how the accumulator lies in registers, how many warps share it, and which operands stay in
//! shared memory.
//!
//! Products go to the tensor cores where they multiply such factors ([`Method::Tensor`]), all others are outer
//! products of rows and columns in registers ([`Method::Outer`]). Either way both operands are read from shared
//! memory, but for a left one that lies in registers as the tensor cores take it.
//!
//! A tile that is loaded, and then only multiplied, goes to shared memory at once: it is *staged*. Its transposed
//! tile is no tile of its own but a *view*: the other way to read it.

use super::layout::{COLUMNS, Digit, Layout, ROWS, WARP, register, thread};
use super::plan::{extents, local_of};
use super::warpgroups::span;
use super::{Conditions, normal};
use crate::collections::{Map, Set};
use crate::compact::List;
use crate::intrinsics::TO_TF32;
use crate::ir::{Callee, Expr, ExprKind, Function, LocalId, Scalar, Stmt, StmtKind, TileOp};

/// How a product is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By `mma.sync` on fragments whose rows are 32 bytes long.
    Tensor,
    /// By multiplications and additions of each thread, of rows and columns that it reads from shared memory.
    Outer,
}

/// The first GPUs whose tensor cores multiply floats of 8 bits.
pub(super) const FLOAT8: u32 = 89;

/// The method for operands of this type; `rounded` says of `f32` that they are rounded as tensor cores take them.
pub fn method(scalar: Scalar, rounded: bool, arch: u32) -> Method {
    match scalar {
        Scalar::F32 if rounded && arch >= 80 => Method::Tensor,
        Scalar::F16 | Scalar::BF16 | Scalar::F64 | Scalar::I8 | Scalar::U8 if arch >= 80 => Method::Tensor,
        Scalar::E4M3 | Scalar::E5M2 if arch >= FLOAT8 => Method::Tensor,
        _ => Method::Outer,
    }
}

/// The extent along `k` of what tensor cores multiply at once.
pub fn step(scalar: Scalar) -> u32 {
    32 / scalar.size() as u32
}

/// A product in the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// What becomes of it; in one class with the accumulator.
    pub target: LocalId,
    pub left: LocalId,
    pub right: LocalId,
    /// The operands' element; where both differ, the left one's, of the same size.
    pub scalar: Scalar,
    /// Whether both operands are rounded to tf32.
    pub rounded: bool,
    /// Rows and columns of the accumulator.
    pub extents: [u32; 2],
}

impl Product {
    /// How it is computed.
    pub fn method(&self, arch: u32) -> Method {
        method(self.scalar, self.rounded, arch)
    }

    /// Words of 32 bits of a sum.
    pub fn words(&self) -> u32 {
        (self.scalar.size() as u32).div_ceil(4)
    }

    /// Along which axes an accumulator's fragments have every other row, or column, for the product to be read.
    ///
    /// Tensor cores want factors of 8 bits with neighbors along `k` together. Where shared memory has neighbors
    /// of the other axis together, `ldmatrix` gives a lane the bytes of two of them, which then are in two
    /// fragments.
    pub fn paired(&self, staged: &Staged) -> [bool; 2] {
        let transposed = |factor: LocalId| staged.resolve(factor).is_some_and(|(_, transposed)| transposed);
        let bytes = self.scalar.size() == 1;
        [bytes && transposed(self.left), bytes && !transposed(self.right)]
    }
}

/// The products of a kernel in normal form, in order.
pub fn products(function: &Function) -> Vec<Product> {
    let rounded = rounded(function);
    let mut found = Vec::new();
    function.body.walk(&mut |stmt| {
        let Some((target, ExprKind::Tile { op: TileOp::Mma, args })) = value_of(stmt) else { return };
        let operand = |number: usize| args.get(number).and_then(local_of);
        if let (Some(left), Some(right)) = (operand(0), operand(1))
            && let Some(scalar) = args[0].ty.lane().scalar()
            && let Some(extents) = extents(&function.local(target).ty)
        {
            let rounded = rounded.contains(&left) && rounded.contains(&right);
            found.push(Product { target, left, right, scalar, rounded, extents });
        }
    });
    found
}

/// The locals whose elements are rounded to tf32, and never change: so told by [`TO_TF32`], and what is transposed
/// of them.
pub fn rounded(function: &Function) -> Set<LocalId> {
    let stable = normal::stable(function, &function.body);
    let mut found = Set::new();
    function.body.walk(&mut |stmt| {
        if let Some((local, value)) = value_of(stmt)
            && stable[local.0 as usize]
        {
            let transposed = matches!(value, ExprKind::Tile { op: TileOp::Transpose, args }
                if args.first().and_then(local_of).is_some_and(|from| found.contains(&from)));
            if transposed || rounds(value).is_some() {
                found.insert(local);
            }
        }
    });
    found
}

/// What the value rounds to tf32, where it is that of a whole tile.
fn rounds(value: &ExprKind) -> Option<LocalId> {
    match value {
        ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } if row.name == TO_TF32 => {
            args.first().and_then(local_of)
        }
        _ => None,
    }
}

/// The local that a statement gives a value, and the value.
pub fn value_of(stmt: &Stmt) -> Option<(LocalId, &ExprKind)> {
    match &stmt.kind {
        StmtKind::Let { local, init: Some(init) } => Some((*local, &init.kind)),
        StmtKind::Assign { place, value, .. } => Some((place.base, &value.kind)),
        StmtKind::Let { init: None, .. }
        | StmtKind::Eval(_)
        | StmtKind::If { .. }
        | StmtKind::Loop { .. }
        | StmtKind::While { .. }
        | StmtKind::For { .. }
        | StmtKind::Block { .. }
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Return(_)
        | StmtKind::Fail { .. }
        | StmtKind::Print { .. } => None,
    }
}

/// Elements of an accumulator for each warp, where the block may be as large as it takes: 64×64.
const ELEMENTS_A_WARP: u32 = 4096;

/// How many warps share the products. `whole_rows` says that rows should stay inside of a warp.
pub fn warps(products: &[Product], arch: u32, whole_rows: bool) -> u32 {
    let wanted = products.iter().map(|product| {
        let [rows, columns] = product.extents;
        match product.method(arch) {
            Method::Tensor if whole_rows => rows.div_ceil(16).next_power_of_two().clamp(4, 8),
            Method::Tensor => {
                let each = ELEMENTS_A_WARP / product.words();
                rows.saturating_mul(columns).div_ceil(each).next_power_of_two().clamp(4, 16)
            }
            // 64 elements a thread.
            Method::Outer => rows.saturating_mul(columns).div_ceil(2048).next_power_of_two().clamp(4, 8),
        }
    });
    wanted.max().unwrap_or(4)
}

/// The layout of an accumulator.
pub fn layout(extents: [u32; 2], warps: u32, method: Method, whole_rows: bool, paired: [bool; 2]) -> Layout {
    let unit = match method {
        Method::Tensor => [16, 8],
        Method::Outer => [OUTER_ROWS * 4, OUTER_COLUMNS * 8],
    };
    let grid = grid(extents, unit, warps, whole_rows);
    match method {
        Method::Tensor => tensor_layout(extents, warps, grid, paired),
        Method::Outer => outer_layout(extents, warps, grid),
    }
}

/// How many warps stand along rows and along columns: so that each has as few units as can be, in a piece as square
/// as can be. Warps that are left over are replicas.
fn grid(extents: [u32; 2], unit: [u32; 2], warps: u32, whole_rows: bool) -> [u32; 2] {
    let mut best = ([1, 1], (u32::MAX, u32::MAX, u32::MAX));
    for rows in (1..=warps).filter(|rows| warps.is_multiple_of(*rows)) {
        for columns in (1..=warps / rows).filter(|columns| (warps / rows).is_multiple_of(*columns)) {
            let part = |axis: usize, count: u32| extents[axis].div_ceil(unit[axis]).div_ceil(count);
            let (high, wide) = (part(ROWS, rows), part(COLUMNS, columns));
            let broken = if whole_rows && extents[ROWS] >= 16 * rows { columns } else { 1 };
            let cost = (high * wide * broken, high * unit[ROWS] + wide * unit[COLUMNS], columns);
            if cost < best.1 {
                best = ([rows, columns], cost);
            }
        }
    }
    best.0
}

/// Fragments of 16×8 of an accumulator, those of a warp together. Registers count a fragment's four numbers, then
/// fragments along columns, then along rows. Where rows are paired, a fragment's lower half has the odd ones; where
/// columns are, every other fragment has the odd ones.
fn tensor_layout(extents: [u32; 2], warps: u32, [rows, columns]: [u32; 2], paired: [bool; 2]) -> Layout {
    let high = extents[ROWS].div_ceil(16).div_ceil(rows);
    let wide = extents[COLUMNS].div_ceil(8).div_ceil(columns);
    let wide = if paired[COLUMNS] { wide.next_multiple_of(2) } else { wide };
    let down = if paired[ROWS] {
        [register(2, 2, 1), thread(4, 8, 2)]
    } else {
        [thread(4, 8, 1), register(2, 2, 8)]
    };
    let across = if paired[COLUMNS] {
        [register(4, 2, 1), register(1, 2, 2), thread(1, 4, 4), register(8, wide / 2, 16)]
    } else {
        [register(1, 2, 1), thread(1, 4, 2), register(4, wide, 8), register(1, 1, 1)]
    };
    let down =
        down.into_iter().chain([register(4 * wide, high, 16), thread(WARP * columns, rows, 16 * high)]);
    let across = across.into_iter().chain([thread(WARP, columns, 8 * wide)]);
    Layout::of(warps * WARP, [down.list(), across.list()])
}

/// Consecutive rows and columns that a thread has of an outer product: what it reads at once.
const OUTER_ROWS: u32 = 4;
const OUTER_COLUMNS: u32 = 4;

/// A warp is 4 threads high and 8 wide, each thread has pieces of 4×4.
fn outer_layout(extents: [u32; 2], warps: u32, [rows, columns]: [u32; 2]) -> Layout {
    let short = extents[ROWS].div_ceil(4 * rows).min(OUTER_ROWS).next_power_of_two();
    let narrow = extents[COLUMNS].div_ceil(8 * columns).min(OUTER_COLUMNS).next_power_of_two();
    let high = extents[ROWS].div_ceil(short * 4 * rows);
    let wide = extents[COLUMNS].div_ceil(narrow * 8 * columns);
    let in_a_row = narrow * wide;
    Layout::of(
        warps * WARP,
        [
            vec![
                register(in_a_row, short, 1),
                thread(8, 4, short),
                thread(WARP * columns, rows, short * 4),
                register(in_a_row * short, high, short * 4 * rows),
            ],
            vec![
                register(1, narrow, 1),
                thread(1, 8, narrow),
                thread(WARP, columns, narrow * 8),
                register(narrow, wide, narrow * 8 * columns),
            ],
        ],
    )
}

/// The fragments of an accumulator that a warp has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragments {
    /// Along rows, and along columns.
    pub high: u32,
    pub wide: u32,
    /// Whether fragments have every other row, and every other column ([`Product::paired`]).
    pub paired: [bool; 2],
}

/// The fragments that a warp has, where the layout is that of the tensor cores.
pub fn fragments(layout: &Layout) -> Option<Fragments> {
    let find = |axis: usize, div: u32, stride: u32| {
        layout.axes[axis].registers().find(|digit| digit.div == div && digit.stride == stride)
    };
    let size = |axis: usize, div: u32, stride: u32| find(axis, div, stride).map_or(1, |digit| digit.size);
    let paired = [find(ROWS, 2, 1).is_some(), find(COLUMNS, 4, 1).is_some()];
    let wide = if paired[COLUMNS] { 2 * size(COLUMNS, 8, 16) } else { size(COLUMNS, 4, 8) };
    let high = size(ROWS, 4 * wide, 16);
    let warps = |axis: usize| {
        let counts = |digit: &Digit| digit.div >= WARP;
        layout.axes[axis].threads().filter(counts).map(|digit| digit.size).product()
    };
    let grid = [warps(ROWS), warps(COLUMNS)];
    let reach = [16 * high * grid[ROWS], 8 * wide * grid[COLUMNS]];
    let found = *layout == tensor_layout(reach, layout.threads / WARP, grid, paired);
    found.then_some(Fragments { high, wide, paired })
}

/// A tile in shared memory that is loaded and only multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging {
    pub scalar: Scalar,
    /// Rows and columns that may be read; beyond the tile's extents they are zeros.
    pub reach: [u32; 2],
    /// Whether its tensor is aligned.
    pub aligned: bool,
    /// Turns of a loop that have their tile at the same time.
    pub stages: u32,
    /// Bytes of a row of a panel, where the tile lies in swizzled panels for products of warpgroups
    /// ([`crate::intrinsics::WgmmaShape`]).
    pub span: Option<u32>,
}

impl Staging {
    /// A tile of these extents, of which at least so many rows and columns may be read.
    pub fn new(scalar: Scalar, extents: [u32; 2], reach: [u32; 2]) -> Staging {
        let whole = step(scalar).max(16);
        let padded = |axis: usize| extents[axis].max(reach[axis]).next_multiple_of(whole);
        Staging { scalar, reach: [padded(ROWS), padded(COLUMNS)], aligned: false, stages: 1, span: None }
    }

    /// Elements from one row to the next: 16 bytes more than a row has, so that a column of rows lies in all banks;
    /// 32 bytes where elements of 8 bytes are read one by one, four of each row.
    pub fn pitch(&self) -> u32 {
        let size = self.scalar.size() as u32;
        self.reach[COLUMNS] + if size == 8 { 4 } else { 16 / size }
    }

    /// Elements of one stage.
    pub fn len(&self) -> u32 {
        self.reach[ROWS] * if self.span.is_some() { self.reach[COLUMNS] } else { self.pitch() }
    }

    /// Whether loads of the tile round it to tf32: warpgroups multiply no other `f32`.
    pub fn rounds(&self) -> bool {
        self.span.is_some() && self.scalar == Scalar::F32
    }

    /// Bytes of one stage.
    pub fn bytes(&self) -> u64 {
        u64::from(self.len()) * self.scalar.size() as u64
    }
}

/// Which locals are only multiplied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Staged {
    /// Loaded tiles.
    pub tiles: Map<LocalId, Staging>,
    /// Transposed and rounded tiles: other ways to read one.
    pub views: Map<LocalId, View>,
    /// Of tiles that lie in the same memory one after the other ([`super::reuse`]), the first.
    pub owners: Map<LocalId, LocalId>,
    /// Those that are rounded to tf32, in shared memory or not.
    pub rounded: Set<LocalId>,
}

/// Another way to read a staged tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pub tile: LocalId,
    pub transposed: bool,
    /// To be rounded to tf32 as it is read.
    pub rounded: bool,
}

impl Staged {
    /// Whether tiles lie in panels, as warpgroups read them.
    pub fn has_panels(&self) -> bool {
        self.tiles.values().any(|staging| staging.span.is_some())
    }

    /// The tile that the memory of a staged tile is named after.
    pub fn owner(&self, tile: LocalId) -> LocalId {
        self.owners.get(&tile).copied().unwrap_or(tile)
    }

    /// Whether another tile has the memory of a staged tile before it.
    pub fn follows(&self, tile: LocalId) -> bool {
        self.owner(tile) != tile
    }

    /// The bytes of a stage of all tiles that these have memory for: of those with one owner the most.
    pub fn bytes(&self, wanted: &dyn Fn(LocalId) -> bool) -> u64 {
        let mut owned: Map<LocalId, u64> = Map::new();
        for (tile, staging) in self.tiles.iter().filter(|(tile, _)| wanted(**tile)) {
            let most = owned.or_default(self.owner(*tile));
            *most = (*most).max(staging.bytes() * u64::from(staging.stages));
        }
        owned.values().sum()
    }

    /// The staged tile that a factor is, and whether it is read transposed.
    pub fn resolve(&self, factor: LocalId) -> Option<(LocalId, bool)> {
        self.view(factor).map(|view| (view.tile, view.transposed))
    }

    /// The same, with all that is to be known.
    pub fn view(&self, factor: LocalId) -> Option<View> {
        match self.views.get(&factor) {
            Some(view) => Some(*view),
            None => self.tiles.contains_key(&factor).then_some(View {
                tile: factor,
                transposed: false,
                rounded: false,
            }),
        }
    }
}

impl Staged {
    /// Where the tile lies, in words.
    pub fn describe(&self, factor: LocalId) -> String {
        match self.view(factor) {
            Some(View { tile, transposed, rounded }) => {
                let stages = self.tiles.get(&tile).map_or(1, |tile| tile.stages);
                let turned = if transposed { ", transposed as it is read" } else { "" };
                let staged = if stages > 1 { format!(", {stages} stages") } else { String::new() };
                let rounded = if rounded { ", rounded as it is read" } else { "" };
                format!("shared memory{staged}{turned}{rounded}")
            }
            None => String::new(),
        }
    }
}

/// Finds the tiles to stage. Which rows and columns are read is found by [`Staged::reserve`].
pub fn staged(function: &Function, target: Conditions) -> Staged {
    let stable = normal::stable(function, &function.body);
    let mut uses = vec![0u32; function.locals.len()];
    let mut factors = vec![0u32; function.locals.len()];
    function.body.walk_exprs(&mut |expr| count_uses(expr, &mut uses));
    let mut loads = Vec::new();
    // What is read another way, what of, and whether that is transposed, which else is rounded.
    let mut others = Vec::new();
    function.body.walk(&mut |stmt| {
        let Some((local, value)) = value_of(stmt) else { return };
        let changes = !stable[local.0 as usize];
        if let Some(from) = rounds(value).filter(|_| !changes) {
            return others.push((local, from, false));
        }
        let ExprKind::Tile { op, args } = value else { return };
        match op {
            TileOp::Mma => {
                for factor in args.iter().take(2).filter_map(local_of) {
                    factors[factor.0 as usize] += 1;
                }
            }
            TileOp::Load { tensor, .. } if !changes => loads.push((local, *tensor)),
            TileOp::Transpose if !changes => {
                others.extend(args.first().and_then(local_of).map(|from| (local, from, true)));
            }
            TileOp::Load { .. }
            | TileOp::Transpose
            | TileOp::Store { .. }
            | TileOp::Broadcast
            | TileOp::Iota { .. }
            | TileOp::Reduce { .. }
            | TileOp::Reshape
            | TileOp::Gather { .. }
            | TileOp::Element
            | TileOp::Put
            | TileOp::Fetch { .. }
            | TileOp::Change { .. } => {}
        }
    });
    let only_factor = |factors: &[u32], local: LocalId| {
        let index = local.0 as usize;
        factors[index] > 0 && factors[index] == uses[index]
    };
    // The last first: what is read another way may be read another way still.
    let mut kept = Vec::new();
    for (view, from, transposed) in others.into_iter().rev() {
        if only_factor(&factors, view) {
            factors[from.0 as usize] += 1;
            kept.push((view, from, transposed));
        }
    }
    let mut staged = Staged { rounded: rounded(function), ..Staged::default() };
    for (local, tensor) in loads.into_iter().filter(|(local, _)| only_factor(&factors, *local)) {
        let ty = &function.local(local).ty;
        if let (Some(extents), Some(scalar)) = (extents(ty), ty.lane().scalar()) {
            let aligned = target.is_aligned(function, tensor);
            staged.tiles.insert(local, Staging { aligned, ..Staging::new(scalar, extents, extents) });
        }
    }
    for (view, from, transposed) in kept.into_iter().rev() {
        if let Some(of) = staged.view(from) {
            let view_of = View {
                tile: of.tile,
                transposed: of.transposed ^ transposed,
                rounded: of.rounded || !transposed,
            };
            staged.views.insert(view, view_of);
        }
    }
    staged
}

fn count_uses(expr: &Expr, uses: &mut [u32]) {
    if let ExprKind::Load(place) | ExprKind::Ref(place) = &expr.kind {
        uses[place.base.0 as usize] += 1;
    }
    expr.for_each_child(&mut |child| count_uses(child, uses));
}

impl Staged {
    /// Lays the factors of products of warpgroups out in swizzled panels.
    pub fn swizzle(&mut self, product: &Product) {
        for factor in [product.left, product.right] {
            let Some((tile, _)) = self.resolve(factor) else { continue };
            if let Some(staging) = self.tiles.get_mut(&tile) {
                staging.span = span(staging);
            }
        }
    }

    /// Makes room for what the product reads, with an accumulator of this layout.
    pub fn reserve(&mut self, product: &Product, layout: &Layout) {
        for (factor, axis) in [(product.left, ROWS), (product.right, COLUMNS)] {
            let Some((tile, transposed)) = self.resolve(factor) else { continue };
            let own = if transposed { 1 - axis } else { axis };
            if let Some(staging) = self.tiles.get_mut(&tile) {
                let needed = read_along(layout, axis);
                staging.reach[own] = staging.reach[own].max(needed.next_multiple_of(16));
            }
        }
    }
}

/// Which thread copies which vectors of 16 bytes of a staged tile.
pub fn copy_layout(staging: &Staging, threads: u32) -> Layout {
    Layout::strided(staging.reach, threads, 16 / staging.scalar.size() as u32)
}

/// How many rows (or columns) of an operand are read for an accumulator of this layout: fragments of the right
/// operand are read two at a time.
pub fn read_along(layout: &Layout, axis: usize) -> u32 {
    let reach = layout.axes[axis].reach();
    match fragments(layout) {
        Some(Fragments { wide, .. }) if axis == COLUMNS && wide % 2 == 1 => reach + 8,
        _ => reach,
    }
}
