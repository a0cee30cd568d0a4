//! Type inference: one small inference of ours, run at build time on what the tokens say and again, where rustc's
//! answers were needed, at first launch.
//!
//! Takes an open function whose unknown types are [`Type::Infer`]; guarantees, in [`Mode::Final`], a function without
//! inference variables, methods or associated functions, whose expressions carry the types rustc gives them
//! (literals fall back to `i32` and `f64`, as in Rust). In [`Mode::Partial`] it finds what can be found and leaves
//! the rest open. A contradiction is a [`TypeError`]; at build time rustc has a better message for most of them.

mod constrain;
mod divisions;
mod float8;
mod resolve;
mod selects;
mod table;
pub(crate) mod tiles;

use crate::compact::List;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Capture, CaptureId, Function, SiteId, Type};
use table::Table;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode<'a> {
    /// Other answers are still to come: literals do not fall back, and nothing is an error for being unknown. Of
    /// some captured types it is known that they are numbers, of some that each is a type parameter, and so is no
    /// other type.
    Partial {
        numbers: &'a [CaptureId],
        parameters: &'a [CaptureId],
    },
    Final,
}

/// What could not be typed, and the statement that it stands in.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeError {
    pub site: SiteId,
    pub diagnostic: Diagnostic,
}

/// The signature of a function that is called by its id.
#[derive(Clone, Debug)]
pub struct Signature {
    pub params: Vec<Type>,
    pub result: Type,
    /// Which of its parameters are called, and how.
    pub callables: Vec<(usize, Signature)>,
}

impl Signature {
    /// The signature of a function.
    pub fn of(function: &Function) -> Signature {
        let callables = function.params().enumerate().filter_map(|(at, param)| match &param.ty {
            Type::Capture(id) => Some((at, Signature::of_capture(function, *id)?)),
            _ => None,
        });
        Signature {
            params: function.params().map(|param| param.ty.clone()).list(),
            result: function.result.clone(),
            callables: callables.list(),
        }
    }

    /// How a capture is called: a function's own parameter, or a closure.
    pub(crate) fn of_capture(function: &Function, id: CaptureId) -> Option<Signature> {
        let local =
            |id: &crate::ir::LocalId| function.locals.get(id.0 as usize).map(|local| local.ty.clone());
        let (params, result) = match function.captures.get(id.0 as usize)? {
            Capture::Callable { params, result, .. } => (params.clone(), result.clone()),
            Capture::Closure { params, result, .. } => {
                let result = result.as_ref().map_or(Some(Type::Unit), local)?;
                (params.iter().map(local).collect::<Option<_>>()?, result)
            }
            Capture::Type { .. } | Capture::Const { .. } | Capture::Function { .. } => return None,
        };
        Some(Signature { params, result, callables: Vec::new() })
    }

    /// How the function calls this parameter.
    pub(crate) fn callable(&self, param: usize) -> Option<&Signature> {
        self.callables.iter().find(|(at, _)| *at == param).map(|(_, signature)| signature)
    }
}

/// Types `function` in place. `signatures` are those of the functions that it calls by id; `variables` is a
/// bound above every [`Type::Infer`] number in it. Also fills in the types of the values that failures carry, in
/// `sites`. Gives those of the function's open operators of which it is not known that their operands are numbers.
pub fn infer(
    function: &mut Function,
    sites: &mut [crate::ir::Site],
    signatures: &[Signature],
    variables: u32,
    mode: Mode<'_>,
) -> Result<Vec<CaptureId>, Vec<TypeError>> {
    let (numbers, parameters) = match mode {
        Mode::Partial { numbers, parameters } => (numbers, parameters),
        Mode::Final => (&[][..], &[][..]),
    };
    let mut table = Table::new(variables, parameters);
    let mut constraints = constrain::constrain(function, signatures, &mut table, numbers);
    constraints.solve(&mut table);
    if mode == Mode::Final {
        // A literal beside what turns out to be a tile has the tile's element, so tiles come first.
        while constraints.settle(&mut table, true) {
            constraints.solve(&mut table);
        }
        table.fall_back();
        constraints.solve(&mut table);
        while constraints.settle(&mut table, false) {
            constraints.solve(&mut table);
        }
    }
    let open = constraints.open_operators();
    let mut errors = constraints.errors;
    resolve::resolve(function, sites, &table, mode, &mut errors);
    tiles::alone(function, &mut errors);
    if errors.is_empty() { Ok(open) } else { Err(errors) }
}

/// One more than the largest inference variable of a function.
pub fn variables(function: &Function) -> u32 {
    let mut most = 0;
    let mut see = |ty: &Type| most = most.max(bound(ty));
    for local in &function.locals {
        see(&local.ty);
    }
    see(&function.result);
    for capture in &function.captures {
        match capture {
            Capture::Const { ty: Some(ty), .. } => see(ty),
            Capture::Callable { params, result, .. } => {
                params.iter().for_each(&mut see);
                see(result);
            }
            Capture::Const { ty: None, .. }
            | Capture::Type { .. }
            | Capture::Function { .. }
            | Capture::Closure { .. } => {}
        }
    }
    function.body.walk_operands(&mut |expr| {
        let place = expr.place().map_or(0, |place| bound(&place.ty));
        most = most.max(bound(&expr.ty)).max(place);
    });
    function.body.walk(&mut |stmt| {
        if let crate::ir::StmtKind::Assign { place, .. } = &stmt.kind {
            most = most.max(bound(&place.ty));
        }
    });
    most
}

#[inline(never)]
fn bound(ty: &Type) -> u32 {
    match ty {
        Type::Infer(id) => id + 1,
        Type::Array(element, _)
        | Type::Slice { element, .. }
        | Type::Tensor { element, .. }
        | Type::Tile { element, .. } => bound(element),
        Type::Tuple(types) => types.iter().map(bound).max().unwrap_or(0),
        Type::Struct(_) => 0,
        Type::Ref { target, .. } => bound(target),
        Type::Unit | Type::Scalar(_) | Type::Atomic(_) | Type::Capture(_) => 0,
    }
}

fn cannot_type(site: SiteId, message: impl Into<String>, help: &str) -> TypeError {
    TypeError { site, diagnostic: Diagnostic::new(Code::CannotType, message).help(help) }
}
