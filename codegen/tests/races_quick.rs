//! The proof of freedom from races stays quick where what is known of a variable grows with each statement.
#![cfg(feature = "front")]

use kiln_codegen::check::races;
use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, parse};

/// Whether a kernel with these statements, many times, is accepted.
fn is_accepted(statements: &str) -> bool {
    let text = format!(
        "fn k(a: u32, b: u32, out: &mut [u32]) {{
            let i = global_id();
            let mut p = a > b;
            let mut q = a + b > 7;
            {}
            if i < out.len() {{ out[i] = if p & q {{ a }} else {{ b }}; }}
        }}",
        statements.repeat(40)
    );
    let tokens = text.parse().unwrap();
    let ir = front::lower_to_text(FunctionKind::Kernel, proc_macro2::TokenStream::default(), tokens).unwrap();
    let module = parse(&ir).unwrap();
    races::check(module.entry().unwrap(), &module.sites).is_ok()
}

/// Each turn makes one condition of two: without a bound it would have 2⁴⁰ parts.
#[test]
fn conditions_of_conditions_do_not_double() {
    assert!(is_accepted("p = p & q | !p; q = q & p | !q;"));
    assert!(is_accepted("if q { p = !p; } else { q = p | q; }"));
    assert!(is_accepted("p = p && a > 3 || q; q = q && b > 5 || p;"));
}
