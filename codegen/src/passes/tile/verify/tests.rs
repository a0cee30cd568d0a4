//! Each rule is kept by what keeps it and broken by what breaks it.

use super::*;
use crate::collections::Set;
use crate::ir::parse;
use crate::passes::tile::Variant;

/// Lowered code of sm_80 with these statements; `lane` and `odd` are the locals that differ from thread to thread.
fn made(body: &str) -> Made {
    let text = format!(
        "kiln-ir 1

#[block(64, 1, 1)]
kernel fn f(x#0: &[f32], x_extent_0#1: usize, x_extent_1#2: usize, x_stride_0#3: usize, x_stride_1#4: usize, y#5: &mut [f32]) {{
    shared s#6: [f32; 256];
    shared t#7: [f32; 256];
    temp lane#8: usize;
    temp odd#9: bool;
    temp a#10: [f32; 16];
    temp n#11: usize;
    temp k#12: usize;
    shared b#13: [u64; 2];
    shared c#14: [u64; 2];
    @0 let lane#8 = lane_id();
    @0 let odd#9 = (lane#8 & 1usize) == 1usize;
    @0 let a#10;
    @0 let n#11 = block_idx_x();
{body}
}}

sites {{
    @0 0:0;
}}
"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(crate::ir::verify::verify(&module), Ok(()), "{text}");
    let uniform =
        module.functions[0].locals.iter().map(|local| !["lane", "odd", "a"].contains(&&*local.name));
    let aligned = module.functions[0].params.iter().copied().collect();
    Made { uniform: uniform.collect(), aligned, module, ..Made::default() }
}

const ALIGNED: Conditions = Conditions { arch: 80, variant: Variant::FAST, packed: true };

fn broken(made: &Made, target: Conditions) -> Vec<Rule> {
    verify(made, target).iter().map(|violation| violation.rule).collect()
}

fn keeps(body: &str) {
    assert_eq!(verify(&made(body), ALIGNED), [], "{body}");
}

fn breaks(rule: Rule, body: &str) {
    assert_eq!(broken(&made(body), ALIGNED), [rule], "{body}");
}

#[test]
fn the_machine_has_every_instruction() {
    let copies = made("@0 eval async_commit();");
    assert_eq!(broken(&copies, ALIGNED), []);
    assert_eq!(broken(&copies, Conditions { arch: 75, ..ALIGNED }), [Rule::Machine]);
    let mut odd = made("");
    odd.module.functions[0].attrs.block = Some([48, 1, 1]);
    assert_eq!(broken(&odd, ALIGNED), [Rule::Machine]);
}

#[test]
fn all_threads_come_by() {
    keeps("@0 if n#11 < 3usize { @0 eval sync_threads(); }");
    breaks(Rule::Converged, "@0 if odd#9 { @0 eval sync_threads(); }");
    breaks(Rule::Converged, "@0 '0: for k#12 in 0usize..lane#8 { @0 eval async_wait(0u32); }");
    breaks(Rule::Converged, "@0 '0: while lane#8 < n#11 { @0 eval async_commit(); }");
    breaks(Rule::Converged, "@0 if odd#9 { @0 return; } @0 eval sync_threads();");
    breaks(
        Rule::Converged,
        "@0 '0: for k#12 in 0usize..9usize { @0 if odd#9 { @0 break '0; } @0 eval sync_threads(); }",
    );
    keeps("@0 if odd#9 { @0 y#5[lane#8 proven] = 1.0f32; } @0 eval sync_threads();");
}

#[test]
fn what_moves_at_once_is_aligned() {
    let to = |index: &str| format!("@0 eval move_16(&mut a#10[0usize proven], &x#0[{index} proven]);");
    keeps(&to("lane#8 * 4usize"));
    keeps(&to("((lane#8 << 1usize) * x_stride_0#3) + ((n#11 * 8usize) & 12usize)"));
    keeps(&to("int_min(n#11, x_extent_0#1) * x_stride_0#3"));
    keeps(&to("if odd#9 { 0usize } else { x_extent_1#2 }"));
    for index in ["lane#8", "lane#8 * 6usize", "x_extent_0#1", "x_stride_1#4", "(lane#8 * 4usize) + 2usize"] {
        breaks(Rule::Aligned, &to(index));
    }
    // Nothing is promised of other tensors.
    let any = |body: &str| broken(&Made { aligned: Set::new(), ..made(body) }, ALIGNED);
    assert_eq!(any(&to("lane#8 * 4usize")), [Rule::Aligned]);
    assert_eq!(any("@0 eval move_16(&mut s#6[lane#8 * 4usize proven], &a#10[0usize proven]);"), []);
    // A counter has the twos of its start and its step.
    let turns = |step: &str| {
        format!(
            "@0 '0: for k#12 in 8usize..64usize step {step} {{ @0 eval move_8(&mut s#6[k#12 proven], &a#10[2usize proven]); }}"
        )
    };
    keeps(&turns("2usize"));
    breaks(Rule::Aligned, &turns("3usize"));
}

