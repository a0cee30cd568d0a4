//! What is done with each element of tiles by itself: `x.apply(|v| ..)`, `x.apply_with(y, |a, b| ..)`, and the
//! elements of a tensor that a tile of numbers names: `x.gather(places)`, `x.atomic_add(places, values)`.
//!
//! Takes the calls, and what a tile kernel prints; guarantees a loop over the elements ([`Unroll::Each`]) whose body
//! has scalars alone. So a closure may say whatever a kernel says of scalars, device functions and loops included. The
//! shapes need not be known here.

use proc_macro2::Span;

use super::items::Item;
use super::{Lower, bare};
use crate::intrinsics::Reduce;
use crate::ir::{Expr, ExprKind, LocalId, LocalKind, Place, SiteId, Stmt, StmtKind, TileOp, Type, Unroll};
use crate::passes::infer::tiles;

/// What is done with the elements of a tensor that tiles of numbers name.
#[derive(Clone, Copy)]
enum ByPlace {
    Gather { padded: bool },
    Change(Option<Reduce>),
}

fn by_place(name: &str) -> Option<ByPlace> {
    Some(match name {
        "gather" => ByPlace::Gather { padded: false },
        "gather_or" => ByPlace::Gather { padded: true },
        "scatter" => ByPlace::Change(None),
        "atomic_add" => ByPlace::Change(Some(Reduce::Sum)),
        "atomic_min" => ByPlace::Change(Some(Reduce::Min)),
        "atomic_max" => ByPlace::Change(Some(Reduce::Max)),
        _ => return None,
    })
}

