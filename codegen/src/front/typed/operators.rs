//! Taps of operators: whether they are those of numbers.
//!
//! The operator itself stays where it is, so that rustc says of it what it says of the user's: what asks is in an
//! operand. A literal stays what it is too, since rustc may say how to write it, and is said once more where it is
//! asked of.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use super::spans::{ends, standing_at, standing_over};
use super::{Tap, bare, hole};
use crate::ir::{BinOp, CaptureId, Operator, UnOp};

/// The name of what tells which function an operator is.
fn hidden_operator(op: Operator) -> syn::Ident {
    let (name, assigns) = match op {
        Operator::Unary(UnOp::Neg) => ("neg", ""),
        Operator::Unary(UnOp::Not) => ("not", ""),
        // The function of `!=` is that of `==`.
        Operator::Binary(BinOp::Ne) => ("eq", ""),
        // What tells the order tells all four.
        Operator::Binary(BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge) => ("partial_cmp", ""),
        Operator::Binary(op) => (op.name(), ""),
        Operator::Assign(op) => (op.name(), "_assign"),
    };
    format_ident!("{name}{assigns}_in_a_kernel")
}

/// The name of what holds the type of an operator's operand.
fn holder(side: &str, id: CaptureId) -> syn::Ident {
    format_ident!("__kiln_{side}_{}", id.0)
}

/// An operand as a variable, which stands where the user's code does, from its first token to its last.
struct Operand {
    place: (Span, Span),
    value: TokenStream,
    name: syn::Ident,
    variable: TokenStream,
}

