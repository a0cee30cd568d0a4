//! Computing tiles: each way of `code::Tile`.

use kiln_codegen::ir::Scalar;

use super::code::{
    Access, Gather, Item, LoadIndexed, Matrix, MatrixSource, Packed, Product, Reduce, Source, Tile,
};
use super::moves::{Strides, by_size, copy_matrix, fill};
use super::product::Side;
use super::run::{Run, Worker};
use super::view::{View, element, set_element};
use super::{product, reduce};
use crate::cpu::elem::Elem;
use crate::cpu::run::extended;

impl Worker<'_> {
    /// Computes a tile into memory.
    ///
    /// # Safety
    /// As [`super::Program::run`]; the destination holds the tile in whole chunks.
    pub(super) unsafe fn tile(&mut self, tile: &Tile, to: *mut u8) -> Run<()> {
        // SAFETY: throughout, the caller's promise holds for what the kernel does, and `compile` gave out the memory.
        unsafe {
            match tile {
                Tile::Copy { from, bytes } => std::ptr::copy(self.address(from)?, to, *bytes),
                Tile::Splat { size, count, value } => {
                    let value = self.one(value)?;
                    fill(*size, to, *count, value);
                }
                Tile::Load(access) => self.view(access)?.read_all(to),
                Tile::LoadIndexed(load) => self.load_indexed(load, to)?,
                Tile::Strips(strips) => self.strips(strips, to)?,
                Tile::Reduce(reduce) => self.reduce(reduce, to)?,
                Tile::Product(product) => self.product(product, to)?,
                Tile::Transpose { size, rows, columns, of } => {
                    let from = self.source(of)?;
                    let there = Strides { row: 1, column: *rows };
                    let here = Strides { row: *columns, column: 1 };
                    copy_matrix(*size, (to, there), (from, here), *rows, *columns);
                }
                Tile::Gather(gather) => self.gather(gather, to)?,
                Tile::Choose(choice) => {
                    let (condition, then, otherwise) = &**choice;
                    let chosen = if self.one(condition)? != 0 { then } else { otherwise };
                    self.tile(chosen, to)?;
                }
                Tile::Array { stride, items } => {
                    for (index, item) in items.iter().enumerate() {
                        self.item(item, to.add(index * stride))?;
                    }
                }
                Tile::Repeat { stride, len, item } => {
                    if *len > 0 {
                        self.item(item, to)?;
                        for index in 1..*len {
                            std::ptr::copy_nonoverlapping(to, to.add(index * stride), *stride);
                        }
                    } else if let Item::One(one, _) = &**item {
                        self.one(one)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// As [`Worker::tile`].
    unsafe fn item(&mut self, item: &Item, to: *mut u8) -> Run<()> {
        // SAFETY: the caller's promise.
        unsafe {
            match item {
                Item::One(one, size) => {
                    let bits = self.one(one)?;
                    set_element(*size, to, bits);
                    Ok(())
                }
                Item::Tile(tile) => self.tile(tile, to),
            }
        }
    }

    /// A tile's memory, computed if it is not there.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    pub(super) unsafe fn source(&mut self, source: &Source) -> Run<*mut u8> {
        // SAFETY: the caller's promise; `compile` gave out memory for the tile.
        unsafe {
            match source {
                Source::At(address) => self.address(address),
                Source::Computed(offset, tile) => {
                    let to = self.at(*offset);
                    self.tile(tile, to)?;
                    Ok(to)
                }
            }
        }
    }

    /// Where a tile lies in its tensor.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    pub(super) unsafe fn view(&mut self, access: &Access) -> Run<View> {
        // SAFETY: the caller's promise.
        unsafe {
            let coordinates = self.coordinates(access)?;
            let pad = access.pad.as_ref().map_or(Ok(0), |pad| self.one(pad))?;
            let tensor = &self.tensors[access.tensor];
            Ok(View::new(tensor, access.size, (access.rows, access.columns), (access.by, coordinates), pad))
        }
    }

    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn coordinates(&mut self, access: &Access) -> Run<[u64; 4]> {
        let mut coordinates = [0; 4];
        // The last of the four axes are the tensor's own.
        let first = coordinates.len() - access.coordinates.len().min(coordinates.len());
        for (to, coordinate) in coordinates[first..].iter_mut().zip(&access.coordinates) {
            // SAFETY: the caller's promise.
            *to = unsafe { self.one(coordinate)? };
        }
        Ok(coordinates)
    }

    /// Loads each row, or each column, as a tile of its own.
    ///
    /// # Safety
    /// As [`Worker::tile`]: the destination holds the result.
    unsafe fn load_indexed(&mut self, of: &LoadIndexed, to: *mut u8) -> Run<()> {
        let LoadIndexed { access, axis, scalar, index } = of;
        let extents = [access.rows, access.columns];
        let mut each = extents;
        each[*axis] = 1;
        let step = if *axis == 0 { access.columns } else { 1 };
        // SAFETY: the caller's promise; the index tile has a number for each row or column.
        unsafe {
            let index = self.source(index)?;
            let mut coordinates = self.coordinates(access)?;
            let pad = access.pad.as_ref().map_or(Ok(0), |pad| self.one(pad))?;
            for number in 0..extents[*axis] {
                let size = scalar.size();
                coordinates[2 + axis] = extended(*scalar, element(size, index.add(number * size)));
                let tensor = &self.tensors[access.tensor];
                let line = View::new(tensor, access.size, (each[0], each[1]), (access.by, coordinates), pad);
                let to = to.add(number * step * access.size);
                if *axis == 0 {
                    line.read_all(to);
                } else {
                    for row in 0..access.rows {
                        line.read(row, 1, to.add(row * access.columns * access.size));
                    }
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// As [`Worker::tile`]: the destination holds the result.
    pub(super) unsafe fn reduce(&mut self, of: &Reduce, to: *mut u8) -> Run<()> {
        // SAFETY: the caller's promise; the source is a tile of these extents.
        unsafe {
            let from = self.source(&of.of)?;
            reduce::run(of.op, of.scalar, of.axis, (from, of.rows, of.columns), to);
        }
        Ok(())
    }

    /// # Safety
    /// As [`Worker::tile`].
    unsafe fn product(&mut self, of: &Product, to: *mut u8) -> Run<()> {
        // SAFETY: the caller's promise; the operands are matrices of these extents, and apart from the destination.
        unsafe {
            let [m, k, n] = [of.m, of.k, of.n];
            let [left, right] = of.scalars;
            let a = self.matrix(&of.a, left, Side::Left { m, k })?;
            let b = self.matrix(&of.b, right, Side::Right { k, n })?;
            self.tile(&of.acc, to)?;
            product::add(left, [m, k, n], a, b, to);
        }
        Ok(())
    }

    /// # Safety
    /// As [`Worker::tile`]: the destination is apart from the operands.
    unsafe fn gather(&mut self, of: &Gather, to: *mut u8) -> Run<()> {
        // SAFETY: the caller's promise; each element that is read is inside of a tile of its extents.
        unsafe {
            let from = self.source(&of.of)?;
            let by = self.source(&of.by)?;
            by_size!(of.size, T => by_size!(of.by_scalar.size(), N => picked::<T, N>(of, from, by, to)));
        }
        Ok(())
    }

    /// An operand, packed.
    ///
    /// # Safety
    /// As [`super::Program::run`].
    unsafe fn matrix(&mut self, of: &Matrix, scalar: Scalar, side: Side) -> Run<*const u8> {
        // SAFETY: throughout, the caller's promise; the operand is of these extents, what is kept is of a tensor
        // that nothing writes during the launch, and `compile` gave out memory for the packed form.
        unsafe {
            let found = match &of.of {
                MatrixSource::Tensor(access) => {
                    let coordinates = self.coordinates(access)?;
                    if let Packed::Kept(kept, _) = of.packed
                        && let Some(packed) = self.kept[kept].packed(coordinates)
                    {
                        return Ok(packed);
                    }
                    let tensor = &self.tensors[access.tensor];
                    let extents = (access.rows, access.columns);
                    product::Operand::of(
                        &View::new(tensor, access.size, extents, (access.by, coordinates), 0),
                        access.size,
                    )
                }
                MatrixSource::Tile(source, columns) => {
                    let pointer = self.source(source)?;
                    let strides = Strides { row: *columns, column: 1 };
                    product::Operand {
                        pointer,
                        size: scalar.size(),
                        inside: (usize::MAX, usize::MAX),
                        strides,
                    }
                }
            };
            let found = if of.transposed { found.transposed() } else { found };
            let (Packed::Kept(_, at) | Packed::At(at)) = of.packed;
            let to = self.at(at);
            side.pack(scalar, &found, to);
            Ok(to.cast_const())
        }
    }
}

/// Gathers elements of the size of `T` by numbers of the size of `N`.
///
/// # Safety
/// The tiles have the extents that the gather says.
unsafe fn picked<T: Elem, N: Elem>(of: &Gather, from: *const u8, by: *const u8, to: *mut u8) {
    let (from, by, to) = (from.cast::<T>(), by.cast::<N>(), to.cast::<T>());
    let step = |extents: [usize; 2], axis: usize| match (extents[axis], axis) {
        (1, _) => 0,
        (_, 0) => extents[1],
        (_, _) => 1,
    };
    let [by_row, by_column] = [0, 1].map(|axis| step(of.by_extents, axis));
    // The step along the axis of the numbers, and those along the others.
    let picked = if of.axis == 0 { of.extents[1] } else { 1 };
    let [row_step, column_step] = [0, 1].map(|axis| if axis == of.axis { 0 } else { step(of.extents, axis) });
    let known = of.extents[of.axis] as u64;
    for row in 0..of.to[0] {
        for column in 0..of.to[1] {
            // SAFETY: each element that is read or written is inside of a tile of its extents.
            unsafe {
                let number = by.add(row * by_row + column * by_column).read().to_bits();
                let number = extended(of.by_scalar, number);
                let at = row * row_step + column * column_step;
                let found =
                    if number < known { from.add(at + number as usize * picked).read() } else { T::ZERO };
                to.add(row * of.to[1] + column).write(found);
            }
        }
    }
}
