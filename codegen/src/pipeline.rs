//! The run-time half of the compiler: from a kernel's IR text to text for a machine.
//!
//! [`finish`] is all of it. Its passes, in order:
//!
//! | step | what | gives |
//! |---|---|---|
//! | [`Ir::close`] | [`specialize`]: parses, fills in rustc's answers, infers types, prunes | a closed module |
//! | [`threads`] | [`Code::Plain`]: [`passes::finish`], which proves indices in bounds | code of threads |
//! | | [`Code::Coarse`]: [`passes::finish_coarse`]: the same, inlining, [`passes::coarsen`] | |
//! | | [`Code::Tiles`]: [`tile::lower`], whose passes its own head lists | |
//! | [`emit`] | [`cuda`] or [`ptx`] | text, and facts about it |
//!
//! The CPU executor runs what the first two steps give. The build-time half, in the macro, is `front::expand`.

use crate::back::{Emitted, cuda, ptx};
use crate::ir::Module;
use crate::passes;
use crate::passes::specialize::{Answer, SpecialiseError, closed, specialize};
use crate::passes::tile::{self, LowerError};

/// The IR of a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Ir<'a> {
    /// The text that the macro embedded, and rustc's answers for it.
    Embedded(&'a str, &'a [Answer]),
    /// The text of a closed module, from a file.
    Closed(&'a str),
}

/// Which code of a kernel to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A kernel of threads as it was written.
    Plain,
    /// A kernel of threads whose blocks do the work of several.
    Coarse,
    /// A tile kernel as code of threads.
    Tiles(tile::Target),
}

/// The language of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// CUDA C++.
    Cuda,
    /// PTX.
    Ptx(ptx::Target),
}

/// What [`finish`] makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The code.
    pub code: Code,
    /// Its language.
    pub language: Language,
}

/// Code of threads.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The module for a back end.
    pub module: Module,
    /// How many blocks' work a block of [`Code::Coarse`] does, otherwise 0.
    pub blocks: u32,
}

/// The text of a kernel, and the modules that it comes from.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text and its facts.
    pub emitted: Emitted,
    /// The closed module.
    pub closed: Module,
    /// The code of threads.
    pub threads: Threads,
}

/// Why there is no text.
#[derive(Clone, Debug)]
pub enum Error {
    /// The IR cannot be closed.
    Specialize(SpecialiseError),
    /// A tile kernel cannot be lowered.
    Lower(LowerError),
    /// PTX lacks what this module of threads uses.
    NotInPtx(ptx::Unsupported, Box<Module>),
}

/// Sees what the passes make, for people to read.
pub trait Observer {
    /// The module after a pass.
    fn module(&mut self, pass: &'static str, module: &Module);
    /// What the tile compiler chose.
    fn plan(&mut self, report: &tile::Report);
}

/// Looks at nothing.
impl Observer for () {
    fn module(&mut self, _: &'static str, _: &Module) {}
    fn plan(&mut self, _: &tile::Report) {}
}

impl Ir<'_> {
    /// The closed module.
    pub fn close(self) -> Result<Module, SpecialiseError> {
        match self {
            Ir::Embedded(text, answers) => specialize(text, answers),
            Ir::Closed(text) => closed(text),
        }
    }
}

/// The text of a kernel for a target. `None` where the kernel has no coarse code.
pub fn finish(ir: Ir<'_>, target: Target, observer: &mut dyn Observer) -> Result<Option<Text>, Error> {
    let closed = ir.close().map_err(Error::Specialize)?;
    let Some(threads) = threads(&closed, target.code, observer).map_err(Error::Lower)? else {
        return Ok(None);
    };
    let emitted = emit(&threads.module, target.language)
        .map_err(|missing| Error::NotInPtx(missing, Box::new(threads.module.clone())))?;
    Ok(Some(Text { emitted, closed, threads }))
}

/// The code of threads of a closed module. `None` where the kernel has no coarse code.
pub fn threads(
    closed: &Module,
    code: Code,
    observer: &mut dyn Observer,
) -> Result<Option<Threads>, LowerError> {
    Ok(Some(match code {
        Code::Plain => {
            observer.module("input", closed);
            let (module, _) = passes::finish(closed);
            observer.module("finished", &module);
            Threads { module, blocks: 0 }
        }
        Code::Coarse => {
            observer.module("input", closed);
            let Some(coarse) = passes::finish_coarse(closed) else { return Ok(None) };
            observer.module("coarsen", &coarse.module);
            Threads { module: coarse.module, blocks: coarse.blocks }
        }
        Code::Tiles(target) => {
            let lowered = tile::lower(closed, target, &mut |pass, module| observer.module(pass, module))?;
            observer.plan(&lowered.report);
            Threads { module: lowered.module, blocks: 0 }
        }
    }))
}

/// The text of code of threads.
pub fn emit(threads: &Module, language: Language) -> Result<Emitted, ptx::Unsupported> {
    match language {
        Language::Cuda => Ok(cuda::emit(threads)),
        Language::Ptx(target) => ptx::emit(threads, target),
    }
}
