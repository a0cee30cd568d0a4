//! Closes an open kernel with rustc's answers.
//!
//! Takes IR text as the macro embedded it and one [`Answer`] a capture; guarantees a closed module with the device
//! functions that the kernel calls, each instance once, callees before callers, all of the kernel's sort. The same
//! input gives the same module.
//! A failure names the function; nothing here panics, whatever the text or the answers.

use crate::collections::Set;
use crate::compact::List;
use std::sync::Arc;

use crate::check::kernel_kind::level;
use crate::check::size::{self, too_large};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{
    Callee, Capture, CaptureId, Expr, ExprKind, Function, FunctionId, LocalKind, Module, ParseError, Scalar,
    Site, Struct, Type, parse,
};
use crate::passes::closures;
use crate::passes::constants;
use crate::passes::infer::{self, Mode, Signature};
use crate::passes::inline;
use crate::passes::operators::{self, Meaning};
use crate::passes::prune::prune;
use crate::passes::variants;

mod substitute;

use substitute::{Substitute, Takes, Value};

/// What rustc says about one capture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Type(Type),
    /// A type with an enum in it: not all bits are values.
    Partial(Type),
    Const {
        scalar: Scalar,
        bits: u64,
    },
    /// A constant of a struct or an array: the bits of its scalars, in the order of fields and elements.
    Whole {
        ty: Type,
        bits: Vec<u64>,
    },
    Function(FunctionAnswer),
    /// A method or an operator that numbers have themselves, or by Kiln's traits.
    Own,
    /// An operator that rustc found for a type of this name, in a generic function of std's trait, where kernels have
    /// none but that of numbers: an enum's discriminant is one.
    OfAnother(String),
    /// The answer for a type or a constant, and an operator that an enum in it has of its own. Kernels of tiles do not
    /// ask which function an operator is.
    Computes(Box<Answer>, String),
    /// What the text says itself: a parameter that is called, a closure.
    Said,
    /// Kernels cannot have it, for a reason that only the running program could tell.
    Refused {
        code: Code,
        message: String,
        help: String,
    },
    /// Device functions call each other without end.
    Recursion,
}

/// An instance of a device function. The answers are shared: a function that is called at three places is three
/// captures, and a chain of such functions would be a tree of all their paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionAnswer {
    ir: &'static str,
    answers: Arc<Vec<Answer>>,
}

impl FunctionAnswer {
    /// # Safety
    ///
    /// `ir` is what `#[device]` makes of the function, and `answers` are rustc's for its captures: kernels trust both.
    pub unsafe fn new(ir: &'static str, answers: Vec<Answer>) -> FunctionAnswer {
        FunctionAnswer { ir, answers: Arc::new(answers) }
    }

    /// The embedded IR.
    pub const fn ir(&self) -> &'static str {
        self.ir
    }

    /// One answer a capture.
    pub fn answers(&self) -> &Arc<Vec<Answer>> {
        &self.answers
    }
}

/// Why a kernel could not be closed.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecialiseError {
    /// The embedded text is not IR of this version.
    Text(ParseError),
    /// Answers and captures do not match: the kernel and the library were built apart.
    Mismatch { function: String, message: String },
    /// The user's program, at a place.
    Program { function: String, site: Option<Box<Site>>, diagnostic: Diagnostic },
}

impl std::fmt::Display for SpecialiseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SpecialiseError::Text(error) => write!(f, "the kernel's embedded IR cannot be read: {error}"),
            SpecialiseError::Mismatch { function, message } => {
                write!(f, "`{function}` cannot be specialized: {message}")
            }
            SpecialiseError::Program { function, site, diagnostic } => {
                write!(f, "in `{function}`")?;
                if let Some(site) = site {
                    write!(f, " at {}:{}:{}", site.file, site.line, site.column)?;
                }
                write!(f, ": {diagnostic}")
            }
        }
    }
}

impl std::error::Error for SpecialiseError {}

