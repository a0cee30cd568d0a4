//! How the tile compiler chooses a number of warps by its estimate of registers.

use kiln_codegen::ir::{parse, verify::verify};
use kiln_codegen::passes::tile::{Report, Target, Variant, lower};

/// What becomes of a kernel of so many products of 128 × 128 in one loop, all of the same left factor.
fn products(count: usize, hint: &str, target: Target) -> Report {
    let mut head = format!("kiln-ir 1\n\n#[tile]\n{hint}kernel fn f(x#0: &tensor2<bf16>");
    for at in 0..count {
        head += &format!(", w{at}#{}: &tensor2<bf16>", 1 + at);
    }
    head += &format!(", y#{}: &mut tensor2<f32>", 1 + count);
    let (part, k) = (2 + count, 3 + count);
    let sum = |at: usize| 4 + count + at;
    let mut locals = format!("    var part#{part}: tile<bf16, 128, 64>;\n    var k#{k}: usize;\n");
    let (mut before, mut turn, mut after) = (String::new(), String::new(), String::new());
    for at in 0..count {
        let sum = sum(at);
        locals += &format!("    var sum#{sum}: tile<f32, 128, 128>;\n");
        before += &format!("    @0 let sum#{sum} = tile_broadcast(0.0f32): tile<f32, 128, 128>;\n");
        let weights = format!("tile_load(w{at}#{}, k#{k}, 0usize): tile<bf16, 64, 128>", 1 + at);
        turn += &format!("        @0 sum#{sum} = tile_mma(part#{part}, {weights}, sum#{sum});\n");
        after += &format!("    @0 eval tile_store(y#{}, {at}usize, 0usize, sum#{sum});\n", 1 + count);
    }
    let load = format!("        @0 let part#{part} = tile_load(x#0, 0usize, k#{k}): tile<bf16, 128, 64>;\n");
    let text = format!(
        "{head}) {{\n{locals}{before}    @0 '0: for k#{k} in 0usize..x#0.extent(1) {{\n{load}{turn}    }}\n{after}}}\n\n\
         sites {{\n    file \"a.rs\";\n    @0 1:1;\n}}\n"
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
