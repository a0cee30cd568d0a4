//! What taking apart makes of each way to move a value, and that what it makes is well-formed.

use super::*;
use crate::ir::{Function, parse, verify::verify};

const SITES: &str = "sites {\n    file \"a.rs\";\n    @0 1:1;\n    @1 2:2 index \"x\";\n}\n";

const STRUCTS: &str = "struct V size 12 align 4 { x at 0: f32; yz at 4: [f32; 2]; }\n\
                       struct P size 24 align 8 { m at 0: f64; v at 8: struct V; }\n";

fn apart(text: &str) -> Module {
    let mut module = parse(&format!("kiln-ir 1\n\n{STRUCTS}\n{text}\n{SITES}")).unwrap();
    verify(&module).unwrap();
    take_apart(&mut module);
    if let Err(violations) = verify(&module) {
        let list: Vec<_> = violations.iter().map(ToString::to_string).collect();
        panic!("{}\n{}", module.hash_text(), list.join("\n"));
    }
    module.functions.iter().for_each(holds_what_is_promised);
    module
}

/// No variable with structs, no places in memory that are more than a scalar, no arrays moved but between variables.
fn holds_what_is_promised(function: &Function) {
    fn visit(expr: &Expr, variable: &dyn Fn(LocalId) -> bool) {
        assert!(!matches!(expr.kind, ExprKind::Make(_)) && !has_struct(&expr.ty), "{expr:?}");
        if let ExprKind::Load(place) = &expr.kind {
            assert!(
                place.ty.scalar().is_some() || variable(place.base) && place.steps.is_empty(),
                "{place:?}"
            );
        }
        expr.for_each_child(&mut |child| visit(child, variable));
    }
    let variable = |id: LocalId| matches!(function.local(id).kind, LocalKind::Let | LocalKind::Temp);
    function.body.walk(&mut |stmt| {
        if let StmtKind::Let { local, .. } = &stmt.kind {
            assert!(!has_struct(&function.local(*local).ty), "{:?}", function.local(*local));
        }
        if let StmtKind::Assign { place, .. } = &stmt.kind {
            assert!(
                place.ty.scalar().is_some() || variable(place.base) && place.steps.is_empty(),
                "{place:?}"
            );
        }
    });
    function.body.walk_exprs(&mut |expr| visit(expr, &variable));
}

/// The kernel's text without its head and locals.
fn body(module: &Module) -> String {
    let text = module.hash_text();
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with('@') || *line == "}");
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn parts_of_arrays_move_element_by_element() {
    let module = apart(
        "kernel fn f(x#0: &[u32], n#1: usize) {\n    var grid#2: [[u32; 3]; 2];\n    \
         var row#3: [u32; 3];\n    @0 let grid#2;\n    @0 grid#2[n#1 - 1usize @1] = [1u32, x#0[n#1 @1], 3u32];\n    \
         @0 let row#3 = grid#2[n#1 @1];\n    @0 grid#2[0usize proven] = row#3;\n    \
         @0 grid#2[1usize proven] = [x#0[0usize @1]; _]: [u32; 3];\n}\n",
    );
    let mut loops = 0;
    module.functions[0].body.walk(&mut |stmt| loops += u32::from(matches!(stmt.kind, StmtKind::For { .. })));
    assert_eq!(loops, 3);
}

#[test]
fn a_struct_becomes_its_scalars_and_is_checked_once() {
    let module = apart(
        "kernel fn f(x#0: &mut [struct P], n#1: usize) {\n    var p#2: struct P; var v#3: struct V; var a#4: [f32; 2];\n    \
         @0 let a#4 = [1.0f32, 2.0f32];\n    @0 let v#3 = make(x = 1.0f32, yz = a#4): struct V;\n    \
         @0 let p#2 = x#0[n#1 @1];\n    @0 p#2.v = v#3;\n    @0 p#2.m = (p#2.v.yz[n#1 @1] as f64);\n    \
         @0 x#0[n#1 + 1usize @1] = p#2;\n}\n",
    );
    let text = body(&module);
    // One check of the load, one of the store, one of the element.
    assert_eq!(text.matches("@1]").count(), 3, "{text}");
    assert!(text.contains("v_yz#6 = a#4") || text.contains("= a#4"), "{text}");
    assert!(text.contains("x#0[n#1 @1].m") && text.contains("x#0[n#1 proven].v.x"), "{text}");
}

#[test]
fn arrays_of_structs_become_arrays() {
    let module = apart(
        "kernel fn f(x#0: &mut [struct V], n#1: usize) {\n    var a#2: [struct V; 3]; var b#3: [struct V; 3]; var v#4: struct V;\n    \
         @0 let v#4 = x#0[0usize @1];\n    @0 let a#2 = [v#4; _]: [struct V; 3];\n    @0 let b#3 = [v#4, a#2[n#1 @1], x#0[n#1 @1]];\n    \
         @0 a#2 = b#3;\n    @0 a#2[n#1 @1].yz[1usize proven] = a#2.len() as f32;\n    @0 x#0[n#1 @1] = a#2[2usize proven];\n}\n",
    );
    let function = &module.functions[0];
    let types: Vec<String> = function.locals.iter().map(|local| local.ty.to_string()).collect();
    assert!(
        types.iter().any(|ty| ty == "[[f32; 2]; 3]") && types.iter().any(|ty| ty == "[f32; 3]"),
        "{types:?}"
    );
    assert!(body(&module).contains("3usize as f32"), "{}", body(&module));
}

#[test]
fn parts_are_read_before_any_is_assigned() {
    let module = apart(
        "kernel fn f(x#0: &mut [struct V], n#1: usize) {\n    var v#2: struct V;\n    @0 let v#2 = x#0[n#1 @1];\n    \
         @0 v#2 = make(x = v#2.yz[0usize proven], yz = v#2.yz): struct V;\n    \
         @0 x#0[n#1 @1] = make(x = 0.0f32, yz = x#0[n#1 + 1usize @1].yz): struct V;\n}\n",
    );
    let text = body(&module);
    let copied = text.find("let copied").unwrap();
    assert!(copied < text.find("v_x#3 = part").unwrap(), "{text}");
}

#[test]
fn a_parameter_that_is_assigned_gets_a_variable() {
    let module = apart(
        "kernel fn f(p#0: struct P, w#1: [f32; 4], y#2: &mut [f32], n#3: usize) {\n    @0 p#0.v.x += 1.0f32;\n    \
         @0 y#2[n#3 @1] = p#0.v.x + w#1[n#3 @1];\n}\n",
    );
    let text = body(&module);
    assert!(text.contains("= p#0.v.x;") && text.contains("+ w#1[n#3 @1]"), "{text}");
    assert!(!text.contains("p#0.v.x +"), "{text}");
}

#[test]
fn parts_of_slices_keep_their_steps() {
    let module = apart(
        "kernel fn f(x#0: &mut [struct V], n#1: usize) {\n    var a#2: [struct V; 4]; var v#3: struct V;\n    \
         @0 let v#3 = make(x = 1.0f32, yz = x#0[n#1; 2usize][1usize @1].yz): struct V;\n    @0 let a#2 = [v#3; _]: [struct V; 4];\n    \
         @0 a#2[1usize; n#1][0usize @1] = v#3;\n    @0 x#0[n#1; 2usize][0usize @1] = a#2[1usize; n#1][2usize @1];\n}\n",
    );
    assert!(body(&module).contains("[1usize; index"), "{}", body(&module));
}
