//! Structs in the IR: their text, the rules that hold them, and what inference makes of tuples and fields.

use std::sync::Arc;

use kiln_codegen::abi::shared_memory;
use kiln_codegen::ir::verify::{Rule, verify};
use kiln_codegen::ir::{Module, Scalar, Struct, Type, parse};
use kiln_codegen::passes::aggregates::take_apart;
use kiln_codegen::passes::inline::inline;
use kiln_codegen::passes::specialize::{Answer, specialize};

const PARTICLES: &str = "kiln-ir 1

struct Vec3 size 12 align 4 {
    x at 0: f32;
    y at 4: f32;
    z at 8: f32;
}

struct Particle size 24 align 8 {
    mass at 0: f64;
    at at 8: struct Vec3;
}

kernel fn step(particles#0: &mut [struct Particle], dt#1: f32) {
    var i#2: usize;
    var v#3: struct Vec3;
    @0 let i#2 = global_id_x();
    @0 let v#3 = make(x = 1.0f32, y = dt#1, z = 0.0f32): struct Vec3;
    @0 particles#0[i#2 @1].at = v#3;
    @0 particles#0[i#2 @1].at.x += particles#0[i#2 @1].at.\"y\" * dt#1;
}

sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:2 index \"particles\";
}
";

fn module(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn structs_are_printed_and_parsed() {
    let first = module(PARTICLES);
    verify(&first).unwrap();
    let text = first.to_text();
    assert_eq!(module(&text), first);
    assert_eq!(module(&text).to_text(), text);
    assert!(text.contains("struct Vec3 size 12 align 4 {\n    x at 0: f32;"), "{text}");
}

#[test]
fn wrong_structs_break_the_rule() {
    for (from, to) in [
        ("at at 8", "at at 4"),
        ("z at 8", "z at 4"),
        ("size 24", "size 16"),
        ("size 24 align 8", "size 24 align 5"),
        ("size 12 align 4", "size 12 align 2"),
    ] {
        let text = PARTICLES.replacen(from, to, 1);
        assert_ne!(text, PARTICLES, "{from}");
        let violations = verify(&module(&text)).unwrap_err();
        assert!(violations.iter().any(|v| v.rule == Rule::Structs), "{from} → {to}: {violations:?}");
    }
    let text = PARTICLES.replacen("particles#0[i#2 @1].at.x +=", "(particles#0[i#2 @1].at.w: f32) +=", 1);
    assert!(verify(&module(&text)).unwrap_err().iter().any(|v| v.rule == Rule::Places));
}

#[test]
fn tuples_become_structs_when_their_types_are_known() {
    let ir = "kiln-ir 1

kernel fn f(y#0: &mut [f32]) {
    var p#1: ?0;
    @0 let p#1 = make(\"0\" = 1: ?1, \"1\" = 2.0: ?2): (?1, ?2, );
    @0 y#0[0usize @1] = (p#1.\"1\": ?3);
}

sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:2 index \"y\";
}
";
    let closed = specialize(ir, &[]).unwrap();
    let ty = &closed.functions[0].locals[1].ty;
    let expected = Struct::tuple(&[Type::I32, Type::F32]).unwrap();
    assert_eq!(*ty, Type::Struct(expected.clone()));
    assert_eq!(expected.name, "(i32, f32)");
    assert_eq!((expected.size, expected.align), (8, 4));
}

fn point(name: &str, scalar: Scalar) -> Type {
    let mut tuple = Struct::clone(&Struct::tuple(&[Type::Scalar(scalar), Type::Scalar(scalar)]).unwrap());
    name.clone_into(&mut tuple.name);
    "x".clone_into(&mut tuple.fields[0].name);
    "y".clone_into(&mut tuple.fields[1].name);
    Type::Struct(Arc::new(tuple))
}

#[test]
fn a_capture_answers_with_a_struct_and_two_of_a_name_are_told_apart() {
    let ir = "kiln-ir 1

kernel fn f(a#0: &[$0], b#1: &mut [$1], n#2: usize) {
    capture $0 type \"a::Point\";
    capture $1 type \"b::Point\";
    var p#3: ?0;
    @0 let p#3 = a#0[n#2 @1]: ?1;
    @0 (b#1[n#2 @1].x: ?2) = (p#3.y: ?3) as f64;
    @0 b#1[n#2 @1] = if true { b#1[0usize @1]: ?5 } else { b#1[n#2 @1]: ?5 }: ?5;
}

sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:2 index \"a\";
}
";
    let answers = [Answer::Type(point("Point", Scalar::F32)), Answer::Type(point("Point", Scalar::F64))];
    let closed = specialize(ir, &answers).unwrap();
    let text = closed.to_text();
    assert!(text.contains("struct Point size 8") && text.contains("struct Point_2 size 16"), "{text}");
    assert!(text.contains("p#3.y as f64"), "{text}");
    // A choice of structs is made by a branch.
    assert!(text.contains("chosen#4") && !text.contains("= if"), "{text}");
    assert_eq!(module(&text), closed);
}

#[test]
fn a_struct_has_no_length_of_its_own() {
    let ir = "kiln-ir 1

kernel fn f(a#0: &[$0], y#1: &mut [usize]) {
    capture $0 type \"Point\";
    @0 y#1[0usize @1] = len_of(a#0[0usize @1]);
}

sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:2 index \"a\";
}
";
    let wrong = specialize(ir, &[Answer::Type(point("Point", Scalar::F32))]).unwrap_err().to_string();
    assert!(wrong.contains("`Point` is no slice or array, whose `len` a kernel takes this for"), "{wrong}");
}

#[test]
fn structs_are_inlined_and_taken_apart_wherever_they_stand() {
    let module = module(include_str!("fixtures/structs.ir"));
    verify(&module).unwrap();
    let mut flat = inline(&module);
    verify(&flat).unwrap_or_else(|violations| panic!("{violations:?}\n{}", flat.hash_text()));
    take_apart(&mut flat);
    verify(&flat).unwrap_or_else(|violations| panic!("{violations:?}\n{}", flat.hash_text()));
}

#[test]
fn shared_structs_lie_where_they_are_aligned() {
    let module = module(
        "kiln-ir 1

struct Line size 64 align 64 { x at 0: f32; }

kernel fn f(n#0: usize) {
    shared rest#1: &mut [struct Line];
    shared bytes#2: [u8; 50001];
    shared lines#3: [struct Line; 2];
    shared one#4: u8;
    @0 lines#3[n#0 @1].x = rest#1[n#0 @1].x;
}

sites {
    file \"a.rs\";
    @0 1:1;
    @1 2:2 index \"lines\";
}
",
    );
    verify(&module).unwrap();
    let layout = shared_memory(module.entry().unwrap());
    let offsets: Vec<u64> = layout.offsets.iter().map(|(_, offset)| *offset).collect();
    assert_eq!((offsets, layout.align, layout.bytes), (vec![0, 50_048, 50_176], 64, 50_240));
    let text = kiln_codegen::back::cuda::emit(&module).text;
    assert!(text.contains("extern __shared__ __align__(64) u8") && text.contains("+ 50240)"), "{text}");
}
