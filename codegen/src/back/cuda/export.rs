//! A device function for C++ of the user's to call.
//!
//! Takes a closed module whose last function is a device function; guarantees text in which that function has a C
//! name and a signature of C's own types, and nothing else can clash with the user's names; leaves compiling and
//! linking to the runtime.

use crate::compact::List;
use std::fmt::Write as _;

use super::names::is_reserved;
use crate::ir::{FunctionKind, Module, Scalar, Type};

/// A function that C++ can call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Its name for the linker.
    pub symbol: String,
    /// Its declaration, with a semicolon.
    pub prototype: String,
    /// A translation unit that defines it.
    pub text: String,
}

/// The last function of a closed module under a C name, its own where none is given; or why C++ cannot call it.
///
/// # Errors
///
/// In words: a type that C has not, a function that can fail, a name that C++ keeps for itself.
pub fn export(module: &Module, symbol: Option<&str>) -> Result<Exported, String> {
    let function = module.entry().filter(|function| function.kind == FunctionKind::Device);
    let function = function.ok_or("it is no device function")?;
    let symbol = symbol.unwrap_or(&function.name);
    let mut letters = symbol.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if !first || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') || is_reserved(symbol) {
        return Err(format!("`{symbol}` is no name that a function can have in C++; give it another"));
    }
    let mut types = Vec::new();
    for id in &function.params {
        let local = function.local(*id);
        let ty = c_type(&local.ty).ok_or_else(|| {
            format!("C has no type for its parameter `{}`: a number or `bool` is needed", local.name)
        })?;
        types.push(ty);
    }
    let result = match &function.result {
        Type::Unit => "void",
        ty => c_type(ty).ok_or("C has no type for its result: a number, `bool` or nothing is needed")?,
    };
    let (emitted, fails) = super::write(module);
    if fails {
        return Err(
            "it can fail (an index, a division, an assertion), and a failure cannot be told through C++"
                .to_owned(),
        );
    }
    let name = super::names::functions(module).pop().unwrap_or_default();
    let declared: Vec<String> = types.iter().enumerate().map(|(at, ty)| format!("{ty} a{at}")).list();
    let passed: Vec<String> = (0..types.len()).map(|at| format!("a{at}")).list();
    let head = format!("extern \"C\" __device__ {result} {symbol}({})", declared.join(", "));
    // The function's own name is one of this namespace, so that both may be the same.
    let mut unit = format!("namespace kiln_{symbol} {{\n{}\n}}\n\n", emitted.text);
    let _ = writeln!(unit, "{head} {{\n    return kiln_{symbol}::{name}({});\n}}", passed.join(", "));
    let prototype = format!("extern \"C\" __device__ {result} {symbol}({});\n", types.join(", "));
    Ok(Exported { symbol: symbol.to_owned(), prototype, text: unit })
}

/// The type as C spells it, where it has it.
fn c_type(ty: &Type) -> Option<&'static str> {
    let Type::Scalar(scalar) = ty else { return None };
    Some(match scalar {
        Scalar::Bool => "bool",
        Scalar::I8 => "signed char",
        Scalar::I16 => "short",
        Scalar::I32 => "int",
        Scalar::I64 | Scalar::Isize => "long long",
        Scalar::U8 => "unsigned char",
        Scalar::U16 => "unsigned short",
        Scalar::U32 => "unsigned",
        Scalar::U64 | Scalar::Usize => "unsigned long long",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        // Structs of their headers, which are not C's.
        Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse;

    fn exported(text: &str, symbol: Option<&str>) -> Result<Exported, String> {
        export(&parse(text).unwrap(), symbol)
    }

    const LERP: &str = "kiln-ir 1

device fn lerp(a#0: f32, b#1: f32, t#2: f32) -> f32 {
    @0 return a#0 + t#2;
}

sites {
    file \"a.rs\";
    @0 3:5;
}
";

    #[test]
    fn a_function_has_a_c_name_and_a_prototype() {
        let found = exported(LERP, None).unwrap();
        assert_eq!(found.prototype, "extern \"C\" __device__ float lerp(float, float, float);\n");
        assert!(found.text.contains("namespace kiln_lerp {"), "{}", found.text);
        assert!(found.text.ends_with("return kiln_lerp::lerp(a0, a1, a2);\n}\n"), "{}", found.text);
        let found = exported(LERP, Some("mix")).unwrap();
        assert!(
            found.prototype.contains(" mix(") && found.text.contains("kiln_mix::lerp("),
            "{}",
            found.text
        );
    }

    #[test]
    fn what_c_cannot_call_is_told() {
        assert!(exported(LERP, Some("double")).unwrap_err().contains("`double` is no name"));
        assert!(exported(LERP, Some("a b")).unwrap_err().contains("`a b` is no name"));
        let half = LERP.replace("t#2: f32", "t#2: f16").replace(" + t#2", "");
        assert!(exported(&half, None).unwrap_err().contains("parameter `t`"), "{half}");
        let kernel = "kiln-ir 1\n\nkernel fn f(x#0: &mut [f32]) {\n}\n";
        assert!(exported(kernel, None).unwrap_err().contains("no device function"));
    }
}
