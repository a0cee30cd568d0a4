//! The stores of a safe tile kernel: no two tiles of the grid may store to one element, or load what another one
//! stores.
//!
//! 1. **Owning.** A store *owns* an axis of the grid where a coordinate is `tile_id(axis)`, or counts from it in
//!    steps of `tile_count(axis)`, or is `tile_id(axis) * n` and less than `n` more (a number that is written
//!    out, or the counter of a loop over such), or `tile_id(axis) + e`, or `e - tile_id(axis)`, or where two
//!    coordinates are `tile_id(axis) / e` and `tile_id(axis) % e`, or those of such a count, with one `e` that all
//!    tiles have alike. Names that are bound once by `let` are seen through; other coordinates may be anything. Tiles
//!    that differ along an owned axis differ in a coordinate, and so store to different elements.
//! 2. **One owner.** All stores to a tensor own the same axes in the same coordinates, with tiles of the same
//!    extent along those: else a tile of one store could lie on a neighbor's tile of the other ([`Code::Stores`]).
//! 3. **Loads.** A load from a tensor that is stored to owns what its stores own ([`Code::LoadsOfStored`]).
//! 4. **Numbers.** A store by numbers that a tile has is refused ([`Code::Stores`]); what changes elements
//!    atomically is not, but then the kernel touches that tensor in no other way.
//! 5. **The rest is the launch's.** Along an axis that some store does not own, a launch may have one tile only.
//!
//! Where a type is not known yet, or a tensor that is stored to goes to a device function, nothing is refused and
//! nothing owned.

use super::Finding;
use super::coordinates::{Coordinate, Origins, machine};
use crate::compact::List;
use crate::diagnostic::{Code, Diagnostic};
use crate::intrinsics::Machine;
use crate::ir::{
    Addressing, Expr, ExprKind, Function, Len, LocalId, Module, Site, SiteId, StmtKind, TileOp, Type,
};
use crate::passes::inline::inline;

/// Along which axes of the grid the stores of a kernel are disjoint, so that there may be more than one tile.
pub fn disjoint(kernel: &Function, sites: &[Site]) -> Result<[bool; 3], Vec<Finding>> {
    let accesses = accesses(kernel);
    let mut disjoint = [true; 3];
    let mut findings = Vec::new();
    for tensor in stored(&accesses) {
        match owned(tensor, &accesses, kernel, sites) {
            Ok(owned) => {
                for (axis, disjoint) in (0..).zip(&mut disjoint) {
                    *disjoint &= owned.iter().any(|owned| owned.axis == axis);
                }
            }
            Err(finding) => findings.push(finding),
        }
    }
    findings.extend(mixed(kernel, &accesses));
    findings.extend(scattered(kernel));
    if findings.is_empty() { Ok(disjoint) } else { Err(findings) }
}

/// A store for which there may be one tile only along an axis of the grid: the tensor's name, and where it stands.
pub fn not_owned<'f>(kernel: &'f Function, sites: &[Site], axis: u8) -> Option<(&'f str, SiteId)> {
    let accesses = accesses(kernel);
    let owns = |owned: &[Owned]| owned.iter().any(|owned| owned.axis == axis);
    stored(&accesses).into_iter().find_map(|tensor| {
        let site = match owned(tensor, &accesses, kernel, sites) {
            Ok(owned) if owns(&owned) => None,
            Ok(_) => accesses
                .iter()
                .find(|access| access.store && access.tensor == tensor)
                .map(|access| access.site),
            Err(finding) => Some(finding.site),
        };
        Some((kernel.local(tensor).name.as_str(), site?))
    })
}

/// Along one axis of the grid there are as many tiles of `extent` elements as cover the tensor's axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridAxis {
    /// The tensor's place among the parameters.
    pub param: usize,
    pub axis: u8,
    pub extent: u64,
}

