//! Chains of functions that call the next one several times: inlined they would be too much (K0402).
#![cfg(feature = "front")]

use std::fmt::Write as _;
use std::time::Instant;

use kiln_codegen::diagnostic::Code;
use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, Module, Scalar, Type};
use kiln_codegen::passes::inline::inline;
use kiln_codegen::passes::specialize::{Answer, FunctionAnswer, SpecialiseError, closed, specialize};

fn function_answer(ir: &'static str, answers: Vec<Answer>) -> Answer {
    // SAFETY: the front end made the text.
    Answer::Function(unsafe { FunctionAnswer::new(ir, answers) })
}

fn text(kind: FunctionKind, item: &str) -> &'static str {
    front::lower_to_text(kind, "".parse().unwrap(), item.parse().unwrap())
        .unwrap_or_else(|found| panic!("{found:#?}\n{item}"))
        .leak()
}

/// A kernel that calls the first of so many functions, each of which calls the next one three times.
fn chain(depth: u32) -> Result<Module, SpecialiseError> {
    let mut function =
        function_answer(text(FunctionKind::Device, "fn step_0(x: f32) -> f32 { x * 1.5 + 1.0 }"), Vec::new());
    for level in 1..depth {
        let next = format!("step_{}", level - 1);
        let item =
            format!("fn step_{level}(x: f32) -> f32 {{ {next}(x) + {next}(x + 1.0) * {next}(x + 2.0) }}");
        let answers = vec![function.clone(), function.clone(), function, Answer::Own, Answer::Own];
        function = function_answer(text(FunctionKind::Device, &item), answers);
    }
    let item = format!("fn k(x: f32, y: &mut [f32]) {{ y[0] = step_{}(x); }}", depth - 1);
    specialize(text(FunctionKind::Kernel, &item), &[function])
}

fn refused(found: Result<Module, SpecialiseError>) -> String {
    match found {
        Err(SpecialiseError::Program { diagnostic, .. }) if diagnostic.code == Code::Size => {
            diagnostic.message
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_chain_of_calls_is_refused_before_it_is_written_out() {
    let start = Instant::now();
    let module = chain(8).unwrap();
    assert_eq!(inline(&module).functions.len(), 1);
    let text = refused(chain(20));
    for part in [
        "`k` is too large: with its device functions inlined it has 180",
        "and 100000 is the limit: `k` calls `step_19` once, which calls `step_18` 3 times, which calls",
        "and so on",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(refused(chain(64)).contains("more than 10¹⁹"));
    assert!(start.elapsed().as_secs() < 60, "minutes of work");
}

#[test]
fn a_text_of_a_file_is_bounded_too() {
    let text = |levels: usize| {
        let mut text = "kiln-ir 1\n\ndevice fn f_0(x#0: f32) -> f32 {\n    @0 return x#0;\n}\n".to_owned();
        for level in 1..levels {
            let call = format!("f_{0}#{0}(x#0): f32", level - 1);
            let _ = write!(
                text,
                "\ndevice fn f_{level}(x#0: f32) -> f32 {{\n    temp a#1: f32;\n    temp b#2: f32;\n    \
                 @0 let a#1 = {call};\n    @0 let b#2 = {call};\n    @0 return a#1 + b#2;\n}}\n"
            );
        }
        let call = format!("f_{0}#{0}(x#0): f32", levels - 1);
        text + &format!("\nkernel fn k(x#0: f32) {{\n    @0 eval {call};\n}}\n\nsites {{\n    @0 0:0;\n}}\n")
    };
    closed(&text(8)).unwrap();
    assert!(refused(closed(&text(40))).contains("which calls `f_37` 2 times"));
}

#[test]
fn functions_that_take_closures_are_bounded_too() {
    let nested = |depth: u32| {
        let mut function = function_answer(
            text(FunctionKind::Device, "fn step_0<F: Fn(u32) -> u32>(x: u32, f: F) -> u32 { f(x) }"),
            vec![Answer::Said],
        );
        for level in 1..depth {
            let next = format!("step_{}", level - 1);
            let item = format!(
                "fn step_{level}<F: Fn(u32) -> u32>(x: u32, f: F) -> u32 {{
                    let a = {next}(x, f);
                    let b = {next}(a, f);
                    {next}(b, f)
                }}"
            );
            let ir = text(FunctionKind::Device, &item);
            function = function_answer(ir, answers(ir, &function));
        }
        let item = format!("fn k(x: u32, y: &mut [u32]) {{ y[0] = step_{}(x, |v| v ^ 1); }}", depth - 1);
        let ir = text(FunctionKind::Kernel, &item);
        specialize(ir, &answers(ir, &function))
    };
    nested(4).unwrap();
    assert!(refused(nested(20)).contains("too large"));
}

/// An answer for each capture of a text: the function for functions of its name.
fn answers(ir: &str, function: &Answer) -> Vec<Answer> {
    let captures = ir.lines().filter_map(|line| line.trim().strip_prefix("capture "));
    captures
        .map(|capture| match capture.split_once(" fn \"") {
            Some((_, name)) if name.starts_with("step_") => function.clone(),
            Some(_) => Answer::Own,
            None if capture.contains(" type \"") => Answer::Type(Type::Scalar(Scalar::U32)),
            None => Answer::Said,
        })
        .collect()
}

#[test]
fn closures_of_a_body_are_bounded_too() {
    let lowered = |depth: u32| {
        let mut body = "let f_0 = |x: u32| x ^ 1;".to_owned();
        for level in 1..depth {
            let next = format!("f_{}", level - 1);
            let _ = write!(body, "let f_{level} = |x: u32| {next}(x) + {next}(x ^ 2) * {next}(x ^ 3);");
        }
        let item = format!("fn k(x: u32, y: &mut [u32]) {{ {body} y[0] = f_{}(x); }}", depth - 1);
        front::lower_to_text(FunctionKind::Kernel, "".parse().unwrap(), item.parse().unwrap())
    };
    assert!(lowered(5).is_ok());
    let found = lowered(30).unwrap_err();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        found[0].diagnostic.message,
        "the calls of closures that call closures make this kernel too large"
    );
}
