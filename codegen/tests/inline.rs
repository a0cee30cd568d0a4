//! Inlining: before and after.

use kiln_codegen::ir::verify::verify;
use kiln_codegen::ir::{Module, parse};
use kiln_codegen::passes::inline::inline;

const SITES: &str =
    "sites { @0 1:1; @1 2:1 index \"x\"; @2 3:1 divide; @3 4:1 message \"{0}\" f32; @4 5:1 index \"y\"; }";

fn parsed(text: &str) -> Module {
    let module =
        parse(&format!("kiln-ir 1\n{text}\n{SITES}")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(violations) = verify(&module) {
        let list: Vec<_> = violations.iter().map(ToString::to_string).collect();
        panic!("{}\n{}", module.hash_text(), list.join("\n"));
    }
    module
}

/// The functions and the kernel become this kernel.
fn becomes(functions: &str, before: &str, after: &str) {
    let header = "kernel fn k(n#0: u32, x#1: &[f32], y#2: &mut [f32], a#3: &[atomic u32])";
    let before = parsed(&format!("{functions}\n{header} {{ {before} }}"));
    let after = parsed(&format!("{header} {{ {after} }}"));
    let inlined = inline(&before);
    assert_eq!(inlined.sites, before.sites);
    assert_eq!(inlined.hash_text(), after.hash_text());
    assert_eq!(inlined, after);
    // There is nothing left to inline.
    assert_eq!(inline(&inlined), inlined);
}

#[test]
fn a_last_return_initializes_the_variable() {
    becomes(
        "device fn half(v#0: f32) -> f32 { var w#1: f32; @0 let w#1 = v#0 * 0.5f32; @0 v#0 = w#1; @0 return v#0; }",
        "var r#4: f32; @0 let r#4 = half#0(x#1[0usize @1]); @0 y#2[0usize @1] = r#4;",
        "var r#4: f32; var v#5: f32; var w#6: f32;
        @0 let v#5 = x#1[0usize @1];
        @0 let w#6 = v#5 * 0.5f32;
        @0 v#5 = w#6;
        @0 let r#4 = v#5;
        @0 y#2[0usize @1] = r#4;",
    );
}

#[test]
fn an_early_return_leaves_a_block() {
    becomes(
        "device fn clamp(v#0: u32) -> u32 {
            @0 '0: loop { @0 if v#0 > 9u32 { @0 return 9u32; } @0 v#0 += 1u32; @0 if v#0 == 3u32 { @0 break '0; } }
            @0 if v#0 == 1u32 { @0 return 2u32; } else { @0 return v#0; }
        }",
        "var r#4: u32;
        @0 '0: while n#0 < 5u32 { @0 n#0 = clamp#0(n#0); @0 continue '0; }
        @0 let r#4 = clamp#0(1u32);",
        "var r#4: u32; var v#5: u32; var v#6: u32;
        @0 '0: while n#0 < 5u32 {
            @0 let v#5 = n#0;
            @0 '2: block {
                @0 '1: loop {
                    @0 if v#5 > 9u32 { @0 n#0 = 9u32; @0 break '2; }
                    @0 v#5 += 1u32;
                    @0 if v#5 == 3u32 { @0 break '1; }
                }
                @0 if v#5 == 1u32 { @0 n#0 = 2u32; } else { @0 n#0 = v#5; }
            }
            @0 continue '0;
        }
        @0 let r#4;
        @0 let v#6 = 1u32;
        @0 '4: block {
            @0 '3: loop {
                @0 if v#6 > 9u32 { @0 r#4 = 9u32; @0 break '4; }
                @0 v#6 += 1u32;
                @0 if v#6 == 3u32 { @0 break '3; }
            }
            @0 if v#6 == 1u32 { @0 r#4 = 2u32; } else { @0 r#4 = v#6; }
        }",
    );
}

