//! The proof of freedom from races stays quick where what is known of a variable grows with each statement.
#![cfg(feature = "front")]

use kiln_codegen::check::races;
use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, parse};

/// Whether a kernel with these statements, many times, is accepted.
fn is_accepted(statements: &str) -> bool {
    is_kernel_accepted(&format!(
        "fn k(a: u32, b: u32, out: &mut [u32]) {{
            let i = global_id();
            let mut p = a > b;
            let mut q = a + b > 7;
            {}
            if i < out.len() {{ out[i] = if p & q {{ a }} else {{ b }}; }}
        }}",
        statements.repeat(40)
    ))
}

fn is_kernel_accepted(text: &str) -> bool {
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

/// Each direction's load makes three more quotients known, of which no store's index speaks.
#[test]
fn stores_are_asked_of_what_has_to_do_with_them() {
    let direction = |q: usize| {
        format!(
            "let from = ((z + nz - {q} % 2) % nz * ny + (y + ny - {q} / 2 % 2) % ny) * nx + (x + nx - {q} / 4 % 2) % nx;
            sum += f[{q} * cells + from];
            g[{q} * cells + i] = sum;"
        )
    };
    let body: String = (0..19).map(direction).collect();
    assert!(is_kernel_accepted(&format!(
        "fn lattice(f: &[f32], g: &mut [f32], nx: u32, ny: u32, nz: u32) {{
            let i = global_id();
            let (nx, ny, nz) = (nx as usize, ny as usize, nz as usize);
            let cells = nx * ny * nz;
            if i >= cells {{ return; }}
            let (x, y, z) = (i % nx, i / nx % ny, i / (nx * ny));
            let mut sum = 0.0;
            {body}
        }}"
    )));
}