impl Lower<'_> {
    /// `x.apply(f)`, `x.apply_with(y, f)` and `x.apply_with((y, z), f)`; `None` where the name is neither.
    pub(super) fn apply_call(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        let operands = match name {
            "apply" => 0,
            "apply_with" => 1,
            _ => return None,
        };
        let Some((f, others)) =
            call.args.iter().collect::<Vec<_>>().split_last().map(|(f, others)| (*f, others.to_vec()))
        else {
            return Some(self.dummy());
        };
        if others.len() != operands {
            // rustc counts them.
            return Some(self.dummy());
        }
        let tuple = match others.first().map(|other| bare(other)) {
            Some(syn::Expr::Tuple(tuple)) => Some(tuple),
            _ => None,
        };
        let others = tuple.map_or(others, |tuple| tuple.elems.iter().collect());
        let all: Vec<_> = std::iter::once(&*call.receiver).chain(others).collect();
        let all = self.sequence(&all);
        let mut tiles = Vec::new();
        for tile in all {
            tiles.push(self.temporary("x", tile));
        }
        let callback = self.callback(bare(f));
        let result = self.result_of_each(&tiles, |lower, counter| {
            let mut items = Vec::new();
            for tile in &tiles {
                items.push(Item::Value(lower.element_of_each(tile, counter)));
            }
            if tuple.is_some() {
                let others = items.split_off(1);
                items.push(Item::Tuple(others));
            }
            lower.apply_to_value(&callback, items)
        });
        Some(result)
    }

    /// A method of a tensor, or of the row of one with that number, by tiles of numbers; `None` where the name is
    /// none of theirs.
    pub(super) fn by_place_call(
        &mut self,
        call: &syn::ExprMethodCall,
        tensor: LocalId,
        axes: usize,
        row: Option<Expr>,
    ) -> Option<Expr> {
        let name = call.method.to_string();
        let what = by_place(&name)?;
        let numbers = axes - usize::from(row.is_some());
        let more = usize::from(!matches!(what, ByPlace::Gather { padded: false }));
        if call.args.len() != numbers + more {
            // rustc counts them.
            return Some(self.dummy());
        }
        let all: Vec<_> = call.args.iter().collect();
        let mut all = self.sequence(&all);
        let last = if more > 0 { all.pop() } else { None };
        // Of which matrix of a batch the elements are, one number says for all of them, or a tile for each.
        let mut matrices = Vec::new();
        for number in all.drain(..axes.saturating_sub(2)) {
            matrices.push(self.temporary("matrix", number));
        }
        let mut places = Vec::new();
        for tile in all {
            places.push(self.temporary("places", tile));
        }
        let row = row.map(|row| self.temporary("row", row));
        let last = last.map(|last| self.temporary("value", last));
        let element = self.element_type(tensor);
        let coordinates = |lower: &mut Self, counter: &Expr| {
            let mut all: Vec<Expr> = row.iter().cloned().collect();
            for tile in matrices.iter().chain(&places) {
                let number = lower.element_of_each(tile, counter);
                let number = Expr::new(ExprKind::Cast(Box::new(number)), Type::USIZE);
                all.push(lower.temporary("place", number));
            }
            all
        };
        Some(match what {
            ByPlace::Gather { .. } => self.result_of_each(&places, |lower, counter| {
                let mut args = coordinates(lower, counter);
                args.push(last.clone().unwrap_or_else(|| Self::zero_of(element.clone())));
                let fetched =
                    Expr::new(ExprKind::Tile { op: TileOp::Fetch { tensor }, args }, element.clone());
                lower.temporary("fetched", fetched)
            }),
            ByPlace::Change(by) => {
                if !matches!(self.function.local(tensor).ty, Type::Tensor { mutable: true, .. }) {
                    // rustc says so.
                    return Some(self.dummy());
                }
                self.each(&places, |lower, counter| {
                    let mut args = coordinates(lower, counter);
                    if let Some(value) = &last {
                        args.push(lower.element_of_each(value, counter));
                    }
                    let op = TileOp::Change { tensor, by };
                    lower.push(StmtKind::Eval(Expr::new(ExprKind::Tile { op, args }, Type::Unit)));
                });
                Expr::new(ExprKind::Literal(crate::ir::Literal::Bool(false)), Type::Unit)
            }
        })
    }

    /// Prints values once for each element of the tiles among them; of scalars alone, once.
    pub(super) fn print_each(&mut self, mut values: Vec<Expr>, site: SiteId) {
        for value in &mut values {
            *value = self.temporary("shown", value.clone());
        }
        // Something to count.
        let counted = if values.is_empty() { vec![Expr::bool(true)] } else { values.clone() };
        self.each(&counted, |lower, counter| {
            let values = values.iter().map(|value| lower.element_of_each(value, counter)).collect();
            lower.block.push(Stmt { kind: StmtKind::Print { values }, site });
        });
    }

    /// The tile of the joined shape that has at each place what `value` gives there.
    fn result_of_each(&mut self, tiles: &[Expr], value: impl FnOnce(&mut Self, &Expr) -> Expr) -> Expr {
        let ty = self.fresh();
        let local = self.new_local("each", ty.clone(), LocalKind::Let);
        self.push(StmtKind::Let { local, init: None });
        self.each(tiles, |lower, counter| {
            let value = value(lower, counter);
            let mut args = vec![counter.clone(), value];
            args.extend_from_slice(tiles);
            let value = Expr::new(ExprKind::Tile { op: TileOp::Put, args }, ty.clone());
            lower.push(StmtKind::Assign { place: Place::local(local, ty.clone()), op: None, value });
        });
        Expr::local(local, ty)
    }

    /// A loop over the elements of the joined shape of the tiles.
    fn each(&mut self, tiles: &[Expr], body: impl FnOnce(&mut Self, &Expr)) {
        let label = self.new_label();
        let local = self.new_local("k", Type::USIZE, LocalKind::Temp);
        let counter = Expr::local(local, Type::USIZE);
        let end = self.method(tiles::COUNT, tiles.to_vec(), Span::call_site());
        let body = self.scoped_block(|lower| body(lower, &counter));
        self.push(StmtKind::For {
            label,
            local,
            start: Expr::new(ExprKind::Literal(crate::ir::Literal::Int(0)), Type::USIZE),
            end,
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Each,
            body,
        });
    }

    fn element_of_each(&mut self, tile: &Expr, counter: &Expr) -> Expr {
        let ty = self.fresh();
        let args = vec![tile.clone(), counter.clone()];
        let element = Expr::new(ExprKind::Tile { op: TileOp::Element, args }, ty);
        self.temporary("element", element)
    }
}
