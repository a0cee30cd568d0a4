//! The stores of tile kernels: what they own, and the grid that follows. What is refused is in
//! `fixtures/refused/K030*.rs`.
#![cfg(feature = "front")]

use kiln_codegen::check::stores::{GridAxis, disjoint, grid};
use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, Module, parse};

fn lowered(kernel: &str) -> Module {
    let attr = "tile".parse().unwrap();
    let text = front::lower_to_text(FunctionKind::Kernel, attr, kernel.parse().unwrap());
    let text = text.unwrap_or_else(|found| panic!("{found:#?}\n{kernel}"));
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A kernel with this body over `x: &Tensor2<f32>`, `y: &mut Tensor2<f32>`, `z: &mut Tensor1<f32>` and `n: usize`.
fn with(body: &str) -> Module {
    lowered(&format!(
        "fn k(x: &Tensor2<f32>, y: &mut Tensor2<f32>, z: &mut Tensor1<f32>, n: usize) {{
             let t = x.load::<8, 4>(tile_id(0), 0);
             let v = x.row(0).load::<32>(0);
             {body}
         }}"
    ))
}

fn owned(body: &str) -> [bool; 3] {
    let module = with(body);
    disjoint(module.entry().unwrap(), &module.sites).unwrap_or_else(|found| panic!("{found:#?}\n{body}"))
}

