//! Products of which only the transpose is used: `(a b)ᵀ` is `bᵀ aᵀ`.
//!
//! Requires normal form ([`super::normal`]) and keeps it. Ensures that the kernel computes the same elements. Where the
//! transpose of a product, or of what element-wise operations make of it, is the left factor of another product, and
//! the tile itself is used for nothing else, all of it is computed transposed. So the factor stays in the registers in
//! which its own product left it. Otherwise threads would exchange it through shared memory.

use super::normal;
use super::plan::local_of;
use crate::collections::{Map, Set};
use crate::ir::{
    Block, Expr, ExprKind, Function, Len, LocalId, LocalKind, Place, Stmt, StmtKind, TileOp, Type,
};

/// Computes those products transposed.
pub fn transpose(function: &mut Function) {
    let stable = normal::stable(function, &function.body);
    let uses = Uses::of(function);
    let mut found = Found { tiles: Set::new(), vectors: Set::new() };
    for (transposed, tile) in uses.transposes() {
        if uses.is_left_factor(transposed)
            && !found.tiles.contains(&tile)
            && let Some(linked) = uses.linked(tile, &stable)
        {
            found.tiles.extend(linked.tiles);
            found.vectors.extend(linked.vectors);
        }
    }
    if found.tiles.is_empty() {
        return;
    }
    // Of tiles that are transposes of others, which never change: the others.
    let is_stable = |local: LocalId| stable[local.0 as usize];
    let originals = uses.transposes().filter(|(transposed, tile)| {
        is_stable(*transposed) && is_stable(*tile) && !found.tiles.contains(tile)
    });
    let originals = originals.collect();
    let mut body = std::mem::take(&mut function.body);
    for tile in &found.tiles {
        reverse(&mut function.locals[tile.0 as usize].ty);
    }
    let mut rewrite = Rewrite { function, originals, vectors: Map::new(), found };
    rewrite.block(&mut body);
    let mut read = Set::new();
    body.walk_exprs(&mut |expr| read.extend(local_of(expr)));
    rewrite.drop_unread(&mut body, &read);
    function.body = body;
}

/// What a tile is read for.
#[derive(Clone, Copy)]
enum Use {
    /// By an element-wise tree, or as the sum that a product adds to, whose result is that local.
    Part(LocalId),
    Transpose,
    LeftFactor,
    Other,
}

/// What is done with tiles, by local.
struct Uses<'a> {
    function: &'a Function,
    /// Each value that the local is given; none where a part of it changes.
    values: Vec<Vec<Option<&'a Expr>>>,
    by_local: Vec<Vec<Use>>,
}

/// Tiles that are computed transposed.
struct Found {
    tiles: Set<LocalId>,
    /// Rows and columns that are repeated in them, and serve other tiles as they are.
    vectors: Set<LocalId>,
}

