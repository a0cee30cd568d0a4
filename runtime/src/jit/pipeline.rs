//! The steps of `kiln_codegen` that run inside the program: specialise and print.

use kiln_codegen::ir::Module;
use kiln_codegen::passes::specialise::specialise;

pub use kiln_codegen::passes::specialise::{Answer, FunctionAnswer};

/// The closed module of IR text with these answers.
pub(super) fn module(text: &str, answers: &[Answer]) -> Result<Module, String> {
    specialise(text, answers).map_err(|error| error.to_string())
}

/// CUDA C++ text of a closed module.
pub(super) fn cuda(module: &Module) -> String {
    kiln_codegen::back::cuda::emit(module)
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
