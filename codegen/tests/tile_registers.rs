//! How the tile compiler chooses a number of warps by its estimate of registers.

use kiln_codegen::ir::{parse, verify::verify};
use kiln_codegen::passes::tile::{Report, Target, Variant, lower};

/// What becomes of a kernel of so many products of 128 × 128 in one loop, all of the same left factor.
fn products(count: usize, hint: &str, target: Target) -> Report {
    let (y, part, k) = (1 + count, 2 + count, 3 + count);
    let sum = |at: usize| format!("sum#{}", 4 + count + at);
    let each = |line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<Vec<_>>().join("\n");
    let weights = each(&|at| format!("w{at}#{}: &tensor2<bf16>,", 1 + at));
    let locals = each(&|at| format!("var {}: tile<f32, 128, 128>;", sum(at)));
    let zeros = "tile_broadcast(0.0f32): tile<f32, 128, 128>";
    let before = each(&|at| format!("@0 let {} = {zeros};", sum(at)));
    let turn = each(&|at| {
        let right = format!("tile_load(w{at}#{}, k#{k}, 0usize): tile<bf16, 64, 128>", 1 + at);
        format!("@0 {0} = tile_mma(part#{part}, {right}, {0});", sum(at))
    });
    let after = each(&|at| format!("@0 eval tile_store(y#{y}, {at}usize, 0usize, {});", sum(at)));
    let text = format!(
        "kiln-ir 1

#[tile]
{hint}kernel fn f(x#0: &tensor2<bf16>, {weights} y#{y}: &mut tensor2<f32>) {{
    var part#{part}: tile<bf16, 128, 64>;
    var k#{k}: usize;
    {locals}
    {before}
    @0 '0: for k#{k} in 0usize..x#0.extent(1) {{
        @0 let part#{part} = tile_load(x#0, 0usize, k#{k}): tile<bf16, 128, 64>;
        {turn}
    }}
    {after}
}}

sites {{
    file \"a.rs\";
    @0 1:1;
}}
"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    lower(&module, target, &mut |_, _| {}).unwrap().report
}

#[test]
fn products_that_live_at_once_share_their_registers_among_more_warps() {
    for (arch, variant) in [(80, Variant::FAST), (90, Variant::GENERAL), (120, Variant::FAST)] {
        let target = Target::new(arch, variant);
        let one = products(1, "", target);
        assert_eq!(one.threads, 128, "sm_{arch}");
        let two = products(2, "", target);
        assert_eq!(two.threads, 256, "sm_{arch}");
        // Two accumulators of 64 registers, where the four warps would have had twice as many.
        assert!((128..=255).contains(&two.registers), "sm_{arch}: {}", two.registers);
        // Four have no room in any block: more warps would lack more, all together.
        let four = products(4, "", target);
        assert_eq!(four.threads, 256, "sm_{arch}");
        assert!(four.registers > 255, "sm_{arch}: {}", four.registers);
    }
}

#[test]
fn a_hint_is_followed_all_the_same() {
    let hinted = products(2, "#[warps(4)]\n", Target::new(80, Variant::FAST));
    assert_eq!(hinted.threads, 128);
    assert!(hinted.registers > 255, "{}", hinted.registers);
}

#[test]
fn warpgroups_keep_their_rows() {
    let two = products(2, "", Target::new(90, Variant::FAST));
    assert_eq!(two.threads, 256);
    assert!((128..=200).contains(&two.registers), "{}", two.registers);
}
