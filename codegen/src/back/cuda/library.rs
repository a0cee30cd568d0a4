//! Functions of Kiln's library as device functions of the text.
//!
//! Takes a row's name and a type; the function stands in `namespace kiln`, once, behind those that it calls itself.
//! Nothing fails in it, so it needs no `kiln` to say so. Inlining left copies of its parameters and its result, which
//! are removed here so that the text reads like a function.

use super::names::Names;
use super::prelude::Prelude;
use super::signature;
use super::stmt::Writer;
use crate::ir::{Block, Expr, ExprKind, Function, LocalId, Place, Scalar, Stmt, StmtKind};
use crate::library;

/// Writes the function for a row, where the text does not have it yet; gives its name in `namespace kiln`. `None`
/// where the library has none.
pub(super) fn define(row: &str, scalar: Scalar, prelude: &mut Prelude) -> Option<String> {
    let scalar = match scalar {
        Scalar::Usize => Scalar::U64,
        Scalar::Isize => Scalar::I64,
        other => other,
    };
    let name = format!("{row}_{}", scalar.name());
    if prelude.has_function(&name) {
        return Some(name);
    }
    let module = library::find(row, scalar)?;
    let mut function = without_sites(module.entry()?);
    let mut counts = assignments(&function);
    join_declarations(&mut function.body, &mut counts);
    remove_copies(&mut function.body, &counts);
    return_value(&mut function.body);
    let names = Names::of(&function, &[]);
    let mut writer = Writer::new(module, &function, &names, &[], &[], prelude);
    writer.block(&function.body);
    let (body, fails) = writer.finish();
    debug_assert!(!fails, "{name}");
    let head = signature(&function, &name, &names, false, prelude);
    prelude.function(name.clone(), format!("{head} {{\n{body}}}\n"));
    Some(name)
}

/// The function with no division to be tested.
fn without_sites(function: &Function) -> Function {
    let mut function = function.clone();
    function.body.rewrite_exprs(&mut |expr| {
        if let ExprKind::Binary { site, .. } | ExprKind::Call { site, .. } = &mut expr.kind {
            *site = None;
        }
    });
    function
}

/// The local that a place is, if it is one.
fn local(place: &Place) -> Option<LocalId> {
    place.steps.is_empty().then_some(place.base)
}

/// How often each local is assigned, its declaration aside.
fn assignments(function: &Function) -> Vec<usize> {
    let mut counts = vec![0; function.locals.len()];
    function.body.walk(&mut |stmt| {
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            counts[place.base.0 as usize] += 1;
        }
    });
    counts
}

/// Makes `let x; x = value;` one statement, where nothing else assigns `x`.
fn join_declarations(block: &mut Block, counts: &mut [usize]) {
    let mut at = 0;
    while at < block.0.len() {
        let joined = match block.0[at].kind {
            StmtKind::Let { local: declared, init: None } if counts[declared.0 as usize] == 1 => {
                let assigns = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Assign { place, op: None, .. } if local(place) == Some(declared));
                block.0.iter().position(assigns).map(|assigned| (declared, assigned))
            }
            _ => None,
        };
        let Some((declared, assigned)) = joined else {
            at += 1;
            continue;
        };
        if let StmtKind::Assign { value, .. } = &block.0[assigned].kind {
            block.0[assigned].kind = StmtKind::Let { local: declared, init: Some(value.clone()) };
        }
        counts[declared.0 as usize] = 0;
        block.0.remove(at);
    }
    for inner in block.0.iter_mut().flat_map(Stmt::blocks_mut) {
        join_declarations(inner, counts);
    }
}

/// Uses the original instead of a copy of a local or a literal, where neither is assigned again.
fn remove_copies(block: &mut Block, counts: &[usize]) {
    let is_fixed = |local: LocalId| counts[local.0 as usize] == 0;
    let mut at = 0;
    while at < block.0.len() {
        let original = match &block.0[at].kind {
            StmtKind::Let { local: copy, init: Some(Expr { kind, .. }) } if is_fixed(*copy) => match kind {
                ExprKind::Load(place) if local(place).is_some_and(is_fixed) => Some((*copy, kind.clone())),
                ExprKind::Literal(_) => Some((*copy, kind.clone())),
                _ => None,
            },
            _ => None,
        };
        let Some((copy, original)) = original else {
            at += 1;
            continue;
        };
        block.0.remove(at);
        replace(block, copy, &original);
    }
    for inner in block.0.iter_mut().flat_map(Stmt::blocks_mut) {
        remove_copies(inner, counts);
    }
}

fn replace(block: &mut Block, copy: LocalId, original: &ExprKind) {
    block.rewrite_exprs(&mut |expr| match (&expr.kind, original) {
        (ExprKind::Load(place), _) if local(place) == Some(copy) => expr.kind = original.clone(),
        (_, ExprKind::Load(other)) => {
            if let Some(place) = expr.place_mut().filter(|place| place.base == copy) {
                place.base = other.base;
            }
        }
        _ => {}
    });
}

/// Makes `let x = value; return x;` at the end one statement.
fn return_value(body: &mut Block) {
    while let [.., Stmt { kind: StmtKind::Let { local: named, init: Some(value) }, .. }, last] =
        body.0.as_slice()
        && let StmtKind::Return(Some(Expr { kind: ExprKind::Load(place), .. })) = &last.kind
        && local(place) == Some(*named)
    {
        let mut last = last.clone();
        last.kind = StmtKind::Return(Some(value.clone()));
        body.0.truncate(body.0.len() - 2);
        body.0.push(last);
    }
}
