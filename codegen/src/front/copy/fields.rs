//! Names that nothing has but a field of `self`.
//!
//! Rustc says of such a name that `self.` is missing, and says it of the method, which has a `self`. The copy has none,
//! and rustc would have other words for the same mistake there: so the copy names the field, unless there is a
//! constant of that name, which is found first (`kiln::calls::absent`). That a name may be a field's is a guess, and
//! nothing else hangs on it.

use quote::quote_spanned;
use syn::Expr;

use super::{Tap, standing_at};
use crate::front::around;
use crate::ir::Capture;

impl Tap<'_> {
    /// What stands in the place of a name that may be a field's.
    pub(super) fn field_of_self(&self, expr: &Expr) -> Option<Expr> {
        let Expr::Path(path) = expr else { return None };
        let (name, function) = (path.path.get_ident()?, &self.lowered.function);
        let said = name.to_string();
        let is_asked = |capture: &Capture| matches!(capture, Capture::Const { name, .. } if *name == said);
        let is_method = function.params.first().is_some_and(|first| function.local(*first).name == "self");
        if !is_method
            || !function.captures.iter().any(is_asked)
            || !around::is_field_only(&said, &function.name)
        {
            return None;
        }
        let span = name.span();
        let krate = standing_at(self.krate, span);
        let of_self = syn::Ident::new("self", span);
        let constant = syn::Ident::new("what_a_kernel_names", span);
        syn::parse2(quote_spanned!(span=> ({
            macro_rules! #name { () => {} }
            use #krate::calls::absent::*;
            use #name as #constant;
            #constant.or_a_field(#of_self.#name)
        })))
        .ok()
    }
}
