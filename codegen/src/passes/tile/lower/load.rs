//! Loads: each register, or each vector of registers, from the tensor where that has the element, the padding
//! elsewhere.

use super::ahead::replace;
use super::builder::{
    add, both, call_2, element, index, is_literal, less, multiply, reference, select, times,
};
use super::fuse::has_many;
use super::place::{Position, as_scalar};
use super::{Destination, Lowerer, Operand, Tensor};
use crate::ir::{
    Addressing, BinOp, Expr, ExprKind, FloatText, Literal, LocalId, Place, Scalar, TileLoad, Type,
};
use crate::passes::tile::layout::{COLUMNS, Layout, ROWS};
use crate::passes::tile::plan::local_of;

/// Registers of a tile in a thread from which on a comparison of each is worth a number of its own.
const MANY_TURNS: u32 = 16;

/// Bytes that a thread moves at once, at most.
pub(super) const WIDEST: u32 = 16;

/// Why a load by elements or by an index tile moves single ones.
pub const SPLIT: &str = "its columns may not begin at a multiple of 16 bytes, or its tensor is transposed";

/// And what would help.
pub const WHOLE: &str = "begin tiles at columns that are visibly multiples of 16 bytes";

/// The part of a tensor that a tile covers.
pub(super) struct Window {
    pub tensor: Tensor,
    /// The offset of the tile's first element.
    origin: Expr,
    /// Elements from one row, or one column, to the next.
    strides: [Expr; 2],
    /// How many rows and columns of the tile are there; `None` along an axis of one element.
    limits: [Option<Expr>; 2],
    /// The same behind what the thread's number adds to the coordinate, as a number of 32 bits, where many
    /// registers ask for it.
    lefts: [Option<Expr>; 2],
    /// Along axes where the tile begins at any element: which one, modulo 2⁶⁴, since it may be before the tensor.
    firsts: [Option<Expr>; 2],
    /// Along the axis of an index tile: what the tensor's rows or columns are.
    index: Option<(usize, Operand)>,
    /// Whether the tensor has the coordinate along axes of one element.
    inside: Expr,
    /// The tile's extents.
    extents: [u32; 2],
    /// It is known that the tensor has all of it.
    pub whole: bool,
}

impl Window {
    /// A window that is asked nothing: what it shows lies elsewhere.
    fn anywhere(tensor: Tensor, extents: [u32; 2]) -> Window {
        Window {
            tensor,
            origin: index(0),
            strides: [index(0), index(0)],
            limits: [None, None],
            lefts: [None, None],
            firsts: [None, None],
            index: None,
            inside: Expr::bool(true),
            extents,
            whole: true,
        }
    }

    /// Whether the tensor has all of the tile; of one whose registers reach beyond it, not.
    pub fn is_whole(&self) -> Expr {
        if self.index.is_some() {
            return Expr::bool(false);
        }
        [ROWS, COLUMNS].into_iter().fold(self.inside.clone(), |all, axis| match &self.limits[axis] {
            Some(limit) => {
                let extent = index(self.extents[axis]);
                both(all, Expr::binary(BinOp::Le, extent, limit.clone(), Type::BOOL))
            }
            None => all,
        })
    }
}

/// Where a tile begins in its tensor.
pub(super) struct First {
    pub by: Addressing,
    /// One coordinate an axis, as `usize`; that of an index tile is 0.
    pub coordinates: Vec<Expr>,
    pub index: Option<Operand>,
}

/// A load, up to its loop over registers.
pub(super) struct Loading {
    pub window: Window,
    pad: Expr,
    /// Elements that a thread moves at once.
    pub chunk: u32,
    /// The shared array with what was loaded before the loop.
    slot: Option<LocalId>,
}

