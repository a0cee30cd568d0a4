//! The steps of `kiln_codegen` that run inside the program: specialise, lower tiles, and print.

use std::borrow::Cow;

use kiln_codegen::abi::shared_memory;
use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::check::races;
use kiln_codegen::ir::Module;
use kiln_codegen::passes::finish;
use kiln_codegen::passes::specialise::{Answer, specialise};
use kiln_codegen::passes::tile::{self, Lowered, Target};

use super::compile::Needs;
use super::dump::Dump;

use crate::error::{Error, Result};
use crate::registry::KernelEntry;

/// The closed module of a kernel with these answers.
pub(crate) fn module(entry: &KernelEntry, answers: &[Answer]) -> Result<Module> {
    specialise(entry.ir, answers)
        .map_err(|error| Error::Specialise { kernel: entry.name.to_owned(), message: error.to_string() })
}

/// What the launches of a kernel have to fulfil so that no two of its threads race. An open kernel is looked at here, where its
/// constants and device functions are known; a closed one was when it was built.
pub(crate) fn preconditions(entry: &KernelEntry, answers: &[Answer]) -> Result<Preconditions> {
    if entry.is_unsafe || entry.attrs.tile.is_some() || !entry.open {
        return Ok(entry.preconditions);
    }
    let module = module(entry, answers)?;
    match races::check_module(&module) {
        None => Ok(Preconditions::NONE),
        Some(Ok(conditions)) => Ok(Preconditions::leak(conditions)),
        Some(Err(findings)) => {
            let shown = findings.iter().map(|finding| match module.site(finding.site) {
                Some(site) => format!("{}:{}: {}", site.file, site.line, finding.diagnostic),
                None => finding.diagnostic.to_string(),
            });
            let message = shown.collect::<Vec<_>>().join("\n");
            Err(Error::Specialise { kernel: entry.name.to_owned(), message })
        }
    }
}

/// The code of threads that a closed tile kernel becomes; each pass of the tile compiler is dumped where that is asked for.
pub(crate) fn lowered(
    entry: &KernelEntry,
    module: &Module,
    target: Target,
    mut dump: Option<&mut Dump>,
) -> Result<Lowered> {
    let mut observe = |pass: &'static str, module: &Module| {
        if let Some(dump) = &mut dump {
            dump.module(pass, module);
        }
    };
    tile::lower(module, target, &mut observe)
        .map_err(|error| Error::Specialise { kernel: entry.name.to_owned(), message: error.message })
}

/// A kernel's text for the compiler, and what its launch must give.
pub(super) fn text(
    entry: &KernelEntry,
    answers: &[Answer],
    target: Option<Target>,
    mut dump: Option<&mut Dump>,
) -> Result<(Cow<'static, str>, Needs)> {
    let (text, needs) = match target {
        Some(target) => {
            let lowered = lowered(entry, &module(entry, answers)?, target, dump.as_deref_mut())?;
            (Cow::Owned(cuda(&lowered.module)), needs(&lowered.module, true))
        }
        None => match entry.cuda {
            // Only a text whose launch gives the shared memory needs its module, and a dump wants to show it.
            Some(text) if !entry.open && dump.is_none() && !text.contains("extern __shared__") => {
                (Cow::Borrowed(text), Needs::default())
            }
            ready => {
                let module = module(entry, answers)?;
                if let Some(dump) = &mut dump {
                    dump.module("input", &module);
                }
                let text = match ready {
                    Some(text) if !entry.open => Cow::Borrowed(text),
                    Some(_) | None => Cow::Owned(cuda(&finish(&module).0)),
                };
                (text, needs(&module, false))
            }
        },
    };
    if let Some(dump) = dump {
        dump.text(&text);
    }
    Ok((text, needs))
}

/// What the launch of a closed module of threads must give.
pub(super) fn needs(module: &Module, block: bool) -> Needs {
    let Some(entry) = module.entry() else { return Needs::default() };
    let shared = shared_memory(entry);
    let (given, declared) = if shared.is_dynamic() { (shared.bytes, 0) } else { (0, shared.bytes) };
    // More than any device has is refused before the driver sees it.
    let bytes = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX);
    let element = shared.slice.map(|(_, size)| size);
    Needs {
        block: entry.attrs.block.filter(|_| block),
        shared_bytes: bytes(given),
        slice_element: element.map_or(0, bytes),
        declared_bytes: element.map_or(0, |_| bytes(declared)),
    }
}

/// CUDA C++ text of a closed module.
pub(crate) fn cuda(module: &Module) -> String {
    kiln_codegen::back::cuda::emit(module)
}

/// The kernel's name in its CUDA C++ text, where the back end may have changed it. The text has one kernel.
pub(super) fn symbol(text: &str) -> Option<&str> {
    // At the start of a line, since the user's comments stand in the text too.
    let head = text.lines().find_map(|line| line.strip_prefix("extern \"C\" __global__ void "))?;
    // The only things between are `__cluster_dims__(x, y, z)` and `__launch_bounds__(threads, blocks)`.
    let mut head = head;
    for word in ["__cluster_dims__(", "__launch_bounds__("] {
        if let Some(bounds) = head.strip_prefix(word) {
            head = bounds.split_once(')')?.1.trim_start();
        }
    }
    let (name, _) = head.split_once('(')?;
    let name = name.trim();
    (!name.is_empty()).then_some(name)
}

/// The part of IR text that identifies a kernel: all but the table of sites, which is the last section. What a kernel prints
/// stands there and in the code, so that of a kernel that prints it is all.
pub(super) fn identity(text: &str) -> &str {
    let body = text.rfind("\nsites {").map_or(text, |end| &text[..end]);
    if body.contains(" print(") { text } else { body }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_is_found_in_its_text() {
        let text = "__device__ int f() {}\nextern \"C\" __global__ void saxpy(float a) {\n}\n";
        assert_eq!(symbol(text), Some("saxpy"));
        let text = "extern \"C\" __global__ void __launch_bounds__(256, 2) double_(float a) {}";
        assert_eq!(symbol(text), Some("double_"));
        let text = "// __global__ void f(\nextern \"C\" __global__ void g(\n  float a\n) {\n  // extern \"C\" __global__ void h(\n}";
        assert_eq!(symbol(text), Some("g"));
        assert_eq!(symbol("extern \"C\" __global__ void\n"), None);
        assert_eq!(symbol(""), None);
    }

    #[test]
    fn the_back_end_s_own_texts_have_their_kernel_found() {
        for (name, bounded) in [("saxpy", false), ("double", false), ("main", true)] {
            let mut module =
                kiln_codegen::ir::parse(&format!("kiln-ir 1\n\nkernel fn {name}(x#0: &mut [f32]) {{\n}}\n"))
                    .unwrap_or_default();
            if let Some(function) = module.functions.last_mut().filter(|_| bounded) {
                function.attrs.block = Some([8, 4, 1]);
                function.attrs.min_blocks = Some(2);
            }
            let expected = kiln_codegen::back::cuda::entry_name(&module);
            assert!(expected.is_some());
            assert_eq!(symbol(&cuda(&module)), expected.as_deref());
        }
    }

    #[test]
    fn sites_are_not_identity() {
        assert_eq!(
            identity("kiln-ir 1\n\nkernel f() {\n}\n\nsites {\n  file \"a\";\n}\n"),
            "kiln-ir 1\n\nkernel f() {\n}\n"
        );
        assert_eq!(identity("kiln-ir 1\n"), "kiln-ir 1\n");
    }
}