#[test]
fn barriers_order_uses_of_shared_memory() {
    let (write, read) = ("@0 s#6[lane#8 proven] = 1.0f32;", "@0 y#5[lane#8 proven] = s#6[n#11 proven];");
    let barrier = "@0 eval sync_threads();";
    keeps(&format!("{write} {barrier} {read} {barrier} {write}"));
    breaks(Rule::Ordered, &format!("{write} {read}"));
    breaks(Rule::Ordered, &format!("{write} @0 if n#11 < 1usize {{ {barrier} }} {read}"));
    breaks(Rule::Ordered, &format!("{write} {barrier} {read} {write}"));
    keeps(&format!("@0 '0: for k#12 in 0usize..9usize {{ {barrier} {write} {barrier} {read} }}"));
    // The next turn writes what this one reads.
    breaks(Rule::Ordered, &format!("@0 '0: for k#12 in 0usize..9usize {{ {write} {barrier} {read} }}"));
    breaks(Rule::Ordered, &format!("{read} @0 eval move_4(&mut s#6[lane#8 proven], &a#10[0usize proven]);"));
    let mut handed = made(&format!("@0 y#5[lane#8 proven] = 1.0f32; {read}"));
    assert_eq!(broken(&handed, ALIGNED), []);
    handed.exchanged.insert(LocalId(5));
    assert_eq!(broken(&handed, ALIGNED), [Rule::Ordered]);
    // The turns of one operation store elements that are apart, and so does no other loop.
    let mut turns = made("@0 '0: for k#12 in 0usize..4usize { @0 y#5[k#12 proven] = 1.0f32; }");
    turns.exchanged.insert(LocalId(5));
    assert_eq!(broken(&turns, ALIGNED), [Rule::Ordered]);
    turns.inner.insert(crate::ir::LabelId(0));
    assert_eq!(broken(&turns, ALIGNED), []);
}

#[test]
fn copies_are_in_groups_and_waited_for() {
    let copy =
        "@0 eval async_copy_16(&mut s#6[lane#8 * 4usize proven], &x#0[lane#8 * 4usize proven], 16u32);";
    let commit = "@0 eval async_commit();";
    let (wait, barrier) = ("@0 eval async_wait(0u32);", "@0 eval sync_threads();");
    let read = "@0 y#5[lane#8 proven] = s#6[n#11 proven];";
    keeps(&format!("{copy} {commit} {wait} {barrier} {read}"));
    breaks(Rule::Grouped, &format!("{copy} {wait} {barrier} {read} {commit}"));
    breaks(Rule::Grouped, &format!("{copy} {commit} {copy}"));
    breaks(Rule::Landed, &format!("{copy} {commit} {wait} {read}"));
    breaks(Rule::Landed, &format!("{copy} {commit} {barrier} {wait} {read}"));
    breaks(Rule::Ordered, &format!("{read} {copy} {commit}"));
    let turns = |body: String| format!("{copy} {commit} @0 '0: for k#12 in 0usize..9usize {{ {body} }}");
    keeps(&turns(format!("{wait} {barrier} {copy} {commit} {read}")));
    // A loop inside that begins none finds them landed.
    let inside = format!("@0 '1: while n#11 < 3usize {{ {read} }}");
    keeps(&turns(format!("{wait} {barrier} {copy} {commit} {inside}")));
    breaks(Rule::Landed, &turns(format!("{barrier} {copy} {commit} {read}")));
    breaks(Rule::Landed, &turns(format!("{copy} {commit} {read} {wait} {barrier}")));
    // What a loop around has waited for stays when one inside begins copies of its own, which then were not waited for.
    let other = copy.replace("s#6", "t#7");
    let within = format!("@0 '1: while n#11 < 3usize {{ {wait} {barrier} {other} {commit} }}");
    keeps(&turns(format!("{wait} {barrier} {copy} {commit} {other} {commit} {within} {read}")));
    let of_the_other = read.replace("s#6", "t#7");
    breaks(
        Rule::Landed,
        &turns(format!("{wait} {barrier} {copy} {commit} {other} {commit} {within} {of_the_other}")),
    );
    // Each turn waits for the next one's, the first of them before the loop.
    let rotated = |before: &str, turn: &str| {
        format!(
            "{copy} {commit} {before} @0 '0: for k#12 in 0usize..9usize {{ {read} {barrier} {copy} {commit} {turn} }}"
        )
    };
    let waits = format!("{wait} {barrier}");
    keeps(&rotated(&waits, &waits));
    breaks(Rule::Landed, &rotated(&waits, wait));
    breaks(Rule::Landed, &rotated(wait, &waits));
}

