//! Functions that are passed by their names, to functions that call what they are passed.
#![cfg(feature = "front")]

use kiln_codegen::front;
use kiln_codegen::ir::FunctionKind;
use kiln_codegen::passes::specialize::{Answer, FunctionAnswer, specialize};

fn text(kind: FunctionKind, item: &str) -> String {
    front::lower_to_text(kind, "".parse().unwrap(), item.parse().unwrap())
        .unwrap_or_else(|found| panic!("{found:#?}\n{item}"))
}

fn function(item: &str, answers: Vec<Answer>) -> Answer {
    // SAFETY: the front end made the text.
    Answer::Function(unsafe { FunctionAnswer::new(text(FunctionKind::Device, item).leak(), answers) })
}

/// Where the kernel has no closure beside it, too.
#[test]
fn a_function_is_passed_by_its_name_alone() {
    let kernel = "fn k(y: &mut [f32]) {
        let i = global_id();
        if i < y.len() {
            y[i] = apply(square, 3.0);
        }
    }";
    let kernel = text(FunctionKind::Kernel, kernel);
    let apply =
        function("fn apply(f: impl Fn(f32) -> f32, x: f32) -> f32 { f(x) + f(2.0 * x) }", vec![Answer::Said]);
    let square = function("fn square(x: f32) -> f32 { x * x }", Vec::new());
    // In the order in which the kernel's text has them.
    let order = if kernel.find("apply") < kernel.find("square") { [apply, square] } else { [square, apply] };
    let module = specialize(&kernel, &order).unwrap_or_else(|error| panic!("{error}\n{kernel}"));
    let text = module.to_text();
    assert_eq!(text.matches("= square#0(").count(), 2, "{text}");
    assert!(!text.contains("fn apply"), "{text}");
}
