//! What launches check so that no two threads of a safe kernel race.

use kiln::prelude::*;
use kiln::{Error, registry};

use crate::streams;

#[kernel]
pub fn of_one_dimension(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] += 1;
    }
}

/// The message of a launch that is refused for what its kernel's proof needs.
fn refused(launched: kiln::Result<()>) -> String {
    match launched {
        Err(error @ Error::Precondition { .. }) => error.to_string(),
        Err(other) => panic!("another error: {other}"),
        Ok(()) => panic!("launched"),
    }
}

#[test]
fn a_block_of_two_dimensions_repeats_the_indices_of_one() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(1024).unwrap();
        // Along y, `global_id()` is the same.
        let error = refused(of_one_dimension(&mut x).block([32, 8]).threads([1024, 8]).launch(&stream));
        assert!(error.contains("`of_one_dimension`") && error.contains("one thread along y"), "{error}");
        assert!(error.contains("[32, 8, 1]") && error.contains("help: "), "{error}");
        let error = refused(of_one_dimension(&mut x).block(32).blocks([32, 1, 2]).launch(&stream));
        assert!(error.contains("one block along z") && error.contains("[32, 1, 2]"), "{error}");
        let error = refused(registry::launch_dynamic(
            registry::find("of_one_dimension").unwrap(),
            &stream,
            [32, 8],
            [(&mut x).into()],
        ));
        assert!(error.contains("one thread along y"), "{error}");
        // Nothing ran so far.
        of_one_dimension(&mut x).block(32).threads(1024).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 1024], "on {}", stream.device());
    }
}

#[kernel]
fn rows(cols: usize, rows: usize, x: &mut [u32]) {
    let (col, row) = global_id_2d();
    if col < cols && row < rows {
        x[row * cols + col] = 1;
    }
}

#[test]
fn rows_may_not_wrap_around() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(64).unwrap();
        rows(8, 8, &mut x).threads([8, 8]).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 64]);
        // Four rows of 2⁶² elements are one of them again.
        let error = refused(rows(1 << 62, 5, &mut x).threads([8, 8]).launch(&stream));
        assert!(error.contains("cols") && error.contains("4611686018427387904"), "{error}");
        assert!(error.contains("wrap"), "{error}");
    }
}

/// One index twice, of which the second is computed in fewer bits.
#[kernel]
fn twice_of_two_widths(width: u32, x: &mut [u32]) {
    let i = global_id();
    let (wide, narrow) = (i * width as usize, (i as u32 * width) as usize);
    x[wide] = 1;
    x[narrow] = 2;
}

#[test]
fn an_index_may_not_wrap_around_where_another_one_does_not() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(256).unwrap();
        twice_of_two_widths(2, &mut x).block(32).threads(128).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [2, 0].repeat(128));
        // The second index of the third thread is the first one's.
        let error = refused(twice_of_two_widths(1 << 31, &mut x).block(32).threads(32).launch(&stream));
        assert!(error.contains("width is 2147483648") && error.contains("wrap"), "{error}");
    }
}

/// What programs hand kernels of two dimensions.
#[derive(Clone, Copy, KernelType)]
struct Extent {
    depth: u8,
    size: Size,
}

#[derive(Clone, Copy, KernelType)]
struct Size {
    width: u32,
    height: i64,
    stride: usize,
}

#[device]
impl Extent {
    fn pooled(&self) -> usize {
        self.size.width as usize / 2
    }
}

#[kernel]
fn rows_of_a_struct(extent: Extent, x: &mut [u32]) {
    let (col, row) = global_id_2d();
    let Size { width, height, stride } = extent.size;
    if col < stride && col < width as usize && row < height as usize {
        x[row * stride + col] = u32::from(extent.depth);
    }
}

#[kernel]
fn pooled(extent: Extent, x: &mut [u32]) {
    let (col, row) = global_id_2d();
    if col < extent.pooled() && row < extent.size.stride / 2 {
        x[row * extent.pooled() + col] += 1;
    }
}

#[test]
fn extents_may_come_in_a_struct() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(64).unwrap();
        let of = |width, stride| Extent { depth: 1, size: Size { width, height: 8, stride } };
        rows_of_a_struct(of(8, 8), &mut x).threads([8, 8]).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 64]);
        pooled(of(17, 16), &mut x).threads([8, 8]).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [2; 64]);
        let error = refused(rows_of_a_struct(of(8, 1 << 62), &mut x).threads([8, 8]).launch(&stream));
        assert!(error.contains("extent.size.stride is 4611686018427387904"), "{error}");
        assert!(error.contains("wrap"), "{error}");
    }
}

