//! Staged tiles: from a tensor to shared memory, for products.
//!
//! Everything that a product may read is written, zeros where the tile has no element. Where rows are whole
//! vectors, a thread moves 16 bytes at a time: through registers, or on its way while the thread goes on
//! ([`Path::Ahead`]), for which whoever asks for it waits.

use super::builder::{Builder, add, both, element, index, less, multiply, reference, select, times};
use super::load::{First, SPLIT, WHOLE, bytes, zero};
use super::place::Position;
use super::tensor::rounded;
use super::{Lowerer, Tensor};
use crate::collections::Map;
use crate::ir::{BinOp, Expr, LocalId, LocalKind, Place, TileLoad, Type};
use crate::passes::tile::layout::{COLUMNS, Layout, ROWS};
use crate::passes::tile::pipeline::{Ahead, is_zero, moves_in_vectors};
use crate::passes::tile::plan::extents;
use crate::passes::tile::product::{Staging, copy_layout};

/// Elements that a thread loads at once, where they go one by one.
const ELEMENTS_AT_ONCE: u32 = 16;

/// Where a staged tile lies.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    /// The shared array, of all stages.
    pub local: LocalId,
    pub staging: Staging,
    /// The first element of the stage that is read.
    pub start: Expr,
}

impl Buffer {
    /// The element in this row and column of a stage.
    fn place(&self, builder: &mut Builder, start: &Expr, row: Expr, column: Expr) -> Place {
        let Staging { scalar, reach, span, .. } = self.staging;
        let at = match span {
            None => add(times(row, self.staging.pitch()), column),
            Some(span) => {
                // Of a panel's row the chunks of 16 bytes change places, by the number of the row.
                let (wide, chunk) = (span / scalar.size() as u32, 16 / scalar.size() as u32);
                let panel = builder.divided(column.clone(), wide);
                let column = builder.remainder(column, wide);
                let step = builder.divided(row.clone(), 128 / span);
                let step = times(builder.remainder(step, span / 16), chunk);
                let column = Expr::binary(BinOp::BitXor, column, step, Type::USIZE);
                add(add(times(panel, reach[ROWS] * wide), times(row, wide)), column)
            }
        };
        element(self.local, scalar, add(at, start.clone()))
    }
}

/// How a tile gets to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    /// By asynchronous copies.
    Ahead,
    /// By vectors of 16 bytes through registers.
    Vectors,
    Elements,
}

