//! Before and after, for each rule and for each near miss.

use super::BLOCKS;
use crate::back::{cuda, ptx};
use crate::ir::{Module, parse, verify::verify};
use crate::passes::finish_coarse;

const PARAMS: &str =
    "n#0: usize, k#1: usize, x#2: &[f32], y#3: &mut [f32], idx#4: &[u32], c#5: &[atomic u32]";
const LOCALS: &str =
    "    var i#6: usize;\n    var j#7: usize;\n    var v#8: f32;\n    var t#9: u32;\n    var w#10: f32;\n";
const SITES: &str = "    @0 1:1;\n    @1 2:1 index \"x[i]\";\n    @2 2:1 index \"y[i]\";\n    @3 3:1 divide;\n    \
    @4 4:1 message \"no\";\n";

fn module(attrs: &str, locals: &str, body: &str) -> Module {
    let text = format!(
        "kiln-ir 1\n\n{attrs}kernel fn f({PARAMS}) {{\n{LOCALS}{locals}{body}\n}}\n\nsites {{\n    file \"a.rs\";\n{SITES}}}\n"
    );
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The body after the pass, without the declarations.
#[track_caller]
fn made(body: &str) -> String {
    let made = finish_coarse(&module("", "", body)).expect("the kernel suits");
    assert_eq!(made.blocks, BLOCKS);
    let made = made.module;
    assert_eq!(verify(&made), Ok(()), "{}", made.to_text());
    assert_eq!(made.sites.len(), 6);
    assert_eq!(parse(&made.to_text()).as_ref(), Ok(&made));
    // Both back ends write it, and leave the loop for ragged ends as it is.
    let text = cuda::emit(&made).text;
    assert!(text.contains("usize blocks") && text.contains("#pragma unroll 1\n"), "{text}");
    assert!(ptx::portable(&made).unwrap().text.contains(".pragma \"nounroll\""));
    let text = made.hash_text();
    let start = text.find("let block#").unwrap();
    let start = text[..start].rfind('\n').unwrap() + 1;
    text[start..].trim_end().trim_end_matches('}').trim_end().to_owned()
}

/// The condition, the work under it and what comes otherwise.
#[track_caller]
fn parts(body: &str) -> (String, String, String) {
    let text = made(body);
    let at = text.find("if (((").unwrap_or_else(|| panic!("{text}"));
    let (condition, rest) = text[at..].split_once(" {\n").unwrap();
    let (work, slow) = rest.split_at(rest.find(": for block#").unwrap_or_else(|| panic!("{text}")));
    (condition.to_owned(), work.to_owned(), slow.to_owned())
}

#[track_caller]
fn suits(body: &str) -> bool {
    suits_with("", "", body)
}

#[track_caller]
fn suits_with(attrs: &str, locals: &str, body: &str) -> bool {
    finish_coarse(&module(attrs, locals, body)).is_some()
}

const I: &str = "@0 let i#6 = global_id_x();\n";
const STORE: &str = "@0 y#3[i#6 @2] = 1.0f32;";

#[test]
fn loads_come_first_and_stores_last() {
    let text = made(&format!(
        "{I}@0 if i#6 < y#3.len() {{ @1 y#3[i#6 @2] = (2.0f32 * x#2[i#6 @1]) + y#3[i#6 @2]; }}"
    ));
    let expected = "    @5 let block#9 = block_idx_x() * 4usize;
    @5 let failed#8 = 0u32;
    @5 let value#31 = 0usize;
    @5 let value#32 = 0usize;
    @5 let value#33 = 0usize;
    @5 let block#10 = block#9 + 1usize;
    @5 let block#11 = block#9 + 2usize;
    @5 let block#12 = block#9 + 3usize;
    @0 let i#13 = (block#9 * block_dim_x()) + thread_idx_x();
    @0 let i#14 = (block#10 * block_dim_x()) + thread_idx_x();
    @0 let i#15 = (block#11 * block_dim_x()) + thread_idx_x();
    @0 let i#16 = (block#12 * block_dim_x()) + thread_idx_x();
    @5 if ((((((((block#12 < blocks#6) & (i#13 < y#3.len())) & (i#14 < y#3.len())) & (i#15 < y#3.len())) & (i#16 < y#3.len())) & (i#13 < x#2.len())) & (i#14 < x#2.len())) & (i#15 < x#2.len())) & (i#16 < x#2.len()) {
        @1 let loaded#17 = x#2[i#13 proven];
        @1 let loaded#18 = x#2[i#14 proven];
        @1 let loaded#19 = x#2[i#15 proven];
        @1 let loaded#20 = x#2[i#16 proven];
        @1 let loaded#21 = y#3[i#13 proven];
        @1 let loaded#22 = y#3[i#14 proven];
        @1 let loaded#23 = y#3[i#15 proven];
        @1 let loaded#24 = y#3[i#16 proven];
        @1 let stored#25 = (2.0f32 * loaded#17) + loaded#21;
        @1 let stored#26 = (2.0f32 * loaded#18) + loaded#22;
        @1 let stored#27 = (2.0f32 * loaded#19) + loaded#23;
        @1 let stored#28 = (2.0f32 * loaded#20) + loaded#24;
        @1 y#3[i#13 proven] = stored#25;
        @1 y#3[i#14 proven] = stored#26;
        @1 y#3[i#15 proven] = stored#27;
        @1 y#3[i#16 proven] = stored#28;
    } else {
        @5 '2: for block#29 in block#9..if block#12 < blocks#6 { block#12 + 1usize } else { blocks#6 } rolled {
            @5 '3: block {
                @0 let i#30 = (block#29 * block_dim_x()) + thread_idx_x();
                @0 if i#30 < y#3.len() {
                    @1 if i#30 >= x#2.len() {
                        @1 if failed#8 == 0u32 {
                            @1 value#31 = i#30;
                            @1 value#32 = x#2.len();
                            @1 value#33 = block#29;
                            @1 failed#8 = 1u32;
                        }
                        @1 break '3;
                    }
                    @1 y#3[i#30 proven] = (2.0f32 * x#2[i#30 proven]) + y#3[i#30 proven];
                }
            }
        }
    }
    @5 if failed#8 != 0u32 {
        @5 if failed#8 == 1u32 {
            @1 fail(value#31, value#32) in value#33;
        }
    }";
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn what_suits() {
    assert!(suits(&format!("{I}{STORE}")));
    assert!(suits("@0 y#3[block_idx_x() @2] = 1.0f32;"));
    // Nothing tells the blocks along x apart.
    assert!(!suits("@0 let i#6 = global_id_y(); @0 y#3[i#6 @2] = 1.0f32;"));
    assert!(!suits("@0 y#3[thread_idx_x() @2] = 1.0f32;"));
    assert!(!suits(&format!("{I}@0 '0: for j#7 in 0usize..n#0 {{ {STORE} }}")));
    assert!(!suits(&format!("{I}@0 '0: while i#6 < n#0 {{ {STORE} }}")));
    assert!(!suits(&format!("{I}@0 '0: loop {{ {STORE} @0 break '0; }}")));
    assert!(!suits(&format!("{I}@0 eval sync_threads(); {STORE}")));
    assert!(!suits(&format!("{I}@0 let v#8 = shuffle_xor(1.0f32, 1u32): f32; {STORE}")));
    assert!(!suits(&format!("{I}@4 print(); {STORE}")));
    assert!(suits(&format!("{I}@0 eval atomic_fetch_add(&c#5[0usize @1], 1u32, 0u32): u32; {STORE}")));
    assert!(suits(&format!("{I}@0 let j#7 = lane_id(); {STORE}")));
    assert!(suits_with("#[block(64, 1, 1)]\n", "", &format!("{I}{STORE}")));
    assert!(!suits_with("#[cluster(2, 1, 1)]\n", "", &format!("{I}{STORE}")));
    assert!(!suits_with("", "    shared s#11: [f32; 4];\n", &format!("{I}{STORE}")));
    assert!(suits_with("", "    var a#11: [f32; 16];\n", &format!("{I}{STORE}")));
    assert!(!suits_with("", "    var a#11: [f32; 17];\n", &format!("{I}{STORE}")));
    // Too much of it.
    let much =
        |times: usize| suits(&format!("{I}{}", "@0 y#3[i#6 @2] = x#2[i#6 @1] + 1.0f32;\n".repeat(times)));
    assert!(much(40) && !much(80));
}

#[test]
fn guards_that_leave() {
    let body = format!(
        "{I}@0 if i#6 >= n#0 {{ @0 return; }} @0 if k#1 == 0usize {{ @0 return; }} @0 y#3[i#6 @2] = 1.0f32;"
    );
    let (condition, work, slow) = parts(&body);
    // The test that is the same for all blocks stands once.
    assert_eq!(condition.matches("k#1 != 0usize").count(), 1, "{condition}");
    assert_eq!(condition.matches("< n#0)").count(), 4, "{condition}");
    assert_eq!(condition.matches("< y#3.len())").count(), 4, "{condition}");
    assert!(!work.contains("if ") && !work.contains("@2]"), "{work}");
    assert_eq!(work.matches("] = 1.0f32").count(), 4);
    // A thread that returns leaves its own copy, and no other.
    assert!(!slow.contains("return") && slow.matches("break '3").count() == 3, "{slow}");
    // What returns in the midst of something is no guard.
    let inside = "@0 if k#1 == 0usize { @0 if i#6 >= n#0 { @0 return; } @0 y#3[0usize @2] = 1.0f32; }";
    assert!(suits(&format!("{I}{inside}")));
    assert!(!suits(&format!("{I}{inside} @0 y#3[1usize @2] = 1.0f32;")));
    let (condition, _, _) = parts(&format!("{I}{inside}"));
    assert!(condition.contains("k#1 == 0usize") && condition.contains("< n#0"), "{condition}");
}

#[test]
fn what_fails_goes_the_other_way() {
    // An assertion of what is known in front is a guard.
    let (condition, work, slow) =
        parts(&format!("{I}@0 if n#0 < k#1 {{ @4 fail(); }} @0 y#3[i#6 @2] = 1.0f32;"));
    assert!(condition.contains("n#0 >= k#1") && !work.contains("fail"), "{condition}\n{work}");
    assert_eq!(slow.matches("fail(").count(), 2, "{slow}");
    // One of what was loaded is none: all begin anew, and the failure is told of the block that it was in.
    let (_, work, slow) = parts(&format!(
        "{I}@0 let v#8 = x#2[i#6 @1]; @0 if v#8 < 0.0f32 {{ @4 fail(); }} @0 y#3[i#6 @2] = v#8;"
    ));
    assert_eq!(work.matches("break '1").count(), 4, "{work}");
    assert_eq!(slow.matches("fail(").count(), 3, "{slow}");
    assert!(slow.contains("= block#") && slow.contains("fail() in value#"), "{slow}");
}

#[test]
fn indices_that_are_loaded_are_tested_where_they_are() {
    let (condition, work, _) =
        parts(&format!("{I}@0 if i#6 < y#3.len() {{ @1 y#3[i#6 @2] = x#2[(idx#4[i#6 @1] as usize) @1]; }}"));
    assert!(condition.contains("< idx#4.len()") && !condition.contains("x#2"), "{condition}");
    let lines: Vec<&str> = work.lines().map(str::trim).skip(1).collect();
    // Four loads of indices, their tests, four loads by them, and the stores.
    assert!(lines[..4].iter().all(|line| line.contains("= idx#4[")), "{work}");
    let test = work.find(">= x#2.len()").unwrap();
    assert_eq!(work[test..].matches("break '1").count(), 4);
    let loads = work.find("= x#2[").unwrap();
    assert!(work.rfind("break '1").unwrap() < loads && loads < work.find("y#3[").unwrap(), "{work}");
}

#[test]
fn what_may_not_be_read_stays_where_it_is() {
    let chosen = |check: &str| {
        format!(
            "{I}@0 let v#8 = if i#6 > 3usize {{ x#2[(i#6 - 3usize) {check}] }} else {{ 0.0f32 }}; @0 y#3[i#6 @2] = v#8;"
        )
    };
    let (condition, work, _) = parts(&chosen("proven"));
    assert!(!condition.contains("x#2"), "{condition}");
    assert_eq!(work.matches("if i#").count(), 4, "{work}");
    // And nothing may fail there.
    assert!(!suits(&chosen("@1")));
    // Two tests are two guards.
    assert!(suits(&format!("{I}@0 if (i#6 > 3usize) && (x#2[i#6 @1] > 0.0f32) {{ {STORE} }}")));
    assert!(!suits(&format!("{I}@0 if (i#6 > 3usize) || (x#2[i#6 @1] > 0.0f32) {{ {STORE} }}")));
}

#[test]
fn compound_stores_read_first() {
    let (_, work, _) = parts(&format!("{I}@0 y#3[i#6 @2] += x#2[i#6 @1] * 2.0f32;"));
    let lines: Vec<&str> = work.lines().map(str::trim).collect();
    assert!(lines[..4].iter().all(|line| line.contains("= x#2[")), "{work}");
    assert!(lines[4..8].iter().all(|line| line.contains("= y#3[")), "{work}");
    // One expression, so that it is contracted as it would have been.
    assert!(lines[8].ends_with("let stored#25 = loaded#21 + (loaded#17 * 2.0f32);"), "{work}");
    assert!(lines[12..16].iter().all(|line| line.contains("y#3[")), "{work}");
}

#[test]
fn the_order_of_failures_stays() {
    let sums = |sum: &str| {
        parts(&format!("{I}@0 let t#9 = idx#4[i#6 @1]; @0 t#9 = {sum}; @0 y#3[i#6 @2] = t#9 as f32;")).2
    };
    let slow = sums("(t#9 / @3 t#9) + idx#4[(t#9 as usize) @1]");
    let (divisor, index) = (slow.find("== 0u32 {\n").unwrap(), slow.rfind(">= idx#4.len()").unwrap());
    assert!(divisor < index, "{slow}");
    // Dividend and divisor are what the thread ends with.
    assert!(slow.contains("@3 fail(value#") && slow.contains("/@3 "), "{slow}");
    let slow = sums("idx#4[(t#9 as usize) @1] + (t#9 / @3 t#9)");
    let (divisor, index) = (slow.rfind("/@3 t").unwrap(), slow.rfind(">= idx#4.len()").unwrap());
    assert!(index < divisor, "{slow}");
}

#[test]
fn divisors_of_indices_are_tested_in_front() {
    let (condition, work, _) = parts(&format!(
        "{I}@0 let j#7 = i#6 / @3 n#0; @0 if j#7 < k#1 {{ @0 y#3[((j#7 * k#1) + (i#6 % @3 n#0)) @2] = 1.0f32; }}"
    ));
    assert!(condition.contains("(n#0 != 0usize)") && condition.contains("< k#1)"), "{condition}");
    assert!(!work.contains("/@"), "{work}");
    let text = made(&format!("{I}@0 let j#7 = i#6 / @3 n#0; @0 y#3[j#7 @2] = 1.0f32;"));
    // Before the test it must not fail.
    assert!(text.contains("/@3 if n#0 == 0usize { 1usize } else { n#0 }"), "{text}");
}

#[test]
fn nothing_begins_anew_behind_a_store() {
    let (_, work, slow) = parts(&format!(
        "{I}@0 y#3[i#6 @2] = 1.0f32; @0 let t#9 = idx#4[i#6 @1]; @0 y#3[(t#9 as usize) @2] = 2.0f32;"
    ));
    // The rest runs copy by copy, and a failure leaves its own.
    assert!(!work.contains("break '1;"), "{work}");
    assert!(work.matches(": block {").count() >= 4, "{work}");
    assert_eq!((slow.matches("fail(").count(), slow.matches("@2 fail(").count()), (2, 1), "{slow}");
}

#[test]
fn the_grid_is_the_launch_s() {
    let (_, work, slow) = parts(
        "@0 let t#9 = idx#4[(block_idx_x() * grid_dim_x()) @1]; @0 y#3[block_dim_x() @2] = t#9 as f32;",
    );
    assert!(slow.contains("* blocks#6"), "{slow}");
    for text in [work, slow] {
        assert!(!text.contains("grid_dim_x") && !text.contains("block_idx_x()"), "{text}");
    }
}