/// Parses `ir` and closes it with `answers`, one a capture of its function.
pub fn specialize(ir: &str, answers: &[Answer]) -> Result<Module, SpecialiseError> {
    let mut linker = Linker {
        module: Module::default(),
        known: Vec::new(),
        names: Set::new(),
        computes: None,
        structs: Vec::new(),
    };
    linker.link(ir, answers)?;
    let tiles = linker.module.entry().is_some_and(|entry| entry.attrs.tile.is_some());
    if let (true, Some(enum_and_operator)) = (tiles, linker.computes) {
        let function = linker.module.entry().map_or_else(String::new, |entry| entry.name.clone());
        let message = format!(
            "{enum_and_operator} of its own, and a kernel of tiles would compute with its discriminants"
        );
        let help = "write the operator as a method with `#[device]`, in place of the `impl`";
        let diagnostic = Diagnostic::new(Code::KernelType, message).help(help);
        return Err(SpecialiseError::Program { function, site: None, diagnostic });
    }
    closures::drop_callables(&mut linker.module);
    variants::forget(&mut linker.module);
    if let Some((function, finding)) = level(&linker.module) {
        let site = linker.module.site(finding.site).cloned().map(Box::new);
        let (function, diagnostic) = (function.to_owned(), finding.diagnostic);
        return Err(SpecialiseError::Program { function, site, diagnostic });
    }
    linker.module.functions.iter_mut().for_each(prune);
    verified(&linker.module, "Kiln made wrong IR of it")?;
    sized(&linker.module)?;
    Ok(linker.module)
}

/// Reads a module that [`specialize`] made, from a text that may have lain in a file since. Builds with the verifier
/// look whether what is returned keeps the rules of a closed module.
pub fn closed(ir: &str) -> Result<Module, SpecialiseError> {
    let module = parse(ir).map_err(SpecialiseError::Text)?;
    if module.entry().is_none() {
        return Err(mismatch("", "the text has no kernel"));
    }
    verified(&module, "its text is no closed module")?;
    sized(&module)?;
    Ok(module)
}

fn sized(module: &Module) -> Result<(), SpecialiseError> {
    let function = || module.entry().map_or_else(String::new, |entry| entry.name.clone());
    let refused = |diagnostic| SpecialiseError::Program { function: function(), site: None, diagnostic };
    too_large(module).map(refused).map_or(Ok(()), Err)
}

/// A rule that does not hold is a defect of Kiln's, or of a file that was changed; Kiln's own tests and debug builds
/// are to find it.
#[cfg(any(debug_assertions, feature = "front"))]
fn verified(module: &Module, wrong: &str) -> Result<(), SpecialiseError> {
    crate::ir::verify::verify(module).map_err(|violations| {
        let name = module.entry().map_or("", |entry| &entry.name);
        let first = violations.first().map_or_else(String::new, ToString::to_string);
        mismatch(name, &format!("{wrong}: {first}"))
    })
}

#[cfg(not(any(debug_assertions, feature = "front")))]
fn verified(_: &Module, _: &str) -> Result<(), SpecialiseError> {
    Ok(())
}

struct Linker {
    module: Module,
    /// Instances already linked.
    known: Vec<(FunctionAnswer, FunctionId)>,
    names: Set<String>,
    /// An operator that an enum of the module has of its own.
    computes: Option<String>,
    /// Structs as rustc's answers have them, and as the module does.
    structs: Vec<(Arc<Struct>, Arc<Struct>)>,
}