/// Numbers of several types, also in arrays of arrays.
#[derive(Clone, Copy, KernelType)]
struct Box3 {
    depth: u8,
    sizes: [u32; 2],
    pitches: [[u64; 2]; 2],
}

#[device]
impl Box3 {
    fn pitch(&self) -> usize {
        self.pitches[1][0] as usize
    }
}

#[kernel]
fn rows_of_an_array(sizes: [u16; 3], x: &mut [u32]) {
    let i = global_id();
    for k in 0..sizes[1] as usize {
        x[i * sizes[2] as usize + k] += u32::from(sizes[0]);
    }
}

#[kernel]
fn rows_of_arrays(shape: Box3, x: &mut [u32]) {
    let i = global_id();
    let [width, _] = shape.sizes;
    if i < 8 {
        for k in 0..width as usize {
            x[i * shape.pitch() + k] += u32::from(shape.depth);
        }
    }
}

/// What it is given, is known when it is made for a device.
#[kernel]
fn rows_of_any<const N: usize>(sizes: [u16; N], x: &mut [u32]) {
    let i = global_id();
    for k in 0..sizes[1] as usize {
        x[i * sizes[2] as usize + k] += u32::from(sizes[0]);
    }
}

#[test]
fn extents_may_come_in_arrays() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(64).unwrap();
        rows_of_an_array([1, 8, 8], &mut x).block(8).threads(8).launch(&stream).unwrap();
        let shape = |pitch| Box3 { depth: 2, sizes: [8, 0], pitches: [[0, 9], [pitch, 1]] };
        rows_of_arrays(shape(8), &mut x).block(8).threads(8).launch(&stream).unwrap();
        rows_of_any([3, 8, 8], &mut x).block(8).threads(8).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [6; 64]);
        let error = refused(rows_of_an_array([1, 8, 7], &mut x).block(8).threads(8).launch(&stream));
        assert!(error.contains("sizes[1] is 8") && error.contains("sizes[2] is 7"), "{error}");
        let error = refused(rows_of_arrays(shape(7), &mut x).block(8).threads(8).launch(&stream));
        assert!(error.contains("shape.pitches[1][0] is 7"), "{error}");
        let error = refused(rows_of_any([1, 9, 8], &mut x).block(8).threads(8).launch(&stream));
        assert!(error.contains("sizes[1] is 9") && error.contains("sizes[2] is 8"), "{error}");
        // What a graph records is checked as well.
        let recorded = stream
            .graph(x, |graph, mut x| rows_of_an_array([1, 8, 7], &mut x).block(8).threads(8).add_to(graph));
        assert!(refused(recorded.map(drop)).contains("sizes[2] is 7"));
    }
}

/// What passes a test goes to the front of each thread's own.
#[kernel]
fn kept(x: &[u32], y: &mut [u32], counts: &mut [u32]) {
    let i = global_id();
    if i < counts.len() {
        let mut n = 0;
        for k in 0..8 {
            let value = x[i * 8 + k];
            if value % 3 != 0 {
                y[i * 8 + n] = value;
                n += 1;
            }
        }
        counts[i] = n as u32;
    }
}

/// As `kept`, in a part of the slice; the loop ends where enough is found.
#[kernel]
fn kept_of_a_part(x: &[u32], y: &mut [u32], counts: &mut [u32]) {
    let i = global_id();
    if i < counts.len() {
        let mine = &mut y[i * 8..(i + 1) * 8];
        let mut n = 0u8;
        for value in &x[i * 8..(i + 1) * 8] {
            if n == 4 {
                break;
            }
            if value % 3 == 0 {
                continue;
            }
            mine[n as usize] = *value;
            n += 1;
        }
        counts[i] = n.into();
    }
}

