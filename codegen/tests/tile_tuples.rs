//! Tuples of tiles in the IR, and hints of a launch: what the tile compiler makes of both.

use kiln_codegen::ir::{TileAttrs, parse, verify::verify};
use kiln_codegen::passes::specialize::closed;
use kiln_codegen::passes::tile::{Target, Variant, lower};

const TUPLES: &str = r#"kiln-ir 1

struct "(tile<f32, 4, 8>, u32)" size 4 align 4 { "0" at 0: tile<f32, 4, 8>; "1" at 0: u32; }
struct "((tile<f32, 4, 8>, u32), tile<bool, 4, 8>)" size 4 align 4 { "0" at 0: struct "(tile<f32, 4, 8>, u32)"; "1" at 4: tile<bool, 4, 8>; }

device fn more(t#0: struct "(tile<f32, 4, 8>, u32)") -> struct "(tile<f32, 4, 8>, u32)" {
    var more#1: struct "(tile<f32, 4, 8>, u32)";
    @0 t#0."1" += 1u32;
    @0 let more#1 = make("0" = t#0."0" * 2.0f32, "1" = t#0."1"): struct "(tile<f32, 4, 8>, u32)";
    @0 return more#1;
}

#[tile]
#[warps(2)]
kernel fn f(x#0: &tensor2<f32>, y#1: &mut tensor2<f32>, n#2: u32) {
    var pair#3: struct "(tile<f32, 4, 8>, u32)";
    var both#4: struct "((tile<f32, 4, 8>, u32), tile<bool, 4, 8>)";
    var k#5: u32;
    @0 let pair#3 = make("0" = tile_load(x#0, 0usize, 0usize): tile<f32, 4, 8>, "1" = n#2): struct "(tile<f32, 4, 8>, u32)";
    @0 '0: for k#5 in 0u32..n#2 {
        @0 pair#3 = more#0(pair#3);
        @0 if pair#3."1" > 7u32 { @0 pair#3."0" = pair#3."0" + 1.0f32; }
    }
    @0 let both#4 = make("0" = pair#3, "1" = pair#3."0" < 3.0f32): struct "((tile<f32, 4, 8>, u32), tile<bool, 4, 8>)";
    @0 eval tile_store(y#1, 0usize, 0usize, if both#4."1" { both#4."0"."0" } else { 0.0f32 });
}

sites {
    file "a.rs";
    @0 1:1;
}
"#;

#[test]
fn tuples_of_tiles_are_printed_and_read() {
    let module = parse(TUPLES).unwrap();
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(parse(&module.to_text()).unwrap(), module);
    assert_eq!(closed(&module.to_text()).unwrap(), module);
}

#[test]
fn tuples_of_tiles_are_taken_apart() {
    let module = parse(TUPLES).unwrap();
    for (arch, variant) in [(75, Variant::GENERAL), (80, Variant::FAST), (90, Variant::FAST)] {
        let mut first = None;
        let made = lower(&module, Target::new(arch, variant), &mut |_, module| {
            assert_eq!(verify(module), Ok(()));
            first.get_or_insert_with(|| module.clone());
        });
        let made = made.unwrap();
        assert!(first.unwrap().structs().is_empty(), "the passes see no tuple");
        assert!(made.module.structs().is_empty());
        let names: Vec<&str> = made.report.values.iter().map(|value| value.name.as_str()).collect();
        assert!(names.contains(&"pair_0"), "{names:?}");
    }
}

#[test]
fn hints_of_a_launch_come_before_those_of_the_kernel() {
    let module = parse(TUPLES).unwrap();
    let threads = |hints: TileAttrs| {
        let target = Target::new(90, Variant::FAST.with_hints(hints));
        lower(&module, target, &mut |_, _| {}).unwrap().report.threads
    };
    assert_eq!(threads(TileAttrs::NONE), 64);
    for warps in [1, 2, 4, 8, 16] {
        assert_eq!(threads(TileAttrs { warps: Some(warps), ..TileAttrs::NONE }), 32 * warps);
    }
    assert_eq!(threads(TileAttrs { stages: Some(2), order: Some(3), ..TileAttrs::NONE }), 64);
    let invalid = |hints: TileAttrs| hints.invalid().map(|(name, value, _)| (name, value));
    assert_eq!(
        invalid(TileAttrs { warps: Some(12), stages: Some(0), ..TileAttrs::NONE }),
        Some(("warps", 12))
    );
    assert_eq!(
        invalid(TileAttrs { warps: Some(16), stages: Some(0), ..TileAttrs::NONE }),
        Some(("stages", 0))
    );
    assert_eq!(invalid(TileAttrs { order: Some(0), ..TileAttrs::NONE }), Some(("order", 0)));
    assert_eq!(invalid(TileAttrs { order: Some(TileAttrs::COLUMNS), ..TileAttrs::NONE }), None);
}