impl Linker {
    fn link(&mut self, ir: &str, answers: &[Answer]) -> Result<FunctionId, SpecialiseError> {
        let mut parsed = parse(ir).map_err(SpecialiseError::Text)?;
        let Some(mut function) = parsed.functions.pop() else {
            return Err(mismatch("", "the embedded IR has no function"));
        };
        if !parsed.functions.is_empty() {
            return Err(mismatch(&function.name, "the embedded IR has more than one function"));
        }
        let values = self.answers(&function, answers, &parsed.sites)?;
        let offset = self.module.sites.len() as u32;
        let mut sites = parsed.sites;
        for (number, answer) in answers.iter().enumerate() {
            let Answer::OfAnother(name) = answer else { continue };
            let Some((op, site)) = operators::first_use(&function, CaptureId(number as u32)) else {
                continue;
            };
            let message = format!("`{}` of `{name}` is not supported in kernels", op.symbol());
            let diagnostic = Diagnostic::new(Code::CannotType, message).help(operators::way_out(op));
            let site = sites.get(site.0 as usize).cloned().map(Box::new);
            return Err(SpecialiseError::Program { function: function.name, site, diagnostic });
        }
        let whole = values.iter().map(|value| match value {
            Value::Whole(constant) => Some(constant.clone()),
            Value::Type(_) | Value::Const(..) | Value::Function(..) | Value::Own(_) | Value::Said => None,
        });
        constants::fill(&mut function, &whole.list());
        operators::settle(&mut function, &|id| match values.get(id.0 as usize) {
            Some(Value::Function(..)) => Meaning::Open(id),
            Some(Value::Own(_) | Value::Type(_) | Value::Const(..) | Value::Whole(_) | Value::Said)
            | None => Meaning::Builtin,
        });
        for local in &mut function.locals {
            local.partial = local.kind == LocalKind::Shared && is_partial(&local.ty, answers);
        }
        Substitute { values: &values, offset }.function(&mut function);
        // A function may be passed by its name alone, to one that is written out.
        let is_open = |function: &Function| !function.captures.is_empty();
        let calls =
            function.captures.iter().any(Capture::is_said) || self.module.functions.iter().any(is_open);
        if !calls {
            function.captures.clear();
        }
        let signatures: Vec<Signature> = self.module.functions.iter().map(Signature::of).list();
        let named = |id: CaptureId| match values.get(id.0 as usize) {
            Some(Value::Function(function, _)) => Some(*function),
            Some(Value::Own(_) | Value::Type(_) | Value::Const(..) | Value::Whole(_) | Value::Said)
            | None => None,
        };
        operators::spell_out(&mut function, &signatures, &named);
        closures::type_parameters(&mut function, &signatures);
        let variables = infer::variables(&function);
        // Sites of failures are filled in by inference, by their final numbers.
        self.module.sites.append(&mut sites);
        if let Err(errors) =
            infer::infer(&mut function, &mut self.module.sites, &signatures, variables, Mode::Final)
        {
            let site = errors.first().and_then(|error| self.module.site(error.site)).cloned().map(Box::new);
            return Err(match errors.into_iter().next() {
                Some(error) => {
                    SpecialiseError::Program { function: function.name, site, diagnostic: error.diagnostic }
                }
                None => mismatch(&function.name, "its types are contradictory"),
            });
        }
        variants::spell_out(&mut function);
        if signatures.iter().any(|signature| !signature.callables.is_empty()) {
            let Some(written) = inline::write_out(&self.module, &function, &named) else {
                let message = format!(
                    "`{}` is too large: with the functions inlined that it passes closures to, it has more than {} \
                     statements and expressions",
                    function.name,
                    size::LIMIT
                );
                let diagnostic = Diagnostic::new(Code::Size, message).help(size::HELP);
                return Err(SpecialiseError::Program { function: function.name, site: None, diagnostic });
            };
            function = written;
        }
        closures::keep_callables(&mut function);
        function.name = self.unique(&function.name);
        self.module.functions.push(function);
        Ok(FunctionId(self.module.functions.len() as u32 - 1))
    }

    fn unique(&mut self, name: &str) -> String {
        let mut unique = name.to_owned();
        let mut number = 2;
        while !self.names.insert(unique.clone()) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        unique
    }

