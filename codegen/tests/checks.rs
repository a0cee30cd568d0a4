//! Which checks of indices are left in kernels as one writes them: spellings whose indices cannot be out of bounds.
#![cfg(feature = "front")]

use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, parse};
use kiln_codegen::passes::bounds::bounds;
use kiln_codegen::passes::inline::inline;

/// The indices of a kernel whose checks stay.
fn left(attr: &str, kernel: &str) -> Vec<String> {
    let text = front::lower_to_text(FunctionKind::Kernel, attr.parse().unwrap(), kernel.parse().unwrap());
    let text = text.unwrap_or_else(|found| panic!("{found:#?}\n{kernel}"));
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut module = inline(&module);
    let outcome = bounds(&mut module);
    let said = |kept: &kiln_codegen::passes::bounds::Kept| format!("{:?}: {:?}", kept.index, kept.why);
    outcome.kept.iter().map(said).collect()
}

const PROVEN: &[(&str, &str, &str)] = &[
    (
        "let-bound length",
        "",
        "let n = x.len(); let i = global_id(); if i < n && i < y.len() { y[i] = x[i]; }",
    ),
    ("min of lengths", "", "let n = x.len().min(y.len()); let i = global_id(); if i < n { y[i] = x[i]; }"),
    (
        "min of the index",
        "",
        "let i = global_id(); if i < y.len() && x.len() > 0 { y[i] = x[i.min(x.len() - 1)]; }",
    ),
    (
        "saturating neighbor",
        "",
        "let i = global_id(); if i < y.len() && i < x.len() { y[i] = x[i.saturating_sub(1)]; }",
    ),
    (
        "clamped neighbors",
        "",
        "let n = x.len(); let i = global_id(); if i < n && i < y.len() { y[i] = x[i.saturating_sub(1)] + x[(i + 1).min(n - 1)]; }",
    ),
    (
        "stencil",
        "",
        "let n = x.len(); let i = global_id(); if i >= 1 && i + 1 < n && i < y.len() { y[i] = x[i - 1] + x[i + 1]; }",
    ),
    (
        "stencil, less one",
        "",
        "let n = x.len(); let i = global_id(); if i > 0 && n > 0 && i < n - 1 && i < y.len() { y[i] = x[i - 1] + x[i + 1]; }",
    ),
    (
        "early return of either",
        "",
        "let i = global_id(); if i >= x.len() || i >= y.len() { return; } y[i] = x[i];",
    ),
    (
        "early return, == 0",
        "",
        "let i = global_id(); if i == 0 || i >= x.len() || i >= y.len() { return; } y[i] = x[i - 1];",
    ),
    (
        "while",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; let mut j = 0; while j < x.len() { s += x[j]; j += 1; } y[i] = s; }",
    ),
    (
        "while downwards",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; let mut j = x.len(); while j > 0 { j -= 1; s += x[j]; } y[i] = s; }",
    ),
    (
        "step_by with an offset",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; for j in (0..x.len()).step_by(2) { if j + 1 < x.len() { s += x[j] * x[j + 1]; } } y[i] = s; }",
    ),
    (
        "shared tile",
        "block = 256",
        "let tile = shared::<[f32; 256]>(); let t = thread_idx().x; let i = global_id(); tile[t] = if i < x.len() { x[i] } else { 0.0 }; sync_threads(); if i < y.len() { y[i] = tile[255 - t]; }",
    ),
    (
        "shared 2-D tile",
        "block = (16, 16)",
        "let tile = shared::<[[f32; 16]; 16]>(); let (tx, ty) = (thread_idx().x, thread_idx().y); tile[ty][tx] = 1.0; sync_threads(); let mut s = 0.0; for k in 0..16 { s += tile[ty][k] * tile[k][tx]; } let i = global_id2(); if i.x == 0 && i.y == 0 && y.len() > 0 { y[0] = s; }",
    ),
    (
        "shared tile with a halo",
        "block = 128",
        "let tile = shared::<[f32; 132]>(); let t = thread_idx().x; tile[t + 2] = 1.0; if t < 2 { tile[t] = 0.0; tile[t + 2 + 128] = 0.0; } sync_threads(); let mut s = 0.0; for k in 0..=4 { s += tile[t + k]; } let i = global_id(); if i < y.len() { y[i] = s; }",
    ),
    (
        "flat tile",
        "block = (16, 16)",
        "let tile = shared::<[f32; 256]>(); let (tx, ty) = (thread_idx().x, thread_idx().y); tile[ty * 16 + tx] = 1.0; sync_threads(); let i = global_id(); if i < y.len() && ty == 0 { y[i] = tile[tx * 16]; }",
    ),
    (
        "halves of a tree",
        "block = 256",
        "let tile = shared::<[f32; 256]>(); let t = thread_idx().x; tile[t] = 1.0; sync_threads(); let mut s = 128; while s > 0 { if t < s { tile[t] += tile[t + s]; } sync_threads(); s >>= 1; } if t == 0 && block_idx().x < y.len() { y[block_idx().x] = tile[0]; }",
    ),
    (
        "halves by block_dim",
        "block = 256",
        "let tile = shared::<[f32; 256]>(); let t = thread_idx().x; tile[t] = 1.0; sync_threads(); let mut s = block_dim().x / 2; while s > 0 { if t < s { tile[t] += tile[t + s]; } sync_threads(); s /= 2; } if t == 0 && block_idx().x < y.len() { y[block_idx().x] = tile[0]; }",
    ),
    (
        "doubling scan",
        "block = 256",
        "let tile = shared::<[f32; 256]>(); let t = thread_idx().x; tile[t] = 1.0; sync_threads(); let mut d = 1; while d < 256 { let v = if t >= d { tile[t - d] } else { 0.0 }; sync_threads(); tile[t] += v; sync_threads(); d *= 2; } let i = global_id(); if i < y.len() { y[i] = tile[t]; }",
    ),
    (
        "sub-slice",
        "",
        "let i = global_id(); if i < y.len() { let n = x.len(); let half = &x[..n / 2]; let mut s = 0.0; for j in 0..half.len() { s += half[j]; } y[i] = s; }",
    ),
    (
        "halves of a slice",
        "",
        "let i = global_id(); if i < y.len() { let h = x.len() / 2; let mut s = 0.0; for j in 0..h { s += x[j] * x[j + h]; } y[i] = s; }",
    ),
    (
        "iterated",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; for v in x.iter() { s += *v; } for (j, v) in x.iter().enumerate() { s += *v * x[j]; } y[i] = s; }",
    ),
    (
        "reversed",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; for j in (0..x.len()).rev() { s = s * 2.0 + x[j]; } y[i] = s; }",
    ),
    (
        "mirrored",
        "",
        "let n = x.len(); let i = global_id(); if i < n && i < y.len() { y[i] = x[n - 1 - i]; }",
    ),
    (
        "mirrored, other order",
        "",
        "let n = x.len(); let i = global_id(); if i < n && i < y.len() { y[i] = x[n - i - 1]; }",
    ),
    (
        "nested triangle",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; for j in 0..x.len() { for k in 0..j { s += x[j] * x[k]; } for k in j + 1..x.len() { s += x[k]; } } y[i] = s; }",
    ),
    (
        "rows by hand",
        "",
        "let i = global_id(); if i < y.len() && n > 0 { let rows = x.len() / n; let mut s = 0.0; for r in 0..rows { for c in 0..n { s += x[r * n + c]; } } y[i] = s; }",
    ),
    (
        "u32 index",
        "",
        "let i = global_id() as u32; let n = y.len() as u32; if i < n { y[i as usize] = 1.0; }",
    ),
    (
        "u32 index against a cast",
        "",
        "let i = global_id() as u32; if (i as usize) < y.len() { y[i as usize] = 1.0; }",
    ),
    (
        "i32 with a sign test",
        "",
        "let i = global_id(); let k = i as i32 - 1; if i < y.len() { y[i] = if k >= 0 && (k as usize) < x.len() { x[k as usize] } else { 0.0 }; }",
    ),
    (
        "mask",
        "",
        "let mut own = [0.0f32; 32]; let i = global_id(); own[i & 31] = 1.0; if i < y.len() { y[i] = own[(i + 7) & 31]; }",
    ),
    (
        "ring",
        "",
        "let i = global_id(); let n = x.len(); if i < y.len() && n > 0 { y[i] = x[(i + 1) % n] + x[(i + n - 1) % n]; }",
    ),
    (
        "remainder in a const",
        "",
        "let mut own = [0.0f32; 5]; for k in 0..100 { own[k % 5] += 1.0; } let i = global_id(); if i < y.len() { y[i] = own[i % 5]; }",
    ),
    ("two a thread", "", "let i = global_id() * 2; if i + 1 < y.len() { y[i] = 1.0; y[i + 1] = 2.0; }"),
    (
        "four a thread in a loop",
        "",
        "let i = global_id() * 4; for k in 0..4 { if i + k < y.len() { y[i + k] = 1.0; } }",
    ),
    (
        "four a thread, tested once",
        "",
        "let i = global_id() * 4; if i + 4 <= y.len() { for k in 0..4 { y[i + k] = 1.0; } }",
    ),
    (
        "chunk from start to end",
        "",
        "let i = global_id(); let from = i * 8; let to = (from + 8).min(y.len()); for j in from..to { y[j] = 1.0; }",
    ),
    (
        "checked pair by assert",
        "",
        "assert!(x.len() >= y.len()); let i = global_id(); if i < y.len() { y[i] = x[i]; }",
    ),
    ("assert_eq", "", "assert_eq!(x.len(), y.len()); let i = global_id(); if i < y.len() { y[i] = x[i]; }"),
    (
        "match range",
        "",
        "let mut own = [0.0f32; 8]; let i = global_id(); match i { 0..=7 => own[i] = 1.0, _ => {} } if i < y.len() { y[i] = own[0]; }",
    ),
    (
        "binary search",
        "",
        "let i = global_id(); if i < y.len() { let mut lo = 0; let mut hi = x.len(); while lo < hi { let mid = lo + (hi - lo) / 2; if x[mid] < a { lo = mid + 1; } else { hi = mid; } } y[i] = lo as f32; }",
    ),
    (
        "binary search by the sum",
        "",
        "let i = global_id(); if i < y.len() { let mut lo = 0; let mut hi = x.len(); while lo < hi { let mid = (lo + hi) / 2; if x[mid] < a { lo = mid + 1; } else { hi = mid; } } y[i] = lo as f32; }",
    ),
    (
        "lane and warp",
        "block = 256",
        "let sums = shared::<[f32; 8]>(); let s = warp::sum(1.0f32); if lane_id() == 0 { sums[warp_id()] = s; } sync_threads(); let t = thread_idx().x; if t < 8 && block_idx().x == 0 && t < y.len() { y[t] = sums[t]; }",
    ),
    (
        "thread / 32",
        "block = 256",
        "let sums = shared::<[f32; 8]>(); let t = thread_idx().x; if t % 32 == 0 { sums[t / 32] = 1.0; } sync_threads(); if t < y.len() && block_idx().x == 0 { y[t] = sums[t >> 5]; }",
    ),
    (
        "loop with break",
        "",
        "let i = global_id(); if i < y.len() { let mut s = 0.0; let mut j = 0; loop { if j >= x.len() { break; } s += x[j]; j += 1; } y[i] = s; }",
    ),
    (
        "swap of columns",
        "",
        "let i = global_id(); if i < y.len() { let mut own = [1.0f32, 2.0, 3.0, 4.0]; for p in 0..3 { for q in 0..3 - p { if own[q] > own[q + 1] { let t = own[q]; own[q] = own[q + 1]; own[q + 1] = t; } } } y[i] = own[0]; }",
    ),
    (
        "window",
        "",
        "let i = global_id(); if i < y.len() && i + 3 <= x.len() { let mut s = 0.0; for k in 0..3 { s += x[i + k]; } y[i] = s; }",
    ),
    (
        "window of a parameter",
        "",
        "let i = global_id(); if i < y.len() && n <= x.len() && i <= x.len() - n { let mut s = 0.0; for k in 0..n { s += x[i + k]; } y[i] = s; }",
    ),
    (
        "is_empty",
        "",
        "let i = global_id(); if i < y.len() && !x.is_empty() { y[i] = x[0] + x[x.len() - 1]; }",
    ),
    (
        "clamp",
        "",
        "let i = global_id(); if i < y.len() && x.len() > 0 { y[i] = x[i.clamp(0, x.len() - 1)]; }",
    ),
    (
        "own array by its len",
        "",
        "let mut own = [0.0f32; 8]; for k in 0..own.len() { own[k] = 1.0; } let i = global_id(); if i < y.len() { y[i] = own[own.len() - 1]; }",
    ),
    (
        "histogram bin",
        "block = 256",
        "let bins = shared::<[AtomicU32; 256]>(); let t = thread_idx().x; bins[t].store(0, Relaxed); sync_threads(); let i = global_id(); if i < idx.len() { bins[(idx[i] & 255) as usize].fetch_add(1, Relaxed); bins[(idx[i] >> 24) as usize].fetch_add(1, Relaxed); bins[(idx[i] % 256) as usize].fetch_add(1, Relaxed); bins[(idx[i] as u8) as usize].fetch_add(1, Relaxed); }",
    ),
    (
        "strided row",
        "",
        "let i = global_id(); if i < y.len() && i < x.len() { let mut j = i; let mut s = 0.0; while j < x.len() { s += x[j]; j += n; } y[i] = s; }",
    ),
    (
        "2-D of u32",
        "",
        "let (h, w) = (h as usize, w as usize); let (c, r) = (global_id2().x, global_id2().y); if r < h && c < w && h * w <= y.len() { y[r * w + c] = 1.0; }",
    ),
    (
        "first of each row",
        "",
        "let i = global_id(); if n > 0 && i < x.len() / n && i < y.len() { y[i] = x[i * n]; }",
    ),
    (
        "middle by a shift",
        "",
        "let i = global_id(); if i < y.len() { let mut lo = 0; let mut hi = x.len(); while lo < hi { let mid = lo + ((hi - lo) >> 1); if x[mid] < a { lo = mid + 1; } else { hi = mid; } } y[i] = lo as f32; }",
    ),
];

