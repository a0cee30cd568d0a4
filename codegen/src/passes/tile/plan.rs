//! Which threads there are and where each tile lives.
//!
//! Requires a kernel in normal form ([`super::normal`]). Gives each local that is a tile a [`Home`]:
//!
//! 1. A tile that is one scalar throughout, the coordinates along an axis or a reshape of another that moves
//!    nothing, and never changes, is not stored at all.
//! 2. The others form classes: tiles of one shape that element-wise work or an assignment brings together share a
//!    layout, so that such work needs no exchange. A reshape that moves nothing counts as an assignment.
//! 3. A class with a product's accumulator has the layout that the product wants. Other classes with rows and
//!    columns are strided.
//! 4. A class of single rows or columns takes the slice of the layout that it was reduced out of, or else of the
//!    one that it is first broadcast against; where there is none, it is strided.
//!
//! Where an operation finds an operand in another layout than it wants, lowering exchanges it through shared memory.

use super::layout::{COLUMNS, Layout, ROWS, WARP};
use super::limits::ALL_REGISTERS;
use super::pipeline::{self, Limits, Own, Pipeline};
use super::product::{self, Method, Product, Staged};
use super::registers::{self, Tiles};
use super::warpgroups::by_warpgroups;
use super::{Conditions, Target, normal};
use crate::collections::{Map, Set, sort_by_key};
use crate::compact::List;
use crate::ir::{
    Block, Expr, ExprKind, Function, LabelId, LocalId, Stmt, StmtKind, TileAttrs, TileOp, Type, Unroll,
};

/// Most threads of a block.
pub const MOST_THREADS: u32 = 1024;

/// Words of 32 bits of the largest tile for each thread, where nothing else decides: enough loads under way at once
/// to keep memory busy, few enough for several such tiles in registers.
const FEW_WORDS_A_THREAD: u64 = 16;

/// Words of a larger tile than that, for each thread: with fewer threads more blocks fit on a multiprocessor, and
/// while one waits for its loads or its barriers, another stores. What does not fit the most threads goes to more
/// blocks, which are a cluster.
const WORDS_A_THREAD: u64 = 32;
const FEW_WORDS: u64 = 4096;

/// Words for each thread of a tile of a cluster, and of a large one beside which others are loaded: of so many
/// registers as fewer threads have, less goes to what each needs in any case.
const MANY_WORDS_A_THREAD: u64 = 64;

/// Where a tile lives.
#[derive(Clone, Debug, PartialEq)]
pub enum Home {
    /// Distributed over registers.
    Registers(Layout),
    /// Nowhere: each element is this scalar, a literal or a local that never changes.
    Splat(Expr),
    /// Nowhere: each element is its coordinate along this axis of the two.
    Iota(usize),
    /// Where another tile lives that has the same rows and columns; neither ever changes.
    Same(LocalId),
    /// In shared memory, for products: a tile, or another way to read one ([`Staged`]).
    Staged,
}

/// The decisions for a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Threads that share a tile: those of a block, or of a cluster of blocks.
    pub threads: u32,
    /// Blocks that share a tile, a power of two.
    pub cluster: u32,
    /// Blocks of a multiprocessor at once, for which the code should have registers enough.
    pub blocks: u32,
    /// The tensors whose last two axes have changed places.
    pub turned: Set<LocalId>,
    /// By local; tiles have one.
    pub homes: Vec<Option<Home>>,
    pub staged: Staged,
    /// The loops whose loads run ahead.
    pub pipelines: Map<LabelId, Pipeline>,
    /// The loops whose loads run a turn ahead, each thread for itself, and what they keep.
    pub own: Own,
    /// Registers of a thread, as [`super::registers`] estimates them.
    pub registers: u32,
    /// Whether there are products.
    pub multiplies: bool,
}

impl Plan {
    /// Threads of a block.
    pub fn block(&self) -> u32 {
        self.threads / self.cluster
    }

    /// Whether a tile in registers is loaded a turn ahead.
    pub fn loads_ahead(&self, tile: LocalId) -> bool {
        self.own.ahead.values().any(|loads| loads.iter().any(|load| load.tile == tile))
    }

