//! The verifier: one text (or more) that breaks exactly one rule, for each of them, and texts that break none.

use kiln_codegen::ir::verify::{Rule, verify};
use kiln_codegen::ir::*;

const SITES: &str = r#"
sites {
    @0 1:1;
    @1 2:1 index "x";
    @2 3:1 divide;
    @3 4:1 message "{0}" f32;
}
"#;

/// The functions that fixtures may call.
const DEVICE: &str = "
device fn half(v#0: f32) -> f32 { @0 return v#0 * 0.5f32; }
device fn fill(to#0: &mut [f32], v#1: f32) { @0 to#0[0usize @1] = v#1; }
device fn bump(to#0: &mut f32) { @0 to#0 += 1.0f32; }
device fn count(a#0: &[atomic u32], n#1: &atomic u32) { }
";

/// A kernel with this body; its locals begin with #4.
fn kernel(body: &str) -> String {
    format!(
        "kiln-ir 1\n{DEVICE}\nkernel fn k(n#0: u32, x#1: &[f32], y#2: &mut [f32], a#3: &[atomic u32]) {{\n{body}\n}}{SITES}"
    )
}

fn parsed(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn passes(text: &str) {
    if let Err(violations) = verify(&parsed(text)) {
        let list: Vec<_> = violations.iter().map(ToString::to_string).collect();
        panic!("{text}\n{}", list.join("\n"));
    }
}

/// The text breaks this rule, and no other.
fn breaks(rule: Rule, text: &str) {
    let violations = verify(&parsed(text)).expect_err(text);
    assert!(violations.iter().all(|v| v.rule == rule), "{rule:?}\n{text}\n{violations:#?}");
}

#[test]
fn well_formed() {
    passes("kiln-ir 1");
    passes(&kernel(""));
    passes(&kernel(
        "var i#4: usize; temp t#5: f32; var r#6: [f32; 4]; shared s#7: [f32; 64]; shared c#8: [atomic u32; 4]; var k#9: i32;
        @0 let i#4 = thread_idx_x() as usize;
        @0 if (i#4 < x#1.len()) && (n#0 != 0u32) {
            @0 let t#5 = half#0(x#1[i#4 @1]);
            @0 let r#6 = [t#5, 1.0f32, sqrt(t#5), if true { t#5 } else { float \"inf\": f32 }];
            @0 r#6 = [0.5f32; 4];
            @0 s#7[i#4 @1] = r#6[3usize proven];
            @0 eval fill#1(&mut r#6: &mut [f32], t#5);
            @0 eval fill#1(&mut y#2, t#5);
            @0 eval bump#2(&mut y#2[i#4 @1]);
            @0 eval count#3(&a#3, &c#8[0usize proven]);
        }
        @0 eval sync_threads();
        @0 '0: for k#9 in -3i32..=3i32 step 2i32 reversed {
            @0 y#2[0usize @1] += (k#9 >> 1u8) as f32;
            @0 '1: block { @0 if k#9 == 0i32 { @0 break '1; } @0 continue '0; }
        }
        @0 eval atomic_fetch_add(&a#3[0usize @1], n#0 /@2 3u32, 0u32);
        @3 fail(x#1[0usize unchecked]);",
    ));
    // Every way to end a function with a result.
    passes(&format!(
        "kiln-ir 1\ndevice fn f(n#0: i32) -> i32 {{
            @0 if n#0 == 1i32 {{ @0 return 1i32; }} else {{ @0 '0: loop {{ @2 n#0 /= 2i32; @0 if n#0 == 3i32 {{ @0 return 2i32; }} }} }}
        }}{SITES}"
    ));
}

#[test]
fn rule_1_ids() {
    breaks(Rule::Ids, &kernel("@9 return;"));
    breaks(Rule::Ids, &kernel("@0 eval bump#2(&mut y#2[(v#9: usize) @1]);"));
    breaks(Rule::Ids, &kernel("@0 eval nope#9(): ();"));
    breaks(Rule::Ids, &kernel("param p#4: f32;"));
    breaks(Rule::Ids, &kernel("@0 y#2[0usize @8] = 0.0f32;"));
}

#[test]
fn rule_2_closed() {
    breaks(Rule::Closed, &kernel("capture $0 type \"T\";"));
    breaks(Rule::Closed, &kernel("@0 y#2[0usize @1] = .sqrt(1.0f32): f32;"));
    breaks(Rule::Closed, &kernel("@0 y#2[0usize @1] = <f32>::MAX(): f32;"));
    breaks(Rule::Closed, &kernel("@0 y#2[0usize @1] = $0: f32;"));
    breaks(Rule::Closed, &kernel("var v#4: ?0; @0 let v#4;"));
    breaks(Rule::Closed, &kernel("var v#4: [f32; $0]; @0 let v#4;"));
}

#[test]
fn rule_3_functions() {
    breaks(Rule::Functions, "kiln-ir 1 \n kernel fn a() { } device fn b() { }");
    breaks(Rule::Functions, "kiln-ir 1 \n device fn a() { } kernel fn a() { }");
    breaks(Rule::Functions, "kiln-ir 1 \n kernel fn a(x#0: &[&[f32]]) { }");
    breaks(Rule::Functions, "kiln-ir 1 \n kernel fn a(x#0: &f32) { }");
    breaks(Rule::Functions, "kiln-ir 1 \n device fn a(x#0: ()) { }");
    breaks(Rule::Functions, &format!("kiln-ir 1 \n kernel fn a() -> f32 {{ @0 return 1.0f32; }}{SITES}"));
    breaks(Rule::Functions, "kiln-ir 1 \n #[block(16, 0, 1)] kernel fn a() { }");
}

#[test]
fn rule_4_locals() {
    breaks(Rule::Locals, &kernel("var v#4: &[f32];"));
    breaks(Rule::Locals, &kernel("var v#4: atomic u32;"));
    breaks(Rule::Locals, &kernel("shared v#4: &[f32];"));
    breaks(Rule::Locals, &kernel("shared v#4: [[u32; 18446744073709551615]; 18446744073709551615];"));
}

#[test]
fn rule_5_scope() {
    breaks(Rule::Scope, &kernel("var v#4: f32; @0 v#4 = 1.0f32;"));
    breaks(Rule::Scope, &kernel("var v#4: f32; @0 let v#4 = v#4;"));
    breaks(Rule::Scope, &kernel("var v#4: f32; @0 let v#4; @0 let v#4;"));
    breaks(Rule::Scope, &kernel("var v#4: f32; @0 if true { @0 let v#4; } else { @0 v#4 = 1.0f32; }"));
    breaks(
        Rule::Scope,
        &kernel("var v#4: u32; @0 '0: for v#4 in 0u32..n#0 { } @0 eval sync_threads(); @0 v#4 = 1u32;"),
    );
    breaks(Rule::Scope, &kernel("shared s#4: f32; @0 let s#4;"));
    breaks(Rule::Scope, &kernel("@0 let n#0;"));
}

#[test]
fn rule_6_types() {
    let value = |value: &str| kernel(&format!("@0 y#2[0usize @1] = {value};"));
    for bad in
        ["1.0f32 + (1i32 as f64): f32", "1.0f32 & 1.0f32", "1.0f32 << 1u32", "true + true: f32", "!1.0f32"]
    {
        breaks(Rule::Types, &value(bad));
    }
    for bad in
        ["true as f32", "1u32", "if 1u32 { 1.0f32 } else { 2.0f32 }", "if true { 1.0f32 } else { 2u32 }"]
    {
        breaks(Rule::Types, &value(bad));
    }
    breaks(Rule::Types, &kernel("@0 if 1u32 { }"));
    breaks(Rule::Types, &kernel("@0 if n#0 && true { }"));
    breaks(Rule::Types, &kernel("@0 if 1.0f32 as bool { }"));
    breaks(Rule::Types, &kernel("@0 if 1u32 < 1i32 { }"));
    breaks(Rule::Types, &kernel("@0 if (1u32 < 2u32): u32 { }"));
    breaks(Rule::Types, &kernel("@0 n#0 += 1.0f32;"));
    breaks(Rule::Types, &kernel("@0 n#0 < = 1u32;"));
    breaks(Rule::Types, &kernel("var v#4: f32; @0 let v#4 = 1u32;"));
    breaks(Rule::Types, &kernel("var v#4: [f32; 2]; @0 let v#4 = [1.0f32]: [f32; 2];"));
    breaks(Rule::Types, &kernel("var v#4: [f32; 2]; @0 let v#4 = [1.0f32, 2u32];"));
    breaks(Rule::Types, &kernel("var v#4: [f32; 2]; @0 let v#4 = [1u32; _]: [f32; 2];"));
}

#[test]
fn rule_7_literals() {
    for bad in ["256u8", "-1u32", "128i8", "1f32", "2bool", "1.0u32", "true: u32", "float \"x\": f32"] {
        let ty = bad.trim_start_matches(|c: char| "-.0123456789".contains(c));
        let ty = ty.rsplit(": ").next().unwrap_or(ty);
        breaks(Rule::Literals, &kernel(&format!("var v#4: {ty}; @0 let v#4 = {bad};")));
    }
    for good in [
        "255u8",
        "-128i8",
        "127i8",
        "18446744073709551615usize",
        "-9223372036854775808i64",
        "float \"NaN\": f16",
    ] {
        let ty = good.trim_start_matches(|c: char| "-.0123456789".contains(c));
        let ty = ty.rsplit(": ").next().unwrap_or(ty);
        passes(&kernel(&format!("var v#4: {ty}; @0 let v#4 = {good};")));
    }
}

#[test]
fn rule_8_places() {
    breaks(Rule::Places, &kernel("@0 y#2[0u32 @1] = 1.0f32;"));
    breaks(Rule::Places, &kernel("@0 (y#2[0usize @1]: u32) = 1u32;"));
    breaks(Rule::Places, &kernel("@0 (n#0[0usize @1]: u32) = 1u32;"));
    breaks(Rule::Places, &kernel("@0 n#0 = (a#3[0usize @1]): u32;"));
    breaks(Rule::Places, &kernel("@0 if n#0.len() == 1usize { }"));
}

#[test]
fn rule_9_assignments() {
    breaks(Rule::Assignments, &kernel("@0 x#1[0usize @1] = 1.0f32;"));
    breaks(Rule::Assignments, &kernel("var v#4: u32; @0 '0: for v#4 in 0u32..n#0 { @0 v#4 += 1u32; }"));
    let through = "device fn f(r#0: &f32) { @0 r#0 = 1.0f32; }";
    breaks(Rule::Assignments, &format!("kiln-ir 1\n{through}{SITES}"));
}

#[test]
fn rule_10_calls() {
    let value = |value: &str| kernel(&format!("var v#4: f32; @0 let v#4 = {value};"));
    for bad in
        ["sqrt(1u32): f32", "sqrt(): f32", "sqrt(1.0f32, 2.0f32)", "half#0(1u32)", "half#0()", "k#4(): f32"]
    {
        breaks(Rule::Calls, &value(bad));
    }
    breaks(Rule::Calls, &kernel("@0 eval atomic_fetch_add(&a#3[0usize @1], 1u32, 5u32);"));
    breaks(Rule::Calls, &kernel("@0 eval atomic_fetch_add(&a#3[0usize @1], 1u32, n#0);"));
    breaks(Rule::Calls, &kernel("@0 eval atomic_fetch_add(&a#3[0usize @1], 1u64, 0u32);"));
    breaks(Rule::Calls, &kernel("@0 eval fill#1(&x#1, 1.0f32);"));
    // What lowered tile code moves are elements, of the memory that the instruction works on.
    let lowered = |call: &str| {
        kernel(&format!(
            "shared s#4: [f32; 64]; shared h#5: [f16; 64]; var r#6: [u32; 8]; var f#7: [f32; 4]; var v#8: f32;
            shared e#9: [f8e4m3; 64]; shared g#10: [f8e5m2; 64]; shared b#11: [i8; 64]; var i#12: [i32; 24];
            @0 let i#12; @0 let r#6; @0 let f#7; @0 let v#8; @0 eval {call};"
        ))
    };
    for good in [
        "move_16(&mut s#4[0usize @1], &x#1[0usize @1])",
        "move_8(&mut y#2[0usize @1], &f#7[2usize proven])",
        "async_copy_16(&mut s#4[0usize @1], &x#1[0usize @1], 16u32)",
        "async_wait(2u32)",
        "ldmatrix_x4_trans(&mut r#6[4usize proven], &h#5[0usize @1])",
        "mma_m16n8k16_bf16(&mut f#7[0usize proven], &r#6[0usize proven], &r#6[4usize proven])",
        "wgmma_f16(&mut f#7[0usize proven], &h#5[0usize @1], &h#5[0usize @1], 8u32, 0u32, 128u32, 8192u32, 128u32, 1u32)",
        "wgmma_left_f16(&mut f#7[0usize proven], &r#6[0usize proven], &h#5[0usize @1], 8u32, 0u32, 0u32, 0u32, 64u32, 1u32)",
        "wgmma_e4m3_e5m2(&mut f#7[0usize proven], &e#9[0usize @1], &g#10[0usize @1], 8u32, 0u32, 128u32, 0u32, 128u32, 0u32)",
        "wgmma_i8(&mut i#12[0usize proven], &b#11[0usize @1], &b#11[0usize @1], 48u32, 0u32, 128u32, 0u32, 64u32, 0u32)",
        "wgmma_wait(1u32)",
        "wgmma_finish_i32(&mut i#12[0usize proven], 48u32, 1u32)",
    ] {
        passes(&lowered(good));
    }
    for bad in [
        "move_16(&s#4[0usize @1], &x#1[0usize @1])",
        "move_16(&mut s#4[0usize @1], &h#5[0usize @1])",
        "move_4(&mut v#8, &x#1[0usize @1])",
        "async_copy_16(&mut y#2[0usize @1], &x#1[0usize @1], 16u32)",
        "async_copy_16(&mut s#4[0usize @1], &f#7[0usize @1], 16u32)",
        "async_wait(n#0)",
        "ldmatrix_x4_trans(&mut r#6[0usize proven], &s#4[0usize @1])",
        "ldmatrix_x4(&mut f#7[0usize proven], &h#5[0usize @1])",
        "mma_m16n8k16_f16(&mut s#4[0usize proven], &r#6[0usize proven], &r#6[4usize proven])",
        "wgmma_f16(&mut f#7[0usize proven], &r#6[0usize proven], &h#5[0usize @1], 8u32, 0u32, 128u32, 0u32, 128u32, 1u32)",
        "wgmma_f16(&mut f#7[0usize proven], &h#5[0usize @1], &h#5[0usize @1], 12u32, 0u32, 128u32, 0u32, 128u32, 1u32)",
        "wgmma_bf16(&mut f#7[0usize proven], &h#5[0usize @1], &h#5[0usize @1], 8u32, 0u32, 128u32, 0u32, 128u32, 1u32)",
        "wgmma_f16(&mut f#7[0usize proven], &h#5[0usize @1], &h#5[0usize @1], 8u32, 64u32, 128u32, 0u32, 128u32, 1u32)",
        "wgmma_left_f16(&mut f#7[0usize proven], &h#5[0usize @1], &h#5[0usize @1], 8u32, 0u32, 0u32, 0u32, 64u32, 1u32)",
        "wgmma_f16(&mut f#7[0usize proven], &h#5[0usize @1], &h#5[0usize @1], 8u32, 0u32, 128u32, 0u32, 128u32, 2u32)",
        "wgmma_e4m3(&mut f#7[0usize proven], &e#9[0usize @1], &g#10[0usize @1], 8u32, 0u32, 128u32, 0u32, 128u32, 0u32)",
        "wgmma_e4m3(&mut f#7[0usize proven], &e#9[0usize @1], &e#9[0usize @1], 8u32, 8192u32, 128u32, 0u32, 128u32, 0u32)",
        "wgmma_i8(&mut f#7[0usize proven], &b#11[0usize @1], &b#11[0usize @1], 48u32, 0u32, 128u32, 0u32, 64u32, 0u32)",
        "wgmma_i8(&mut i#12[0usize proven], &b#11[0usize @1], &b#11[0usize @1], 40u32, 0u32, 128u32, 0u32, 64u32, 0u32)",
        "wgmma_finish_i32(&mut f#7[0usize proven], 48u32, 0u32)",
        "wgmma_finish_i32(&mut i#12[0usize proven], 48u32, 8u32)",
        "wgmma_wait(8u32)",
        "wgmma_wait(n#0 as u32)",
    ] {
        breaks(Rule::Calls, &lowered(bad));
    }
    breaks(Rule::References, &lowered("move_4(&mut x#1[0usize @1], &y#2[0usize @1])"));
}

#[test]
fn rule_11_effects() {
    breaks(Rule::Effects, &kernel("@0 y#2[0usize @1] = half#0(1.0f32) + 1.0f32;"));
    breaks(Rule::Effects, &kernel("@0 y#2[0usize @1] += half#0(1.0f32);"));
    breaks(Rule::Effects, &kernel("@0 y#2[0usize @1] = sqrt(half#0(1.0f32));"));
    breaks(Rule::Effects, &kernel("@0 eval 1u32;"));
    breaks(Rule::Effects, &kernel("@0 n#0 = atomic_load(&a#3[0usize @1], 0u32) + 1u32;"));
}

#[test]
fn rule_12_references() {
    breaks(Rule::References, &kernel("@0 eval fill#1(&mut x#1, 1.0f32);"));
    breaks(Rule::References, &kernel("@0 eval bump#2(&mut x#1[0usize @1]);"));
    breaks(Rule::References, &kernel("@0 eval bump#2(&mut n#0: &mut f32);"));
    breaks(Rule::References, &kernel("@0 eval fill#1(&mut n#0: &mut [f32], 1.0f32);"));
}

#[test]
fn rule_13_arrays() {
    breaks(
        Rule::Aggregates,
        &kernel("@0 eval f#4([1.0f32]);").replace("\nkernel", "device fn f(v#0: [f32; 1]) { }\nkernel"),
    );
    let select = "if true { v#4 } else { v#4 }";
    breaks(Rule::Aggregates, &kernel(&format!("var v#4: [f32; 2]; @0 let v#4; @0 v#4 = {select};")));
}

#[test]
fn rule_14_labels() {
    breaks(Rule::Labels, &kernel("@0 '0: loop { @0 '0: loop { } }"));
    breaks(Rule::Labels, &kernel("@0 '0: loop { @0 break '1; }"));
    breaks(Rule::Labels, &kernel("@0 '0: block { @0 continue '0; }"));
    breaks(Rule::Labels, &kernel("@0 '0: block { } @0 break '0;"));
}

#[test]
fn rule_15_loops() {
    breaks(Rule::Loops, &kernel("var v#4: f32; @0 '0: for v#4 in 0.0f32..1.0f32 { }"));
    breaks(Rule::Loops, &kernel("var v#4: u32; @0 '0: for v#4 in 0u32..1i32 { }"));
    breaks(Rule::Loops, &kernel("var v#4: u32; @0 '0: for v#4 in 0u32..1u32 step 0u32 { }"));
    breaks(Rule::Loops, &kernel("var v#4: u32; @0 '0: for v#4 in 0u32..1u32 step 1i32 { }"));
}

#[test]
fn rule_16_returns() {
    let body = |body: &str| format!("kiln-ir 1\ndevice fn f(b#0: bool) -> f32 {{ {body} }}{SITES}");
    breaks(Rule::Returns, &kernel("@0 return 1.0f32;"));
    breaks(Rule::Returns, &body("@0 return 1u32;"));
    breaks(Rule::Returns, &body("@0 return;"));
    breaks(Rule::Returns, &body(""));
    breaks(Rule::Returns, &body("@0 if b#0 { @0 return 1.0f32; }"));
    breaks(Rule::Returns, &body("@0 '0: loop { @0 if b#0 { @0 break '0; } @0 return 1.0f32; }"));
    breaks(Rule::Returns, &body("@0 '0: block { @0 if b#0 { @0 break '0; } @0 return 1.0f32; }"));
}

#[test]
fn rule_17_sites() {
    breaks(Rule::Sites, &kernel("@0 y#2[0usize @0] = 1.0f32;"));
    breaks(Rule::Sites, &kernel("@0 n#0 = n#0 / 2u32;"));
    breaks(Rule::Sites, &kernel("@0 n#0 = n#0 %@1 2u32;"));
    breaks(Rule::Sites, &kernel("@0 n#0 /= 2u32;"));
    breaks(Rule::Sites, &kernel("@0 n#0 = div_ceil(n#0, 2u32);"));
    breaks(Rule::Sites, &kernel("@0 fail(1.0f32);"));
    breaks(Rule::Sites, &kernel("@3 fail();"));
    breaks(Rule::Sites, &kernel("@1 fail(1usize);"));
    passes(&kernel("@1 fail(1usize, y#2.len());"));
    breaks(Rule::Sites, &kernel("@3 fail(1u32);"));
}

#[test]
fn rule_18_depth() {
    let sum = |depth: usize| format!("{}n#0{}", "(1u32 + ".repeat(depth), ")".repeat(depth));
    passes(&kernel(&format!("@0 n#0 = {};", sum(MAX_DEPTH as usize - 10))));
    let mut module = parsed(&kernel("@0 n#0 = 1u32;"));
    let Some(Stmt { kind: StmtKind::Assign { value, .. }, .. }) = module.functions[4].body.0.first_mut()
    else {
        panic!("an assignment")
    };
    for _ in 0..400 {
        let inner = std::mem::replace(value, Expr::bool(true));
        *value = Expr::binary(BinOp::Add, inner, Expr::int(1, Scalar::U32), Type::U32);
    }
    let violations = verify(&module).expect_err("too deep");
    assert!(violations.iter().all(|v| v.rule == Rule::Depth), "{violations:#?}");
}

#[test]
fn a_violation_reads_well() {
    let violations = verify(&parsed(&kernel("@0 n#0 += 1.0f32;"))).expect_err("types");
    assert_eq!(
        violations[0].to_string(),
        "`k` at @0: `+=` on a place of type `u32` with a value of type `f32` (rule 6, Types)"
    );
}