#[test]
fn both_arms_return_without_a_block() {
    becomes(
        "device fn pick(b#0: bool) -> u32 { @0 if b#0 { @0 return 1u32; } else { @0 return 2u32; } }",
        "@0 eval pick#0(true);",
        "temp dropped#4: u32; var b#5: bool;
        @0 let dropped#4;
        @0 let b#5 = true;
        @0 if b#5 { @0 dropped#4 = 1u32; } else { @0 dropped#4 = 2u32; }",
    );
}

#[test]
fn slices_and_references_become_places() {
    becomes(
        "device fn put(to#0: &mut [f32], at#1: usize, v#2: &f32) {
            @0 if at#1 < to#0.len() { @0 to#0[at#1 @1] = v#2; }
        }
        device fn bump(v#0: &mut f32) { @0 v#0 += 1.0f32; }",
        "var r#4: [[f32; 8]; 4]; var i#5: usize;
        @0 let i#5 = n#0 as usize;
        @0 let r#4;
        @0 eval put#0(&mut y#2, i#5, &x#1[i#5 + 1usize @4]);
        @0 eval put#0(&mut r#4[i#5 @1]: &mut [f32], 2usize, &x#1[0usize unchecked]);
        @0 eval bump#1(&mut r#4[3usize @1][8usize @4]);",
        "var r#4: [[f32; 8]; 4]; var i#5: usize;
        var at#6: usize; temp index#7: usize;
        temp index#8: usize; var at#9: usize;
        @0 let i#5 = n#0 as usize;
        @0 let r#4;
        @0 let at#6 = i#5;
        @0 let index#7 = i#5 + 1usize;
        @4 if index#7 >= x#1.len() { @4 fail(index#7, x#1.len()); }
        @0 if at#6 < y#2.len() { @0 y#2[at#6 @1] = x#1[index#7 proven]; }
        @0 let index#8 = i#5;
        @1 if index#8 >= 4usize { @1 fail(index#8, 4usize); }
        @0 let at#9 = 2usize;
        @0 if at#9 < 8usize { @0 r#4[index#8 proven][at#9 @1] = x#1[0usize unchecked]; }
        @4 if 8usize >= 8usize { @4 fail(8usize, 8usize); }
        @0 r#4[3usize proven][8usize proven] += 1.0f32;",
    );
}

#[test]
fn parts_of_slices_keep_their_start_and_length() {
    becomes(
        "device fn inner(to#0: &mut [f32], v#1: &f32) { @0 to#0[to#0.len() -@0 1usize @1] = v#1; }
        device fn outer(to#0: &mut [f32], n#1: usize) {
            @0 eval inner#0(&mut to#0[1usize; n#1]: &mut [f32], &to#0[n#1; 2usize][n#1 @4]);
        }",
        "var r#4: [[f32; 8]; 4]; var i#5: usize;
        @0 let i#5 = n#0 as usize;
        @0 let r#4;
        @0 eval outer#1(&mut y#2[i#5; i#5 + 1usize]: &mut [f32], 3usize);
        @0 eval inner#0(&mut r#4[i#5 @1][i#5; 4usize]: &mut [f32], &r#4[2usize; 2usize][1usize @1][0usize @4]);",
        "var r#4: [[f32; 8]; 4]; var i#5: usize;
        temp index#6: usize; temp index#7: usize; var n#8: usize; temp index#9: usize; temp index#10: usize; temp index#11: usize;
        temp index#12: usize; temp index#13: usize;
        @0 let i#5 = n#0 as usize;
        @0 let r#4;
        @0 let index#6 = i#5;
        @0 let index#7 = i#5 + 1usize;
        @0 let n#8 = 3usize;
        @0 let index#9 = n#8;
        @0 let index#10 = n#8;
        @0 let index#11 = n#8;
        @4 if index#11 >= 2usize { @4 fail(index#11, 2usize); }
        @0 y#2[index#6; index#7][1usize; index#9][index#9 -@0 1usize @1] = y#2[index#6; index#7][index#10; 2usize][index#11 proven];
        @0 let index#12 = i#5;
        @1 if index#12 >= 4usize { @1 fail(index#12, 4usize); }
        @0 let index#13 = i#5;
        @0 r#4[index#12 proven][index#13; 4usize][4usize -@0 1usize @1] = r#4[2usize; 2usize][1usize proven][0usize proven];",
    );
}

