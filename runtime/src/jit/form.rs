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
    /// The code for a variant on a device. Kernels of threads that cannot be coarse, and everything on the CPU
    /// itself, have one only.
    pub(super) fn of(entry: &KernelEntry, device: &DeviceShared, variant: Variant) -> Form {
        match (device.compute_capability, &entry.attrs.tile) {
            (None, _) => Form::Plain,
            (Some((major, minor)), Some(_)) => {
                Form::Tiles(Target::new(Arch::new(major, minor).number(), variant))
            }
            (Some(_), None) if entry.coarse && variant == Variant::Fast => Form::Coarse,
            (Some(_), None) => Form::Plain,
        }
    }

    /// Every code that launches of a kernel may take on this architecture.
    pub(super) fn all(entry: &KernelEntry, arch: Arch) -> Vec<Form> {
        let tiles = |variant| Form::Tiles(Target::new(arch.number(), variant));
        match &entry.attrs.tile {
            Some(_) => vec![tiles(Variant::Fast), tiles(Variant::General)],
            None if entry.coarse => vec![Form::Plain, Form::Coarse],
            None => vec![Form::Plain],
        }
    }

    /// What cache keys and manifests call it.
    pub(super) fn name(self) -> String {
        match self {
            Form::Plain => "threads".to_owned(),
            Form::Coarse => "threads, coarse".to_owned(),
            Form::Tiles(target @ Target { variant, arch, .. }) => {
                let whole = target.cluster == Target::new(arch, variant).cluster;
                let narrow = if whole { "" } else { ", narrow" };
                match variant {
                    Variant::Fast => format!("tiles, fast{narrow}"),
                    Variant::General => format!("tiles, general{narrow}"),
                    Variant::Turned { aligned: true, tensors } => format!("tiles, fast, turned {tensors}"),
                    Variant::Turned { aligned: false, tensors } => {
                        format!("tiles, general, turned {tensors}")
                    }
                }
            }
        }
    }

    /// The code with clusters that every GPU of the architecture has, where this one's are wider.
    pub(super) fn narrow(self) -> Option<Form> {
        match self {
            Form::Tiles(target) if target.cluster > Target::CLUSTER => {
                Some(Form::Tiles(Target { cluster: Target::CLUSTER, ..target }))
            }
            Form::Tiles(_) | Form::Plain | Form::Coarse => None,
        }
    }

    /// The code with this name, of tensors that lie turned: what a record has of launches that [`Form::all`] knows
    /// nothing of.
    pub(super) fn turned(name: &str, arch: Arch) -> Option<Form> {
        let (aligned, tensors) = match name.strip_prefix("tiles, fast, turned ") {
            Some(tensors) => (true, tensors),
            None => (false, name.strip_prefix("tiles, general, turned ")?),
        };
        let variant = Variant::Turned { aligned, tensors: tensors.parse().ok()? };
        Some(Form::Tiles(Target::new(arch.number(), variant)))
    }

    /// What a tile kernel is lowered for.
    pub(crate) fn target(self) -> Option<Target> {
        match self {
            Form::Tiles(target) => Some(target),
            Form::Plain | Form::Coarse => None,
        }
    }
}
