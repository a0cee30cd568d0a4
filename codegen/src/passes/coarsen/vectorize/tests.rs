//! Before and after, for each rule and for each near miss.

use crate::back::{cuda, ptx};
use crate::ir::{Module, parse, verify::verify};
use crate::passes::coarsen::Coarse;
use crate::passes::finish_coarse;

const SITES: &str = "    @0 1:1;\n    @1 2:1 index \"x[i]\";\n    @2 2:1 index \"y[i]\";\n    @3 3:1 divide;\n    \
    @4 4:1 message \"no\";\n";

fn module(params: &str, body: &str) -> Module {
    let text = format!(
        "kiln-ir 1\n\nkernel fn f(n#0: usize, k#1: usize, {params}) {{\n    var i#5: usize;\n    var j#6: usize;\n    \
         var v#7: f32;\n{body}\n}}\n\nsites {{\n    file \"a.rs\";\n{SITES}}}\n"
    );
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn made(params: &str, body: &str) -> Coarse {
    let made = finish_coarse(&module(params, body)).expect("the kernel suits");
    let module = &made.module;
    assert_eq!(verify(module), Ok(()), "{}", module.to_text());
    assert_eq!(parse(&module.to_text()).as_ref(), Ok(module));
    // Both back ends write it.
    cuda::emit(module);
    ptx::portable(module).unwrap();
    made
}

const BYTES: &str = "x#2: &[u8], y#3: &mut [u8], w#4: &[u8]";
const HALVES: &str = "x#2: &[f16], y#3: &mut [f16], w#4: &[f16]";
const I: &str = "@0 let i#5 = global_id_x();\n";

/// The condition, the work under it, and what comes otherwise.
#[track_caller]
fn parts(params: &str, body: &str, blocks: u32) -> (String, String, String) {
    let made = made(params, body);
    assert_eq!(made.blocks, blocks);
    let text = made.module.hash_text();
    let (front, rest) = text.split_once("& aligned#").unwrap_or_else(|| panic!("{text}"));
    let (more, rest) = rest.split_once(" {\n").unwrap();
    let (work, otherwise) = rest.split_once("    } else {\n").unwrap();
    let condition = format!("{}& aligned#{more}", front.lines().last().unwrap_or_default());
    (condition, work.to_owned(), otherwise.to_owned())
}

/// Whether blocks do the work of more than four.
#[track_caller]
fn is_wide(params: &str, body: &str) -> bool {
    made(params, body).blocks > crate::passes::coarsen::BLOCKS
}

fn guarded(work: &str) -> String {
    format!("{I}@0 if i#5 < y#3.len() {{ {work} }}")
}

#[test]
fn eight_halves_are_one_access() {
    let (condition, work, otherwise) =
        parts(HALVES, &guarded("@1 y#3[i#5 @2] = (x#2[i#5 @1] * w#4[i#5 @1]) + y#3[i#5 @2];"), 8);
    let expected = "    @5 if (((((first#8 + 7usize) < blocks#5) & (i#12 < y#3.len())) & (i#12 < x#2.len())) & \
                    (i#12 < w#4.len())) & aligned#6";
    assert_eq!(condition, expected);
    let expected = "        @5 let vector#13;
        @5 let vector#14;
        @5 let vector#15;
        @5 let at#16 = start#9 + (thread_idx_x() * 8usize);
        @5 eval move_16(&mut vector#13[0usize proven], &x#2[at#16 proven]);
        @5 eval move_16(&mut vector#14[0usize proven], &w#4[at#16 proven]);
        @5 eval move_16(&mut vector#15[0usize proven], &y#3[at#16 proven]);
        @5 '1: for element#17 in 0usize..8usize unroll {
            @5 let i#18 = at#16 + element#17;
            @0 let i#19 = i#18;
            @1 vector#15[element#17 proven] = (vector#13[element#17 proven] * vector#14[element#17 proven]) + vector#15[element#17 proven];
        }
        @5 eval move_16(&mut y#3[at#16 proven], &vector#15[0usize proven]);
";
    assert_eq!(work, expected, "\n{work}");
    // Where the block does not go this way, it does the work of four of its blocks at a time.
    assert!(otherwise.contains(" in first#8..first#8 + 8usize step 4usize rolled {"), "{otherwise}");
    assert!(otherwise.contains("@1 fail(value#") && !otherwise.contains("move_"), "{otherwise}");
}

#[test]
fn sixteen_bytes_are_one_access() {
    let text = made(BYTES, &guarded("@1 y#3[i#5 @2] = x#2[i#5 @1] + 9u8;"));
    assert_eq!(text.blocks, 16);
    let (_, work, _) = parts(BYTES, &guarded("@1 y#3[i#5 @2] = x#2[i#5 @1] + 9u8;"), 16);
    assert_eq!(work.matches("move_16").count(), 2, "{work}");
    assert!(work.contains("in 0usize..16usize unroll"), "{work}");
    // What is written and never read is not read.
    assert!(!work.contains("&y#3["), "{work}");
    let ptx = ptx::portable(&text.module).unwrap().text;
    assert!(ptx.contains("ld.global.nc.v4.b32") && ptx.contains("st.global.v4.b32"), "{ptx}");
}

#[test]
fn the_widest_type_says_how_many() {
    let params = "x#2: &[u8], y#3: &mut [f32], w#4: &[f16]";
    let (_, work, _) =
        parts(params, &guarded("@1 y#3[i#5 @2] = (x#2[i#5 @1] as f32) + (w#4[i#5 @1] as f32);"), 8);
    // Two vectors of four each.
    for count in ["eval move_4(", "eval move_8(", "eval move_16("] {
        assert_eq!(work.matches(count).count(), 2, "{work}");
    }
    assert!(work.contains("((thread_idx_x() * 4usize) + (block_dim_x() * 4usize))"), "{work}");
    assert!(work.contains("in 4usize..8usize unroll") && work.contains("- 4usize)"), "{work}");
    // Elements of four bytes alone gain nothing, and with eight there are too few.
    let f32s = "x#2: &[f32], y#3: &mut [f32], w#4: &[f32]";
    assert!(!is_wide(f32s, &guarded("@1 y#3[i#5 @2] = x#2[i#5 @1];")));
    let f64s = "x#2: &[u8], y#3: &mut [f64], w#4: &[f32]";
    assert!(!is_wide(f64s, &guarded("@1 y#3[i#5 @2] = x#2[i#5 @1] as f64;")));
}

#[test]
fn rows_are_tested_for_alignment_and_for_wrapping_around() {
    let body = "@0 let i#5 = global_id_x();\n@0 if i#5 < n#0 { @0 let j#6 = (global_id_y() * n#0) + i#5; \
                @0 if j#6 < y#3.len() { @1 y#3[j#6 @2] = x#2[j#6 @1] + x#2[(j#6 - k#1) @1]; } }";
    let (condition, work, _) = parts(BYTES, body, 16);
    assert_eq!(condition.matches("& 15usize) == 0usize").count(), 2, "{condition}");
    // Sums are tested where they begin, too.
    assert_eq!(condition.matches("<= ").count(), 2, "{condition}");
    assert!(condition.contains("<= j#") && condition.contains("- k#1) & 15usize)"), "{condition}");
    assert_eq!(work.matches("eval move_16").count(), 3, "{work}");
    // An element further is in no vector of its own that could be aligned: which the launch finds.
    assert!(is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = x#2[(i#5 + k#1) @1];")));
    // Below a bound the first thread is tested.
    let body =
        "@0 let i#5 = global_id_x();\n@0 if i#5 >= k#1 { @0 if i#5 < y#3.len() { @0 y#3[i#5 @2] = 1u8; } }";
    let (condition, _, _) = parts(BYTES, body, 16);
    assert!(condition.contains("(i#11 >= k#1)") && condition.contains("(i#12 < y#3.len())"), "{condition}");
}

#[test]
fn what_is_found_by_an_element_is_read_where_it_is() {
    let (_, work, _) = parts(BYTES, &guarded("@1 y#3[i#5 @2] = w#4[(x#2[i#5 @1] as usize) proven];"), 16);
    assert!(work.contains("= w#4[vector#"), "{work}");
    // What all read alike too.
    let (_, work, _) = parts(BYTES, &guarded("@1 y#3[i#5 @2] = x#2[i#5 @1] + w#4[k#1 proven];"), 16);
    assert!(work.contains("+ w#4[k#1 proven]"), "{work}");
    // But not out of what is written, nor what may fail.
    assert!(!is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = y#3[(x#2[i#5 @1] as usize) proven];")));
    assert!(!is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = w#4[(x#2[i#5 @1] as usize) @1];")));
}

#[test]
fn what_some_threads_do_alone() {
    // An element that is read by all may be read by some again.
    assert!(is_wide(
        BYTES,
        &guarded("@1 y#3[i#5 @2] = if x#2[i#5 @1] > 3u8 { x#2[i#5 proven] } else { 0u8 };")
    ));
    assert!(!is_wide(
        BYTES,
        &guarded("@1 y#3[i#5 @2] = if x#2[i#5 @1] > 3u8 { w#4[i#5 proven] } else { 0u8 };")
    ));
    assert!(!is_wide(BYTES, &guarded("@1 if x#2[i#5 @1] > 3u8 { @1 y#3[i#5 proven] = 1u8; }")));
    // A variable that some change is each element's own.
    let (_, work, _) = parts(
        BYTES,
        &guarded(
            "@0 let v#7 = 0.0f32; @0 if x#2[i#5 @1] > 3u8 { @0 v#7 = 1.0f32; } @1 y#3[i#5 proven] = v#7 as u8;",
        ),
        16,
    );
    let (declared, loop_) = (work.find("let v#").unwrap(), work.find("unroll {").unwrap());
    assert!(loop_ < declared, "{work}");
}

#[test]
fn who_asks_for_more_of_its_number_stays() {
    assert!(!is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = thread_idx_x() as u8;")));
    assert!(!is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = lane_id() as u8;")));
    assert!(!is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = x#2[(i#5 * 2usize) @1];")));
    assert!(!is_wide(BYTES, &format!("{I}@0 if i#5 != k#1 {{ @0 y#3[i#5 @2] = 1u8; }}")));
    assert!(is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = (thread_idx_y() + i#5) as u8;")));
    // Two places of one slice, one of them written.
    assert!(!is_wide(BYTES, &guarded("@1 y#3[i#5 @2] = y#3[(i#5 + k#1) proven];")));
    // Too much of it.
    let much = |times: usize| guarded(&"@1 y#3[i#5 @2] = x#2[i#5 @1] + 1u8;\n".repeat(times));
    assert!(is_wide(BYTES, &much(3)) && !is_wide(BYTES, &much(12)));
}
