//! Names that nothing has but a field of `self`, or that are nearly `self`.
//!
//! Rustc says of such a name that `self.` is missing, or that `self` is like it, and says it of the method, which has a
//! `self`. The copy has none, and rustc would have other words for the same mistake there: so the copy names the field
//! or `self`, unless there is a constant of that name, which is found first (`kiln::calls::absent`). That a name is
//! meant so is a guess, and nothing else hangs on it.

use quote::{ToTokens, quote_spanned};
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
        if !is_method || !function.captures.iter().any(is_asked) {
            return None;
        }
        let is_field = |name: &str| around::is_field_only(name, &function.name);
        let span = name.span();
        let krate = standing_at(self.krate, span);
        let of_self = syn::Ident::new("self", span);
        let meant = if is_field(&said) {
            quote_spanned!(span=> #of_self.#name)
        } else if is_like_self(&said) && !around::declares_constant(&said) {
            match said.strip_prefix("self").filter(|rest| is_field(rest)) {
                Some(field) => {
                    let field = syn::Ident::new(field, span);
                    quote_spanned!(span=> #of_self.#field)
                }
                None => of_self.into_token_stream(),
            }
        } else {
            return None;
        };
        let constant = syn::Ident::new("what_a_kernel_names", span);
        syn::parse2(quote_spanned!(span=> ({
            macro_rules! #name { () => {} }
            use #krate::calls::absent::*;
            use #name as #constant;
            #constant.or_a_field(#meant)
        })))
        .ok()
    }
}

/// Whether rustc proposes `self` for a name that nothing has: where at most a third of its letters, or one of three,
/// are others, too many, missing or in another order (the distance of Damerau and Levenshtein).
fn is_like_self(name: &str) -> bool {
    let (from, to): (Vec<char>, Vec<char>) = (name.chars().collect(), "self".chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let mut least = (rows[i][j] + usize::from(a != b)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()] <= from.len().max(3) / 3
}
