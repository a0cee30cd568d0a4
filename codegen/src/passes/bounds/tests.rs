//! Before and after, for each rule and for each near miss.

use super::{Why, bounds};
use crate::ir::{Site, parse, verify::verify};

/// Runs the pass over a kernel whose sites are all its checks; how many of them are left, and why.
#[track_caller]
fn kept(attrs: &str, params: &str, body: &str) -> Vec<(u32, Why)> {
    let text = format!("kiln-ir 1\n\n{attrs}\nkernel fn f({params}) {{\n{body}\n}}\n");
    let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    module.sites.resize(32, Site::default());
    let total = text.matches('@').count() - text.matches("@0").count();
    let outcome = bounds(&mut module);
    let mut broken = verify(&module).err().unwrap_or_default();
    broken.retain(|violation| violation.rule != crate::ir::verify::Rule::Sites);
    assert!(broken.is_empty(), "{broken:?}\n{}", module.to_text());
    // What is left is what the text still has.
    let after = module.hash_text();
    assert_eq!(after.matches("proven").count(), outcome.dropped, "{after}");
    assert!(total >= outcome.dropped + outcome.kept.len(), "{after}");
    outcome.kept.iter().map(|kept| (kept.site.0, kept.why)).collect()
}

/// The sites that are left of a kernel with the usual parameters and variables.
#[track_caller]
fn left(body: &str) -> Vec<u32> {
    const PARAMS: &str = "n#0: usize, k#1: usize, x#2: &[f32], y#3: &mut [f32], s#4: i32, idx#5: &[u32]";
    const LOCALS: &str = "    var i#6: usize;\n    var j#7: usize;\n    var v#8: f32;\n    var t#9: usize;\n    var own#10: [f32; 16];\n    \
        var q#11: u32;\n    shared tile#12: [f32; 256];\n    shared grid#13: [[f32; 16]; 16];\n    var ok#14: bool;\n";
    kept("", PARAMS, &format!("{LOCALS}{body}")).into_iter().map(|(site, _)| site).collect()
}

const I: &str = "@0 let i#6 = global_id_x();\n";

#[test]
fn a_test_around_the_access() {
    let guard =
        |test: &str, index: &str| left(&format!("{I}@0 if {test} {{ @0 y#3[{index} @1] = 1.0f32; }}"));
    assert_eq!(guard("i#6 < y#3.len()", "i#6"), []);
    assert_eq!(guard("y#3.len() > i#6", "i#6"), []);
    assert_eq!(guard("!(i#6 >= y#3.len())", "i#6"), []);
    assert_eq!(guard("(i#6 < y#3.len()) && (n#0 > 3usize)", "i#6"), []);
    assert_eq!(guard("(i#6 < n#0) && (n#0 <= y#3.len())", "i#6"), []);
    // Near misses.
    assert_eq!(guard("i#6 <= y#3.len()", "i#6"), [1]);
    assert_eq!(guard("i#6 < x#2.len()", "i#6"), [1]);
    assert_eq!(guard("(i#6 < y#3.len()) || (n#0 > 3usize)", "i#6"), [1]);
    assert_eq!(guard("k#1 < y#3.len()", "i#6"), [1]);
    assert_eq!(guard("(i#6 < n#0) && (n#0 <= (y#3.len() + 1usize))", "i#6"), [1]);
    assert_eq!(guard("!(i#6 < y#3.len())", "i#6"), [1]);
}

#[test]
fn the_other_branch_knows_the_opposite() {
    let body = |test: &str| {
        left(&format!(
            "{I}@0 let v#8 = 0.0f32; @0 if {test} {{ @0 v#8 = x#2[i#6 @1]; }} else {{ @0 v#8 = x#2[i#6 @2]; }} @0 y#3[i#6 @3] = v#8;"
        ))
    };
    assert_eq!(body("i#6 < x#2.len()"), [2, 3]);
    assert_eq!(body("i#6 >= x#2.len()"), [1, 3]);
}

