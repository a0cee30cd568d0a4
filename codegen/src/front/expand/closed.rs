//! What the tokens alone say of a function's types.
//!
//! Takes a lowered function; guarantees a closed module, IR with captures for what rustc answers, or complaints about
//! types that contradict each other.

use crate::collections::{Map, sort_by_key};
use crate::diagnostic::Code;
use crate::front::lower::{Lowered, Source};
use crate::front::report::Report;
use crate::ir::verify::{self, Rule};
use crate::ir::{Capture, CaptureId, FunctionKind, Module, Operator, Type};
use crate::passes::infer::{self, Mode};
use crate::passes::operators::{self, Meaning};

/// What can be said of the function at build time.
pub(in crate::front) enum Closed {
    /// Everything: a closed module.
    Whole(Module),
    /// The rest is rustc's: IR text with captures.
    Open(String),
    /// A contradiction, which is rustc's to explain where it finds it too.
    Contradiction,
}

/// Infers what the tokens say. What only rustc finds becomes a capture: locals, and operators of which it is not
/// known that they are those of numbers.
pub(in crate::front) fn close(lowered: &mut Lowered, report: &mut Report) -> Closed {
    report.take(std::mem::take(&mut lowered.taps.late));
    let mut sites = lowered.sites.clone();
    let closed = lowered.function.captures.is_empty();
    let before = (closed && compares(&lowered.taps.operators)).then(|| lowered.function.clone());
    let function = &mut lowered.function;
    let is_device = function.kind == FunctionKind::Device;
    if closed {
        // Nothing says the name of a type of the user's.
        operators::settle(function, &|_| Meaning::Builtin);
    }
    // What a kernel's parameters are not, rustc says once.
    let parameters = if is_device { lowered.parameters.as_slice() } else { &[] };
    let partial = Mode::Partial { numbers: &lowered.numbers, parameters };
    let mode = if closed { Mode::Final } else { partial };
    let mut found = infer::infer(function, &mut sites, &[], lowered.variables, mode);
    let mut closed = closed;
    if let (Err(_), Some(mut before)) = (&found, before) {
        // What compares arrays, tuples or `Option`s, Kiln has functions for, which rustc finds.
        let mut again = lowered.sites.clone();
        if let Ok(open) = infer::infer(&mut before, &mut again, &[], lowered.variables, partial)
            && !open.is_empty()
        {
            (*function, sites, found, closed) = (before, again, Ok(open), false);
        }
    }
    if closed {
        lowered.taps.operators.clear();
    }
    let open = match found {
        Ok(open) => open,
        Err(errors) => {
            for error in errors {
                let span = lowered.spans.get(error.site.0 as usize).copied().unwrap_or(lowered.span);
                report.push(span, error.diagnostic);
            }
            lowered.taps.operators.clear();
            return Closed::Contradiction;
        }
    };
    if closed {
        let module = Module { functions: vec![function.clone()], sites };
        if let Err(violations) = verify::verify(&module) {
            // Of what a device function assigns to and gives back rustc complains where the function stands, and not
            // in its copy. Anything else is a defect of Kiln's, told as such.
            let is_rustcs = |rule: Rule| is_device && matches!(rule, Rule::Returns | Rule::Assignments);
            for violation in violations.into_iter().filter(|violation| !is_rustcs(violation.rule)) {
                report.error(
                    lowered.span,
                    Code::CannotType,
                    format!("Kiln made wrong IR of this function: {violation}"),
                    "this is a defect of Kiln; please report it with the function",
                );
            }
            return Closed::Contradiction;
        }
        return Closed::Whole(module);
    }
    // Locals that are still unknown become captures that rustc answers.
    let mut tapped: Vec<_> =
        lowered.taps.locals.values().flatten().map(|(name, id)| (*id, name.span())).collect();
    sort_by_key(&mut tapped, |(id, _)| *id);
    for (id, span) in tapped {
        let local = &function.locals[id.0 as usize];
        if unknown(&local.ty) {
            let (open, capture) = (local.ty.clone(), Capture::Type { name: local.name.clone() });
            let ty = Type::Capture(CaptureId(function.captures.len() as u32));
            // What has the same unknown type has the same answer, such as the copies of a closure's variables.
            function
                .locals
                .iter_mut()
                .filter(|other| other.ty == open)
                .for_each(|other| other.ty = ty.clone());
            function.captures.push(capture);
            lowered.sources.push(Source::Local(span, None));
        }
    }
    lowered.taps.operators.retain(|_, (_, id)| open.contains(id));
    let mut asked: Vec<_> = lowered.taps.operators.values_mut().collect();
    sort_by_key(&mut asked, |(_, id)| *id);
    let mut numbers = Map::new();
    for (op, id) in asked {
        let capture = CaptureId(function.captures.len() as u32);
        function.captures.push(Capture::Function { name: op.symbol() });
        lowered.sources.push(Source::Function);
        numbers.insert(std::mem::replace(id, capture), capture);
    }
    operators::settle(function, &|id| numbers.get(&id).map_or(Meaning::Builtin, |id| Meaning::Open(*id)));
    let module = Module { functions: vec![function.clone()], sites };
    Closed::Open(module.to_text())
}

/// Whether an operator among these is `==`, `<` or one of their like.
fn compares(operators: &Map<usize, (Operator, CaptureId)>) -> bool {
    operators.values().any(|(op, _)| matches!(op, Operator::Binary(op) if op.is_comparison()))
}

fn unknown(ty: &Type) -> bool {
    match ty {
        Type::Infer(_) => true,
        Type::Array(element, _)
        | Type::Slice { element, .. }
        | Type::Tensor { element, .. }
        | Type::Tile { element, .. } => unknown(element),
        Type::Tuple(types) => types.iter().any(unknown),
        Type::Struct(_) => false,
        Type::Ref { target, .. } => unknown(target),
        Type::Unit | Type::Scalar(_) | Type::Atomic(_) | Type::Capture(_) => false,
    }
}
