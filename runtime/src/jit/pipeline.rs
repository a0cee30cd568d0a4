//! The runtime's calls of [`kiln_codegen::pipeline`], and what a launch must give for what it made.

use kiln_codegen::compact::List;
use std::borrow::Cow;

use kiln_codegen::abi::{has_grid_barrier, shared_memory};
use kiln_codegen::back::{Emitted, TextFacts, cuda, ptx};
use kiln_codegen::check::plain_calls;
use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::ir::{Backend, Callee, Expr, ExprKind, Module, Site};
use kiln_codegen::passes::built_ins::call_directly;
use kiln_codegen::passes::specialize::{Answer, specialize};
use kiln_codegen::passes::tile::{self, Lowered, Target};
use kiln_codegen::passes::zero_shared::zero_shared;
use kiln_codegen::pipeline::{self, Ir, Language};

use super::compile::Needs;
use super::dump::Dump;
use super::{Arch, Form, backend, instance};

use crate::error::{Error, Result};
use crate::launch::Maps;
use crate::registry::KernelEntry;

/// The closed module of a kernel with these answers.
pub(crate) fn module(entry: &KernelEntry, answers: &[Answer]) -> Result<Module> {
    specialize(entry.ir, answers).map_err(|error| not_specialized(entry, &error))
}

/// What the launches of a kernel have to fulfill so that no two of its threads race. The macro has proven closed
/// kernels, and those open ones whose proof needs neither constants nor types. The others are checked here, where
/// their instance is known.
pub(crate) fn preconditions(entry: &KernelEntry, answers: &[Answer]) -> Result<Preconditions> {
    if entry.is_unsafe || entry.attrs.tile.is_some() || !entry.open {
        return Ok(entry.preconditions);
    }
    if entry.proven && !calls_functions(answers) {
        return Ok(entry.preconditions);
    }
    let mut module = module(entry, answers)?;
    if entry.proven && plain_calls::are_plain(&module) {
        return Ok(entry.preconditions);
    }
    call_directly(&mut module);
    instance::preconditions(entry, &module)
}

/// Whether there may be a device function in the instance.
fn calls_functions(answers: &[Answer]) -> bool {
    answers.iter().any(|answer| match answer {
        Answer::Type(_) | Answer::Partial(_) | Answer::Const { .. } | Answer::Whole { .. } | Answer::Own => {
            false
        }
        Answer::Function(_)
        | Answer::OfAnother(_)
        | Answer::Computes(..)
        | Answer::Said
        | Answer::Refused { .. }
        | Answer::Recursion => true,
    })
}

/// The code of threads that a closed tile kernel becomes; each pass of the tile compiler is dumped where that is
/// asked for.
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
    let lowered = tile::lower(module, target, &mut observe)
        .map_err(|error| Error::Specialize { kernel: entry.name.to_owned(), message: error.message })?;
    if let Some(dump) = dump {
        dump.plan(&lowered.report);
    }
    Ok(lowered)
}

/// What makes a text, and for which GPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct For {
    pub(super) backend: Backend,
    pub(super) arch: Arch,
    /// Whether the text is to tell the lines of the source, where its language can.
    pub(super) lines: bool,
}

impl For {
    fn language(self) -> Language {
        match self.backend {
            Backend::Cuda => Language::Cuda,
            Backend::Ptx => Language::Ptx(ptx::Target { arch: self.arch.number(), lines: self.lines }),
        }
    }
}

/// A kernel's text for the compiler, and what its launch must give.
#[derive(Clone, Debug)]
pub(super) struct KernelText {
    pub(super) text: Cow<'static, str>,
    /// The kernel's name in the text.
    pub(super) symbol: Cow<'static, str>,
    pub(super) needs: Needs,
}

impl KernelText {
    fn new(text: Cow<'static, str>, facts: TextFacts, needs: Needs) -> KernelText {
        let mut maps = Maps::default();
        for (place, map) in maps.iter_mut().zip(facts.maps) {
            *place = Some(map);
        }
        KernelText { text, symbol: facts.symbol, needs: Needs { info: facts.takes_info, maps, ..needs } }
    }
}

/// A kernel's text. `None` where the kernel cannot be coarse.
pub(super) fn text(
    entry: &KernelEntry,
    ir: Ir<'_>,
    form: Form,
    to: For,
    mut dump: Option<&mut Dump>,
) -> Result<Option<KernelText>> {
    // A dump shows each pass, so that it takes the long way.
    let plain = form == Form::Plain && to.backend == Backend::Cuda && !entry.open && dump.is_none();
    if let Some((facts, text)) = entry.cuda.filter(|_| plain).and_then(TextFacts::split) {
        let needs = if facts.dynamic_shared {
            // The module says how much.
            needs(&ir.close().map_err(|error| not_specialized(entry, &error))?, false)
        } else {
            Needs { grid_barrier: facts.grid_barrier, ..Needs::default() }
        };
        return Ok(Some(KernelText::new(Cow::Borrowed(text), facts, needs)));
    }
    let code = match form {
        Form::Plain => pipeline::Code::Plain,
        Form::Coarse => pipeline::Code::Coarse,
        Form::Tiles(target) => pipeline::Code::Tiles(target.through(to.backend)),
    };
    let target = pipeline::Target { code, language: to.language() };
    let made = match &mut dump {
        Some(dump) => pipeline::finish(ir, target, *dump),
        None => pipeline::finish(ir, target, &mut ()),
    };
    let made = made.map_err(|error| match error {
        pipeline::Error::Specialize(error) => not_specialized(entry, &error),
        pipeline::Error::Lower(error) => not_specialized(entry, &error.message),
        pipeline::Error::NotInPtx(missing, module) => not_in_ptx(entry, &module, &missing),
    })?;
    let Some(made) = made else { return Ok(None) };
    let needs = match form {
        Form::Plain => needs(&made.closed, false),
        Form::Coarse => Needs { blocks: made.threads.blocks, ..Needs::default() },
        Form::Tiles(_) => needs(&made.threads.module, true),
    };
    let Emitted { text, facts } = made.emitted;
    if let Some(dump) = dump {
        dump.text(to.backend, &text);
    }
    Ok(Some(KernelText::new(Cow::Owned(text), facts, needs)))
}