/// The grid of a closed tile kernel by what it stores, for each axis a rule of each tensor that is stored to. `None`
/// where the stores do not tell, or those to one tensor differ.
pub fn grid(module: &Module) -> Option<Vec<Vec<GridAxis>>> {
    let module = inline(module);
    let kernel = module.entry()?;
    let mut used = [false; 3];
    let mut counts = false;
    let mut look = |expr: &Expr| match machine(expr) {
        Some(Machine::BlockIdx(axis)) => used[axis as usize] = true,
        Some(Machine::GridDim(_)) => counts = true,
        _ => {}
    };
    kernel.body.walk_operands(&mut look);
    // A kernel that knows how many tiles there are shares the work out by itself.
    if counts {
        return None;
    }
    let mut grid: [Vec<GridAxis>; 3] = Default::default();
    for access in accesses(kernel).iter().filter(|access| access.store) {
        for owned in &access.owned {
            let (position, each, extent) = match (&owned.place, owned.extents.as_deref()) {
                (Where::At { position }, Some([extent])) => (position, 1, extent),
                (Where::Block { position, by }, Some([extent])) => (position, *by, extent),
                _ => return None,
            };
            let (Len::Const(extent), Some(param)) =
                (*extent, kernel.params.iter().position(|id| *id == access.tensor))
            else {
                return None;
            };
            let rule = GridAxis { param, axis: *position, extent: extent.saturating_mul(each) };
            let known = &mut grid[owned.axis as usize];
            match known.iter().find(|other| other.param == param) {
                Some(other) if *other != rule => return None,
                Some(_) => {}
                None => known.push(rule),
            }
        }
    }
    let axes = used.iter().rposition(|used| *used).map_or(0, |last| last + 1);
    let grid = grid.into_iter().take(axes).list();
    grid.iter().all(|rules| !rules.is_empty()).then_some(grid)
}

/// The first atomic change of each tensor that is loaded or stored as well.
fn mixed(kernel: &Function, accesses: &[Access]) -> Vec<Finding> {
    let mut found: Vec<(LocalId, Finding)> = Vec::new();
    kernel.body.walk(&mut |stmt| {
        let StmtKind::Eval(Expr {
            kind: ExprKind::Tile { op: TileOp::Change { tensor, by: Some(_) }, .. },
            ..
        }) = &stmt.kind
        else {
            return;
        };
        let is_other = |access: &Access| access.tensor == *tensor;
        if accesses.iter().any(is_other) && found.iter().all(|(known, _)| known != tensor) {
            let name = &kernel.local(*tensor).name;
            let message = format!(
                "elements of `{name}` are changed atomically here, and loaded or stored by tiles elsewhere"
            );
            let help =
                "do one of both in a kernel: another tile may do the one while this one does the other";
            let diagnostic = Diagnostic::new(Code::Stores, message).help(help);
            found.push((*tensor, Finding { site: stmt.site, diagnostic }));
        }
    });
    found.into_iter().map(|(_, finding)| finding).list()
}

/// The stores by numbers that a tile has: what those are, nobody can tell.
fn scattered(kernel: &Function) -> Vec<Finding> {
    let mut found = Vec::new();
    kernel.body.walk(&mut |stmt| {
        if let StmtKind::Eval(Expr {
            kind: ExprKind::Tile { op: TileOp::Change { tensor, by: None }, .. }, ..
        }) = &stmt.kind
        {
            let name = &kernel.local(*tensor).name;
            let message = format!(
                "two tiles of the grid may store to the same elements of `{name}`: which ones this store is of, only its numbers say"
            );
            let help = "combine the values by `atomic_add`, `atomic_min` or `atomic_max`, or make the kernel an `unsafe fn` and guarantee it yourself";
            let diagnostic = Diagnostic::new(Code::Stores, message).help(help);
            found.push(Finding { site: stmt.site, diagnostic });
        }
    });
    found
}

/// A load or store of a tile.
struct Access {
    tensor: LocalId,
    store: bool,
    site: SiteId,
    owned: Vec<Owned>,
    /// Whether everything about it is known: the tile's extents, and what the coordinates are.
    known: bool,
}

/// An axis of the grid that an access owns.
#[derive(Clone, Debug, PartialEq)]
struct Owned {
    axis: u8,
    place: Where,
    /// Of the tile, along the owning coordinates; `None` where they are not known yet.
    extents: Option<Vec<Len>>,
}

/// The coordinates that own an axis.
#[derive(Clone, Debug, PartialEq)]
enum Where {
    At {
        position: u8,
    },
    /// As many coordinates for each tile, one after the other.
    Block {
        position: u8,
        by: u64,
    },
    /// With something added that all tiles have alike.
    Shifted {
        position: u8,
        by: Expr,
    },
    /// Taken from something that all tiles have alike.
    Reversed {
        position: u8,
        from: Expr,
    },
    /// The quotient and the remainder by the expression.
    Pair {
        quotient: u8,
        remainder: u8,
        by: Expr,
    },
}

