//! The text of a kernel, for people to read.

use std::borrow::Cow;

use kiln_codegen::back::TextFacts;
use kiln_codegen::passes::finish;
use kiln_codegen::passes::tile::{self, Variant};

use crate::error::Result;
use crate::instance::{DescribeFn, KernelHandle};
use crate::jit;

/// What a kernel's text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceKind {
    /// CUDA C++, as NVRTC compiles it.
    Cuda,
    /// PTX, as the driver assembles it.
    Ptx,
    /// Kiln's own intermediate form, finished for the types and constants of the instance.
    Ir,
}

/// The text of a kernel for a target. An open kernel is finished first. CUDA C++ of a tile kernel is what aligned
/// tensors get on a GPU of compute capability 9.0; other GPUs, and other tensors, get another text. PTX is for the
/// least compute capability that has what the kernel needs, and all after it; a launch makes its own for the very
/// GPU. That of a tile kernel is for aligned tensors from compute capability 8.0 on.
///
/// # Errors
///
/// [`crate::Error::Specialize`] where it cannot be finished, [`crate::Error::NotInPtx`] where PTX cannot do what it
/// does.
pub fn source(
    handle: &'static KernelHandle,
    describe: Option<DescribeFn>,
    target: SourceKind,
) -> Result<Cow<'static, str>> {
    let entry = handle.entry();
    match (target, entry.cuda.and_then(TextFacts::split)) {
        (SourceKind::Cuda, Some((_, text))) if !entry.open && entry.attrs.tile.is_none() => {
            return Ok(Cow::Borrowed(text));
        }
        (SourceKind::Ir, _) if !entry.open => return Ok(Cow::Borrowed(entry.ir)),
        (SourceKind::Cuda | SourceKind::Ptx | SourceKind::Ir, _) => {}
    }
    let answers = crate::answers::answers(describe);
    let module = jit::module(entry, &answers)?;
    match target {
        SourceKind::Cuda if entry.attrs.tile.is_some() => {
            let target = tile::Target::new(90, Variant::FAST);
            Ok(Cow::Owned(jit::cuda(&jit::lowered(entry, &module, target, None)?.module)))
        }
        SourceKind::Cuda => Ok(Cow::Owned(jit::cuda(&finish(&module).0))),
        SourceKind::Ptx if entry.attrs.tile.is_some() => {
            let target = tile::Target::new(80, Variant::FAST);
            Ok(Cow::Owned(jit::portable(entry, &jit::lowered(entry, &module, target, None)?.module)?))
        }
        SourceKind::Ptx => Ok(Cow::Owned(jit::portable(entry, &finish(&module).0)?)),
        SourceKind::Ir => Ok(Cow::Owned(module.to_text())),
    }
}
