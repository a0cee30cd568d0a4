//! Which code of a kernel a launch takes.

use kiln_codegen::passes::tile::{Target, Variant};

use super::Arch;
use crate::device::DeviceShared;
use crate::registry::KernelEntry;

/// One of the codes that a kernel may have on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// A kernel of threads as it was written; a tile kernel on the CPU.
    Plain,
    /// A kernel of threads whose blocks do the work of several ([`kiln_codegen::passes::coarsen`]).
    Coarse,
    /// A tile kernel as code of threads.
    Tiles(Target),
}

impl Form {
    /// The code for a variant on a device. Kernels of threads that cannot be coarse, and everything on the CPU itself, have one only.
    pub(super) fn of(entry: &KernelEntry, device: &DeviceShared, variant: Variant) -> Form {
        match (device.compute_capability, &entry.attrs.tile) {
            (None, _) => Form::Plain,
            (Some((major, minor)), Some(_)) => {
                Form::Tiles(Target { arch: Arch::new(major, minor).number(), variant })
            }
            (Some(_), None) if entry.coarse && variant == Variant::Fast => Form::Coarse,
            (Some(_), None) => Form::Plain,
        }
    }

    /// What a tile kernel is lowered for.
    pub(crate) fn target(self) -> Option<Target> {
        match self {
            Form::Tiles(target) => Some(target),
            Form::Plain | Form::Coarse => None,
        }
    }
}