#[test]
fn what_is_kept_goes_to_the_front() {
    let x: Vec<u32> = (0..800).map(|i| i * 7919 % 1009).collect();
    let expected = |most: usize| {
        let (mut y, mut counts) = (vec![0; x.len()], Vec::new());
        for (from, to) in x.chunks(8).zip(y.chunks_mut(8)) {
            let kept = from.iter().copied().filter(|value| value % 3 != 0).take(most);
            counts.push(kept.zip(to).map(|(value, at)| *at = value).count() as u32);
        }
        (y, counts)
    };
    for stream in streams() {
        let given = stream.upload(&x).unwrap();
        for most in [8, 4] {
            let mut y = stream.alloc_zeroed::<u32>(800).unwrap();
            let mut counts = stream.alloc_zeroed::<u32>(100).unwrap();
            if most == 8 {
                kept(&given, &mut y, &mut counts).threads(100).launch(&stream).unwrap();
            } else {
                kept_of_a_part(&given, &mut y, &mut counts).threads(100).launch(&stream).unwrap();
            }
            let found = (stream.download(&y).unwrap(), stream.download(&counts).unwrap());
            assert_eq!(found, expected(most), "on {}", stream.device());
        }
    }
}

#[kernel]
fn windows(width: usize, height: usize, window: usize, step: usize, x: &mut [u32]) {
    let (col, row) = global_id_2d();
    let (cols, rows) = ((width - window) / step + 1, (height - window) / step + 1);
    if col < cols && row < rows {
        x[row * cols + col] = 1;
    }
}

#[test]
fn extents_may_be_quotients() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(64).unwrap();
        windows(17, 17, 3, 2, &mut x).threads([8, 8]).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 64]);
        let error = refused(windows(17, 17, 18, 2, &mut x).threads([8, 8]).launch(&stream));
        assert!(error.contains("window <= ") && error.contains("window is 18"), "{error}");
    }
}

#[kernel]
fn unguarded(cols: usize, x: &mut [u32]) {
    let (col, row) = global_id_2d();
    x[row * cols + col] = 1;
}

#[test]
fn rows_are_as_long_as_the_grid_where_nothing_tests_it() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(256).unwrap();
        unguarded(16, &mut x).block([16, 16]).threads([16, 16]).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 256]);
        let error = refused(unguarded(8, &mut x).block([16, 16]).threads([16, 16]).launch(&stream));
        assert!(error.contains("cols is 8") && error.contains("block_dim().x is 16"), "{error}");
    }
}

#[kernel]
fn counted_in_u32(n: u32, x: &mut [u32]) {
    let mut i = global_id() as u32;
    while i < n {
        x[i as usize] += 1;
        i += (grid_dim().x * block_dim().x) as u32;
    }
}

#[test]
fn a_counter_may_not_come_round() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(100).unwrap();
        counted_in_u32(100, &mut x).blocks(2).block(32).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 100]);
        let error = refused(counted_in_u32(u32::MAX, &mut x).blocks(2).block(32).launch(&stream));
        assert!(error.contains("n is 4294967295"), "{error}");
    }
}

const BLOCK: usize = 64;

/// Open: what its launches have to fulfill is found when it is first made for a device.
#[kernel]
fn with_a_constant(x: &mut [u32]) {
    let i = block_idx().x * BLOCK + thread_idx().x;
    if i < x.len() {
        x[i] += 1;
    }
}

#[test]
fn constants_are_known_when_a_kernel_is_made() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(256).unwrap();
        with_a_constant(&mut x).blocks(4).block(64).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [1; 256]);
        let error = refused(with_a_constant(&mut x).blocks(4).block(128).launch(&stream));
        assert!(error.contains("block_dim().x <= 64") && error.contains("block_dim().x is 128"), "{error}");
    }
}

/// The macro does not know that this is signed.
type Count = i64;

/// Nor that this is narrower than the word of an argument.
type Short = i16;

#[kernel]
fn counted_in_an_alias(n: Count, x: &mut [u32]) {
    let mut i = global_id() as i64;
    while i < n {
        x[i as usize] += 1;
        i += (grid_dim().x * block_dim().x) as i64;
    }
}

#[kernel]
fn counted_in_a_short_alias(n: Short, x: &mut [u32]) {
    let mut i = global_id() as i64;
    while i < n as i64 {
        x[i as usize] += 1;
        i += (grid_dim().x * block_dim().x) as i64;
    }
}