    /// The type with its structs renamed where another struct of the module has the name already: two modules may
    /// each have a `Point`.
    fn named_apart(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Struct(found) => {
                if let Some((_, known)) = self.structs.iter().find(|(asked, _)| asked == found) {
                    return Type::Struct(Arc::clone(known));
                }
                let mut own = Struct::clone(found);
                let inside = own.variants.iter_mut().flat_map(|variant| &mut variant.fields);
                for field in inside.chain(&mut own.fields) {
                    field.ty = self.named_apart(&field.ty);
                }
                let mut number = 2;
                while self.structs.iter().any(|(_, known)| known.name == own.name) {
                    own.name = format!("{}_{number}", found.name);
                    number += 1;
                }
                let own = Arc::new(own);
                self.structs.push((Arc::clone(found), Arc::clone(&own)));
                Type::Struct(own)
            }
            Type::Tuple(types) => Type::Tuple(types.iter().map(|ty| self.named_apart(ty)).list()),
            Type::Array(element, len) => Type::Array(Box::new(self.named_apart(element)), *len),
            Type::Slice { element, mutable } => {
                Type::Slice { element: Box::new(self.named_apart(element)), mutable: *mutable }
            }
            Type::Ref { target, mutable } => {
                Type::Ref { target: Box::new(self.named_apart(target)), mutable: *mutable }
            }
            Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => ty.clone(),
        }
    }

    /// The captures' values: functions are linked first.
    fn answers(
        &mut self,
        function: &Function,
        answers: &[Answer],
        sites: &[Site],
    ) -> Result<Vec<Value>, SpecialiseError> {
        if function.captures.len() != answers.len() {
            let message = format!("it has {} captures, not {}", function.captures.len(), answers.len());
            return Err(mismatch(&function.name, &message));
        }
        let mut values = Vec::with_capacity(answers.len());
        let refused = |capture: usize, diagnostic| SpecialiseError::Program {
            function: function.name.clone(),
            site: first_use(function, CaptureId(capture as u32), sites),
            diagnostic,
        };
        for (capture, answer) in function.captures.iter().zip(answers) {
            let answer = match answer {
                Answer::Computes(answer, operator) => {
                    self.computes.get_or_insert_with(|| operator.clone());
                    answer
                }
                answer => answer,
            };
            values.push(match (capture, answer) {
                (Capture::Type { .. }, Answer::Type(ty) | Answer::Partial(ty)) => {
                    Value::Type(self.named_apart(ty))
                }
                (Capture::Const { .. }, Answer::Const { scalar, bits }) => Value::Const(*scalar, *bits),
                (Capture::Const { .. }, Answer::Whole { ty, bits }) => {
                    Value::Whole((self.named_apart(ty), bits.clone()))
                }
                (Capture::Function { .. }, Answer::Function(instance)) => {
                    let id = match self.known.iter().find(|(known, _)| known == instance) {
                        Some((_, id)) => *id,
                        None => {
                            let id = self.link(instance.ir, &instance.answers)?;
                            self.known.push((instance.clone(), id));
                            id
                        }
                    };
                    Value::Function(id, Takes::of(&self.module.functions[id.0 as usize]))
                }
                (Capture::Callable { .. } | Capture::Closure { .. }, _) => Value::Said,
                (Capture::Function { name }, Answer::Own | Answer::OfAnother(_)) => Value::Own(name.clone()),
                (Capture::Function { name }, Answer::Recursion) => {
                    let diagnostic = Diagnostic::new(
                        Code::Recursion,
                        format!(
                            "the call of `{name}` never ends: device functions call each other in a circle"
                        ),
                    )
                    .help("a GPU has no stack to recurse on: write a loop");
                    return Err(refused(values.len(), diagnostic));
                }
                (
                    Capture::Type { .. } | Capture::Const { .. } | Capture::Function { .. },
                    Answer::Refused { code, message, help },
                ) => {
                    let diagnostic = Diagnostic::new(*code, message).help(help);
                    return Err(refused(values.len(), diagnostic));
                }
                (
                    Capture::Type { name } | Capture::Const { name, .. } | Capture::Function { name },
                    Answer::Type(_)
                    | Answer::Partial(_)
                    | Answer::Const { .. }
                    | Answer::Whole { .. }
                    | Answer::Function(_)
                    | Answer::Own
                    | Answer::OfAnother(_)
                    | Answer::Computes(..)
                    | Answer::Said
                    | Answer::Recursion,
                ) => {
                    return Err(mismatch(
                        &function.name,
                        &format!("the answer for `{name}` is of another sort"),
                    ));
                }
            });
        }
        Ok(values)
    }
}

/// Where a function first computes with a capture, or calls it.
fn first_use(function: &Function, capture: CaptureId, sites: &[Site]) -> Option<Box<Site>> {
    let mut found = None;
    let is_it = |expr: &Expr| match &expr.kind {
        ExprKind::Capture(id) | ExprKind::Call { callee: Callee::Capture(id), .. } => *id == capture,
        _ => false,
    };
    function.body.walk(&mut |stmt| {
        let mut here = false;
        stmt.for_each_expr(&mut |expr| here |= expr.any(&mut |expr| is_it(expr)));
        if here {
            found.get_or_insert(stmt.site);
        }
    });
    sites.get(found?.0 as usize).cloned().map(Box::new)
}

#[inline(never)]
fn mismatch(function: &str, message: &str) -> SpecialiseError {
    SpecialiseError::Mismatch { function: function.to_owned(), message: message.to_owned() }
}

/// Whether a type has an enum in it by rustc's answers.
fn is_partial(ty: &Type, answers: &[Answer]) -> bool {
    match ty {
        Type::Array(element, _) | Type::Slice { element, .. } => is_partial(element, answers),
        Type::Tuple(types) => types.iter().any(|ty| is_partial(ty, answers)),
        Type::Capture(id) => match answers.get(id.0 as usize) {
            Some(Answer::Computes(answer, _)) => matches!(**answer, Answer::Partial(_)),
            answer => matches!(answer, Some(Answer::Partial(_))),
        },
        _ => false,
    }
}