impl Lowerer<'_> {
    /// The shared arrays of the staged tiles, one for each owner.
    pub(super) fn declare_staged(&mut self) {
        let staged = &self.plan.staged;
        let mut arrays: Map<LocalId, LocalId> = Map::new();
        for (tile, staging) in &staged.tiles {
            let owner = staged.owner(*tile);
            let local = arrays.get(&owner).copied().unwrap_or_else(|| {
                let sharing = staged.tiles.iter().filter(|(tile, _)| staged.owner(**tile) == owner);
                let len =
                    sharing.map(|(_, staging)| u64::from(staging.len()) * u64::from(staging.stages)).max();
                self.builder.shared(&self.tile.local(owner).name, staging.scalar, len.unwrap_or(1))
            });
            arrays.insert(owner, local);
            let buffer = Buffer { local, staging: staging.clone(), start: index(0) };
            self.staged.insert(*tile, buffer);
        }
    }

    /// Loads a tile now.
    pub(super) fn stage(&mut self, tile: LocalId, load: &TileLoad<'_>) {
        let Some(tensor) = self.tensors.get(&load.tensor).cloned() else { return };
        let Some(buffer) = self.staged.get(&tile).cloned() else { return };
        let mut first = self.first(load.by, load.coordinates, None);
        self.note_load(tensor.slice, [0, 0], None);
        let pad = load.pad.filter(|pad| !is_zero(pad)).map(|pad| {
            let pad = self.scalar(pad);
            self.builder.bind_uniform("pad", pad)
        });
        let whole = self.multiples.in_vectors(load, buffer.staging.scalar.size());
        let vectors = tensor.aligned && moves_in_vectors(&self.tile.local(tile).ty) && whole;
        let path = if vectors && pad.is_none() { Path::Vectors } else { Path::Elements };
        if let Some(index) = first.index.take() {
            first.index = Some(self.readable(index, &self.layout_of(&buffer, path)));
        }
        self.fill(tile, &buffer, tensor, &first, pad, &index(0), path);
    }

    /// Which thread copies what of a tile.
    fn layout_of(&self, buffer: &Buffer, path: Path) -> Layout {
        match path {
            Path::Elements => Layout::strided(buffer.staging.reach, self.plan.threads, 1),
            Path::Ahead | Path::Vectors => copy_layout(&buffer.staging, self.plan.threads),
        }
    }

    /// Reads the index tile of a load that runs ahead, before the loop: each thread keeps the numbers of the rows that
    /// it copies.
    pub(super) fn read_index(&mut self, load: &Ahead) {
        if !load.setup.is_empty() {
            return;
        }
        let Some(index) = self.index_tile(load.by, &load.coordinates) else { return };
        let Some(buffer) = self.staged.get(&load.tile).cloned() else { return };
        let index = self.readable(index, &self.layout_of(&buffer, Path::Ahead));
        self.indices.insert(load.tile, index);
    }

    /// The layout of the numbers of rows that threads copy of a tile that is loaded ahead, as a column.
    pub(super) fn index_layout(&self, tile: LocalId) -> Option<Layout> {
        Some(self.layout_of(self.staged.get(&tile)?, Path::Ahead).slice(COLUMNS))
    }

    /// Begins to load a tile to the stage with this first element.
    pub(super) fn stage_ahead(&mut self, load: &Ahead, first: First, start: &Expr) {
        let Some(tensor) = self.tensors.get(&load.tensor).cloned() else { return };
        let Some(buffer) = self.staged.get(&load.tile).cloned() else { return };
        let index = match self.indices.get(&load.tile) {
            Some(index) => Some(index.clone()),
            None => first.index.map(|index| self.readable(index, &self.layout_of(&buffer, Path::Ahead))),
        };
        let first = First { index, ..first };
        self.fill(load.tile, &buffer, tensor, &first, None, start, Path::Ahead);
    }

    #[allow(clippy::too_many_arguments)] // What to load, from where to where, and how.
    fn fill(
        &mut self,
        tile: LocalId,
        buffer: &Buffer,
        tensor: Tensor,
        first: &First,
        pad: Option<Expr>,
        start: &Expr,
        path: Path,
    ) {
        let Some(extents) = extents(&self.tile.local(tile).ty) else { return };
        let Staging { scalar, reach, .. } = buffer.staging;
        let vector = if path == Path::Elements { 1 } else { 16 / scalar.size() as u32 };
        let layout = self.layout_of(buffer, path);
        let how = if path == Path::Ahead { "loaded ahead" } else { "loaded" };
        let why = match pad {
            Some(_) => ("zeros are not what lies outside", "load with zeros, and mask what lies outside"),
            None => (SPLIT, WHOLE),
        };
        self.tell_staged((&tensor, how), (scalar, vector), extents, (why.0.to_owned(), why.1));
        let window = self.window(tensor, first, extents, &layout);
        let position = match path {
            Path::Elements => self.begin_few(&layout, ELEMENTS_AT_ONCE),
            Path::Ahead | Path::Vectors => self.begin_registers(&layout, vector),
        };
        let in_buffer = self.inside(&position, reach);
        // Of a small tile several threads have the same part; one of them writes it.
        let leads = self.leads(&layout);
        self.builder.begin_if(both(leads, in_buffer));
        let row = self.coordinate(&position, ROWS);
        let column = self.coordinate(&position, COLUMNS);
        let to = buffer.place(&mut self.builder, start, row, column);
        let from = self.window_place(&window, &position);
        let there = self.in_window(&window, &position);
        match path {
            Path::Ahead => {
                let bytes = select(there, bytes(16), bytes(0));
                self.builder.eval("async_copy_16", vec![reference(to, true), reference(from, false), bytes]);
            }
            Path::Vectors => {
                let ty = Type::array(Type::Scalar(scalar), u64::from(vector));
                let chunk = self.builder.local("chunk", ty, LocalKind::Temp);
                self.builder.declare(chunk);
                let turn = self.builder.begin_for("k", vector, true);
                self.builder.assign(element(chunk, scalar, turn), zero(scalar));
                self.builder.end();
                self.builder.begin_if(there);
                self.move_elements(element(chunk, scalar, index(0)), from, vector);
                self.builder.end();
                if buffer.staging.rounds() {
                    let turn = self.builder.begin_for("k", vector, true);
                    let value = element(chunk, scalar, turn);
                    self.builder.assign(value.clone(), rounded(Expr::load(value)));
                    self.builder.end();
                }
                self.move_elements(to, element(chunk, scalar, index(0)), vector);
            }
            Path::Elements => {
                let outside = match pad {
                    Some(pad) => select(self.in_tile(&position, extents), pad, zero(scalar)),
                    None => zero(scalar),
                };
                let value = select(there, Expr::load(from), outside);
                let value = if buffer.staging.rounds() { rounded(value) } else { value };
                self.builder.assign(to, value);
            }
        }
        self.builder.end();
        self.end_position(&position);
        if buffer.staging.span.is_some() && path != Path::Ahead {
            self.builder.eval("async_fence", Vec::new());
        }
    }

    /// Whether the tile has the element.
    fn in_tile(&mut self, position: &Position, extents: [u32; 2]) -> Expr {
        let row = self.coordinate(position, ROWS);
        let column = self.coordinate(position, COLUMNS);
        both(less(row, index(extents[ROWS])), less(column, index(extents[COLUMNS])))
    }

    /// The first element of a stage with this number.
    pub(super) fn stage_start(&self, tile: LocalId, stage: Expr) -> Expr {
        let len = self.staged.get(&tile).map_or(0, |buffer| buffer.staging.len());
        multiply(stage, index(len))
    }
}