#[test]
fn a_test_before_that_leaves() {
    let body = |test: &str| {
        left(&format!("{I}@0 let j#7 = y#3.len(); @0 if {test} {{ @0 return; }} @0 y#3[i#6 @1] = 1.0f32;"))
    };
    assert_eq!(body("i#6 >= j#7"), []);
    assert_eq!(body("(i#6 >= j#7) || (n#0 == 0usize)"), []);
    assert_eq!(body("i#6 > j#7"), [1]);
    assert_eq!(body("(i#6 >= j#7) && (n#0 == 0usize)"), [1]);
    // What does not leave tells nothing.
    assert_eq!(
        left(&format!("{I}@0 if i#6 >= y#3.len() {{ @0 let t#9 = 1usize; }} @0 y#3[i#6 @1] = 1.0f32;")),
        [1]
    );
}

#[test]
fn lengths_are_unrelated_unless_asserted() {
    let body = |assert: &str| {
        left(&format!(
            "{I}@0 if {assert} {{ }} else {{ @4 fail(); }} @0 if i#6 < y#3.len() {{ @0 y#3[i#6 @1] = x#2[i#6 @2]; }}"
        ))
    };
    assert_eq!(body("x#2.len() == y#3.len()"), []);
    assert_eq!(body("x#2.len() >= y#3.len()"), []);
    assert_eq!(body("y#3.len() <= x#2.len()"), []);
    assert_eq!(body("x#2.len() <= y#3.len()"), [2]);
    assert_eq!(body("x#2.len() != y#3.len()"), [2]);
    assert_eq!(body("n#0 == y#3.len()"), [2]);
}

#[test]
fn a_counter_stays_inside_its_loop_s_bounds() {
    let body = |range: &str, index: &str| {
        left(&format!("@0 '0: for j#7 in {range} {{ @0 y#3[{index} @1] = 1.0f32; }}"))
    };
    assert_eq!(body("0usize..y#3.len()", "j#7"), []);
    assert_eq!(body("k#1..y#3.len()", "j#7"), []);
    assert_eq!(body("0usize..=y#3.len()", "j#7"), [1]);
    assert_eq!(body("0usize..n#0", "j#7"), [1]);
    assert_eq!(body("0usize..y#3.len()", "(j#7 + 1usize)"), [1]);
    assert_eq!(body("1usize..y#3.len()", "(j#7 - 1usize)"), []);
    assert_eq!(body("0usize..y#3.len()", "(j#7 - 1usize)"), [1]);
    let own = |range: &str, index: &str| {
        left(&format!(
            "@0 let own#10 = [0.0f32; 16]; @0 '0: for j#7 in {range} {{ @0 own#10[{index} @1] = 1.0f32; }}"
        ))
    };
    assert_eq!(own("0usize..16usize", "j#7"), []);
    assert_eq!(own("0usize..=16usize", "j#7"), [1]);
    assert_eq!(own("0usize..8usize", "(j#7 * 2usize)"), []);
    assert_eq!(own("0usize..8usize", "((j#7 * 2usize) + 1usize)"), []);
    assert_eq!(own("0usize..8usize", "((j#7 * 2usize) + 2usize)"), [1]);
    // Behind the loop, which may have had no turn, nothing is known of its bounds.
    assert_eq!(left("@0 '0: for j#7 in k#1..y#3.len() { } @0 y#3[k#1 @1] = 1.0f32;"), [1]);
}

