//! What the report tells of how elements move, and what keeps them from moving 16 bytes at a time.

use super::load::WIDEST;
use super::{Lowerer, Tensor};
use crate::ir::{LocalId, Scalar};
use crate::passes::tile::Moved;
use crate::passes::tile::layout::{COLUMNS, Layout};

impl Lowerer<'_> {
    /// Of registers of a layout, where a thread moves so many elements at once.
    pub(super) fn tell_moves(
        &mut self,
        (tensor, how): (&Tensor, &'static str),
        (scalar, count): (Scalar, u32),
        extents: [u32; 2],
        layout: &Layout,
    ) {
        let size = scalar.size() as u32;
        let why = if !tensor.aligned || rows_are_odd(extents, scalar) {
            String::new()
        } else if layout.vector() * size < WIDEST {
            let neighbours = layout.vector();
            let plural = if neighbours == 1 { "" } else { "s" };
            format!("a thread has {neighbours} element{plural} of a row side by side")
        } else {
            "it is one value throughout, or counted".to_owned()
        };
        self.tell_staged((tensor, how), (scalar, count), extents, why);
    }

    /// The same of boxes of so many bytes.
    pub(super) fn tell_box(&mut self, tensor: LocalId, bytes: u32) {
        let tensor = self.builder.function.local(tensor).name.clone();
        self.builder.tell(Moved { tensor, how: "loaded ahead by TMA", bytes, why: String::new() });
    }

    /// The same of what goes to shared memory; `why` where neither the launch nor the extents are the reason.
    pub(super) fn tell_staged(
        &mut self,
        (tensor, how): (&Tensor, &'static str),
        (scalar, count): (Scalar, u32),
        extents: [u32; 2],
        why: String,
    ) {
        let bytes = count * scalar.size() as u32;
        let why = if bytes == WIDEST {
            String::new()
        } else if !tensor.aligned {
            "it may not be aligned to 16 bytes".to_owned()
        } else if rows_are_odd(extents, scalar) {
            format!("rows of {} {} are no multiple of 16 bytes", extents[COLUMNS], scalar.name())
        } else {
            why
        };
        let tensor = self.builder.function.local(tensor.slice).name.clone();
        self.builder.tell(Moved { tensor, how, bytes, why });
    }
}

fn rows_are_odd(extents: [u32; 2], scalar: Scalar) -> bool {
    !(extents[COLUMNS] * scalar.size() as u32).is_multiple_of(WIDEST)
}
