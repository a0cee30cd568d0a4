//! Divergence: every shape of control flow against the same function in Rust, thread by thread.

use super::support::{Args, kernel};

/// Runs a kernel that fills `y: &mut [i32]` from `t` and compares each thread with `expected`.
fn check(locals: &[&str], body: &str, expected: impl Fn(i32) -> i32) {
    let mut all = vec!["t: i32"];
    all.extend(locals);
    let body = format!("@0 let t = thread_idx_x() as i32;\n{body}");
    let program = kernel("y: &mut [i32], n: i32", &all, &body);
    for threads in [1, 5, 16, 64, 100, 300] {
        let mut y = vec![-1i32; threads];
        let failure = Args::new().slice(&mut y).bits(40).line(&program, 1, threads as u32);
        assert!(failure.is_none(), "{failure:?}");
        for (t, y) in y.iter().enumerate() {
            assert_eq!(*y, expected(t as i32), "thread {t} of {threads}\n{body}");
        }
    }
}

const STORE: &str = "@0 y[thread_idx_x() @1] = r;";

#[test]
fn nested_branches() {
    check(
        &["r: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 if (t % @1 2i32) == 0i32 {{
                @0 if (t % @1 3i32) == 0i32 {{ @0 r = 1i32; }} else {{ @0 r += 2i32; @0 if t > 50i32 {{ @0 r += 10i32; }} }}
             }} else {{
                @0 if (t < 10i32) && (t > 3i32) {{ @0 r = 4i32; }} else {{ @0 if n > 5i32 {{ @0 r = t; }} else {{ @0 r = 3i32; }} }}
             }}
             {STORE}"
        ),
        |t| {
            if t % 2 == 0 {
                if t % 3 == 0 {
                    1
                } else {
                    2 + if t > 50 { 10 } else { 0 }
                }
            } else if t < 10 && t > 3 {
                4
            } else {
                t
            }
        },
    );
}

#[test]
fn laziness() {
    check(
        &["r: i32", "b: bool"],
        &format!(
            "@0 let b = (t != 0i32) && ((100i32 / @2 t) > 5i32);
             @0 let r = if b {{ 1i32 }} else {{ if (t == 0i32) || ((7i32 % @3 t) == 0i32) {{ 2i32 }} else {{ 60i32 / @4 t }} }};
             @0 if !((t == 0i32) || ((12i32 % @5 t) == 0i32)) {{ @0 r += 100i32; }}
             @0 if (n == 40i32) || ((1i32 / @6 (n - 40i32)) == 0i32) {{ @0 r += 1000i32; }}
             @0 if (n != 40i32) && ((1i32 / @7 (n - 40i32)) == t) {{ @0 r += 9i32; }}
             {STORE}"
        )
        .replace("if b { 1i32 } else { if", "if b { 1i32 } else { if"),
        |t| {
            let b = t != 0 && 100 / t > 5;
            let mut r = if b {
                1
            } else if t == 0 || 7 % t == 0 {
                2
            } else {
                60 / t
            };
            if !(t == 0 || 12 % t == 0) {
                r += 100;
            }
            r + 1000
        },
    );
}

#[test]
fn while_with_divergent_trip_counts() {
    check(
        &["r: i32", "x: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 let x = t + 1i32;
             @0 '0: while x != 1i32 {{
                @0 if (x % @1 2i32) == 0i32 {{ @0 x = x / @2 2i32; }} else {{ @0 x = (x * 3i32) + 1i32; }}
                @0 r += 1i32;
             }}
             @0 r += x;
             {STORE}"
        ),
        |t| {
            let (mut x, mut r) = (t + 1, 0);
            while x != 1 {
                x = if x % 2 == 0 { x / 2 } else { x * 3 + 1 };
                r += 1;
            }
            r + x
        },
    );
}