#[test]
fn references_pass_through_several_functions() {
    becomes(
        "device fn inner(c#0: &atomic u32, n#1: u32) -> u32 {
            @0 return if n#1 == 0u32 { 0u32 } else { n#1 -@0 1u32 };
        }
        device fn middle(cs#0: &[atomic u32], r#1: &mut [u32; 4]) {
            @0 r#1[0usize @1] = inner#0(&cs#0[r#1.len() @1], r#1[1usize @4]);
        }",
        "var r#4: [u32; 4]; @0 let r#4 = [0u32; 4]; @0 eval middle#1(&a#3, &mut r#4);",
        "var r#4: [u32; 4]; temp result#5: u32; var n#6: u32;
        @0 let r#4 = [0u32; 4];
        @1 if 4usize >= a#3.len() { @1 fail(4usize, a#3.len()); }
        @0 let n#6 = r#4[1usize @4];
        @0 let result#5 = if n#6 == 0u32 { 0u32 } else { n#6 -@0 1u32 };
        @0 r#4[0usize @1] = result#5;",
    );
}

#[test]
fn a_shared_local_is_allocated_once() {
    becomes(
        "device fn scratch(v#0: f32) -> f32 {
            shared s#1: [f32; 4];
            @0 s#1[0usize @1] = v#0; @0 eval sync_threads(); @0 return s#1[0usize @1];
        }
        device fn twice(v#0: f32) -> f32 { @0 v#0 = scratch#0(v#0); @0 return v#0; }",
        "shared s#4: f32; var p#5: f32; var q#6: f32; @0 let p#5 = scratch#0(1.0f32); @0 let q#6 = twice#1(p#5);",
        "shared s#4: f32; var p#5: f32; var q#6: f32; var v#7: f32; shared s#8: [f32; 4]; var v#9: f32; var v#10: f32;
        @0 let v#7 = 1.0f32;
        @0 s#8[0usize @1] = v#7; @0 eval sync_threads();
        @0 let p#5 = s#8[0usize @1];
        @0 let v#9 = p#5;
        @0 let v#10 = v#9;
        @0 s#8[0usize @1] = v#10; @0 eval sync_threads();
        @0 v#9 = s#8[0usize @1];
        @0 let q#6 = v#9;",
    );
}

#[test]
fn loops_and_failures_are_renamed() {
    becomes(
        "device fn sum(x#0: &[f32], n#1: u32) -> f32 {
            var t#2: f32; var i#3: u32;
            @0 let t#2 = 0.0f32;
            @0 '7: for i#3 in 0u32..=n#1 step 2u32 reversed { @0 t#2 += x#0[i#3 as usize @1]; }
            @0 if t#2 != t#2 { @3 fail(t#2); }
            @0 return t#2;
        }",
        "var r#4: f32; @0 '3: block { @0 let r#4 = sum#0(&x#1, n#0 /@2 2u32); @0 break '3; } @0 return;",
        "var r#4: f32; var n#5: u32; var t#6: f32; var i#7: u32;
        @0 '3: block {
            @0 let n#5 = n#0 /@2 2u32;
            @0 let t#6 = 0.0f32;
            @0 '4: for i#7 in 0u32..=n#5 step 2u32 reversed { @0 t#6 += x#1[i#7 as usize @1]; }
            @0 if t#6 != t#6 { @3 fail(t#6); }
            @0 let r#4 = t#6;
            @0 break '3;
        }
        @0 return;",
    );
}

#[test]
fn an_empty_module_stays_empty() {
    assert_eq!(inline(&Module::default()), Module::default());
}