#[test]
fn masks_and_remainders() {
    let own =
        |index: &str| left(&format!("{I}@0 let own#10 = [0.0f32; 16]; @0 own#10[{index} @1] = 1.0f32;"));
    assert_eq!(own("(i#6 & 15usize)"), []);
    assert_eq!(own("(i#6 & 16usize)"), [1]);
    assert_eq!(own("(i#6 % @2 16usize)"), []);
    assert_eq!(own("(i#6 % @2 17usize)"), [1]);
    assert_eq!(own("(i#6 >> 60usize)"), []);
    assert_eq!(own("int_min(i#6, 15usize)"), []);
    assert_eq!(own("int_min(i#6, 16usize)"), [1]);
    assert_eq!(own("((s#4 & 15i32) as usize)"), []);
    assert_eq!(own("((s#4 % @2 16i32) as usize)"), [1]);
    let slice = |index: &str| left(&format!("{I}@0 y#3[{index} @1] = 1.0f32;"));
    assert_eq!(slice("(i#6 % @2 y#3.len())"), []);
    assert_eq!(slice("(i#6 % @2 x#2.len())"), [1]);
    // `len - 1` wraps where there is no element.
    assert_eq!(slice("int_min(i#6, (y#3.len() - 1usize))"), [1]);
    let guarded =
        |index: &str| left(&format!("{I}@0 if y#3.len() > 0usize {{ @0 y#3[{index} @1] = 1.0f32; }}"));
    assert_eq!(guarded("int_min(i#6, (y#3.len() - 1usize))"), []);
    assert_eq!(guarded("(y#3.len() - 1usize)"), []);
    assert_eq!(guarded("0usize"), []);
    assert_eq!(guarded("1usize"), [1]);
}

#[test]
fn sums_and_differences_may_wrap() {
    let guard =
        |test: &str, index: &str| left(&format!("{I}@0 if {test} {{ @0 y#3[{index} @1] = 1.0f32; }}"));
    // Any number: where `k + 1` wraps to 0 the guard holds, and `k` is far outside.
    assert_eq!(guard("(k#1 + 1usize) < y#3.len()", "(k#1 + 1usize)"), []);
    assert_eq!(guard("(k#1 + 1usize) < y#3.len()", "k#1"), [1]);
    // A thread's index cannot wrap by one.
    assert_eq!(guard("(i#6 + 1usize) < y#3.len()", "i#6"), []);
    assert_eq!(guard("(i#6 + 1usize) < y#3.len()", "(i#6 + 1usize)"), []);
    assert_eq!(guard("(i#6 + 1usize) <= y#3.len()", "i#6"), []);
    assert_eq!(guard("(i#6 + 1usize) <= y#3.len()", "(i#6 + 1usize)"), [1]);
    assert_eq!(guard("i#6 < (y#3.len() - 1usize)", "(i#6 + 1usize)"), [1]);
    assert_eq!(guard("(y#3.len() > 0usize) && (i#6 < (y#3.len() - 1usize))", "(i#6 + 1usize)"), []);
    assert_eq!(guard("i#6 < y#3.len()", "(i#6 - 1usize)"), [1]);
    assert_eq!(guard("(i#6 < y#3.len()) && (i#6 > 0usize)", "(i#6 - 1usize)"), []);
    assert_eq!(guard("(i#6 < y#3.len()) && (i#6 != 0usize)", "(i#6 - 1usize)"), []);
    assert_eq!(guard("(i#6 < y#3.len()) && (i#6 != 1usize)", "(i#6 - 1usize)"), [1]);
    assert_eq!(guard("(i#6 < y#3.len()) && (i#6 >= k#1)", "(i#6 - k#1)"), []);
    assert_eq!(guard("(i#6 < y#3.len()) && (i#6 <= k#1)", "(i#6 - k#1)"), [1]);
    assert_eq!(guard("i#6 < (y#3.len() / @2 4usize)", "((i#6 * 4usize) + 3usize)"), []);
    assert_eq!(guard("i#6 < (y#3.len() / @2 4usize)", "((i#6 * 4usize) + 4usize)"), [1]);
    assert_eq!(guard("i#6 < (y#3.len() / @2 4usize)", "((i#6 * 5usize) + 3usize)"), [1]);
}