#[test]
fn negative_arguments_of_open_kernels_are_negative() {
    for stream in streams() {
        let mut x = stream.alloc_zeroed::<u32>(100).unwrap();
        counted_in_an_alias(-1, &mut x).blocks(2).block(32).launch(&stream).unwrap();
        counted_in_a_short_alias(-1, &mut x).blocks(2).block(32).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [0; 100]);
        let error = refused(counted_in_an_alias(i64::MAX, &mut x).blocks(2).block(32).launch(&stream));
        assert!(error.contains("n is 9223372036854775807"), "{error}");
        counted_in_an_alias(100, &mut x).blocks(2).block(32).launch(&stream).unwrap();
        counted_in_a_short_alias(100, &mut x).blocks(2).block(32).launch(&stream).unwrap();
        assert_eq!(stream.download(&x).unwrap(), [2; 100]);
    }
}

#[kernel]
fn rows_in_i32(rows: i32, cols: i32, shift: i32, x: &[u32], out: &mut [u32]) {
    let (col, row) = global_id_2d();
    let (col, row) = (col as i32, row as i32);
    if col < cols && row < rows {
        let at = row * cols + col;
        out[at as usize] = x[(at + shift) as usize] + 1;
    }
}

#[test]
fn signed_extents_are_not_negative() {
    for stream in streams() {
        let x = stream.upload(&(0..64u32).collect::<Vec<_>>()).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(64).unwrap();
        rows_in_i32(8, 8, 0, &x, &mut out).threads([8, 8]).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), (1..65).collect::<Vec<_>>(), "on {}", stream.device());
        // What is only added may be negative.
        rows_in_i32(-1, 8, -3, &x, &mut out).threads([8, 8]).launch(&stream).unwrap();
        let error = refused(rows_in_i32(8, -8, 0, &x, &mut out).threads([8, 8]).launch(&stream));
        assert!(error.contains("0 <= cols") && error.contains("cols is -8"), "{error}");
    }
}

#[kernel]
fn numbered(next: &[AtomicU32], out: &mut [u32]) {
    let at = next[0].fetch_add(1, Ordering::Relaxed) as usize;
    if at < out.len() {
        out[at] += 1;
    }
}

#[test]
fn a_counter_tells_threads_apart_that_know_nothing_else() {
    for stream in streams() {
        let mut next = stream.alloc_zeroed::<u32>(1).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(200).unwrap();
        numbered(&mut next, &mut out).block(64).threads(256).launch(&stream).unwrap();
        assert_eq!(stream.download(&out).unwrap(), [1; 200], "on {}", stream.device());
        let error = refused(numbered(&mut next, &mut out).block([8, 8]).threads([8, 8]).launch(&stream));
        assert!(error.contains("one thread along y"), "{error}");
    }
}

/// Each thread fills a column of four rows.
#[kernel]
fn rows_of_a_tile(x: &[u32], y: &mut [u32]) {
    let tile = shared::<[u32; 256]>();
    let t = thread_idx().x;
    for row in 0..4 {
        tile[row * 64 + t] = x[row * 64 + t];
    }
    sync_threads();
    y[global_id()] = tile[255 - t];
}

#[test]
fn a_row_of_shared_memory_is_as_long_as_the_block() {
    for stream in streams() {
        let x = stream.upload(&(0..256u32).collect::<Vec<_>>()).unwrap();
        let mut y = stream.alloc_zeroed::<u32>(64).unwrap();
        rows_of_a_tile(&x, &mut y).block(64).threads(64).launch(&stream).unwrap();
        assert_eq!(
            stream.download(&y).unwrap(),
            (192..256).rev().collect::<Vec<_>>(),
            "on {}",
            stream.device()
        );
        let error = refused(rows_of_a_tile(&x, &mut y).block(128).threads(128).launch(&stream));
        assert!(error.contains("block_dim().x <= 64") && error.contains("block_dim().x is 128"), "{error}");
    }
}

/// Where the first six elements are that a thread looks for.
#[kernel]
fn first_six(keys: &[u32], x: &[u32], at: &mut [u32], counts: &mut [u32]) {
    let i = global_id();
    if i >= counts.len() {
        return;
    }
    let mut found = 0;
    for (k, v) in x.iter().enumerate() {
        if *v == keys[i] {
            at[i * 6 + found] = k as u32;
            found += 1;
            if found == 6 {
                break;
            }
        }
    }
    counts[i] = found as u32;
}

/// The last `n` elements of each thread's part, in a ring.
#[kernel]
fn rings(n: usize, per: usize, x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i >= x.len() / per {
        return;
    }
    let mut at = 0;
    for k in 0..per {
        y[i * n + at] = x[i * per + k];
        at = (at + 1) % n;
    }
}

