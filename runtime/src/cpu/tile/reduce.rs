//! Sums, least and greatest elements along an axis.
//!
//! Sums of 16-bit floats are of `f32`, rounded once; other sums have their own type, and integers wrap. Each sum
//! has several partial ones that are added at the end, so that it can be vectorized and long sums stay accurate.
//!
//! There are loops for few types only, since each is long once it is vectorized: the elements of the others are
//! widened first.

use kiln_codegen::compact::List;
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::intrinsics::Reduce;
use kiln_codegen::ir::Scalar;

use crate::cpu::lanes::{pick, twin};

/// Elements that are summed side by side.
const WIDTH: usize = 32;

/// Rows that are added before they go into the total of a column.
const ROWS: usize = 16;

/// An element, as its sum or its comparison takes it.
trait Element: Copy {
    type Wide: Element<Wide = Self::Wide>;
    /// What stands where nothing was computed yet.
    const ZERO: Self::Wide;
    fn widen(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    fn add(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn least(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn greatest(a: Self::Wide, b: Self::Wide) -> Self::Wide;
}

macro_rules! element {
    ($($t:ty, $wide:ty, $zero:expr, |$a:ident| $widen:expr, |$w:ident| $narrow:expr, |$x:ident, $y:ident| $add:expr;)*) => {$(
        impl Element for $t {
            type Wide = $wide;
            const ZERO: $wide = $zero;
            #[inline(always)]
            fn widen(self) -> $wide {
                let $a = self;
                $widen
            }
            #[inline(always)]
            fn narrow($w: $wide) -> $t {
                $narrow
            }
            #[inline(always)]
            fn add($x: $wide, $y: $wide) -> $wide {
                $add
            }
            #[inline(always)]
            fn least(a: $wide, b: $wide) -> $wide {
                a.min(b)
            }
            #[inline(always)]
            fn greatest(a: $wide, b: $wide) -> $wide {
                a.max(b)
            }
        }
    )*};
}

element! {
    i8, i64, 0, |a| i64::from(a), |w| w as i8, |x, y| x.wrapping_add(y);
    i16, i64, 0, |a| i64::from(a), |w| w as i16, |x, y| x.wrapping_add(y);
    i32, i64, 0, |a| i64::from(a), |w| w as i32, |x, y| x.wrapping_add(y);
    i64, i64, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    u8, u64, 0, |a| u64::from(a), |w| w as u8, |x, y| x.wrapping_add(y);
    u16, u64, 0, |a| u64::from(a), |w| w as u16, |x, y| x.wrapping_add(y);
    u32, u64, 0, |a| u64::from(a), |w| w as u32, |x, y| x.wrapping_add(y);
    u64, u64, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    f16, f32, 0.0, |a| a.to_f32(), |w| f16::from_f32(w), |x, y| x + y;
    bf16, f32, 0.0, |a| a.to_f32(), |w| bf16::from_f32(w), |x, y| x + y;
    f32, f32, 0.0, |a| a, |w| w, |x, y| x + y;
    f64, f64, 0.0, |a| a, |w| w, |x, y| x + y;
}

/// How two values become one.
trait Combine<T: Element> {
    fn call(a: T::Wide, b: T::Wide) -> T::Wide;
}

struct Sum;
struct Least;
struct Greatest;

impl<T: Element> Combine<T> for Sum {
    #[inline(always)]
    fn call(a: T::Wide, b: T::Wide) -> T::Wide {
        T::add(a, b)
    }
}

impl<T: Element> Combine<T> for Least {
    #[inline(always)]
    fn call(a: T::Wide, b: T::Wide) -> T::Wide {
        T::least(a, b)
    }
}

impl<T: Element> Combine<T> for Greatest {
    #[inline(always)]
    fn call(a: T::Wide, b: T::Wide) -> T::Wide {
        T::greatest(a, b)
    }
}

/// Combines the columns of each row (axis 1) or the rows of each column.
///
/// # Safety
/// The source is a tile of these elements, rows and columns, neither of them 0; the destination holds the result
/// and is apart from it.
pub(super) unsafe fn run(
    op: Reduce,
    scalar: Scalar,
    axis: u8,
    (from, rows, columns): (*const u8, usize, usize),
    to: *mut u8,
) {
    let source = (from, rows, columns);
    // SAFETY: the caller's promise.
    unsafe {
        match scalar {
            Scalar::I8 => widened::<i8>(op, axis, source, to),
            Scalar::I16 => widened::<i16>(op, axis, source, to),
            Scalar::I32 => widened::<i32>(op, axis, source, to),
            Scalar::I64 | Scalar::Isize => integers::<i64>(op, axis, source, to),
            Scalar::Bool | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 => widened::<u8>(op, axis, source, to),
            Scalar::U16 => widened::<u16>(op, axis, source, to),
            Scalar::U32 => widened::<u32>(op, axis, source, to),
            Scalar::U64 | Scalar::Usize => integers::<u64>(op, axis, source, to),
            Scalar::F16 => widened::<f16>(op, axis, source, to),
            Scalar::BF16 => widened::<bf16>(op, axis, source, to),
            Scalar::F32 | Scalar::F64 => floats(op, scalar, axis, source, to),
        }
    }
}

/// # Safety
/// As of [`run`], of which this and the next ones are parts.
unsafe fn floats(
    op: Reduce,
    scalar: Scalar,
    axis: u8,
    (from, rows, columns): (*const u8, usize, usize),
    to: *mut u8,
) {
    type Loop = unsafe fn(*const u8, usize, usize, *mut u8);
    macro_rules! loops {
        ($rows:ident, $columns:ident, $t:ty) => {{
            let of: Loop = match (op, axis) {
                (Reduce::Sum, 1) => $rows::<$t, Sum>,
                (Reduce::Min, 1) => $rows::<$t, Least>,
                (Reduce::Max, 1) => $rows::<$t, Greatest>,
                (Reduce::Sum, _) => $columns::<$t, Sum>,
                (Reduce::Min, _) => $columns::<$t, Least>,
                (Reduce::Max, _) => $columns::<$t, Greatest>,
            };
            of
        }};
    }
    let f = if scalar == Scalar::F32 {
        pick!(loops!(rows_plain, columns_plain, f32), loops!(rows_wide, columns_wide, f32))
    } else {
        loops!(rows_plain, columns_plain, f64)
    };
    // SAFETY: the caller's promise.
    unsafe { f(from, rows, columns, to) }
}

/// One short loop for all operations: integers are reduced seldom, and a loop of each would be as long as those of
/// floats.
///
/// # Safety
/// As of [`run`].
unsafe fn integers<T: Element<Wide = T>>(
    op: Reduce,
    axis: u8,
    (from, rows, columns): (*const u8, usize, usize),
    to: *mut u8,
) {
    let f: fn(T, T) -> T = match op {
        Reduce::Sum => T::add,
        Reduce::Min => T::least,
        Reduce::Max => T::greatest,
    };
    // SAFETY: the caller's tile holds these elements, and its destination one for each row or column.
    let (elements, to) = unsafe {
        let of = if axis == 1 { rows } else { columns };
        let elements = std::slice::from_raw_parts(from.cast::<T>(), rows * columns);
        (elements, std::slice::from_raw_parts_mut(to.cast::<T>(), of))
    };
    if axis == 1 {
        for (to, row) in to.iter_mut().zip(elements.chunks_exact(columns)) {
            *to = row[1..].iter().fold(row[0], |all, one| f(all, *one));
        }
    } else {
        let (first, rest) = elements.split_at(columns);
        to.copy_from_slice(first);
        for row in rest.chunks_exact(columns) {
            for (to, one) in to.iter_mut().zip(row) {
                *to = f(*to, *one);
            }
        }
    }
}

/// # Safety
/// As of [`run`].
unsafe fn widened<T: Element + Wider>(
    op: Reduce,
    axis: u8,
    (from, rows, columns): (*const u8, usize, usize),
    to: *mut u8,
) {
    // SAFETY: the caller's tile holds these elements.
    let elements = unsafe { std::slice::from_raw_parts(from.cast::<T>(), rows * columns) };
    let wide: Vec<T::Wide> = elements.iter().map(|element| element.widen()).list();
    let mut result = vec![T::ZERO; if axis == 1 { rows } else { columns }];
    // SAFETY: the widened tile has the same extents, and the result an element for each row or column.
    unsafe { run(op, T::SCALAR, axis, (wide.as_ptr().cast(), rows, columns), result.as_mut_ptr().cast()) };
    for (k, wide) in result.into_iter().enumerate() {
        // SAFETY: the destination holds an element for each row or column.
        unsafe { to.cast::<T>().add(k).write(T::narrow(wide)) };
    }
}

/// What an element is widened to.
trait Wider {
    const SCALAR: Scalar;
}

macro_rules! wider {
    ($($t:ty => $scalar:ident),*) => {$(
        impl Wider for $t {
            const SCALAR: Scalar = Scalar::$scalar;
        }
    )*};
}

wider!(i8 => I64, i16 => I64, i32 => I64, u8 => U64, u16 => U64, u32 => U64, f16 => F32, bf16 => F32);

twin!(combine_rows: rows_plain, rows_wide <T: Element, O: Combine<T>;>
    (from: *const u8, rows: usize, columns: usize, to: *mut u8));
twin!(combine_columns: columns_plain, columns_wide <T: Element, O: Combine<T>;>
    (from: *const u8, rows: usize, columns: usize, to: *mut u8));

#[inline(always)]
unsafe fn combine_rows<T: Element, O: Combine<T>>(from: *const u8, rows: usize, columns: usize, to: *mut u8) {
    for row in 0..rows {
        // SAFETY: the caller's tile holds the row, and the destination its result.
        unsafe {
            let row_of = std::slice::from_raw_parts(from.cast::<T>().add(row * columns), columns);
            to.cast::<T>().add(row).write(T::narrow(combine::<T, O>(row_of)));
        }
    }
}

/// Combines the elements of a slice that is not empty.
#[inline(always)]
fn combine<T: Element, O: Combine<T>>(of: &[T]) -> T::Wide {
    let Some((head, rest)) = of.split_first_chunk::<WIDTH>() else {
        return of[1..].iter().fold(of[0].widen(), |all, one| O::call(all, one.widen()));
    };
    let mut all = [T::ZERO; WIDTH];
    for k in 0..WIDTH {
        all[k] = head[k].widen();
    }
    let (chunks, tail) = rest.as_chunks::<WIDTH>();
    for chunk in chunks {
        for k in 0..WIDTH {
            all[k] = O::call(all[k], chunk[k].widen());
        }
    }
    for (all, one) in all.iter_mut().zip(tail) {
        *all = O::call(*all, one.widen());
    }
    let mut width = WIDTH;
    while width > 1 {
        width /= 2;
        for k in 0..width {
            all[k] = O::call(all[k], all[k + width]);
        }
    }
    all[0]
}

#[inline(always)]
unsafe fn combine_columns<T: Element, O: Combine<T>>(
    from: *const u8,
    rows: usize,
    columns: usize,
    to: *mut u8,
) {
    let (from, to) = (from.cast::<T>(), to.cast::<T>());
    let mut left = 0;
    while left < columns {
        // The last columns are of a narrower loop.
        let width = if columns - left >= WIDTH { WIDTH } else { 1 };
        let mut all = [T::ZERO; WIDTH];
        for top in (0..rows).step_by(ROWS) {
            let mut some = [T::ZERO; WIDTH];
            for row in top..(top + ROWS).min(rows) {
                // SAFETY: the caller's tile holds these columns of the row.
                let part = unsafe { from.add(row * columns + left) };
                macro_rules! add {
                    ($width:expr) => {
                        for k in 0..$width {
                            // SAFETY: as above.
                            let one = unsafe { part.add(k).read() }.widen();
                            some[k] = if row == top { one } else { O::call(some[k], one) };
                        }
                    };
                }
                if width == WIDTH { add!(WIDTH) } else { add!(1) }
            }
            for k in 0..WIDTH {
                all[k] = if top == 0 { some[k] } else { O::call(all[k], some[k]) };
            }
        }
        for (k, one) in all.iter().enumerate().take(width) {
            // SAFETY: the destination holds an element for each column.
            unsafe { to.add(left + k).write(T::narrow(*one)) };
        }
        left += width;
    }
}
