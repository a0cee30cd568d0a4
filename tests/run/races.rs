//! What launches check so that no two threads of a safe kernel race.

use kiln::prelude::*;
use kiln::{Error, kernel, launch_dynamic};

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
        let error =
            refused(launch_dynamic(kernel("of_one_dimension").unwrap(), &stream, [32, 8], [(&mut x).into()]));
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

/// Open: what its launches have to fulfil is found when it is first made for a device.
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