#[test]
fn what_a_loop_keeps_below_a_bound_is_a_threads_own() {
    let x: Vec<u32> = (0..90).map(|i| i * 7919 % 11).collect();
    for stream in streams() {
        let (keys, given) = (stream.upload(&[3u32, 5, 99]).unwrap(), stream.upload(&x).unwrap());
        let mut at = stream.alloc_zeroed::<u32>(18).unwrap();
        let mut counts = stream.alloc_zeroed::<u32>(3).unwrap();
        first_six(&keys, &given, &mut at, &mut counts).threads(3).launch(&stream).unwrap();
        let mut expected = Vec::new();
        for key in [3, 5, 99] {
            let mut all: Vec<u32> = (0..90).filter(|k| x[*k as usize] == key).take(6).collect();
            all.resize(6, 0);
            expected.extend(all);
        }
        assert_eq!(stream.download(&at).unwrap(), expected, "on {}", stream.device());
        assert_eq!(stream.download(&counts).unwrap(), [6, 6, 0]);

        let mut y = stream.alloc_zeroed::<u32>(12).unwrap();
        rings(4, 30, &given, &mut y).threads(3).launch(&stream).unwrap();
        let mut expected = [0; 12];
        (0..90).for_each(|k| expected[k / 30 * 4 + k % 30 % 4] = x[k]);
        assert_eq!(stream.download(&y).unwrap(), expected, "on {}", stream.device());
        // Of rings of none every thread would write the first element.
        let error = refused(rings(0, 30, &given, &mut y).threads(3).launch(&stream));
        assert!(error.contains("1 <= n") && error.contains("n is 0"), "{error}");
    }
}

#[device]
fn total(x: &[u32]) -> u32 {
    let mut sum = 0;
    for v in x {
        sum += v;
    }
    sum
}

/// A device function that only reads is handed a part of what all threads of the block wrote.
#[kernel(block = 64)]
fn totals_of_halves(x: &[u32], y: &mut [u32]) {
    let s = shared::<[u32; 64]>();
    let t = thread_idx().x;
    s[t] = x[global_id()];
    sync_threads();
    y[global_id()] = if t < 32 { total(&s[..32]) } else { total(&s[32..]) };
}

#[test]
fn a_part_of_shared_memory_that_is_only_read_may_be_handed_over() {
    for stream in streams() {
        let x = stream.upload(&(0..128u32).collect::<Vec<_>>()).unwrap();
        let mut y = stream.alloc_zeroed::<u32>(128).unwrap();
        totals_of_halves(&x, &mut y).threads(128).launch(&stream).unwrap();
        let expected: Vec<u32> = (0..128u32).map(|i| (i / 32 * 32..i / 32 * 32 + 32).sum()).collect();
        assert_eq!(stream.download(&y).unwrap(), expected, "on {}", stream.device());
    }
}

/// Pairs that differ in a bit that an argument names.
#[kernel]
pub fn butterflies_of_a_bit(k: u32, x: &mut [u32]) {
    let t = global_id();
    let stride = 1usize << k;
    let i = ((t >> k) << (k + 1)) | (t & (stride - 1));
    if i + stride < x.len() {
        let (a, b) = (x[i], x[i | stride]);
        x[i] = a + b;
        x[i | stride] = a - b;
    }
}

#[test]
fn a_bit_of_an_argument_has_one_above_it() {
    for stream in streams() {
        for k in 0..4 {
            let mut x = stream.upload(&(0..16u32).map(|i| 100 - i).collect::<Vec<_>>()).unwrap();
            butterflies_of_a_bit(k, &mut x).threads(8).launch(&stream).unwrap();
            let value = |i: u32| {
                let (a, b) = (100 - (i & !(1 << k)), 100 - (i | 1 << k));
                if i >> k & 1 == 0 { a + b } else { a - b }
            };
            let expected: Vec<u32> = (0..16).map(value).collect();
            assert_eq!(stream.download(&x).unwrap(), expected, "bit {k} on {}", stream.device());
        }
        let mut x = stream.alloc_zeroed::<u32>(16).unwrap();
        let error = refused(butterflies_of_a_bit(63, &mut x).threads(8).launch(&stream));
        assert!(error.contains("k is 63"), "{error}");
    }
}
