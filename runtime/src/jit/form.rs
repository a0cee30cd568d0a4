//! Which code of a kernel a launch takes.

use kiln_codegen::ir::{Backend, TileAttrs};
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
            (Some(_), None) if entry.coarse && variant == Variant::FAST => Form::Coarse,
            (Some(_), None) => Form::Plain,
        }
    }

    /// Every code that launches of a kernel may take on this architecture.
    pub(super) fn all(entry: &KernelEntry, arch: Arch) -> Vec<Form> {
        let tiles = |variant| Form::Tiles(Target::new(arch.number(), variant));
        match &entry.attrs.tile {
            Some(_) => vec![tiles(Variant::FAST), tiles(Variant::GENERAL)],
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
                let hints = variant.hints;
                match variant.layout() {
                    Variant::FAST => format!("tiles, fast{hints}{narrow}"),
                    Variant::GENERAL => format!("tiles, general{hints}{narrow}"),
                    Variant { unaligned, turned, .. } => {
                        format!("tiles, unaligned {unaligned}, turned {turned}{hints}{narrow}")
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

    /// The code with this name, of those that [`Form::all`] does not list: for tensors of which some are not aligned or
    /// lie turned, with hints of the launch, and with clusters that every GPU has. Only a record has them.
    pub(super) fn recorded(name: &str, arch: Arch) -> Option<Form> {
        let (rest, narrow) = match name.strip_suffix(", narrow") {
            Some(rest) => (rest, true),
            None => (name, false),
        };
        let mut rest = rest.strip_prefix("tiles, ")?;
        let mut hints = TileAttrs::NONE;
        let all = [("order", &mut hints.order), ("stages", &mut hints.stages), ("warps", &mut hints.warps)];
        for (name, hint) in all {
            if let Some((before, value)) = rest.rsplit_once(&format!(", {name} ")) {
                (rest, *hint) = (before, Some(value.parse().ok()?));
            }
        }
        let is_listed = hints == TileAttrs::NONE && !narrow;
        let layout = match rest {
            "fast" if !is_listed => Variant::FAST,
            "general" if !is_listed => Variant::GENERAL,
            tensors => {
                let (unaligned, turned) = tensors.strip_prefix("unaligned ")?.split_once(", turned ")?;
                Variant { unaligned: unaligned.parse().ok()?, turned: turned.parse().ok()?, ..Variant::FAST }
            }
        };
        let variant = layout.with_hints(hints);
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
        let special = [(0, 3), (3, 0), (3, 3), (255, 1)];
        let special = special.map(|(unaligned, turned)| Variant { unaligned, turned, ..Variant::FAST });
        let hints = TileAttrs { warps: Some(8), stages: Some(3), order: Some(16) };
        let hinted = [
            Variant::FAST.with_hints(hints),
            Variant::GENERAL.with_hints(TileAttrs { stages: None, ..hints }),
            special[2].with_hints(TileAttrs { stages: Some(2), ..TileAttrs::NONE }),
        ];
        for arch in [Arch::new(8, 0), Arch::new(9, 0), Arch::new(12, 0)] {
            let wide = |variant| Form::Tiles(Target::new(arch.number(), variant));
            let variants = [Variant::FAST, Variant::GENERAL].into_iter().chain(special).chain(hinted);
            let forms: Vec<Form> =
                variants.map(wide).flat_map(|form| [Some(form), form.narrow()]).flatten().collect();
            assert_eq!(forms.len(), if arch == Arch::new(9, 0) { 18 } else { 9 });
            for (at, form) in forms.iter().enumerate() {
                let name = form.name();
                assert!(forms[..at].iter().all(|other| other.name() != name), "{name}");
                let listed = [Variant::FAST, Variant::GENERAL].map(wide).contains(form);
                assert_eq!(Form::recorded(&name, arch), (!listed).then_some(*form), "{name}");
            }
        }
        for name in [
            "threads",
            "threads, coarse",
            "tiles, unaligned 3",
            "tiles, unaligned 3, turned x",
            "tiles, unaligned 300, turned 1",
            "tiles, slow, narrow",
            "tiles, fast, warps x",
        ] {
            assert_eq!(Form::recorded(name, Arch::new(9, 0)), None, "{name}");
        }
    }
}