impl<'a> Uses<'a> {
    fn of(function: &'a Function) -> Uses<'a> {
        let count = function.locals.len();
        let mut uses = Uses { function, values: vec![Vec::new(); count], by_local: vec![Vec::new(); count] };
        function.body.walk(&mut |stmt| {
            let target = match &stmt.kind {
                StmtKind::Let { local, .. } => Some(*local),
                StmtKind::Assign { place, op: None, .. } if place.steps.is_empty() => Some(place.base),
                StmtKind::Assign { place, .. } => {
                    uses.values[place.base.0 as usize].push(None);
                    None
                }
                _ => None,
            };
            let mut first = true;
            stmt.for_each_expr(&mut |expr| {
                // The value comes before what else a statement has.
                let target = target.filter(|_| std::mem::take(&mut first));
                if let Some(target) = target {
                    uses.values[target.0 as usize].push(Some(expr));
                }
                uses.read(expr, target);
            });
        });
        uses
    }

    /// Notes what the value reads.
    fn read(&mut self, value: &Expr, target: Option<LocalId>) {
        let mut note = |expr: &Expr, what: Use| {
            expr.walk(&mut |expr| {
                if let ExprKind::Load(place) | ExprKind::Ref(place) = &expr.kind {
                    self.by_local[place.base.0 as usize].push(what);
                }
            });
        };
        let part = target.map_or(Use::Other, Use::Part);
        match &value.kind {
            ExprKind::Tile { op: TileOp::Mma, args } => {
                args.iter().zip([Use::LeftFactor, Use::Other, part]).for_each(|(arg, what)| note(arg, what));
            }
            ExprKind::Tile { op: TileOp::Transpose, args } => {
                for arg in args {
                    note(arg, target.map_or(Use::Other, |_| Use::Transpose));
                }
            }
            _ => note(value, if is_tree(value) { part } else { Use::Other }),
        }
    }

    fn values(&self, local: LocalId) -> &[Option<&'a Expr>] {
        &self.values[local.0 as usize]
    }

    /// The tiles that are nothing but the transpose of another one, with that one.
    fn transposes(&self) -> impl Iterator<Item = (LocalId, LocalId)> {
        let locals = (0..self.values.len() as u32).map(LocalId);
        locals.filter_map(|local| match self.values(local) {
            [Some(Expr { kind: ExprKind::Tile { op: TileOp::Transpose, args }, .. })] => {
                Some((local, local_of(args.first()?)?))
            }
            _ => None,
        })
    }

    /// Whether the tile is multiplied from the left, as it is or rounded.
    fn is_left_factor(&self, tile: LocalId) -> bool {
        let uses = |tile: LocalId| self.by_local[tile.0 as usize].iter();
        uses(tile).any(|what| match what {
            Use::LeftFactor => true,
            Use::Part(rounded) => uses(*rounded).any(|what| matches!(what, Use::LeftFactor)),
            Use::Transpose | Use::Other => false,
        })
    }

    /// All that has to be computed transposed if this tile is, where that can be, and a product is among it.
    fn linked(&self, tile: LocalId, stable: &[bool]) -> Option<Found> {
        let mut tiles = Set::new();
        let mut vectors = Vec::new();
        self.link(tile, &mut tiles, &mut vectors)?;
        let is_product = |value: &Expr| matches!(value.kind, ExprKind::Tile { op: TileOp::Mma, .. });
        if !tiles.iter().any(|tile| self.values(*tile).iter().copied().flatten().any(is_product)) {
            return None;
        }
        let mut found = Found { tiles, vectors: Set::new() };
        while let Some(vector) = vectors.pop() {
            let (mut more, mut others) = (found.tiles.clone(), Vec::new());
            let own = self.link(vector, &mut more, &mut others).is_some_and(|()| {
                more.iter().all(|tile| found.tiles.contains(tile) || self.is_vector(*tile))
            });
            if own {
                found.tiles = more;
                vectors.extend(others);
            } else if stable[vector.0 as usize] {
                found.vectors.insert(vector);
            } else {
                return None;
            }
        }
        found.vectors.retain(|vector| !found.tiles.contains(vector));
        Some(found)
    }

    /// Adds the tile and all that it is linked with; and, of those, the rows and columns that are repeated.
    fn link(&self, tile: LocalId, tiles: &mut Set<LocalId>, vectors: &mut Vec<LocalId>) -> Option<()> {
        let mut todo = vec![tile];
        while let Some(tile) = todo.pop() {
            if !tiles.insert(tile) {
                continue;
            }
            let shape = self.shape(tile)?;
            for value in self.values(tile) {
                match &(*value)?.kind {
                    ExprKind::Tile { op: TileOp::Mma, args } => todo.push(local_of(args.get(2)?)?),
                    // A row's elements in order are a column's.
                    ExprKind::Tile { op: TileOp::Reshape, .. } if self.is_vector(tile) => {}
                    _ if is_tree((*value)?) => (*value)?.walk(&mut |expr| {
                        if let (Some(part), Some(own)) = (local_of(expr), expr.ty.shape()) {
                            if own == shape { todo.push(part) } else { vectors.push(part) }
                        }
                    }),
                    _ => return None,
                }
            }
            for what in &self.by_local[tile.0 as usize] {
                match what {
                    Use::Part(result) => todo.push(*result),
                    Use::Transpose => {}
                    Use::LeftFactor | Use::Other => return None,
                }
            }
        }
        Some(())
    }

    /// The shape of a tile with two axes.
    fn shape(&self, tile: LocalId) -> Option<&'a [Len]> {
        self.function.local(tile).ty.shape().filter(|shape| shape.len() == 2)
    }

    fn is_vector(&self, tile: LocalId) -> bool {
        self.shape(tile).is_some_and(|shape| shape.contains(&Len::Const(1)))
    }
}

/// Whether the value is an element-wise tree.
fn is_tree(value: &Expr) -> bool {
    let other = |op: &TileOp| !matches!(op, TileOp::Broadcast | TileOp::Iota { .. });
    value.ty.shape().is_some()
        && !value.any(&mut |expr| matches!(&expr.kind, ExprKind::Tile { op, .. } if other(op)))
}

