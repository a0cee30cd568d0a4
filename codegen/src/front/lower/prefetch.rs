//! `prefetch(&x[i])`: a hint about an element of a slice.
//!
//! Takes the call; guarantees that its operand is an element of a slice, with a fixed index. That the element is a
//! number is left to the inference of types.

use syn::Expr as Syn;

use super::{Lower, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::intrinsics::Intrinsic;
use crate::ir::{Callee, Expr, ExprKind, LocalKind, Place, Type};

impl Lower<'_> {
    pub(super) fn prefetch(
        &mut self,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        row: &'static Intrinsic,
    ) -> Expr {
        self.library(path, row.name, Some("u32"));
        let errors = self.report.len();
        let target = match call.args.first().map(bare) {
            Some(Syn::Reference(reference)) => self.place(&reference.expr),
            _ => None,
        };
        let of_slice = |lower: &Self, place: &Place| {
            let base = lower.function.local(place.base);
            base.kind != LocalKind::Shared && matches!(base.ty, Type::Slice { .. }) && !place.steps.is_empty()
        };
        let target = target.filter(|place| self.broken.contains(&place.base) || of_slice(self, place));
        let Some(mut place) = target else {
            if self.report.len() == errors {
                let message = "`prefetch` is for an element of a slice".to_owned();
                let help = "write `prefetch(&x[i])`, where `x` is a slice that the kernel was given";
                let place = call.args.first().map_or_else(|| spot(call), spot);
                self.report.error(place, Code::Unsupported, message, help);
            }
            return self.dummy();
        };
        self.fix_indices(&mut place);
        let target = self.reference_to(place);
        Expr::new(
            ExprKind::Call { callee: Callee::Intrinsic(row), args: vec![target], site: None },
            Type::Unit,
        )
    }
}
