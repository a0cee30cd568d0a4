//! Functions of Kiln's library as device functions of the text.
//!
//! Takes a row's name and a type; the function stands in `namespace kiln`, once, behind those that it calls itself.
//! Nothing fails in it, so it needs no `kiln` to say so.

use super::names::Names;
use super::prelude::Prelude;
use super::signature;
use super::stmt::Writer;
use crate::ir::{Block, Expr, ExprKind, Function, Scalar};
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
    let function = without_sites(module.entry()?);
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
    clear(&mut function.body);
    function
}

fn clear(block: &mut Block) {
    for stmt in &mut block.0 {
        stmt.for_each_expr_mut(&mut clear_expr);
        for inner in stmt.blocks_mut() {
            clear(inner);
        }
    }
}

fn clear_expr(expr: &mut Expr) {
    expr.for_each_child_mut(&mut clear_expr);
    if let ExprKind::Binary { site, .. } | ExprKind::Call { site, .. } = &mut expr.kind {
        *site = None;
    }
}
