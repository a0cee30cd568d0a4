//! Functions in the kernel language for what a machine has no instruction for: `saturating_mul`, `powi`,
//! `warp::sum`, `exp`.
//!
//! Takes the name of an intrinsic's row and the type of its generic operand; gives a closed module with one
//! function, which takes the row's operands and gives its result: inlined, with structs and tuples taken apart, and
//! with one `return`, at its end. What such a function calls are intrinsics again, which are instructions or have a
//! function here themselves; no two need each other.
//!
//! - The sources are `codegen/library` and, for the elementary functions, `codegen/src/math`. `cargo xtask library`
//!   lowers them with the front end to `functions.ir` and lists them in `index`. A generic function is kept once,
//!   open, and specialized when it is asked for; any other is kept as it is given, so that finding it is reading
//!   its text.
//! - A function is asked for by the row's name, or by that and the type: `round_f32`.
//! - Divisors are not zero, indices are in bounds: a division has a site, as the rules of IR want, but never fails
//!   there.
//! - `usize` and `isize` are the integers of 64 bits. A 16-bit float has a function of its own only where that is
//!   not what `f32` computes: another operation is done in `f32` and rounded once.

mod index;
mod prune;

use crate::compact::List;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::intrinsics;
use crate::ir::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, LocalId, LocalKind, Module, Place,
    Scalar, SiteId, Stmt, StmtKind, Type, parse,
};
use crate::passes::aggregates::take_apart;
use crate::passes::inline::inline;
use crate::passes::specialize::{Answer, FunctionAnswer, specialize};
use index::{ENTRIES, TEXT};

/// Which types a function's parameter `T` stands for; the bound that the source says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// The function is not generic.
    None,
    Int,
    Signed,
    Unsigned,
    /// Integers of 8 and 16 bits.
    Narrow,
    /// `f32` and `f64`.
    Real,
    Float,
    Number,
}

/// A function of the library: its name and where in the text it stands.
struct Entry {
    name: &'static str,
    of: Of,
    start: usize,
    end: usize,
}

/// Where the texts of the library's functions are.
type Texts<'a> = &'a dyn Fn(&str) -> Option<&'static str>;

impl Of {
    fn contains(self, scalar: Scalar) -> bool {
        match self {
            Of::None => false,
            Of::Int => scalar.is_int(),
            Of::Signed => scalar.is_signed_int(),
            Of::Unsigned => scalar.is_unsigned_int(),
            Of::Narrow => scalar.is_int() && scalar.size() < 4,
            Of::Real => matches!(scalar, Scalar::F32 | Scalar::F64),
            Of::Float => scalar.is_float() && !scalar.is_float8(),
            Of::Number => scalar != Scalar::Bool && !scalar.is_float8(),
        }
    }
}

impl Entry {
    fn text(&self) -> &'static str {
        TEXT.get(self.start..self.end).unwrap_or_default()
    }
}

/// The function that does what a row does on this type, in every tier of floating point: approximations are
/// instructions of a machine, and its back end's. `None` where there is none: the row is for a back end to do, or,
/// of a 16-bit float, to be done in `f32`.
///
/// The remainder of floats, which is an operator, is found as `rem`.
pub fn find(name: &str, scalar: Scalar) -> Option<&'static Module> {
    type Known = Mutex<HashMap<(usize, Scalar), Option<&'static Module>>>;
    static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);
    let scalar = match scalar {
        Scalar::Usize => Scalar::U64,
        Scalar::Isize => Scalar::I64,
        other => other,
    };
    let number = chosen(name, scalar)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry((number, scalar)).or_insert_with(|| {
        let module = closed(name, number, scalar).ok()?;
        Some(Box::leak(Box::new(module)))
    })
}

/// The entry for a row.
fn chosen(name: &str, scalar: Scalar) -> Option<usize> {
    let generic = entry(name).filter(|number| ENTRIES[*number].of.contains(scalar));
    generic.or_else(|| entry(&format!("{name}_{}", scalar.name())))
}

/// The entry with this name.
fn entry(name: &str) -> Option<usize> {
    ENTRIES.binary_search_by(|entry| entry.name.cmp(name)).ok()
}

/// The function with all that it calls, made one, under the row's name.
fn closed(name: &str, number: usize, scalar: Scalar) -> Result<Module, String> {
    let entry = &ENTRIES[number];
    if entry.of == Of::None {
        let mut module = parse(entry.text()).map_err(|error| error.to_string())?;
        if let Some(function) = module.functions.last_mut() {
            name.clone_into(&mut function.name);
        }
        return Ok(module);
    }
    made_one(name, scalar, &|name| self::entry(name).map(|number| ENTRIES[number].text()), entry.text())
}