    /// Words of a thread's part of the largest tile, and of a vector of each that is loaded again and again: as they
    /// come, and as words.
    pub fn words_of_a_turn(&self, function: &Function) -> u64 {
        let layout = |tile: LocalId| match self.homes.get(tile.0 as usize) {
            Some(Some(Home::Registers(layout))) => Some(layout),
            _ => None,
        };
        let beside = self.own.again.values().flatten().map(|load| {
            let size = function.local(load.tile).ty.lane().scalar().map_or(4, |scalar| scalar.size() as u64);
            let vector = layout(load.tile).map_or(1, |layout| u64::from(layout.vector()));
            if size < 4 { vector + vector * size / 4 } else { vector * size / 4 }
        });
        let most = function.locals.iter().filter_map(|local| words(&local.ty)).max().unwrap_or(0);
        most / u64::from(self.threads) + beside.sum::<u64>()
    }
}

/// The extents of a tile of a closed module, as rows and columns; `None` of other types.
#[inline(never)]
pub fn extents(ty: &Type) -> Option<[u32; 2]> {
    let small = |extent: u64| u32::try_from(extent).unwrap_or(u32::MAX);
    match ty.extents()?.as_slice() {
        [columns] => Some([1, small(*columns)]),
        [rows, columns] => Some([small(*rows), small(*columns)]),
        _ => None,
    }
}

/// The axis of the two that a tile's own axis is.
pub fn axis_of(ty: &Type, axis: u8) -> usize {
    match ty.shape() {
        Some([_]) => COLUMNS,
        _ => axis as usize,
    }
}

/// How many threads there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub block: u32,
    pub cluster: u32,
    /// Blocks of a multiprocessor at once, where that is not to be found out.
    pub blocks: Option<u32>,
}

/// The plan with a number of threads, the given one or what the tiles ask for.
pub fn planned(function: &Function, target: Conditions, limits: Limits, shape: Option<Shape>) -> Plan {
    let mut survey = Survey::of(function, target);
    let mut staged = product::staged(function, target);
    let hints = function.attrs.tile.unwrap_or_default();
    let whole_rows = survey.wants_whole_rows(&staged);
    let mut block = threads(function, &survey, &staged, hints, target, whole_rows);
    let mut cluster = 1;
    if block == MOST_THREADS && hints.warps.is_none() && survey.products.is_empty() {
        (block, cluster) = survey.shared_by(function, limits.cluster.min(Target::CLUSTER));
    }
    if let Some(shape) = shape {
        (block, cluster) = (shape.block, shape.cluster);
    }
    let threads = block * cluster;
    let grouped = survey.by_warpgroups(function, &staged, threads / WARP, target);
    let layouts = survey.layouts(function, &staged, threads, target, (whole_rows, &grouped));
    for product in &survey.products {
        if grouped.contains(&product.target) {
            staged.swizzle(product);
        } else if let Some(layout) = &layouts[survey.class(product.target)] {
            staged.reserve(product, layout);
        }
    }
    let homes = function.locals.iter().enumerate().map(|(index, local)| {
        extents(&local.ty)?;
        if staged.resolve(LocalId(index as u32)).is_some() {
            return Some(Home::Staged);
        }
        if let Some(home) = &survey.virtuals[index] {
            return Some(home.clone());
        }
        let class = survey.class(LocalId(index as u32));
        Some(Home::Registers(layouts[class].clone().unwrap_or_else(|| Layout::replicated(threads))))
    });
    let homes = homes.list();
    let (products, grouped) = (&survey.products[..], &grouped);
    let registers = registers::estimate(Tiles {
        function,
        homes: &homes,
        staged: &staged,
        products,
        grouped,
        threads,
        target,
    });
    let words =
        [survey.words(function), survey.changing(function)].map(|words| words.div_ceil(threads.into()));
    let blocks = shape
        .and_then(|shape| shape.blocks)
        .unwrap_or_else(|| survey.blocks(function, &layouts, words, (block, registers)));
    let limits = Limits { blocks: u64::from(blocks), ..limits };
    let pipelines = pipeline::pipelines(function, &mut staged, target, limits);
    let own = pipeline::own(function, (&homes, &staged, &pipelines), block, target, limits);
    let multiplies = !products.is_empty();
    Plan {
        threads,
        cluster,
        blocks,
        turned: Set::new(),
        homes,
        staged,
        pipelines,
        own,
        registers,
        multiplies,
    }
}