#[test]
fn stores_own_the_axes_that_their_coordinates_name() {
    let cases = [
        ("", [true; 3]),
        ("y.store(tile_id(0), tile_id(1), t);", [true, true, false]),
        ("y.store(tile_id(2), n, t);", [false, false, true]),
        ("y.store(n, n * 2, t);", [false; 3]),
        ("y.store(tile_id(0) + 1, 0, t);", [true, false, false]),
        ("y.store(tile_count(0) - 1 - tile_id(0), 0, t);", [true, false, false]),
        (
            "let i = n - tile_id(0); y.store(i, tile_id(1), t); y.store(i, tile_id(1), t);",
            [true, true, false],
        ),
        ("y.store(tile_id(0) - tile_id(1), 0, t);", [false; 3]),
        ("y.store(n + tile_id(1), 0, t);", [false, true, false]),
        ("let mut m = n; m += tile_id(0); y.store(tile_id(0) + m, 0, t);", [false; 3]),
        ("y.store(tile_id(0) + tile_id(0), 0, t);", [false; 3]),
        ("y.store(tile_id(0) + tile_id(1), 0, t);", [false; 3]),
        // Several tiles of a tensor for each of the grid.
        ("for k in 0..4 { y.store(tile_id(0) * 4 + k, 0, t); }", [true, false, false]),
        ("for k in 0..=3 { y.store(k + 4 * tile_id(0), 0, t); }", [true, false, false]),
        ("let first = tile_id(0) * 2; y.store(first, 0, t); y.store(first + 1, 0, t);", [true, false, false]),
        ("for k in 0..5 { y.store(tile_id(0) * 4 + k, 0, t); }", [false; 3]),
        ("for k in 0..=4 { y.store(tile_id(0) * 4 + k, 0, t); }", [false; 3]),
        ("for k in 0..n { y.store(tile_id(0) * 4 + k, 0, t); }", [false; 3]),
        ("y.store(tile_id(0) * 2 + 2, 0, t);", [false; 3]),
        ("y.store(tile_id(0) * 0, 0, t);", [false; 3]),
        ("y.store(tile_id(0) * n, 0, t);", [false; 3]),
        ("z.store(tile_id(1), v);", [false, true, false]),
        // Names that are bound once are seen through, in loops and branches too.
        (
            "let i = tile_id(0); let j = i; for k in 0..n { if k > 1 { y.store(j, k, t); } }",
            [true, false, false],
        ),
        ("let mut i = tile_id(0); y.store(i, 0, t); i += 1;", [false; 3]),
        ("let i; if n > 1 { i = tile_id(0); } else { i = 0; } y.store(i, 0, t);", [false; 3]),
        // A grid that is smaller than the tensor.
        ("for i in (tile_id(0)..n).step_by(tile_count(0)) { y.store(i, 0, t); }", [true, false, false]),
        (
            "let many = tile_count(0); for i in (tile_id(0)..n).step_by(many) { y.store(i, 0, t); }",
            [true, false, false],
        ),
        ("for i in (tile_id(0)..n).step_by(tile_count(1)) { y.store(i, 0, t); }", [false; 3]),
        ("for i in (tile_id(0)..n).step_by(4) { y.store(i, 0, t); }", [false; 3]),
        ("for i in tile_id(0)..n { y.store(i, 0, t); }", [false; 3]),
        ("for i in (0..n).step_by(tile_count(0)) { y.store(i, 0, t); }", [false; 3]),
        // One axis of the grid for two of a tensor.
        ("y.store(tile_id(0) / n, tile_id(0) % n, t);", [true, false, false]),
        ("let c = x.cols().div_ceil(4); y.store(tile_id(0) % c, tile_id(0) / c, t);", [true, false, false]),
        ("y.store(tile_id(0) / n, tile_id(0) % 4, t);", [false; 3]),
        ("y.store(tile_id(0) / n, tile_id(1) % n, t);", [false; 3]),
        ("y.store(tile_id(0) / n, 0, t);", [false; 3]),
        ("let e = tile_id(1); y.store(tile_id(0) / e, tile_id(0) % e, t);", [false; 3]),
        ("let mut e = 4; e += n; y.store(tile_id(0) / e, tile_id(0) % e, t);", [false; 3]),
        (
            "for i in (tile_id(0)..n).step_by(tile_count(0)) { let m = i; y.store(m / n, m % n, t); }",
            [true, false, false],
        ),
        ("for i in (tile_id(0)..n).step_by(tile_count(0)) { y.store(i / n, i % 4, t); }", [false; 3]),
        ("for i in (tile_id(0)..n).step_by(tile_count(1)) { y.store(i / n, i % n, t); }", [false; 3]),
        ("for i in tile_id(0)..n { y.store(i / n, i % n, t); }", [false; 3]),
        (
            "for i in (tile_id(0)..n).step_by(tile_count(0)) { y.store(i / n, tile_id(1) % n, t); }",
            [false; 3],
        ),
        // Several stores and several tensors.
        ("y.store(tile_id(0), 0, t); y.store(tile_id(0), 1, t);", [true, false, false]),
        ("y.store(tile_id(0), tile_id(1), t); z.store(tile_id(0), v);", [true, false, false]),
        ("y.store(tile_id(0), 0, t); z.store(tile_id(1), v);", [false; 3]),
        ("y.row_mut(tile_id(0)).store(tile_id(1), v);", [true, true, false]),
        ("let r = y.row_mut(tile_id(0)); for j in 0..n { r.store(j, v); }", [true, false, false]),
        // The order is reversed, or shifted in several steps.
        ("y.store(tile_count(0) - 1 - tile_id(0), 0, t);", [true, false, false]),
        ("y.store(tile_count(0) - tile_id(0) - 1, 0, t);", [true, false, false]),
        ("let last = tile_count(1) - 1; y.store(0, last - tile_id(1), t);", [false, true, false]),
        ("y.store(tile_id(0) - n, 0, t); y.store(tile_id(0) - n, 1, t);", [true, false, false]),
        ("y.store(tile_count(0) - tile_id(0) - tile_id(1), 0, t);", [false; 3]),
        // Loads from what is stored to.
        ("y.store(tile_id(0), 0, y.load::<8, 4>(tile_id(0), 3) + t);", [true, false, false]),
        ("z.store(n, z.load::<32>(n + 1));", [false; 3]),
        ("let w = z.load::<32>(n); y.store(tile_id(0), 0, t);", [true, false, false]),
        // A device function may load anything.
        ("y.store(tile_id(0), 0, other(y));", [false; 3]),
    ];
    for (body, expected) in cases {
        assert_eq!(owned(body), expected, "{body}");
    }
}