/// Every access of a tensor that may be stored to, in order.
fn accesses(kernel: &Function) -> Vec<Access> {
    let origins = Origins::of(kernel);
    let mut all = Vec::new();
    kernel.body.walk(&mut |stmt| {
        stmt.for_each_expr(&mut |expr| {
            expr.walk(&mut |expr| all.extend(access(kernel, &origins, expr, stmt.site)));
        });
    });
    all
}

fn access(kernel: &Function, origins: &Origins<'_>, expr: &Expr, site: SiteId) -> Option<Access> {
    let (tensor, store, coordinates, tile) = match &expr.kind {
        // A device function may load from it in any way.
        ExprKind::Ref(place) => (place.base, false, None, None),
        ExprKind::Tile { op, args } => {
            let tensor = op.tensor()?;
            let rank = rank(kernel, tensor)?;
            let coordinates = args.get(..rank)?;
            match op {
                TileOp::Store { .. } => {
                    (tensor, true, Some(coordinates), args.get(rank).map(|value| &value.ty))
                }
                TileOp::Load { by: Addressing::Tiles | Addressing::Indexed { .. }, .. } => {
                    (tensor, false, Some(coordinates), Some(&expr.ty))
                }
                // An offset in elements, or a number that a tile has, may be any.
                TileOp::Load { by: Addressing::Elements, .. }
                | TileOp::Fetch { .. }
                | TileOp::Change { by: None, .. } => {
                    let store = matches!(op, TileOp::Change { .. });
                    if !matches!(kernel.local(tensor).ty, Type::Tensor { mutable: true, .. }) {
                        return None;
                    }
                    return Some(Access { tensor, store, site, owned: Vec::new(), known: true });
                }
                TileOp::Change { by: Some(_), .. }
                | TileOp::Element
                | TileOp::Put
                | TileOp::Broadcast
                | TileOp::Iota { .. }
                | TileOp::Reduce { .. }
                | TileOp::Mma
                | TileOp::Transpose
                | TileOp::Reshape
                | TileOp::Gather { .. } => return None,
            }
        }
        _ => return None,
    };
    if !matches!(kernel.local(tensor).ty, Type::Tensor { mutable: true, .. }) {
        return None;
    }
    let coordinates: Option<Vec<Coordinate>> =
        coordinates.map(|all| all.iter().map(|coordinate| origins.coordinate(coordinate)).list());
    let extents = extents(tile, coordinates.as_ref().map_or(0, Vec::len));
    let known = coordinates.is_some() && extents.is_some();
    let owned = owns(coordinates.as_deref().unwrap_or(&[]), extents.as_deref());
    Some(Access { tensor, store, site, owned, known })
}

fn rank(kernel: &Function, tensor: LocalId) -> Option<usize> {
    match kernel.locals.get(tensor.0 as usize)?.ty {
        Type::Tensor { rank, .. } => Some(rank as usize),
        _ => None,
    }
}

/// The extents of the tile, one a coordinate: 1 along the axes that the tensor has before those of the tile.
fn extents(tile: Option<&Type>, coordinates: usize) -> Option<Vec<Len>> {
    let shape = tile?.shape()?;
    let before = coordinates.checked_sub(shape.len())?;
    let mut extents = vec![Len::Const(1); before];
    extents.extend_from_slice(shape);
    Some(extents)
}

fn owns(coordinates: &[Coordinate], extents: Option<&[Len]>) -> Vec<Owned> {
    let along = |positions: &[u8]| -> Option<Vec<Len>> {
        positions.iter().map(|position| extents?.get(*position as usize).copied()).collect()
    };
    let numbered = || (0u8..).zip(coordinates);
    let mut all = Vec::new();
    for (position, coordinate) in numbered() {
        match coordinate {
            Coordinate::Id(axis) | Coordinate::Strided(axis) => {
                let place = Where::At { position };
                all.push(Owned { axis: *axis, place, extents: along(&[position]) });
            }
            Coordinate::Quotient(axis, by) => {
                let rest = Coordinate::Remainder(*axis, by.clone());
                for (remainder, _) in numbered().filter(|(_, other)| **other == rest) {
                    let place = Where::Pair { quotient: position, remainder, by: by.clone() };
                    all.push(Owned { axis: *axis, place, extents: along(&[position, remainder]) });
                }
            }
            Coordinate::Block(axis, by) => {
                let place = Where::Block { position, by: *by };
                all.push(Owned { axis: *axis, place, extents: along(&[position]) });
            }
            Coordinate::Shifted(axis, by) => {
                let place = Where::Shifted { position, by: by.clone() };
                all.push(Owned { axis: *axis, place, extents: along(&[position]) });
            }
            Coordinate::Reversed(axis, from) => {
                let place = Where::Reversed { position, from: from.clone() };
                all.push(Owned { axis: *axis, place, extents: along(&[position]) });
            }
            Coordinate::Remainder(..) | Coordinate::Other => {}
        }
    }
    all
}