fn threads(
    function: &Function,
    survey: &Survey,
    staged: &Staged,
    hints: TileAttrs,
    target: Conditions,
    whole_rows: bool,
) -> u32 {
    if let Some(rows) = survey.products.iter().map(|product| product.extents[ROWS]).max() {
        // A warp has 16 rows where warpgroups multiply, whatever the hint.
        let warps = rows.div_ceil(16).min(MOST_THREADS / WARP);
        let grouped = survey.by_warpgroups(function, staged, warps, target);
        if survey.products.iter().all(|product| grouped.contains(&product.target)) {
            return warps * WARP;
        }
    }
    if let Some(warps) = hints.warps {
        return warps.clamp(1, MOST_THREADS / WARP) * WARP;
    }
    if !survey.products.is_empty() {
        return product::warps(&survey.products, target.arch, whole_rows) * WARP;
    }
    let words = survey.words(function);
    // Lanes reduce without a barrier, and what else is loaded does not wait for them.
    if words <= u64::from(WARP) * WORDS_A_THREAD && !survey.reduced.is_empty() && !survey.gathers {
        return WARP;
    }
    let beside = survey.large(function, &survey.loaded, words) > 1;
    let (each, least) = match words {
        0..=FEW_WORDS => (FEW_WORDS_A_THREAD, WARP),
        _ if !beside || words <= 2 * FEW_WORDS => (WORDS_A_THREAD, (FEW_WORDS / FEW_WORDS_A_THREAD) as u32),
        _ => (MANY_WORDS_A_THREAD, WARP),
    };
    words.div_ceil(each).clamp(least.into(), u64::from(MOST_THREADS)).next_power_of_two() as u32
}

/// Words of 32 bits of a tile, of narrower elements one each.
fn words(ty: &Type) -> Option<u64> {
    let [rows, columns] = extents(ty)?;
    let size = ty.lane().scalar()?.size() as u64;
    Some((u64::from(rows) * u64::from(columns)).saturating_mul(size.div_ceil(4)))
}

/// Blocks of so many threads, each with so many words of a tile and what is computed of it, that fit on a
/// multiprocessor.
fn rows_at_once(threads: u32, each: u64) -> u32 {
    match threads * (each.div_ceil(WORDS_A_THREAD) as u32) {
        0..=256 => 3,
        257..=512 => 2,
        _ => 1,
    }
}

/// What the kernel does with its tiles.
struct Survey {
    target: Conditions,
    /// Union-find over locals.
    parent: Vec<usize>,
    virtuals: Vec<Option<Home>>,
    /// Locals that keep the value that they begin with.
    stable: Vec<bool>,
    /// Locals that are a slice of others, along an axis: by reductions, then by broadcasts, each in order of the text.
    reduced: Vec<(LocalId, LocalId)>,
    spread: Vec<(LocalId, LocalId)>,
    /// What is loaded.
    loaded: Vec<LocalId>,
    /// Whether elements of tiles are picked by number, as sorts do, through shared memory and with registers besides.
    gathers: bool,
    /// The smallest element of what is loaded or stored, by local; 0 where nothing is.
    moved: Vec<u32>,
    /// What is loaded from tensors that are not aligned, or stored to them.
    unaligned: Vec<LocalId>,
    products: Vec<Product>,
}

impl Survey {
    fn of(function: &Function, target: Conditions) -> Survey {
        let count = function.locals.len();
        let mut survey = Survey {
            target,
            parent: (0..count).list(),
            virtuals: vec![None; count],
            reduced: Vec::new(),
            spread: Vec::new(),
            loaded: Vec::new(),
            gathers: false,
            moved: vec![0; count],
            unaligned: Vec::new(),
            products: product::products(function),
            stable: normal::stable(function, &function.body),
        };
        function.body.walk(&mut |stmt| survey.stmt(function, stmt));
        survey
    }

