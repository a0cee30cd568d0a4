//! The steps of `kiln_codegen` that run inside the program: specialise and print.

use kiln_codegen::ir::{self, Module, Scalar, Type};

/// What rustc says about one capture of an open kernel or device function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A type parameter's type.
    Type(Type),
    /// A constant's value.
    Const {
        /// Its type.
        scalar: Scalar,
        /// Its bits, zero-extended.
        bits: u64,
    },
    /// A device function.
    Function(FunctionAnswer),
}

/// A device function that an open kernel calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionAnswer {
    /// Its own IR text.
    pub ir: &'static str,
    /// What rustc says about its captures.
    pub answers: Vec<Answer>,
}

/// The closed module of IR text with these answers.
pub(super) fn module(text: &str, answers: &[Answer]) -> Result<Module, String> {
    let module =
        ir::parse(text).map_err(|error| format!("IR text, line {}: {}", error.line, error.message))?;
    if answers.is_empty() && module.is_closed() {
        return Ok(module);
    }
    Err("open kernels are not finished at run time in this version".to_owned())
}

/// CUDA C++ text of a closed module.
pub(super) fn cuda(_module: &Module) -> String {
    String::new()
}

/// The name of a kernel in its CUDA C++ text.
pub(super) fn symbol(kernel: &str) -> String {
    kernel.to_owned()
}

/// The part of IR text that identifies a kernel: all but the table of sites, which is the last section.
pub(super) fn identity(text: &str) -> &str {
    text.rfind("\nsites {").map_or(text, |end| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_not_identity() {
        assert_eq!(
            identity("kiln-ir 1\n\nkernel f() {\n}\n\nsites {\n  file \"a\";\n}\n"),
            "kiln-ir 1\n\nkernel f() {\n}\n"
        );
        assert_eq!(identity("kiln-ir 1\n"), "kiln-ir 1\n");
    }
}
