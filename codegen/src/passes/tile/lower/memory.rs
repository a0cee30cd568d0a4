//! Which tensors threads hand each other elements through.
//!
//! A tile may read what it has stored, and store over what it has read. That is in order by itself where each
//! element is one thread's business throughout: every access is of tiles of the same shape in the same layout, so
//! that tiles that overlap are the same one, and no element has replicas. Any other tensor that is stored to needs
//! barriers, as a shared array does.

use super::Lowerer;
use crate::collections::{Map, Set};
use crate::ir::LocalId;
use crate::passes::tile::layout::Layout;

/// How the kernel's threads share out the elements of the tiles that are loaded and stored, by tensor.
#[derive(Default)]
pub(super) struct Accesses(Map<LocalId, Access>);

#[derive(Default)]
struct Access {
    stored: bool,
    /// By whom, and in tiles of what extents; `None` where threads have the elements of each other.
    by: Set<Option<Share>>,
}

/// The extents, and the layout as it is written.
type Share = ([u32; 2], String);

impl Accesses {
    /// The tensors of which one thread touches what another one stores.
    pub(super) fn exchanged(&self) -> Set<LocalId> {
        let exchanged = |access: &Access| access.stored && (access.by.len() > 1 || access.by.contains(&None));
        self.0.iter().filter(|(_, access)| exchanged(access)).map(|(tensor, _)| *tensor).collect()
    }
}

impl Lowerer<'_> {
    /// Notes that threads load the elements that they have of a layout; of none, some other ones.
    pub(super) fn note_load(&mut self, slice: LocalId, extents: [u32; 2], layout: Option<&Layout>) {
        let alone = layout.filter(|layout| layout.replicas().is_empty());
        let share = alone.map(|layout| (extents, format!("{layout:?}")));
        self.accesses.0.or_default(slice).by.insert(share);
    }

    /// Notes that threads store elements that others may have.
    pub(super) fn note_any_store(&mut self, slice: LocalId) {
        let access = self.accesses.0.or_default(slice);
        access.stored = true;
        access.by.insert(None);
    }

    /// Notes that threads store the elements that they have of a layout, of replicas the first.
    pub(super) fn note_store(&mut self, slice: LocalId, extents: [u32; 2], layout: &Layout) {
        let access = self.accesses.0.or_default(slice);
        access.stored = true;
        access.by.insert(Some((extents, format!("{layout:?}"))));
    }
}