/// An array that two loops load to, one after the other: the second one's copies wait until all threads have read
/// what the first one had.
#[test]
fn copies_wait_for_the_loop_before() {
    let turns = |head: &str| {
        format!(
            "@0 {head} {{
                 @0 eval async_wait(0u32);
                 @0 eval sync_threads();
                 @0 eval async_copy_16(&mut s#6[128usize proven], &x#0[0usize proven], 16u32);
                 @0 eval async_commit();
                 @0 a#10[0usize proven] = s#6[0usize proven];
             }}"
        )
    };
    let first =
        "@0 eval async_copy_16(&mut s#6[0usize proven], &x#0[0usize proven], 16u32); @0 eval async_commit();";
    let rules = |between: &str| {
        let mut made = made(&format!(
            "{first} {} {between} {first} {}",
            turns("'0: for k#12 in 0usize..4usize"),
            turns("'1: while n#11 < 4usize")
        ));
        made.staged.insert(LocalId(6));
        broken(&made, ALIGNED)
    };
    assert_eq!(rules("@0 eval sync_threads();"), []);
    assert_eq!(rules(""), [Rule::Ordered]);
}

#[test]
fn what_blocks_send_is_waited_for() {
    let sends = |reads: &str| {
        let text =
            "@0 eval cluster_send_1(&mut s#6[0usize proven], 0usize, &mut b#13[0usize proven], 1.0f32);";
        let mut made = made(&format!("{text} {reads}"));
        made.apart = [LocalId(6), LocalId(13)].into();
        broken(&made, Conditions { arch: 90, ..ALIGNED })
    };
    let wait = "@0 eval mbarrier_wait(&mut b#13[0usize proven], 4u32, 0u32);";
    let read = "@0 y#5[lane#8 proven] = s#6[0usize proven];";
    assert_eq!(sends(&format!("{wait} {read}")), []);
    assert_eq!(sends(read), [Rule::Ordered]);
    // Other barriers count nothing of it.
    let other = wait.replace("[0usize", "[1usize").replace("b#13", "c#14");
    assert_eq!(sends(&format!("{other} {read}")), [Rule::Ordered]);
    let apart = made(&format!("@0 if odd#9 {{ {wait} }}"));
    assert_eq!(broken(&apart, Conditions { arch: 90, ..ALIGNED }), [Rule::Converged]);
}

/// A kernel of products in a loop that runs ahead, and after it one of a tile that is loaded now: every fence, group
/// and wait is needed.
#[test]
fn products_of_warpgroups_are_fenced_and_waited_for() {
    let text = "kiln-ir 1

#[tile]
kernel fn f(a#0: &tensor2<bf16>, b#1: &tensor2<bf16>, c#2: &mut tensor2<f32>) {
    var sum#3: tile<f32, 64, 64>;
    var i#4: usize;
    @0 let sum#3 = tile_broadcast(0.0f32): tile<f32, 64, 64>;
    @0 '0: for i#4 in 0usize..a#0.extent(1) {
        @0 sum#3 = tile_mma(tile_load(a#0, 0usize, i#4): tile<bf16, 64, 64>, tile_load(b#1, i#4, 0usize): tile<bf16, 64, 64>, sum#3);
    }
    @0 sum#3 = tile_mma(tile_load(b#1, 0usize, 0usize): tile<bf16, 64, 64>, tile_load(a#0, 0usize, 0usize): tile<bf16, 64, 64>, sum#3);
    @0 eval tile_store(c#2, 0usize, 0usize, sum#3);
}

sites {
    @0 0:0;
}
";
    let target = crate::passes::tile::Target::new(90, crate::passes::tile::Variant::FAST);
    let lowered = crate::passes::tile::lower(&parse(text).unwrap(), target, &mut |_, _| {}).unwrap();
    let whole = lowered.module.to_text();
    let found = |text: &str| {
        let module = parse(text).unwrap();
        let mut violations = Vec::new();
        super::wgmma::check(module.entry().unwrap(), &mut violations);
        violations.iter().map(|violation| violation.rule).collect::<Vec<_>>()
    };
    assert_eq!(found(&whole), []);
    for (call, rule, times) in [
        ("eval wgmma_fence();", Rule::Fenced, 2),
        // Of two tiles that are loaded one after the other, the second one's fence is for both. What TMA loads needs
        // none.
        ("eval async_fence();", Rule::Fenced, 1),
        ("eval wgmma_commit();", Rule::Pending, 2),
        // The second product adds to the sum of the first ones, wherever they are.
        ("eval wgmma_finish(", Rule::Pending, 1),
    ] {
        let lines: Vec<&str> = whole.lines().collect();
        let at: Vec<usize> = (0..lines.len()).filter(|line| lines[*line].contains(call)).collect();
        let needed = at.iter().filter(|line| {
            let without = [&lines[..**line], &lines[**line + 1..]].concat().join("\n") + "\n";
            found(&without).contains(&rule)
        });
        assert_eq!(needed.count(), times, "{call}");
    }
}
