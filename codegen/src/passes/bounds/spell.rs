//! An index in the user's words, for reports.

use crate::intrinsics::Surface;
use crate::ir::{Callee, Expr, ExprKind, Literal, Local, Place, Step, UnOp};

/// The expression as the user may have written it; `None` where that would be more than a few words, or is the
/// compiler's own.
pub(super) fn spell(expr: &Expr, locals: &[Local]) -> Option<String> {
    let text = part(expr, locals, false)?;
    (text.len() <= 60).then_some(text)
}

fn part(expr: &Expr, locals: &[Local], inner: bool) -> Option<String> {
    let name = |id: crate::ir::LocalId| locals.get(id.0 as usize).map(|local| local.name.as_str());
    Some(match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => value.to_string(),
        ExprKind::Literal(Literal::Bool(value)) => value.to_string(),
        ExprKind::Load(read) => place(read, locals)?,
        ExprKind::Len(local) => format!("{}.len()", name(*local)?),
        ExprKind::LenOf(read) => format!("{}.len()", place(read, locals)?),
        ExprKind::Unary(op, a) => {
            let sign = match op {
                UnOp::Neg => "-",
                UnOp::Not => "!",
            };
            format!("{sign}{}", part(a, locals, true)?)
        }
        ExprKind::Binary { op, lhs, rhs, .. } => {
            let (a, b) = (part(lhs, locals, true)?, part(rhs, locals, true)?);
            let text = format!("{a} {} {b}", op.symbol());
            if inner { format!("({text})") } else { text }
        }
        ExprKind::Cast(a) => {
            let text = format!("{} as {}", part(a, locals, true)?, expr.ty.rust_name());
            if inner { format!("({text})") } else { text }
        }
        ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } => {
            let args = args.iter().map(|arg| part(arg, locals, false));
            let mut args = args.collect::<Option<Vec<_>>>()?;
            match row.surface {
                Surface::Method(method) if !args.is_empty() => {
                    let receiver = args.remove(0);
                    let simple = receiver.chars().all(|c| c.is_alphanumeric() || c == '_');
                    let receiver = if simple { receiver } else { format!("({receiver})") };
                    format!("{receiver}.{method}({})", args.join(", "))
                }
                Surface::Free(path) => format!("{path}({})", args.join(", ")),
                Surface::Internal => {
                    let (axes, axis) = row.name.rsplit_once('_')?;
                    format!("{axes}().{axis}")
                }
                Surface::Method(_) | Surface::Assoc(_) => return None,
            }
        }
        _ => return None,
    })
}

fn place(place: &Place, locals: &[Local]) -> Option<String> {
    let mut text = locals.get(place.base.0 as usize)?.name.clone();
    for step in &place.steps {
        match step {
            Step::Index { index, .. } => text = format!("{text}[{}]", part(index, locals, false)?),
            Step::Field(name) => text = format!("{text}.{name}"),
            Step::Slice { .. } => return None,
        }
    }
    Some(text)
}