/// A function that is not generic as the library keeps it: what is made of its text, where `texts` has those of all
/// others. For `cargo xtask library`.
///
/// # Errors
///
/// What is wrong with a text, or which function is missing.
#[doc(hidden)]
pub fn kept(name: &str, texts: Texts<'_>, text: &'static str) -> Result<Module, String> {
    // No answer depends on the type.
    made_one(name, Scalar::F32, texts, text)
}

fn made_one(name: &str, scalar: Scalar, texts: Texts<'_>, text: &'static str) -> Result<Module, String> {
    let instance = instance(text, scalar, texts)?;
    let mut module = specialize(instance.ir(), instance.answers()).map_err(|error| error.to_string())?;
    for function in &mut module.functions {
        prune::prune(function);
    }
    let callee = module.functions.last().ok_or("no function")?;
    let caller = caller(name, callee, FunctionId(module.functions.len() as u32 - 1));
    module.functions.push(caller);
    let mut module = inline(&module);
    take_apart(&mut module);
    Ok(module)
}

/// A function that calls another: inlining leaves one `return` in it, at the end.
fn caller(name: &str, callee: &Function, id: FunctionId) -> Function {
    let mut function = Function {
        name: name.to_owned(),
        kind: FunctionKind::Device,
        attrs: callee.attrs.clone(),
        captures: Vec::new(),
        params: Vec::new(),
        result: callee.result.clone(),
        locals: Vec::new(),
        body: Block::default(),
    };
    for local in callee.params() {
        let param = function.add_local(local.name.clone(), local.ty.clone(), LocalKind::Param);
        function.params.push(param);
    }
    let load = |id: LocalId, ty: &Type| Expr::new(ExprKind::Load(Place::local(id, ty.clone())), ty.clone());
    let args = function.params.iter().zip(callee.params()).map(|(id, local)| load(*id, &local.ty)).list();
    let call = ExprKind::Call { callee: Callee::Function(id), args, site: None };
    let ty = callee.result.clone();
    let result = function.add_local("result", ty.clone(), LocalKind::Temp);
    let init = StmtKind::Let { local: result, init: Some(Expr::new(call, ty.clone())) };
    let give = StmtKind::Return(Some(load(result, &ty)));
    function.body = Block([init, give].map(|kind| Stmt { kind, site: SiteId(0) }).into());
    function
}

/// A function's text and the answers to its captures, for a type.
fn instance(ir: &'static str, scalar: Scalar, texts: Texts<'_>) -> Result<FunctionAnswer, String> {
    let answers = captures(ir).map(|name| answer(name, scalar, texts)).collect::<Result<_, _>>()?;
    // SAFETY: the text is that of the library.
    Ok(unsafe { FunctionAnswer::new(ir, answers) })
}

/// The names that a function's text captures, in order.
fn captures(ir: &str) -> impl Iterator<Item = &str> {
    let lines = ir.lines().skip_while(|line| !line.contains(" fn ")).skip(1);
    lines.map_while(|line| line.strip_prefix("capture ")).filter_map(|line| line.split('"').nth(1))
}

/// What a captured name is where `T` is this type: a type (`T`, and `T::Unsigned`, the unsigned integer as wide), a
/// constant of it or a function of the library.
fn answer(name: &str, scalar: Scalar, texts: Texts<'_>) -> Result<Answer, String> {
    if let Some(found) = type_named(name, scalar) {
        return Ok(Answer::Type(Type::Scalar(found)));
    }
    // An operator whose operands the front end does not know: those of the library are numbers.
    if !name.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return Ok(Answer::Own);
    }
    let unknown = || format!("`{name}` means nothing for {}", scalar.name());
    if let Some(constant) = name.strip_prefix("T::") {
        let (scalar, bits) = constant_named(constant, scalar).ok_or_else(unknown)?;
        return Ok(Answer::Const { scalar, bits });
    }
    let (function, ty) = match name.strip_suffix('>').and_then(|name| name.split_once("::<")) {
        Some((function, ty)) => (function, type_named(ty, scalar).ok_or_else(unknown)?),
        None => (name, scalar),
    };
    Ok(Answer::Function(instance(texts(function).ok_or_else(unknown)?, ty, texts)?))
}

fn type_named(name: &str, scalar: Scalar) -> Option<Scalar> {
    match name {
        "T" => Some(scalar),
        "T::Unsigned" => Some(scalar.unsigned()),
        name => Scalar::from_name(name),
    }
}

/// A constant of a type: Rust's own, the bits of floats too, and what nothing is below or above.
fn constant_named(name: &str, scalar: Scalar) -> Option<(Scalar, u64)> {
    let name = match (name, scalar.is_float()) {
        ("BITS", true) => return Some((Scalar::U32, u64::from(scalar.bits()))),
        ("LEAST", true) => "NEG_INFINITY",
        ("LEAST", false) => "MIN",
        ("GREATEST", true) => "INFINITY",
        ("GREATEST", false) => "MAX",
        (name, _) => name,
    };
    intrinsics::constant(name, scalar)
}

#[cfg(test)]
mod tests;