#[test]
fn matrices_of_a_batch_are_told_apart() {
    let of = |body: &str| {
        lowered(&format!(
            "fn k(q: &Tensor4<f32>, w: &mut Tensor4<f32>) {{ let t = Tile2::<f32, 8, 4>::zeros(); {body} }}"
        ))
    };
    let owned = |body: &str| {
        let module = of(body);
        disjoint(module.entry().unwrap(), &module.sites).unwrap_or_else(|found| panic!("{found:#?}\n{body}"))
    };
    let pair = "let [_, heads, ..] = q.shape(); let (b, h) = (tile_id(2) / heads, tile_id(2) % heads);";
    assert_eq!(owned(&format!("{pair} w.store(b, h, tile_id(1), tile_id(0), t);")), [true; 3]);
    assert_eq!(owned(&format!("{pair} w.store(b, h / 2, tile_id(1), tile_id(0), t);")), [true, true, false]);
    assert_eq!(owned(&format!("{pair} w.store(b, b, h, 0, t);")), [false, false, true]);
    assert_eq!(
        owned("let e = q.shape(); w.store(tile_id(0) / e[1], tile_id(0) % e[1], 0, 0, t);"),
        [true, false, false]
    );
    assert_eq!(
        owned("let e = q.shape(); w.store(tile_id(0) / e[1], tile_id(0) % e[0], 0, 0, t);"),
        [false; 3]
    );
    assert_eq!(
        owned(
            "let mut e = q.shape(); e[1] = tile_id(0); w.store(tile_id(0) / e[1], tile_id(0) % e[1], 0, 0, t);"
        ),
        [false; 3]
    );
    let axis = |axis, extent| vec![GridAxis { param: 1, axis, extent }];
    let module = of("w.store(tile_id(2), 0, tile_id(0), tile_id(1), t);");
    assert_eq!(grid(&module), Some(vec![axis(2, 8), axis(3, 4), axis(0, 1)]));
}

#[test]
fn the_grid_follows_from_the_stores() {
    let rule = |param, axis, extent| GridAxis { param, axis, extent };
    let axis = |param, axis, extent| vec![rule(param, axis, extent)];
    let cases = [
        ("", None),
        ("y.store(tile_id(0), tile_id(1), t);", Some(vec![axis(1, 0, 8), axis(1, 1, 4)])),
        ("y.store(tile_id(1), tile_id(0), t);", Some(vec![axis(1, 1, 4), axis(1, 0, 8)])),
        ("y.store(tile_id(0), 1, t); y.store(tile_id(0), 0, t);", Some(vec![axis(1, 0, 8)])),
        ("y.row_mut(tile_id(0)).store(n, v);", Some(vec![axis(1, 0, 1)])),
        ("z.store(tile_id(0), v);", Some(vec![axis(2, 0, 32)])),
        // The launch looks whether two tensors give one number.
        (
            "y.store(tile_id(0), 0, t); z.store(tile_id(0), v);",
            Some(vec![vec![rule(1, 0, 8), rule(2, 0, 32)]]),
        ),
        ("y.store(tile_id(0), 0, t); z.store(0, v);", Some(vec![axis(1, 0, 8)])),
        // An axis that no store owns, one that is shared out and one for two.
        ("y.store(tile_id(0), 0, t + tile_id(1) as f32);", None),
        ("y.store(tile_id(1), 0, t);", None),
        ("for i in (tile_id(0)..n).step_by(tile_count(0)) { y.store(i, 0, t); }", None),
        ("y.store(tile_id(0) / n, tile_id(0) % n, t);", None),
        ("for k in 0..4 { y.store(tile_id(0) * 4 + k, 0, t); }", Some(vec![axis(1, 0, 32)])),
        ("y.store(tile_id(0) + 1, 0, t);", None),
    ];
    for (body, expected) in cases {
        assert_eq!(grid(&with(body)), expected, "{body}");
    }
    let alone = lowered("fn k(z: &mut Tensor1<f32>) { z.store(0, Tile1::<f32, 8>::zeros()); }");
    assert_eq!(grid(&alone), Some(Vec::new()));
}
