//! How many attempts a proof takes, and what is proven of open kernels.

use super::{Races, Walk, check_open};
use crate::front;
use crate::ir::{FunctionKind, parse};

/// How many proofs are tried of a kernel with so many statements, of which `{q}` is each one's number.
fn attempts(statement: &str, statements: usize) -> usize {
    let body: String = (1..=statements).map(|q| statement.replace("{q}", &q.to_string())).collect();
    let text = format!(
        "fn k(x: &[f32], y: &mut [f32], n: usize) {{
            let i = global_id();
            if i < n {{ {body} }}
        }}"
    );
    let nothing = proc_macro2::TokenStream::default();
    let ir = front::lower_to_text(FunctionKind::Kernel, nothing, text.parse().unwrap()).unwrap();
    let module = parse(&ir).unwrap();
    let mut races = Races::of(Walk::of(module.entry().unwrap(), &module.sites));
    assert!(races.find().is_empty(), "{text}");
    races.attempts
}

/// Whether a kernel with this body is proven for all of its instances, where `f` is a device function.
fn is_proven(body: &str) -> bool {
    let text = format!(
        "fn k<T: Float, const N: usize>(a: T, x: &[T], y: &mut [T]) {{
            let i = global_id();
            if i < y.len() {{ {body} }}
        }}"
    );
    let nothing = proc_macro2::TokenStream::default();
    let ir = front::lower_to_text(FunctionKind::Kernel, nothing, text.parse().unwrap());
    // Some are refused as they are.
    let Ok(ir) = ir else { return false };
    let module = parse(&ir).unwrap();
    check_open(module.entry().unwrap(), &module.sites).is_some()
}

#[test]
fn open_kernels_are_proven_whose_indices_are_closed() {
    assert!(is_proven("y[i] = f(x[i], a);"));
    assert!(is_proven("if f(x[i]) > a { y[i] = x[i] * a; }"));
    assert!(is_proven("for k in 0..N { y[i] = y[i] + a; }"));
}

#[test]
fn what_depends_on_the_instance_is_left_to_it() {
    for body in [
        "y[f(i)] = a;",
        "if f(i) { y[0] = a; }",
        "for k in 0..N { y[i * N + k] = a; }",
        "let mut j = 0; while f(i, j) { j += 1; } y[j] = a;",
        "let mut j = 0; while f(i, j) { j += 1; } y[i + j] = a;",
        "f(y);",
        "if f(i) { sync_threads(); }",
        "let j = (f(i) + i) - f(i); y[j] = a;",
        "let j = i as Alias; y[j as usize] = a;",
        "let j: Alias = i as Alias; let k = j + 1; y[k as usize] = a;",
        "y[i + (N - N)] = a;",
    ] {
        assert!(!is_proven(body), "{body}");
    }
}

/// Pairs are as many as the square of the accesses, and most are asked what another one was.
#[test]
fn accesses_that_are_as_far_apart_as_others_are_proven_once() {
    for statement in ["y[i * 64 + {q}] = x[i];", "if x[i] > {q}.0 { y[i + {q} * n] = x[{q}]; }"] {
        let (few, many) = (attempts(statement, 15), attempts(statement, 60));
        assert!(few >= 15 && many <= 4 * few + 4, "of 15 statements {few}, of 60 {many}: {statement}");
    }
}