#[test]
fn assignments_give_other_values() {
    let body = |change: &str| {
        left(&format!("@0 let i#6 = k#1; @0 if i#6 < y#3.len() {{ {change} @0 y#3[i#6 @1] = 1.0f32; }}"))
    };
    assert_eq!(body(""), []);
    assert_eq!(body("@0 i#6 += 1usize;"), [1]);
    assert_eq!(body("@0 i#6 = n#0;"), [1]);
    assert_eq!(body("@0 i#6 = i#6 / @2 2usize;"), []);
    assert_eq!(body("@0 i#6 -= 1usize;"), [1]);
    assert_eq!(body("@0 if n#0 > 3usize { @0 i#6 = 0usize; }"), []);
    assert_eq!(body("@0 if n#0 > 3usize { @0 i#6 = n#0; }"), [1]);
    assert_eq!(body("@0 '0: for j#7 in 0usize..n#0 { @0 i#6 = i#6 + 1usize; }"), [1]);
    assert_eq!(body("@0 '0: for j#7 in 0usize..n#0 { @0 i#6 = i#6 / @2 2usize; }"), []);
    // The length is the same, whatever happens to what was compared with it.
    assert_eq!(
        left(
            "@0 let i#6 = k#1; @0 let j#7 = y#3.len(); @0 if i#6 < j#7 { @0 j#7 = 0usize; @0 y#3[i#6 @1] = 1.0f32; }"
        ),
        []
    );
}

#[test]
fn loops_forget_what_they_change() {
    // Grid stride: tested at each turn.
    assert_eq!(
        left(&format!("{I}@0 '0: while i#6 < y#3.len() {{ @0 y#3[i#6 @1] = 1.0f32; @0 i#6 += n#0; }}")),
        []
    );
    assert_eq!(
        left(&format!("{I}@0 '0: while i#6 < y#3.len() {{ @0 i#6 += n#0; @0 y#3[i#6 @1] = 1.0f32; }}")),
        [1]
    );
    // Before the loop only.
    assert_eq!(
        left(&format!(
            "{I}@0 if i#6 < y#3.len() {{ @0 '0: loop {{ @0 y#3[i#6 @1] = 1.0f32; @0 i#6 += 1usize; }} }}"
        )),
        [1]
    );
    // Downwards it never leaves what it began in.
    let down =
        "@0 let i#6 = y#3.len(); @0 '0: while i#6 > 0usize { @0 i#6 -= 1usize; @0 y#3[i#6 @1] = 1.0f32; }";
    assert_eq!(left(down), []);
    let wraps =
        "@0 let i#6 = y#3.len(); @0 '0: while n#0 > 0usize { @0 i#6 -= 1usize; @0 y#3[i#6 @1] = 1.0f32; }";
    assert_eq!(left(wraps), [1]);
    let twice =
        "@0 let i#6 = y#3.len(); @0 '0: while i#6 > 0usize { @0 i#6 -= 2usize; @0 y#3[i#6 @1] = 1.0f32; }";
    assert_eq!(left(twice), [1]);
}

#[test]
fn a_tree_of_sums_in_shared_memory() {
    let tree = |block: &str, half: usize, test: &str| {
        let body = format!(
            "    var t#1: usize;\n    var s#2: usize;\n    shared tile#3: [f32; 256];\n    @0 let t#1 = thread_idx_x();
            @0 tile#3[t#1 @1] = 1.0f32; @0 let s#2 = {half}usize;
            @0 '0: while s#2 > 0usize {{ @0 if {test} {{ @0 tile#3[t#1 @2] += tile#3[(t#1 + s#2) @3]; }} @0 eval sync_threads();
                @0 s#2 = s#2 / @4 2usize; }}"
        );
        kept(block, "y#0: &mut [f32]", &body).into_iter().map(|(site, _)| site).collect::<Vec<_>>()
    };
    assert_eq!(tree("#[block(256, 1, 1)]", 128, "t#1 < s#2"), []);
    assert_eq!(tree("", 128, "t#1 < s#2"), [1]);
    assert_eq!(tree("#[block(512, 1, 1)]", 128, "t#1 < s#2"), [1]);
    assert_eq!(tree("#[block(256, 1, 1)]", 129, "t#1 < s#2"), [3]);
    assert_eq!(tree("#[block(256, 1, 1)]", 128, "t#1 <= s#2"), [3]);
}