    fn stmt(&mut self, function: &Function, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } => {
                if self.stable[local.0 as usize] {
                    self.virtuals[local.0 as usize] = virtual_home(function, init, &self.stable);
                }
                self.value(function, *local, init);
            }
            StmtKind::Assign { place, value, .. } => self.value(function, place.base, value),
            StmtKind::Eval(value) => {
                if let ExprKind::Tile { op: TileOp::Store { tensor }, args } = &value.kind {
                    if let Some(local) = args.last().and_then(local_of) {
                        self.moves(function, local, *tensor);
                    }
                }
            }
            StmtKind::For { unroll: Unroll::Each, body, .. } => self.each(function, body),
            StmtKind::Let { init: None, .. }
            | StmtKind::If { .. }
            | StmtKind::Loop { .. }
            | StmtKind::While { .. }
            | StmtKind::For { .. }
            | StmtKind::Block { .. }
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Fail { .. }
            | StmtKind::Print { .. } => {}
        }
    }

    /// `local = value`
    fn value(&mut self, function: &Function, local: LocalId, value: &Expr) {
        let operand = |args: &[Expr], index: usize| args.get(index).and_then(local_of);
        match &value.kind {
            ExprKind::Tile { op: TileOp::Load { tensor, .. }, .. } => {
                self.loaded.push(local);
                self.moves(function, local, *tensor);
            }
            ExprKind::Tile { op: TileOp::Reduce { .. }, args } => {
                if let Some(from) = operand(args, 0) {
                    self.reduced.push((local, from));
                }
            }
            ExprKind::Tile { op: TileOp::Mma, args } => {
                if let Some(accumulator) = operand(args, 2) {
                    self.join(local, accumulator);
                }
            }
            ExprKind::Tile { op: TileOp::Reshape, args } => {
                if let Some(from) = operand(args, 0) {
                    if extents(&function.local(from).ty) == extents(&value.ty) {
                        self.join(local, from);
                    }
                }
            }
            ExprKind::Tile { op: TileOp::Gather { .. }, args } => {
                self.gathers = true;
                if let Some(numbers) = operand(args, 1) {
                    if extents(&function.local(numbers).ty) == extents(&value.ty) {
                        self.join(local, numbers);
                    } else {
                        self.spread.push((numbers, local));
                    }
                }
            }
            ExprKind::Tile {
                op:
                    TileOp::Store { .. }
                    | TileOp::Transpose
                    | TileOp::Element
                    | TileOp::Put
                    | TileOp::Fetch { .. }
                    | TileOp::Change { .. },
                ..
            } => {}
            _ => {
                if value.ty.shape().is_some() {
                    self.tree(function, local, value);
                }
            }
        }
    }

    /// What a loop over elements reads goes with what it makes, or with one another.
    fn each(&mut self, function: &Function, body: &Block) {
        let (target, tiles) = each_of(body);
        let size =
            |local: &LocalId| extents(&function.local(*local).ty).map(|[rows, columns]| rows * columns);
        let Some(whole) = target.or_else(|| tiles.iter().copied().max_by_key(size)) else { return };
        for tile in tiles {
            if extents(&function.local(tile).ty) == extents(&function.local(whole).ty) {
                self.join(whole, tile);
            } else {
                self.spread.push((tile, whole));
            }
        }
    }

    /// The leaves of a tree that becomes the local's value.
    fn tree(&mut self, function: &Function, local: LocalId, expr: &Expr) {
        if let Some(leaf) = local_of(expr) {
            let leaf_extents = extents(&function.local(leaf).ty);
            if leaf_extents == extents(&function.local(local).ty) {
                self.join(local, leaf);
            } else if leaf_extents.is_some() {
                self.spread.push((leaf, local));
            }
        }
        expr.for_each_child(&mut |child| self.tree(function, local, child));
    }

    fn moves(&mut self, function: &Function, local: LocalId, tensor: LocalId) {
        let size = function.local(local).ty.lane().scalar().map_or(0, |scalar| scalar.size() as u32);
        let smallest = &mut self.moved[local.0 as usize];
        *smallest = if *smallest == 0 { size } else { size.min(*smallest) };
        if !self.target.is_aligned(function, tensor) {
            self.unaligned.push(local);
        }
    }

    fn class(&self, local: LocalId) -> usize {
        let mut at = local.0 as usize;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    /// Puts two locals into one class, named by the earlier of them.
    fn join(&mut self, a: LocalId, b: LocalId) {
        let (a, b) = (self.class(a), self.class(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// How many blocks a multiprocessor should have at once, by the registers of accumulators, or by the words that
    /// a thread has of the largest tile and of all that change.
    fn blocks(
        &self,
        function: &Function,
        layouts: &[Option<Layout>],
        [words, changing]: [u64; 2],
        (threads, registers): (u32, u32),
    ) -> u32 {
        let mut classes = Set::new();
        let mut accumulators = 0;
        for product in &self.products {
            let class = self.class(product.target);
            if classes.insert(class) {
                accumulators += layouts[class].as_ref().map_or(0, Layout::registers) * product.words();
            }
        }
        let outer = |product: &Product| product.method(self.target.arch) == Method::Outer;
        // Beside accumulators there are operands and addresses: about 100 registers on tensor cores, fewer for an
        // outer product.
        let each =
            if self.products.iter().all(outer) { accumulators.max(64) * 2 } else { accumulators + 100 };
        // What is not aligned takes more addresses than can be estimated.
        if self.large(function, &self.unaligned, self.words(function)) > 0 {
            return 1;
        }
        if self.products.is_empty() {
            return if words > FEW_WORDS_A_THREAD { rows_at_once(threads, words.max(changing)) } else { 1 };
        }
        if ALL_REGISTERS / u64::from(each.max(registers).min(255) * threads) >= 2 { 2 } else { 1 }
    }

    /// Words of 32 bits of the largest tile, of narrower elements one each.
    fn words(&self, function: &Function) -> u64 {
        let kept = function.locals.iter().zip(&self.virtuals).filter(|(_, home)| home.is_none());
        kept.filter_map(|(local, _)| words(&local.ty)).max().unwrap_or(1)
    }

    /// Words of 32 bits of all tiles that change: of those each has its registers from one turn of a loop to the next.
    fn changing(&self, function: &Function) -> u64 {
        let changing = function.locals.iter().zip(&self.stable).filter(|(_, stable)| !**stable);
        changing.filter_map(|(local, _)| words(&local.ty)).sum()
    }

    /// How many of these tiles have at least half so many words.
    fn large(&self, function: &Function, tiles: &[LocalId], most: u64) -> usize {
        let large =
            |local: &&LocalId| words(&function.local(**local).ty).is_some_and(|words| words * 2 >= most);
        tiles.iter().filter(large).count()
    }

    /// The threads of a block, and how many blocks, up to `most`, share the largest tile where the most threads
    /// have no registers for it.
    fn shared_by(&self, function: &Function, most: u32) -> (u32, u32) {
        let words = self.words(function);
        let (whole, half) = (MOST_THREADS, MOST_THREADS / 2);
        let each = |threads: u32, words: u64| u64::from(threads) * words;
        if most == 1 || words <= each(whole, WORDS_A_THREAD) {
            return (whole, 1);
        }
        // Both have as many words.
        let blocks = words.div_ceil(each(half, MANY_WORDS_A_THREAD)).next_power_of_two();
        if blocks <= u64::from(most) { (half, blocks as u32) } else { (whole, most) }
    }

    /// Whether something looks at whole rows of an accumulator: a reduction along them, or a product that has it
    /// for its left operand.
    fn wants_whole_rows(&self, staged: &Staged) -> bool {
        let is_accumulator = |local: LocalId| {
            let class = self.class(local);
            self.products.iter().any(|product| self.class(product.target) == class)
        };
        let reduced = self.reduced.iter().any(|(_, from)| is_accumulator(*from));
        reduced
            || self
                .products
                .iter()
                .any(|product| staged.resolve(product.left).is_none() && is_accumulator(product.left))
    }

    /// The products that warpgroups multiply, with so many warps.
    fn by_warpgroups(
        &self,
        function: &Function,
        staged: &Staged,
        warps: u32,
        target: Conditions,
    ) -> Set<LocalId> {
        let class = |local| self.class(local);
        by_warpgroups(&self.products, staged, warps, target, function, &class)
    }

    /// The layout of each class, by its name.
    fn layouts(
        &mut self,
        function: &Function,
        staged: &Staged,
        threads: u32,
        target: Conditions,
        (whole_rows, grouped): (bool, &Set<LocalId>),
    ) -> Vec<Option<Layout>> {
        let count = function.locals.len();
        let mut classes = Vec::new();
        let mut moved = vec![0u32; count];
        let unaligned: Set<usize> = self.unaligned.iter().map(|tile| self.class(*tile)).collect();
        for (index, local) in function.locals.iter().enumerate() {
            let Some([rows, columns]) = extents(&local.ty) else { continue };
            let class = self.class(LocalId(index as u32));
            if class == index {
                classes.push((class, [rows, columns]));
            }
            let size = self.moved[index];
            if size > 0 {
                moved[class] = if moved[class] == 0 { size } else { size.min(moved[class]) };
            }
        }
        // What others are slices of comes first.
        sort_by_key(&mut classes, |(class, [rows, columns])| {
            (std::cmp::Reverse(u64::from(*rows) * u64::from(*columns)), *class)
        });
        let mut layouts: Vec<Option<Layout>> = vec![None; count];
        for (class, extents) in classes {
            let product = self.products.iter().find(|product| self.class(product.target) == class);
            if let Some(product) = product {
                let method = product.method(target.arch);
                let mut paired = [false; 2];
                for product in self.products.iter().filter(|product| self.class(product.target) == class) {
                    let own = product.paired(staged);
                    paired = [paired[ROWS] | own[ROWS], paired[COLUMNS] | own[COLUMNS]];
                }
                let whole_rows = whole_rows || grouped.contains(&product.target);
                layouts[class] = Some(product::layout(extents, threads / WARP, method, whole_rows, paired));
                continue;
            }
            let sliced = self.slice_of(function, class, extents, &layouts);
            let in_vectors = moved[class] > 0 && !unaligned.contains(&class);
            let vector = if in_vectors { vector(extents[COLUMNS], moved[class]) } else { 1 };
            layouts[class] = Some(sliced.unwrap_or_else(|| Layout::strided(extents, threads, vector)));
        }
        layouts
    }

    /// The slice of a larger class's layout that a class of single rows or columns takes.
    fn slice_of(
        &self,
        function: &Function,
        class: usize,
        [rows, columns]: [u32; 2],
        layouts: &[Option<Layout>],
    ) -> Option<Layout> {
        let axis = match (rows, columns) {
            (1, _) => ROWS,
            (_, 1) => COLUMNS,
            _ => return None,
        };
        let candidates = self.reduced.iter().chain(&self.spread);
        let mut slices =
            candidates.filter(|(small, _)| self.class(*small) == class).filter_map(|(_, large)| {
                let found = extents(&function.local(*large).ty)?;
                let other = 1 - axis;
                let along = [rows, columns][other] == found[other];
                (along && found[axis] > 1).then_some(())?;
                Some(layouts[self.class(*large)].as_ref()?.slice(axis))
            });
        slices.next()
    }
}

/// How many consecutive elements a thread moves at once: 16 bytes of the smallest element that is moved, where rows
/// allow it.
fn vector(columns: u32, size: u32) -> u32 {
    (16 / size).min(1 << columns.trailing_zeros())
}

/// The home of a tile that need not be stored, if this is its only value.
fn virtual_home(function: &Function, init: &Expr, stable: &[bool]) -> Option<Home> {
    let same = |from: &Expr| {
        let from = local_of(from).filter(|from| stable[from.0 as usize])?;
        (extents(&function.local(from).ty) == extents(&init.ty)).then_some(Home::Same(from))
    };
    let ExprKind::Tile { op, args } = &init.kind else { return None };
    match op {
        TileOp::Reshape => same(args.first()?),
        TileOp::Iota { axis } => Some(Home::Iota(axis_of(&init.ty, *axis))),
        TileOp::Broadcast => {
            let scalar = args.first()?;
            match &scalar.kind {
                ExprKind::Literal(_) => Some(Home::Splat(scalar.clone())),
                ExprKind::Load(place) if scalar.ty.shape().is_none() && stable[place.base.0 as usize] => {
                    Some(Home::Splat(scalar.clone()))
                }
                _ => None,
            }
        }
        TileOp::Load { .. }
        | TileOp::Store { .. }
        | TileOp::Reduce { .. }
        | TileOp::Mma
        | TileOp::Transpose
        | TileOp::Gather { .. }
        | TileOp::Element
        | TileOp::Put
        | TileOp::Fetch { .. }
        | TileOp::Change { .. } => None,
    }
}

/// Of a loop over elements: the tile that it makes, and those whose elements it reads.
pub fn each_of(body: &Block) -> (Option<LocalId>, Vec<LocalId>) {
    let (mut target, mut tiles) = (None, Vec::new());
    body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, value, .. } = &stmt.kind
            && matches!(value.kind, ExprKind::Tile { op: TileOp::Put, .. })
        {
            target = Some(place.base);
        }
        stmt.for_each_expr(&mut |expr| {
            if let ExprKind::Tile { op: TileOp::Element, args } = &expr.kind {
                tiles.extend(args.first().and_then(local_of));
            }
        });
    });
    (target, tiles)
}

/// The local that the expression reads, where it reads a whole one.
pub fn local_of(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Load(place) if place.steps.is_empty() => Some(place.base),
        _ => None,
    }
}
