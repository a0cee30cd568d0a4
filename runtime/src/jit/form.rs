//! Which code of a kernel a launch takes.

use kiln_codegen::ir::Backend;
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
            Form::Tiles(Target { variant, .. }) => {
                let narrow = if self.is_narrow() { ", narrow" } else { "" };
                match variant {
                    Variant::Fast => format!("tiles, fast{narrow}"),
                    Variant::General => format!("tiles, general{narrow}"),
                    Variant::Turned { aligned: true, tensors } => {
                        format!("tiles, fast, turned {tensors}{narrow}")
                    }
                    Variant::Turned { aligned: false, tensors } => {
                        format!("tiles, general, turned {tensors}{narrow}")
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

    /// Whether its clusters are not the widest of the architecture's.
    pub(super) fn is_narrow(self) -> bool {
        self.target().is_some_and(|target| target.cluster < Target::new(target.arch, target.variant).cluster)
    }

    /// What a back end made of it.
    pub(super) fn through(self, backend: Backend) -> Form {
        match self {
            Form::Tiles(target) => Form::Tiles(target.through(backend)),
            Form::Plain | Form::Coarse => self,
        }
    }

    /// The code with this name, of those that [`Form::all`] knows nothing of: of tensors that lie turned, and with
    /// clusters that every GPU has. Only a record has them.
    pub(super) fn recorded(name: &str, arch: Arch) -> Option<Form> {
        let (rest, narrow) = match name.strip_suffix(", narrow") {
            Some(rest) => (rest, true),
            None => (name, false),
        };
        let turned = |tensors: &str, aligned| {
            let tensors = tensors.strip_prefix(", turned ")?.parse().ok()?;
            Some(Variant::Turned { aligned, tensors })
        };
        let variant = match (rest.strip_prefix("tiles, fast"), rest.strip_prefix("tiles, general")) {
            (Some(""), _) if narrow => Variant::Fast,
            (_, Some("")) if narrow => Variant::General,
            (Some(tensors), _) => turned(tensors, true)?,
            (_, Some(tensors)) => turned(tensors, false)?,
            (None, None) => return None,
        };
        let form = Form::Tiles(Target::new(arch.number(), variant));
        if narrow { form.narrow() } else { Some(form) }
    }

    /// What a tile kernel is lowered for.
    pub(crate) fn target(self) -> Option<Target> {
        match self {
            Form::Tiles(target) => Some(target),
            Form::Plain | Form::Coarse => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of one kernel lie in caches under their names, and a record has nothing else of them.
    #[test]
    fn each_code_has_a_name_of_its_own_and_is_found_by_it() {
        let turned = [true, false].map(|aligned| Variant::Turned { aligned, tensors: 3 });
        for arch in [Arch::new(8, 0), Arch::new(9, 0), Arch::new(12, 0)] {
            let wide = |variant| Form::Tiles(Target::new(arch.number(), variant));
            let variants = [Variant::Fast, Variant::General].into_iter().chain(turned);
            let forms: Vec<Form> =
                variants.map(wide).flat_map(|form| [Some(form), form.narrow()]).flatten().collect();
            assert_eq!(forms.len(), if arch == Arch::new(9, 0) { 8 } else { 4 });
            for (at, form) in forms.iter().enumerate() {
                let name = form.name();
                assert!(forms[..at].iter().all(|other| other.name() != name), "{name}");
                let listed = [Variant::Fast, Variant::General].map(wide).contains(form);
                assert_eq!(Form::recorded(&name, arch), (!listed).then_some(*form), "{name}");
            }
        }
        for name in [
            "threads",
            "threads, coarse",
            "tiles, fast, turned",
            "tiles, fast, turned x",
            "tiles, slow, narrow",
        ] {
            assert_eq!(Form::recorded(name, Arch::new(9, 0)), None, "{name}");
        }
    }
}