fn not_specialized(entry: &KernelEntry, why: &impl ToString) -> Error {
    Error::Specialize { kernel: entry.name.to_owned(), message: why.to_string() }
}

/// The text of a closed module of threads.
pub(super) fn print(entry: &KernelEntry, module: &Module, to: For) -> Result<Emitted> {
    pipeline::emit(module, to.language()).map_err(|missing| not_in_ptx(entry, module, &missing))
}

/// PTX text of a closed module of threads, for the least architecture that can run it and all after it.
pub(crate) fn portable(entry: &KernelEntry, module: &Module) -> Result<String> {
    backend::needs_ptx("PTX was asked for")?;
    let emitted = ptx::portable(module).map_err(|missing| not_in_ptx(entry, module, &missing))?;
    Ok(emitted.text)
}

/// Says what PTX lacks, and where the kernel first uses it.
fn not_in_ptx(entry: &KernelEntry, module: &Module, missing: &ptx::Unsupported) -> Error {
    let what = missing.names.iter().map(|name| match first_use(module, name) {
        Some(site) => format!("`{name}` at {}:{}:{}", site.file, site.line, site.column),
        None => format!("`{name}`"),
    });
    Error::NotInPtx {
        kernel: entry.name.to_owned(),
        arch: Arch::from_number(missing.arch).real(),
        what: what.list(),
        said: !matches!(backend::said(entry), Ok(None)),
    }
}

/// The place of the first statement that calls an intrinsic of this name.
fn first_use<'m>(module: &'m Module, name: &str) -> Option<&'m Site> {
    let mut found = None;
    for function in &module.functions {
        function.body.walk(&mut |stmt| {
            let mut here = false;
            stmt.for_each_expr(&mut |expr| here |= calls(expr, name));
            if here && found.is_none() {
                found = module.site(stmt.site);
            }
        });
    }
    found
}

fn calls(expr: &Expr, name: &str) -> bool {
    let mut found =
        matches!(&expr.kind, ExprKind::Call { callee: Callee::Intrinsic(row), .. } if row.name == name);
    expr.for_each_child(&mut |child| found |= calls(child, name));
    found
}

/// What the launch of a closed module of threads must give.
pub(super) fn needs(module: &Module, block: bool) -> Needs {
    // What is zero-filled is the kernel's.
    let module = &*zero_shared(module);
    let Some((entry, callees)) = module.functions.split_last() else { return Needs::default() };
    let shared = shared_memory(entry);
    let (given, own) = if shared.is_dynamic() { (shared.bytes, 0) } else { (0, shared.bytes) };
    let declared = own + callees.iter().map(|function| shared_memory(function).bytes).sum::<u64>();
    // More than any device has is refused before the driver sees it.
    let bytes = |bytes: u64| u32::try_from(bytes).unwrap_or(u32::MAX);
    let element = shared.slice.map(|(_, size)| size);
    Needs {
        block: entry.attrs.block.filter(|_| block),
        shared_bytes: bytes(given),
        slice_element: element.map_or(0, bytes),
        declared_bytes: element.map_or(0, |_| bytes(declared)),
        blocks: entry.attrs.cluster.filter(|_| block).map_or(0, |[blocks, ..]| blocks),
        grid_barrier: module.functions.iter().any(has_grid_barrier),
        // The back end says.
        info: false,
        maps: Maps::default(),
    }
}

/// CUDA C++ text of a closed module.
pub(crate) fn cuda(module: &Module) -> String {
    cuda::emit(module).text
}

/// The part of IR text that identifies a kernel: all but the table of sites, which is the last section. What a
/// kernel prints stands there and in the code, so that of a kernel that prints it is all.
pub(super) fn identity(text: &str) -> &str {
    let body = text.rfind("\nsites {").map_or(text, |end| &text[..end]);
    if body.contains(" print(") { text } else { body }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ptx_lacks_is_told_with_its_place() {
        let text = "kiln-ir 1

kernel fn f(x#0: &mut [f32]) {
    @0 if true {
        @1 x#0[0usize proven] = sqrt(x#0[1usize proven]);
    }
}

sites {
    file \"a.rs\";
    @0 3:5;
    @1 4:9;
}
";
        let module = kiln_codegen::ir::parse(text).unwrap();
        let missing = ptx::Unsupported { names: vec!["sqrt".to_owned(), "rem".to_owned()], arch: 75 };
        let error = not_in_ptx(crate::jit::tests::entry(String::new()), &module, &missing).to_string();
        assert!(error.contains("through PTX for sm_75"), "{error}");
        assert!(error.contains("\n  - `sqrt` at a.rs:4:9\n  - `rem`\n"), "{error}");
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