#[test]
fn breaks_and_continues() {
    check(
        &["r: i32", "i: i32", "k: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 let i = 0i32;
             @0 '0: loop {{
                @0 i += 1i32;
                @0 if ((i + t) % @1 3i32) == 0i32 {{ @0 continue '0; }}
                @0 if i > (t % @2 20i32) {{ @0 break '0; }}
                @0 if i == 15i32 {{ @0 break '0; }}
                @0 r += i;
                @0 '1: for k in 0i32..10i32 {{
                    @0 if k > t {{ @0 continue '0; }}
                    @0 if (k * i) > 50i32 {{ @0 break '1; }}
                    @0 if ((k == 5i32) && (t == 33i32)) {{ @0 break '0; }}
                    @0 r += k;
                }}
                @0 r += 100i32;
             }}
             @0 r += i * 10000i32;
             {STORE}"
        ),
        |t| {
            let (mut r, mut i) = (0, 0);
            'outer: loop {
                i += 1;
                if (i + t) % 3 == 0 {
                    continue;
                }
                if i > t % 20 {
                    break;
                }
                if i == 15 {
                    break;
                }
                r += i;
                for k in 0..10 {
                    if k > t {
                        continue 'outer;
                    }
                    if k * i > 50 {
                        break;
                    }
                    if k == 5 && t == 33 {
                        break 'outer;
                    }
                    r += k;
                }
                r += 100;
            }
            r + i * 10000
        },
    );
}

#[test]
fn a_break_after_a_divergent_continue_leaves_the_others_in() {
    check(
        &["r: i32", "i: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 let i = 0i32;
             @0 '0: while i < 10i32 {{
                @0 i += 1i32;
                @0 if i < (t % @1 8i32) {{ @0 continue '0; }}
                @0 r = i;
                @0 break '0;
             }}
             @0 r += i * 100i32;
             {STORE}"
        ),
        |t| {
            let at = (t % 8).max(1);
            at + at * 100
        },
    );
}

#[test]
fn returns() {
    check(
        &["r: i32", "i: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 if (t % @1 5i32) == 4i32 {{ @0 y[thread_idx_x() @1] = -7i32; @0 return; }}
             @0 '0: for i in 0i32..n {{
                @0 r += i;
                @0 if r > (t * 3i32) {{ @0 y[thread_idx_x() @1] = r; @0 return; }}
             }}
             @0 r = -r;
             {STORE}"
        ),
        |t| {
            if t % 5 == 4 {
                return -7;
            }
            let mut r = 0;
            for i in 0..40 {
                r += i;
                if r > t * 3 {
                    return r;
                }
            }
            -r
        },
    );
}

#[test]
fn labeled_blocks() {
    check(
        &["r: i32", "i: i32"],
        &format!(
            "@0 let r = 1i32;
             @0 '0: block {{
                @0 r += 1i32;
                @0 if t > 10i32 {{ @0 break '0; }}
                @0 '1: loop {{
                    @0 r += 5i32;
                    @0 if r > (t * 4i32) {{ @0 break '0; }}
                    @0 if r > 30i32 {{ @0 break '1; }}
                }}
                @0 r += 1000i32;
             }}
             @0 r *= 2i32;
             {STORE}"
        ),
        |t| {
            let mut r = 1;
            'block: {
                r += 1;
                if t > 10 {
                    break 'block;
                }
                loop {
                    r += 5;
                    if r > t * 4 {
                        break 'block;
                    }
                    if r > 30 {
                        break;
                    }
                }
                r += 1000;
            }
            r * 2
        },
    );
}

#[test]
fn counted_loops_with_varying_bounds() {
    check(
        &["r: i32", "i: i32", "j: i32", "k: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 '0: for i in (t - 20i32)..=30i32 step 7i32 {{ @0 r = (r * 3i32) + i; }}
             @0 '1: for j in 0i32..t step 2i32 reversed {{
                @0 if (j % @1 4i32) == 2i32 {{ @0 continue '1; }}
                @0 if j < (t / @2 3i32) {{ @0 break '1; }}
                @0 r = (r * 5i32) + j;
             }}
             @0 '2: for k in t..n {{ @0 r ^= k; }}
             {STORE}"
        ),
        |t| {
            let mut r = 0i32;
            for i in (t - 20..=30).step_by(7) {
                r = r.wrapping_mul(3).wrapping_add(i);
            }
            for i in (0..t).step_by(2).rev() {
                if i % 4 == 2 {
                    continue;
                }
                if i < t / 3 {
                    break;
                }
                r = r.wrapping_mul(5).wrapping_add(i);
            }
            for i in t..40 {
                r ^= i;
            }
            r
        },
    );
}

#[test]
fn counted_loops_at_the_ends_of_their_type() {
    let program = kernel(
        "y: &mut [u32]",
        &["a: u8", "b: u8", "c: u8", "d: u8", "e: u8", "j: i8", "k: u64", "r: u32"],
        "@0 let r = 0u32;
         @0 '0: for a in 0u8..=255u8 { @0 r += 1u32; }
         @0 '1: for b in 250u8..255u8 step 10u8 { @0 r += 1000u32; }
         @0 '2: for j in -128i8..=127i8 step 100i8 reversed { @0 r += (j as u8) as u32; }
         @0 '3: for k in 18446744073709551610u64..=18446744073709551615u64 { @0 r += 10000u32; }
         @0 '4: for c in 9u8..3u8 { @0 r = 0u32; }
         @0 '5: for d in 9u8..9u8 { @0 r = 0u32; }
         @0 '6: for e in 9u8..=9u8 { @0 r += 100000u32; }
         @0 y[0usize @1] = r;",
    );
    let mut y = vec![0u32];
    assert!(Args::new().slice(&mut y).line(&program, 1, 1).is_none());
    assert_eq!(y[0], 256 + 1000 + (128 + 228 + 72) + 60000 + 100_000);
}

#[test]
fn values_that_stop_being_uniform() {
    // `k` is uniform inside its loop, and settled there; `last` is read after and keeps what each thread saw.
    check(
        &["r: i32", "k: i32", "last: i32", "u: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 let last = 0i32;
             @0 let u = n;
             @0 '0: loop {{
                @0 let k = u * 2i32;
                @0 last += 1i32;
                @0 u -= 1i32;
                @0 r += k;
                @0 if last > (t % @1 9i32) {{ @0 break '0; }}
             }}
             @0 if t == 3i32 {{ @0 u = 5i32; }}
             @0 r += (last * 1000i32) + (u * 100000i32);
             {STORE}"
        ),
        |t| {
            let (mut r, mut last, mut u) = (0, 0, 40);
            loop {
                last += 1;
                r += u * 2;
                u -= 1;
                if last > t % 9 {
                    break;
                }
            }
            if t == 3 {
                u = 5;
            }
            r + last * 1000 + u * 100_000
        },
    );
}

#[test]
fn settled_locals_of_nested_loops() {
    check(
        &["r: i32", "i: i32", "k: i32", "c: i32"],
        &format!(
            "@0 let r = 0i32;
             @0 '0: for i in 0i32..5i32 {{
                @0 let k = i;
                @0 let c = 0i32;
                @0 '1: while k < (t % @1 7i32) {{
                    @0 k += 1i32;
                    @0 c += k;
                    @0 if c > 10i32 {{ @0 k += 2i32; }}
                    @0 r += c;
                }}
             }}
             {STORE}"
        ),
        |t| {
            let mut r = 0;
            for i in 0..5 {
                let (mut k, mut c) = (i, 0);
                while k < t % 7 {
                    k += 1;
                    c += k;
                    if c > 10 {
                        k += 2;
                    }
                    r += c;
                }
            }
            r
        },
    );
}

#[test]
fn lines_survive_arithmetic_and_assignment() {
    check(
        &["r: i32", "i: usize", "j: u32", "k: i64"],
        &format!(
            "@0 let i = (thread_idx_x() * 3usize) + 7usize;
             @0 let j = (i as u32) << 1u32;
             @0 let k = ((j as i32) as i64) - 100i64;
             @0 let r = 0i32;
             @0 if k < 20i64 {{ @0 r += 1i32; @0 i += 2usize; }}
             @0 if i > 50usize {{ @0 r += 10i32; }} else {{ @0 j = 4294967295u32 - j; }}
             @0 if j == 38u32 {{ @0 r += 100i32; }}
             @0 if k != -86i64 {{ @0 r += 1000i32; }}
             @0 if (100u32 - j) <= 90u32 {{ @0 r += 7i32; }}
             @0 r += (i as i32) + ((j as i32) * 3i32);
             @0 r ^= (k as i32);
             {STORE}"
        ),
        |t| {
            let mut i = t as usize * 3 + 7;
            let mut j = (i as u32) << 1;
            let k = i64::from(j as i32) - 100;
            let mut r = 0i32;
            if k < 20 {
                r += 1;
                i += 2;
            }
            if i > 50 {
                r += 10;
            } else {
                j = u32::MAX - j;
            }
            if j == 38 {
                r += 100;
            }
            if k != -86 {
                r += 1000;
            }
            if 100u32.wrapping_sub(j) <= 90 {
                r += 7;
            }
            r = r.wrapping_add((i as i32).wrapping_add((j as i32).wrapping_mul(3)));
            r ^ k as i32
        },
    );
}