fn reverse(ty: &mut Type) {
    if let Type::Tile { shape, .. } = ty {
        shape.reverse();
    }
}

struct Rewrite<'a> {
    function: &'a mut Function,
    originals: Map<LocalId, LocalId>,
    /// The transposes of [`Found::vectors`].
    vectors: Map<LocalId, LocalId>,
    found: Found,
}

impl Rewrite<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.0) {
            stmt.blocks_mut().into_iter().for_each(|inside| self.block(inside));
            let target = match &stmt.kind {
                StmtKind::Let { local, .. } => Some(*local),
                StmtKind::Assign { place, .. } => Some(place.base),
                _ => None,
            };
            let mut before = Vec::new();
            if target.is_some_and(|target| self.found.tiles.contains(&target)) {
                if let StmtKind::Assign { place, .. } = &mut stmt.kind {
                    reverse(&mut place.ty);
                }
                stmt.for_each_expr_mut(&mut |value| self.value(value, &mut before));
            } else {
                stmt.for_each_expr_mut(&mut |value| self.transposed_already(value));
            }
            let site = stmt.site;
            block.0.extend(before.into_iter().map(|kind| Stmt { kind, site }));
            block.0.push(stmt);
            if let Some(vector) = target.filter(|target| self.found.vectors.contains(target)) {
                let (transposed, kind) = self.bind_transpose(vector);
                self.vectors.insert(vector, transposed);
                block.0.push(Stmt { kind, site });
            }
        }
    }

    /// The transpose of a tile that is transposed is the tile.
    fn transposed_already(&self, value: &mut Expr) {
        if let ExprKind::Tile { op: TileOp::Transpose, args } = &value.kind
            && let Some(tile) = args.first().and_then(local_of)
            && self.found.tiles.contains(&tile)
        {
            *value = Expr::local(tile, value.ty.clone());
        }
    }

    /// What computes the transpose of the value.
    fn value(&mut self, value: &mut Expr, before: &mut Vec<StmtKind>) {
        match &mut value.kind {
            ExprKind::Tile { op: TileOp::Mma, args } => {
                args.swap(0, 1);
                for factor in &mut args[..2] {
                    *factor = self.factor(factor, before);
                }
                self.tree(&mut args[2]);
                reverse(&mut value.ty);
            }
            ExprKind::Tile { op: TileOp::Reshape, .. } => reverse(&mut value.ty),
            _ => self.tree(value),
        }
    }

    /// The transpose of a factor.
    fn factor(&mut self, factor: &Expr, before: &mut Vec<StmtKind>) -> Expr {
        let Some(tile) = local_of(factor) else { return factor.clone() };
        let mut ty = factor.ty.clone();
        reverse(&mut ty);
        let transposed = self.originals.get(&tile).copied().unwrap_or_else(|| {
            let (transposed, kind) = self.bind_transpose(tile);
            before.push(kind);
            transposed
        });
        Expr::local(transposed, ty)
    }

    fn tree(&self, tree: &mut Expr) {
        tree.rewrite(&mut |expr| {
            if expr.ty.shape().is_none() {
                return;
            }
            reverse(&mut expr.ty);
            match &mut expr.kind {
                ExprKind::Load(place) => {
                    let base = self.vectors.get(&place.base).copied().unwrap_or(place.base);
                    *place = Place::local(base, expr.ty.clone());
                }
                ExprKind::Tile { op: TileOp::Iota { axis }, .. } => *axis = 1 - *axis,
                _ => {}
            }
        });
    }

    /// A local with the transpose of a tile, and the statement that makes it.
    fn bind_transpose(&mut self, tile: LocalId) -> (LocalId, StmtKind) {
        let own = self.function.local(tile);
        let (name, from) = (format!("{}_transposed", own.name), own.ty.clone());
        let mut ty = from.clone();
        reverse(&mut ty);
        let local = self.function.add_local(name, ty.clone(), LocalKind::Temp);
        let args = vec![Expr::local(tile, from)];
        let init = Some(Expr::new(ExprKind::Tile { op: TileOp::Transpose, args }, ty));
        (local, StmtKind::Let { local, init })
    }

    /// Drops transposes that nothing reads any more.
    fn drop_unread(&self, block: &mut Block, read: &Set<LocalId>) {
        block.0.retain(|stmt| match &stmt.kind {
            StmtKind::Let { local, .. } => read.contains(local) || !self.originals.contains_key(local),
            _ => true,
        });
        for inside in block.0.iter_mut().flat_map(Stmt::blocks_mut) {
            self.drop_unread(inside, read);
        }
    }
}
