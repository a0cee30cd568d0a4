//! What the report tells of how elements move, and what keeps them from moving 16 bytes at a time.

use super::load::WIDEST;
use super::{Lowerer, Tensor};
use crate::ir::{LocalId, Scalar};
use crate::passes::tile::Moved;
use crate::passes::tile::layout::{COLUMNS, Layout};

/// Bytes of a tile below which it matters little how it is moved.
const FEW_BYTES: u32 = 1024;

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
            (String::new(), "")
        } else if layout.vector() * size < WIDEST {
            let neighbors = layout.vector();
            let plural = if neighbors == 1 { "" } else { "s" };
            let help = if how == "stored" { "" } else { "load a tile with longer rows, or use fewer warps" };
            (format!("a thread has {neighbors} element{plural} of a row side by side"), help)
        } else {
            ("it is one value throughout, or counted".to_owned(), "")
        };
        self.tell_staged((tensor, how), (scalar, count), extents, why);
    }

    /// The same of boxes of so many bytes.
    pub(super) fn tell_box(&mut self, tensor: LocalId, bytes: u32) {
        let tensor = self.builder.function.local(tensor).name.clone();
        let (why, help) = (String::new(), String::new());
        self.builder.tell(Moved { tensor, how: "loaded ahead by TMA", bytes, why, help });
    }

    /// The same of what is gathered, elements of a tile of these extents.
    pub(super) fn tell_gather(&mut self, tensor: &Tensor, extents: [u32; 2]) {
        let why = "each element has a place of its own".to_owned();
        let help = "if it picks whole rows, load them by `load_rows`";
        self.tell_moved((tensor, "gathered"), (tensor.element, 1), extents, (why, help.to_owned()));
    }

    /// The same of what goes to shared memory; why, and what would help, where neither the launch nor the extents are
    /// the reason.
    pub(super) fn tell_staged(
        &mut self,
        (tensor, how): (&Tensor, &'static str),
        (scalar, count): (Scalar, u32),
        extents: [u32; 2],
        (why, help): (String, &str),
    ) {
        let (size, name) = (scalar.size() as u32, scalar.name());
        let reason = if count * size == WIDEST {
            (String::new(), String::new())
        } else if !tensor.aligned {
            let help = "pass a tensor whose base, rows and strides are multiples of 16 bytes";
            ("it may not be aligned to 16 bytes".to_owned(), help.to_owned())
        } else if rows_are_odd(extents, scalar) {
            let help = format!("make the tile's rows a multiple of {} elements", WIDEST / size);
            (format!("rows of {} {name} are no multiple of 16 bytes", extents[COLUMNS]), help)
        } else {
            (why, help.to_owned())
        };
        self.tell_moved((tensor, how), (scalar, count), extents, reason);
    }

    fn tell_moved(
        &mut self,
        (tensor, how): (&Tensor, &'static str),
        (scalar, count): (Scalar, u32),
        [rows, columns]: [u32; 2],
        (why, help): (String, String),
    ) {
        let size = scalar.size() as u32;
        let matters = rows.saturating_mul(columns).saturating_mul(size) >= FEW_BYTES;
        let help = if matters { help } else { String::new() };
        let tensor = self.builder.function.local(tensor.slice).name.clone();
        self.builder.tell(Moved { tensor, how, bytes: count * size, why, help });
    }
}

fn rows_are_odd(extents: [u32; 2], scalar: Scalar) -> bool {
    !(extents[COLUMNS] * scalar.size() as u32).is_multiple_of(WIDEST)
}