impl Lowerer<'_> {
    pub(super) fn load(&mut self, target: &Destination, load: &TileLoad<'_>) {
        let Some(mut loading) = self.begin_load(target, load) else { return };
        let many = loading.window.tensor.aligned && has_many(&target.layout, target.extents);
        self.where_whole(loading.window.is_whole(), many, &mut |this, whole| {
            loading.window.whole = whole;
            this.load_vectors(target, &loading);
        });
    }

    /// The loop over registers.
    pub(super) fn load_vectors(&mut self, target: &Destination, loading: &Loading) {
        let position = self.begin_registers(&target.layout, loading.chunk);
        self.load_at(target, loading, &position);
        self.end_position(&position);
    }

    pub(super) fn begin_load(&mut self, target: &Destination, load: &TileLoad<'_>) -> Option<Loading> {
        let tensor = self.tensors.get(&load.tensor).cloned()?;
        let slot = self.kept.get(&target.local).copied();
        let pad = zero(target.scalar);
        if slot.is_some() {
            let chunk = WIDEST / target.scalar.size() as u32;
            return Some(Loading { window: Window::anywhere(tensor, target.extents), pad, chunk, slot });
        }
        let mut first = self.first(load.by, load.coordinates, None);
        if let Some(index) = first.index.take() {
            first.index = Some(self.readable(index, &target.layout));
        }
        let pad = match load.pad {
            Some(pad) => {
                let pad = self.scalar(pad);
                self.builder.bind_uniform("pad", pad)
            }
            None => pad,
        };
        let own = Some(&target.layout).filter(|_| load.by == Addressing::Tiles);
        self.note_load(tensor.slice, target.extents, own);
        let whole = self.multiples.in_vectors(load, target.scalar.size());
        let chunk = if whole { tensor.chunk(&target.layout, target.extents, target.scalar) } else { 1 };
        if whole {
            self.tell_moves((&tensor, "loaded"), (target.scalar, chunk), target.extents, &target.layout);
        } else {
            self.tell_staged(
                (&tensor, "loaded"),
                (target.scalar, chunk),
                target.extents,
                (SPLIT.to_owned(), WHOLE),
            );
        }
        let window = self.window(tensor, &first, target.extents, &target.layout);
        Some(Loading { window, pad, chunk, slot })
    }

    /// Loads the elements of a turn.
    pub(super) fn load_at(&mut self, target: &Destination, loading: &Loading, position: &Position) {
        let Loading { window, pad, chunk, slot } = loading;
        if let Some(array) = *slot {
            let from = self.slot_place(array, target, position.register(), *chunk);
            let to = self.target_place(target, position);
            return self.move_elements(to, from, *chunk);
        }
        let inside = self.in_window(window, position);
        let from = self.window_place(window, position);
        if *chunk == 1 {
            let place = self.target_place(target, position);
            self.builder.assign(place, select(inside, Expr::load(from), pad.clone()));
        } else {
            self.move_or_pad(target, position, (from, inside), pad.clone(), *chunk);
        }
    }

    /// Consecutive registers from a place, where that is inside of the tensor, and the padding elsewhere.
    pub(super) fn move_or_pad(
        &mut self,
        target: &Destination,
        position: &Position,
        (from, inside): (Place, Expr),
        pad: Expr,
        chunk: u32,
    ) {
        let place = self.target_place(target, position);
        if !is_literal(&inside) {
            let turn = self.builder.begin_for("k", chunk, true);
            let number = add(position.register(), turn);
            let place = self.numbered_place(target.local, &target.layout, target.scalar, number);
            self.builder.assign(place, pad);
            self.builder.end();
        }
        self.builder.begin_if(inside);
        self.move_elements(place, from, chunk);
        self.builder.end();
    }

    /// Where the tile with these coordinates begins, which are in tiles.
    pub(super) fn first_tile(&mut self, tensor: &Tensor, args: &[Expr]) -> First {
        self.first(Addressing::Tiles, &args[..tensor.extents.len().min(args.len())], None)
    }

    /// Where a tile begins, each coordinate computed once: for the turn of a loop at which its counter has a value.
    pub(super) fn first(
        &mut self,
        by: Addressing,
        coordinates: &[Expr],
        turn: Option<(LocalId, &Expr)>,
    ) -> First {
        let mut first = First { by, coordinates: Vec::new(), index: self.index_tile(by, coordinates) };
        for (axis, coordinate) in coordinates.iter().enumerate() {
            if by.index_axis(coordinates.len()) == Some(axis) {
                first.coordinates.push(index(0));
                continue;
            }
            let mut value = self.scalar(coordinate);
            if let Some((counter, at)) = turn {
                replace(&mut value, counter, at);
            }
            let value = if by == Addressing::Elements { wrapped(value) } else { value };
            first.coordinates.push(self.builder.bind_uniform("at", value));
        }
        first
    }

    /// The index tile among coordinates, as a column where it has the numbers of rows.
    pub(super) fn index_tile(&self, by: Addressing, coordinates: &[Expr]) -> Option<Operand> {
        let axis = by.index_axis(coordinates.len())?;
        let row = self.operand(coordinates.get(axis).and_then(local_of)?);
        Some(if axis + 2 == coordinates.len() { row.turned() } else { row })
    }

    /// The window of a tile that begins there. A coordinate in tiles is cut to the tensor's extent before it is
    /// multiplied, so that a great one is outside and does not wrap.
    pub(super) fn window(
        &mut self,
        tensor: Tensor,
        first: &First,
        extents: [u32; 2],
        layout: &Layout,
    ) -> Window {
        let name = self.builder.function.local(tensor.slice).name.clone();
        let rank = tensor.extents.len();
        let mut window = Window { whole: false, ..Window::anywhere(tensor, extents) };
        for (own, coordinate) in first.coordinates.iter().enumerate() {
            let whole = Expr::local(window.tensor.extents[own], Type::USIZE);
            if own + 2 < rank {
                // Along an axis that tiles have not, a coordinate is that of an element.
                let stride = Expr::local(window.tensor.strides[own], Type::USIZE);
                window.inside = both(window.inside, less(coordinate.clone(), whole));
                window.origin = add(window.origin, multiply(coordinate.clone(), stride));
                continue;
            }
            let axis = own + 2 - rank;
            let is_last = own + 1 == rank;
            let stride = if window.tensor.aligned && is_last {
                index(1)
            } else {
                Expr::local(window.tensor.strides[own], Type::USIZE)
            };
            if let (Some(index), true) = (&first.index, first.by == Addressing::Indexed { axis: axis as u8 })
            {
                window.index = Some((axis, index.clone()));
                window.strides[axis] = stride;
                continue;
            }
            let start = if extents[axis] == 1 {
                window.inside = both(window.inside, less(coordinate.clone(), whole));
                coordinate.clone()
            } else if first.by == Addressing::Elements {
                let left = call_2("saturating_sub", whole, coordinate.clone());
                window.limits[axis] = Some(self.builder.bind_uniform("left", left));
                window.firsts[axis] = Some(coordinate.clone());
                coordinate.clone()
            } else {
                let word = if axis == ROWS { "row" } else { "column" };
                let is_first = *coordinate == index(0);
                let start = if is_first {
                    index(0)
                } else {
                    let cut = call_2("int_min", coordinate.clone(), whole.clone());
                    self.builder.bind_uniform(&format!("{name}_{word}"), times(cut, extents[axis]))
                };
                let mut left = if is_first { whole } else { call_2("saturating_sub", whole, start.clone()) };
                if layout.is_padded(axis, extents[axis]) {
                    left = call_2("int_min", left, index(extents[axis]));
                }
                let left = self.builder.bind_uniform(&format!("{name}_{word}s"), left);
                let many = self.plan.staged.tiles.is_empty() && layout.registers() >= MANY_TURNS;
                if window.tensor.aligned && many {
                    let own = self.builder.thread_part(layout.axes[axis].threads(), layout.threads);
                    let behind = as_scalar(call_2("saturating_sub", left.clone(), own), Scalar::U32);
                    window.lefts[axis] = Some(self.builder.bind_new("left", behind, false));
                }
                window.limits[axis] = Some(left);
                start
            };
            window.origin = add(window.origin, multiply(start, stride.clone()));
            window.strides[axis] = stride;
        }
        window.origin = self.builder.bind_uniform(&format!("{name}_start"), window.origin);
        window
    }

    /// Whether the tensor has this element of the tile.
    pub(super) fn in_window(&mut self, window: &Window, position: &Position) -> Expr {
        if window.whole {
            return Expr::bool(true);
        }
        let mut inside = window.inside.clone();
        for axis in [ROWS, COLUMNS] {
            if let Some(at) = self.tensor_coordinate(window, position, axis) {
                let rank = window.tensor.extents.len();
                inside =
                    both(inside, less(at, Expr::local(window.tensor.extents[axis + rank - 2], Type::USIZE)));
                if position.layout.is_padded(axis, window.extents[axis]) {
                    let coordinate = self.coordinate(position, axis);
                    inside = both(inside, less(coordinate, index(window.extents[axis])));
                }
            } else if let Some(left) = &window.lefts[axis] {
                let step = as_scalar(Self::with_registers(index(0), position, axis), Scalar::U32);
                inside = both(inside, less(step, left.clone()));
            } else if let Some(limit) = &window.limits[axis] {
                let coordinate = self.coordinate(position, axis);
                inside = both(inside, less(coordinate, limit.clone()));
            } else if position.layout.is_padded(axis, 1) {
                let coordinate = self.coordinate(position, axis);
                inside = both(inside, less(coordinate, index(1)));
            }
        }
        inside
    }

    /// The coordinate in the tensor, modulo 2⁶⁴, along an axis where the tile begins at any element or is indexed.
    fn tensor_coordinate(&mut self, window: &Window, position: &Position, axis: usize) -> Option<Expr> {
        match (&window.index, &window.firsts[axis]) {
            (Some((indexed, index)), _) if *indexed == axis => {
                let number = self.element_of(index, position);
                Some(Expr::new(ExprKind::Cast(Box::new(number)), Type::USIZE))
            }
            (_, Some(first)) => Some(add(first.clone(), self.coordinate(position, axis))),
            (_, None) => None,
        }
    }

    /// The element of the tensor: first what a thread has to itself, once for all registers, then what each
    /// register adds, which is the same in all threads.
    pub(super) fn window_place(&mut self, window: &Window, position: &Position) -> Place {
        let mut offset = window.origin.clone();
        let axes = || [ROWS, COLUMNS].into_iter().filter(|axis| window.limits[*axis].is_some());
        for axis in axes() {
            let own = self.thread_coordinate(position, axis);
            offset = add(offset, multiply(own, window.strides[axis].clone()));
        }
        for axis in axes() {
            let steps = Self::with_registers(index(0), position, axis);
            offset = add(offset, multiply(steps, window.strides[axis].clone()));
        }
        if let Some((axis, _)) = window.index
            && let Some(at) = self.tensor_coordinate(window, position, axis)
        {
            offset = add(offset, multiply(at, window.strides[axis].clone()));
        }
        element(window.tensor.slice, window.tensor.element, offset)
    }

    /// Copies consecutive elements at once.
    #[inline(never)]
    pub(super) fn move_elements(&mut self, to: Place, from: Place, count: u32) {
        let bytes = count * from.ty.size().unwrap_or(1) as u32;
        let name = format!("move_{bytes}");
        self.builder.eval(&name, vec![reference(to, true), reference(from, false)]);
    }
}