#[test]
fn a_check_tells_of_what_comes_behind() {
    assert_eq!(
        left(&format!("{I}@0 let v#8 = x#2[i#6 @1]; @0 let t#9 = 0usize; @0 y#3[t#9 @2] = x#2[i#6 @3];")),
        [1, 2]
    );
    // Operands have no order, the place is behind its value.
    assert_eq!(left(&format!("{I}@0 let v#8 = x#2[i#6 @1] + x#2[i#6 @2];")), [1, 2]);
    assert_eq!(left(&format!("{I}@0 y#3[i#6 @1] = y#3[i#6 @2];")), [2]);
    assert_eq!(left(&format!("{I}@0 y#3[i#6 @1] += y#3[i#6 @2];")), [2, 1]);
    assert_eq!(
        left(&format!("{I}@0 if (n#0 > 1usize) && (x#2[i#6 @1] > 0.0f32) {{ @0 let v#8 = x#2[i#6 @2]; }}")),
        [1, 2]
    );
    // The other array's length is another.
    assert_eq!(left(&format!("{I}@0 let v#8 = x#2[i#6 @1]; @0 y#3[i#6 @2] = v#8;")), [1, 2]);
    // In one branch only.
    assert_eq!(
        left(&format!(
            "{I}@0 if n#0 > 1usize {{ @0 let v#8 = x#2[i#6 @1]; }} @0 let t#9 = 0usize; @0 y#3[t#9 @2] = x#2[i#6 @3];"
        )),
        [1, 3, 2]
    );
}

#[test]
fn what_memory_gave_is_known_once() {
    let body = |index: &str| {
        left(&format!(
            "{I}@0 if i#6 < idx#5.len() {{ @0 let q#11 = idx#5[i#6 @1]; @0 if (q#11 as usize) < y#3.len() {{ @0 y#3[{index} @2] = 1.0f32; }} }}"
        ))
    };
    assert_eq!(body("(q#11 as usize)"), []);
    assert_eq!(body("(idx#5[i#6 @3] as usize)"), [2]);
}

#[test]
fn conditions_in_variables() {
    let body = |op: &str| {
        left(&format!("{I}@0 let ok#14 = i#6 {op} y#3.len(); @0 if ok#14 {{ @0 y#3[i#6 @1] = 1.0f32; }}"))
    };
    assert_eq!(body("<"), []);
    assert_eq!(body("<="), [1]);
}

#[test]
fn the_block_bounds_its_threads() {
    let two = |x: &str, y: &str| {
        let body = format!("    shared grid#1: [[f32; 16]; 16];\n    @0 grid#1[{y} @1][{x} @2] = 1.0f32;");
        kept("#[block(16, 16, 1)]", "n#0: usize", &body).into_iter().map(|(site, _)| site).collect::<Vec<_>>()
    };
    assert_eq!(two("thread_idx_x()", "thread_idx_y()"), []);
    assert_eq!(two("(thread_idx_x() + 1usize)", "thread_idx_y()"), [2]);
    assert_eq!(two("block_dim_x()", "thread_idx_z()"), [2]);
    assert_eq!(two("lane_id()", "warp_id()"), [2]);
}

#[test]
fn reasons() {
    let why = |index: &str| {
        let body = format!(
            "    var own#2: [f32; 16];\n    @0 let own#2 = [0.0f32; 16]; @0 own#2[{index} @1] = 1.0f32;"
        );
        kept("", "k#0: usize, n#1: usize", &body).first().map(|(_, why)| *why)
    };
    assert_eq!(why("k#0"), Some(Why::Unbounded));
    assert_eq!(why("(k#0 - 1usize)"), Some(Why::MayWrapBelow));
    assert_eq!(why("(k#0 + 1usize)"), Some(Why::MayWrapAbove));
    assert_eq!(why("(k#0 % @2 17usize)"), Some(Why::TooGreat { most: 16, len: 16 }));
    assert_eq!(why("3usize"), None);
}