/// The tensors that are stored to, in order.
fn stored(accesses: &[Access]) -> Vec<LocalId> {
    let mut tensors = Vec::new();
    for access in accesses.iter().filter(|access| access.store) {
        if !tensors.contains(&access.tensor) {
            tensors.push(access.tensor);
        }
    }
    tensors
}

/// What all stores to a tensor own, and all loads from it.
fn owned(
    tensor: LocalId,
    accesses: &[Access],
    kernel: &Function,
    sites: &[Site],
) -> Result<Vec<Owned>, Finding> {
    let name = &kernel.local(tensor).name;
    let of_tensor = || accesses.iter().filter(|access| access.tensor == tensor);
    let mut stores = of_tensor().filter(|access| access.store);
    let Some(first) = stores.next() else { return Ok(Vec::new()) };
    let line = sites.get(first.site.0 as usize).map_or(0, |site| site.line);
    for other in stores {
        if places(first) != places(other) {
            let (here, there) = (says(other), says(first));
            let there = if here == there { "by another number".to_owned() } else { there };
            let message = format!(
                "two tiles of the grid may store to the same elements of `{name}`: this store {here}, and the one in line {line} \
                 {there}"
            );
            return Err(finding(other.site, Code::Stores, message));
        }
        if first.known && other.known && first.owned != other.owned {
            let message = format!(
                "two tiles of the grid may store to the same elements of `{name}`: this store is of a tile of another extent \
                 along the coordinates that it owns than the one in line {line}"
            );
            return Err(finding(other.site, Code::Stores, message));
        }
    }
    // Where something is not known, nothing is owned.
    if of_tensor().any(|access| !access.known) && of_tensor().count() > 1 {
        return Ok(Vec::new());
    }
    for load in of_tensor().filter(|access| !access.store) {
        if !first.owned.iter().all(|owned| load.owned.contains(owned)) {
            let message = format!(
                "another tile of the grid may store what is loaded from `{name}` here: this load {}, and the store in line {line} {}",
                says(load),
                says(first),
            );
            return Err(finding(load.site, Code::LoadsOfStored, message));
        }
    }
    Ok(first.owned.clone())
}

fn places(access: &Access) -> Vec<(u8, &Where)> {
    access.owned.iter().map(|owned| (owned.axis, &owned.place)).list()
}

fn finding(site: SiteId, code: Code, message: String) -> Finding {
    let help = match code {
        Code::LoadsOfStored => {
            "load at the coordinates that the kernel stores to, from a tensor that it does not store to, or make the \
             kernel an `unsafe fn` and guarantee it yourself"
        }
        _ => {
            "store at the same `tile_id(..)` coordinates with tiles of the same extents everywhere, to tensors of their own, or \
             make the kernel an `unsafe fn` and guarantee it yourself"
        }
    };
    Finding { site, diagnostic: Diagnostic::new(code, message).help(help) }
}

/// What an access owns, in words.
#[inline(never)]
fn says(access: &Access) -> String {
    if access.owned.is_empty() {
        return "has no `tile_id(..)` of its own as a coordinate".to_owned();
    }
    let one = |owned: &Owned| {
        let axis = owned.axis;
        match &owned.place {
            Where::At { position } => {
                let extent = match owned.extents.as_deref() {
                    Some([Len::Const(extent)]) => format!(" in tiles of {extent}"),
                    _ => String::new(),
                };
                format!("`tile_id({axis})` as coordinate {position}{extent}")
            }
            Where::Block { position, by } => {
                format!("`tile_id({axis}) * {by}` and less than {by} more as coordinate {position}")
            }
            Where::Shifted { position, .. } => {
                format!("`tile_id({axis})` and something more as coordinate {position}")
            }
            Where::Reversed { position, .. } => {
                format!("something less `tile_id({axis})` as coordinate {position}")
            }
            Where::Pair { quotient, remainder, .. } => {
                format!(
                    "the quotient and the remainder of `tile_id({axis})` as coordinates {quotient} and {remainder}"
                )
            }
        }
    };
    let all: Vec<String> = access.owned.iter().map(one).list();
    format!("has {}", all.join(" and "))
}