impl Tensor {
    /// How many consecutive elements a thread moves at once between registers of the layout and the tensor.
    pub(super) fn chunk(&self, layout: &Layout, extents: [u32; 2], scalar: Scalar) -> u32 {
        if self.aligned { vector(layout, extents, scalar) } else { 1 }
    }
}

/// A signed coordinate modulo 2⁶⁴.
fn wrapped(value: Expr) -> Expr {
    match &value.kind {
        ExprKind::Literal(Literal::Int(0..)) => Expr::new(value.kind, Type::USIZE),
        // No literal of a `usize`, or sums with it would be folded without wrapping.
        _ => Expr::new(ExprKind::Cast(Box::new(value)), Type::USIZE),
    }
}

/// How many consecutive elements one move can take, by layout and size; 1 where elements are moved one by one.
pub(super) fn vector(layout: &Layout, extents: [u32; 2], scalar: Scalar) -> u32 {
    let size = scalar.size() as u32;
    let count = layout.vector().min(WIDEST / size).min(1 << extents[COLUMNS].trailing_zeros());
    if count * size >= 4 { count } else { 1 }
}

/// Zero, as an element.
#[inline(never)]
pub(super) fn zero(scalar: Scalar) -> Expr {
    let literal = match scalar {
        Scalar::Bool => Literal::Bool(false),
        _ if scalar.is_float() => Literal::Float(FloatText("0.0".to_owned())),
        _ => Literal::Int(0),
    };
    Expr::new(ExprKind::Literal(literal), Type::Scalar(scalar))
}

/// So many bytes, for a copy.
pub(super) fn bytes(count: u32) -> Expr {
    Expr::int(i128::from(count), Scalar::U32)
}