/// The same with a mistake or without what the proof needs: an index is looked at.
const NEAR: &[(&str, &str, &str)] = &[
    (
        "the product may wrap",
        "",
        "let (c, r) = (global_id2().x, global_id2().y); if r < rows && c < n && rows * n <= y.len() { y[r * n + c] = 1.0; }",
    ),
    (
        "one row too many",
        "",
        "let (h, w) = (h as usize, w as usize); let (c, r) = (global_id2().x, global_id2().y); if r <= h && c < w && h * w <= y.len() { y[r * w + c] = 1.0; }",
    ),
    (
        "one column too many",
        "",
        "let i = global_id(); if i < y.len() && n > 0 { let rows = x.len() / n; for r in 0..rows { for c in 0..=n { y[i] = x[r * n + c]; } } }",
    ),
    (
        "the other width",
        "",
        "let i = global_id(); if i < y.len() && n > 0 { let m = x.len() / n; for r in 0..m { for c in 0..rows { y[i] = x[r * rows + c]; } } }",
    ),
    (
        "rows of no column",
        "",
        "let i = global_id(); if i < y.len() && i < x.len() / (n + 1) { y[i] = x[i * n]; }",
    ),
    (
        "first of rows of none",
        "",
        "let (h, w) = (h as usize, w as usize); let i = global_id(); if i < y.len() && i < h && h * w <= x.len() { y[i] = x[i * w]; }",
    ),
    (
        "more than half",
        "",
        "let i = global_id(); if i < y.len() { let h = x.len() / 2; for j in 0..h { y[i] = x[j + h + 1]; } }",
    ),
    (
        "halves of another",
        "",
        "let i = global_id(); if i < y.len() { let h = y.len() / 2; for j in 0..h { y[i] = x[j + h]; } }",
    ),
    (
        "up to half and it too",
        "",
        "let i = global_id(); if i < y.len() { let h = x.len() / 2; for j in 0..=h { y[i] = x[j + h]; } }",
    ),
    (
        "search that may end behind",
        "",
        "let i = global_id(); if i < y.len() { let mut lo = 0; let mut hi = x.len(); while lo <= hi { let mid = lo + (hi - lo) / 2; if x[mid] < a { lo = mid + 1; } else { hi = mid; } } }",
    ),
    (
        "middle of any two",
        "",
        "let i = global_id(); if i < y.len() && n < x.len() { y[i] = x[(n + rows) / 2]; }",
    ),
    (
        "sum and not its half",
        "",
        "let i = global_id(); if i < y.len() && n < rows && rows < x.len() { y[i] = x[n + rows]; }",
    ),
    (
        "a window too far",
        "",
        "let i = global_id(); if i < y.len() && n <= x.len() && i <= x.len() - n { for k in 0..=n { y[i] = x[i + k]; } }",
    ),
    (
        "a window wider than all",
        "",
        "let i = global_id(); if i < y.len() && i <= x.len() - n { for k in 0..n { y[i] = x[i + k]; } }",
    ),
    (
        "mirrored without the one",
        "",
        "let n = x.len(); let i = global_id(); if i < n && i < y.len() { y[i] = x[n - i]; }",
    ),
    (
        "mirrored behind the end",
        "",
        "let n = x.len(); let i = global_id(); if i <= n && i < y.len() { y[i] = x[n - i - 1]; }",
    ),
    (
        "narrowed index",
        "",
        "let i = global_id(); if i < y.len() && ((n as u32) as usize) < x.len() { y[i] = x[n]; }",
    ),
    (
        "narrowed with a sign",
        "",
        "let i = global_id(); let n = x.len() as i32; let k = h as i32; if i < y.len() && k < n { y[i] = x[k as usize]; }",
    ),
    (
        "a negative number widened",
        "",
        "let i = global_id(); let k = h as i32; if i < y.len() && k < 8 { let mut own = [0.0f32; 8]; own[k as usize] = a; y[i] = own[0]; }",
    ),
];

fn of(attr: &str, body: &str) -> Vec<String> {
    let params = "a: f32, n: usize, rows: usize, h: u32, w: u32, x: &[f32], idx: &[u32], y: &mut [f32]";
    left(attr, &format!("fn k({params}) {{ {body} }}"))
}

#[test]
fn indices_that_cannot_be_out_of_bounds_are_not_checked() {
    let kept = PROVEN.iter().map(|(name, attr, body)| (name, of(attr, body)));
    let kept: Vec<_> = kept.filter(|(_, left)| !left.is_empty()).collect();
    assert!(kept.is_empty(), "{kept:#?}");
}

#[test]
fn near_misses_are_checked() {
    let dropped: Vec<_> = NEAR.iter().filter(|(_, attr, body)| of(attr, body).is_empty()).collect();
    assert!(dropped.is_empty(), "{dropped:#?}");
}
