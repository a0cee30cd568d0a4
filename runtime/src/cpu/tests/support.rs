//! How tests write kernels: IR text with plain names for locals.
//!
//! `kernel("(x: &[f32], y: &mut [f32])", "i: usize", "@0 let i = global_id_x(); ..")` numbers the names, verifies the
//! module and compiles it; `Args` collects arguments.

use kiln_codegen::abi::FailRecord;
use kiln_codegen::ir;

use crate::cpu::sanitize::Found;
use crate::cpu::{CpuArg, Program};

/// A module from its parameters, its other locals (`shared` in front for shared ones) and its body.
pub fn module(params: &str, locals: &[&str], body: &str) -> ir::Module {
    module_with("", params, locals, body)
}

/// The same with structs, whose fields have names of their own.
pub fn module_with(structs: &str, params: &str, locals: &[&str], body: &str) -> ir::Module {
    let params: Vec<&str> = params.split(", ").filter(|param| !param.is_empty()).collect();
    let name = |decl: &str| decl.split(':').next().unwrap().trim().trim_start_matches("shared ").to_string();
    let names: Vec<String> = params.iter().chain(locals).map(|decl| name(decl)).collect();
    let mut text = format!("kernel fn test({}) {{\n", params.join(", "));
    for local in locals {
        let kind = if local.starts_with("shared ") { "" } else { "var " };
        text += &format!("    {kind}{local};\n");
    }
    text += &format!("{body}\n}}\n");
    let text = format!("kiln-ir 1\n\n{structs}\n{}", number(&text, &names));
    let mut module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    module.sites.resize(32, ir::Site::default());
    // One table of sites serves all tests, so their kinds are not kept.
    let mut violations = ir::verify::verify(&module).err().unwrap_or_default();
    violations.retain(|violation| violation.rule != ir::verify::Rule::Sites);
    assert!(violations.is_empty(), "{violations:?}\n{text}");
    module
}

/// Appends `#n` to every word that is a local's name.
pub fn number(text: &str, names: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        // Numbers carry their type without a space between.
        let digit = rest[..start].chars().next_back().is_some_and(|c| c.is_ascii_digit());
        let len =
            rest[start..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len() - start);
        let word = &rest[start..start + len];
        out += &rest[..start + len];
        if !digit && let Some(index) = names.iter().position(|name| name == word) {
            out += &format!("#{index}");
        }
        rest = &rest[start + len..];
    }
    out + rest
}

pub fn kernel(params: &str, locals: &[&str], body: &str) -> Program {
    Program::compile(&module(params, locals, body)).unwrap()
}

/// The site of the first failure, or what the sanitizer found.
pub type Watched = Result<Option<u32>, Box<Found>>;

/// Arguments of a run.
#[derive(Default)]
pub struct Args(Vec<CpuArg>);

impl Args {
    pub fn new() -> Args {
        Args::default()
    }

    pub fn bits(mut self, bits: u64) -> Args {
        self.0.push(CpuArg::Scalar(bits));
        self
    }

    pub fn f32(self, value: f32) -> Args {
        self.bits(u64::from(value.to_bits()))
    }

    /// A value of a struct or an array.
    pub fn bytes(mut self, bytes: &[u8]) -> Args {
        self.0.push(CpuArg::Bytes { pointer: bytes.as_ptr(), len: bytes.len() });
        self
    }

    pub fn slice<T>(self, slice: &mut [T]) -> Args {
        self.raw(slice.as_mut_ptr().cast(), slice.len() as u64)
    }

    pub fn raw(mut self, pointer: *mut u8, len: u64) -> Args {
        self.0.push(CpuArg::Slice { pointer, len });
        self
    }

    pub fn run(self, program: &Program, grid: [u32; 3], block: [u32; 3]) -> Option<FailRecord> {
        // SAFETY: tests pass live slices of the types that their kernels declare.
        unsafe { program.run(grid, block, &self.0) }
    }

    /// Runs blocks in one dimension under the sanitizer.
    pub fn watched(self, program: &Program, blocks: u32, threads: u32) -> Watched {
        self.watched_grid(program, [blocks, 1, 1], threads).map(|failed| failed.map(|r| r.site))
    }

    /// Runs a grid of blocks in one dimension under the sanitizer.
    pub fn watched_grid(
        self,
        program: &Program,
        grid: [u32; 3],
        threads: u32,
    ) -> Result<Option<FailRecord>, Box<Found>> {
        // SAFETY: as above, but for what the sanitizer finds before it happens.
        unsafe { program.run_watched(grid, [threads, 1, 1], 0, &self.0) }
    }

    /// Runs blocks in one dimension.
    pub fn line(self, program: &Program, blocks: u32, threads: u32) -> Option<FailRecord> {
        self.run(program, [blocks, 1, 1], [threads, 1, 1])
    }
}