impl Operand {
    fn of(value: &Expr) -> Operand {
        let (first, last) = ends(value);
        let name = syn::Ident::new("the_operand", first);
        let mut place = proc_macro2::Literal::usize_unsuffixed(0);
        place.set_span(last);
        Operand {
            place: (first, last),
            value: quote_spanned!(first=> (#value,)),
            variable: quote_spanned!(last=> #name.#place),
            name,
        }
    }

    /// The operand, in which something is asked of it.
    fn asking(&self, ask: &TokenStream) -> TokenStream {
        let Operand { place, value, name, variable } = self;
        // What the operand borrows lives to the end of the user's statement, as it does without the tap.
        standing_over(*place, &quote_spanned!(place.0=> match #value { #name => { #ask #variable } }))
    }
}

impl Tap<'_> {
    /// An operator, which tells the hole whether it is that of numbers. The place that is assigned to is said twice.
    pub(super) fn operator(&self, expr: &mut Expr, op: Operator, id: CaptureId) {
        let (krate, hole) = (self.krate, hole(id.0 as usize));
        let span = match &*expr {
            Expr::Binary(node) => node.op.span(),
            Expr::Unary(node) => node.op.span(),
            _ => return,
        };
        let asked = syn::Ident::new(&hidden_operator(op).to_string(), span);
        let placed = standing_at(krate, span);
        // Of a type parameter, the launch tells what is no number.
        let numbers = if self.lowered.generic { quote!(Numbers) } else { quote!(NumbersOnly) };
        let asserted = match op {
            Operator::Binary(op) if op.is_comparison() => quote_spanned!(span=> operator_in_a_kernel),
            Operator::Binary(_) | Operator::Unary(_) | Operator::Assign(_) => {
                quote_spanned!(span=> arithmetic_in_a_kernel)
            }
        };
        let ask = |left: &dyn ToTokens, right: &dyn ToTokens| {
            quote_spanned! {span=>
                {
                    use #krate::operators::#numbers as _;
                    let _ = || {
                        #placed::calls::#asserted({ #krate::operators::operands(&#left, #right).#asked(#hole) })
                    };
                };
            }
        };
        let tapped = match &*expr {
            Expr::Binary(node) if self.open > 0 => {
                let (left, right) = self.told_behind(node, id, matches!(op, Operator::Assign(_)), &ask);
                let symbol = &node.op;
                quote_spanned!(span=> #left #symbol #right)
            }
            Expr::Binary(node) => {
                let (left, symbol, right) = (&node.left, &node.op, &node.right);
                if let Operator::Assign(_) = op {
                    let (rhs, asked) = if is_literal(right) {
                        (right.to_token_stream(), right.to_token_stream())
                    } else {
                        let (right, told) = (Operand::of(right), holder("right", id));
                        self.beside.borrow_mut().operands.push(told.clone());
                        let variable = &right.variable;
                        let rhs = right.asking(&quote_spanned!(span=> #told.of(&#variable);));
                        (rhs, quote_spanned!(span=> #told.any()))
                    };
                    let ask = ask(left, &quote!(&#asked));
                    quote_spanned!(span=> ({ #left #symbol #rhs; #ask }))
                } else if is_literal(right) || is_made_alike(op, right) {
                    let operand = Operand::of(left);
                    let variable = &operand.variable;
                    let asked = if is_literal(right) { quote!(&#right) } else { quote!(&#variable) };
                    let left = operand.asking(&ask(variable, &asked));
                    quote_spanned!(span=> #left #symbol #right)
                } else {
                    let operand = Operand::of(right);
                    let (left, asked) = if is_literal(left) {
                        (left.to_token_stream(), left.to_token_stream())
                    } else {
                        let (first, told) = (Operand::of(left), holder("left", id));
                        self.beside.borrow_mut().operands.push(told.clone());
                        let variable = &first.variable;
                        let left = first.asking(&quote_spanned!(span=> #told.of(&#variable);));
                        (left, quote_spanned!(span=> #told.any()))
                    };
                    let variable = &operand.variable;
                    let right = operand.asking(&ask(&asked, &quote!(&#variable)));
                    quote_spanned!(span=> #left #symbol #right)
                }
            }
            Expr::Unary(node) => {
                let (symbol, operand) = (&node.op, Operand::of(&node.expr));
                let operand = operand.asking(&ask(&operand.variable, &quote!(&())));
                quote_spanned!(span=> #symbol #operand)
            }
            _ => return,
        };
        // As it stands: to parse it would take a stack as deep as the chain of operators, for each of them.
        *expr = Expr::Verbatim(tapped);
    }

    /// The operands of an operator in a closure that does not say what it takes, and of which rustc may know that only
    /// where the closure is called: so the types are told, and asked for behind the body.
    fn told_behind(
        &self,
        node: &syn::ExprBinary,
        id: CaptureId,
        assigns: bool,
        ask: &impl Fn(&dyn ToTokens, &dyn ToTokens) -> TokenStream,
    ) -> (TokenStream, TokenStream) {
        let mut beside = self.beside.borrow_mut();
        let mut told = |side: &str, operand: &Expr, is_place: bool| {
            if is_literal(operand) {
                return (operand.to_token_stream(), operand.to_token_stream());
            }
            let name = holder(side, id);
            beside.operands.push(name.clone());
            let (value, span) = (Operand::of(operand), operand.span());
            let variable = if is_place { operand.to_token_stream() } else { value.variable.clone() };
            let telling = quote_spanned!(span=> #name.of(&#variable););
            // A place that is assigned to stays one.
            let value = if is_place { telling } else { value.asking(&telling) };
            (value, quote_spanned!(span=> #name.any()))
        };
        let (left, asked_left) = told("left", &node.left, assigns);
        let (right, asked_right) = told("right", &node.right, false);
        beside.asked.push(ask(&asked_left, &quote!(&#asked_right)));
        if assigns {
            let place = &node.left;
            (place.to_token_stream(), quote_spanned!(node.op.span()=> ({ #left #right })))
        } else {
            (left, right)
        }
    }
}

/// Whether what something is compared with is an `Option` that is made there, or a tuple: of the type that it is
/// compared with, which rustc expects of what it is made of.
fn is_made_alike(op: Operator, operand: &Expr) -> bool {
    let is_made = match bare(operand) {
        Expr::Call(call) => matches!(bare(&call.func), Expr::Path(path) if path.path.is_ident("Some")),
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        _ => false,
    };
    matches!(op, Operator::Binary(op) if op.is_comparison()) && is_made
}

/// Whether an operand is a literal.
fn is_literal(operand: &Expr) -> bool {
    matches!(bare(operand), Expr::Lit(_))
}
