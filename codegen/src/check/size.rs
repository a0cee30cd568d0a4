//! The size of a kernel after inlining, which grows with the product of the calls in a chain of functions.
//!
//! Takes a closed module, callees before callers. The sizes are counted on the functions as they are: nothing is
//! copied, so a chain of a thousand functions takes no longer than its text.

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Block, Callee, Expr, ExprKind, FunctionId, Module};

/// How many statements and expressions a kernel may have after inlining.
pub const LIMIT: u64 = 100_000;
/// How many functions of a chain of calls an error names.
const NAMED: usize = 6;

pub(crate) const HELP: &str = "call the function in a loop, or in fewer places";

/// Why the kernel of a module is too large, if it is.
#[must_use]
pub fn too_large(module: &Module) -> Option<Diagnostic> {
    let mut sizes: Vec<u64> = Vec::with_capacity(module.functions.len());
    for function in &module.functions {
        let mut size = own(&function.body);
        function.body.walk_operands(&mut |expr| {
            let inlined = callee(expr).and_then(|id| sizes.get(id.0 as usize)).unwrap_or(&0);
            size = size.saturating_add(*inlined);
        });
        sizes.push(size);
    }
    let size = *sizes.last()?;
    (size > LIMIT).then(|| {
        let size = if size == u64::MAX { "more than 10\u{b9}\u{2079}".to_owned() } else { size.to_string() };
        let message = format!(
            "`{}` is too large: with its device functions inlined it has {size} statements and expressions, and \
             {LIMIT} is the limit: {}",
            module.entry().map_or("", |entry| &entry.name),
            chain(module, &sizes)
        );
        Diagnostic::new(Code::Size, message).help(HELP)
    })
}

/// How many statements and expressions there are, without those of the functions that are called.
pub(crate) fn own(block: &Block) -> u64 {
    let mut size = 0;
    block.walk(&mut |_| size += 1);
    block.walk_operands(&mut |_| size += 1);
    size
}

/// The calls that most of a kernel comes from.
fn chain(module: &Module, sizes: &[u64]) -> String {
    let mut text = String::new();
    let mut caller = module.functions.len() - 1;
    for depth in 0.. {
        let mut calls = vec![0u64; caller];
        module.functions[caller].body.walk_operands(&mut |expr| {
            if let Some(count) = callee(expr).and_then(|id| calls.get_mut(id.0 as usize)) {
                *count += 1;
            }
        });
        let most = (0..caller).max_by_key(|id| calls[*id].saturating_mul(sizes[*id]));
        let Some(id) = most.filter(|id| calls[*id] > 0) else { break };
        if depth == NAMED {
            text.push_str(", and so on");
            break;
        }
        let (caller_name, name) = (&module.functions[caller].name, &module.functions[id].name);
        let begin = if depth == 0 { format!("`{caller_name}` calls") } else { ", which calls".to_owned() };
        text.push_str(&match calls[id] {
            1 => format!("{begin} `{name}` once"),
            count => format!("{begin} `{name}` {count} times"),
        });
        caller = id;
    }
    text
}

fn callee(expr: &Expr) -> Option<FunctionId> {
    match &expr.kind {
        ExprKind::Call { callee: Callee::Function(id), .. } => Some(*id),
        _ => None,
    }
}
