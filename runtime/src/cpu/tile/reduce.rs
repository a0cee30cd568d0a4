//! Sums, least and greatest elements along an axis.
//!
//! Sums of 16-bit floats are of `f32`, rounded once; other sums have their own type, and integers wrap. Each sum has several
//! partial ones that are added at the end, so that it can be vectorised and long sums stay accurate.

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
    type Wide: Copy;
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
    i8, i8, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    i16, i16, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    i32, i32, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    i64, i64, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    u8, u8, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    u16, u16, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
    u32, u32, 0, |a| a, |w| w, |x, y| x.wrapping_add(y);
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
/// The source is a tile of these elements, rows and columns, neither of them 0; the destination holds the result and is apart from it.
pub(super) unsafe fn run(
    op: Reduce,
    scalar: Scalar,
    axis: u8,
    (from, rows, columns): (*const u8, usize, usize),
    to: *mut u8,
) {
    macro_rules! of {
        ($t:ty) => {
            match (op, axis) {
                (Reduce::Sum, 1) => pick!(rows_plain::<$t, Sum>, rows_wide::<$t, Sum>),
                (Reduce::Min, 1) => pick!(rows_plain::<$t, Least>, rows_wide::<$t, Least>),
                (Reduce::Max, 1) => pick!(rows_plain::<$t, Greatest>, rows_wide::<$t, Greatest>),
                (Reduce::Sum, _) => pick!(columns_plain::<$t, Sum>, columns_wide::<$t, Sum>),
                (Reduce::Min, _) => pick!(columns_plain::<$t, Least>, columns_wide::<$t, Least>),
                (Reduce::Max, _) => pick!(columns_plain::<$t, Greatest>, columns_wide::<$t, Greatest>),
            }
        };
    }
    let f: unsafe fn(*const u8, usize, usize, *mut u8) = match scalar {
        Scalar::I8 => of!(i8),
        Scalar::I16 => of!(i16),
        Scalar::I32 => of!(i32),
        Scalar::I64 | Scalar::Isize => of!(i64),
        Scalar::Bool | Scalar::U8 => of!(u8),
        Scalar::U16 => of!(u16),
        Scalar::U32 => of!(u32),
        Scalar::U64 | Scalar::Usize => of!(u64),
        Scalar::F16 => of!(f16),
        Scalar::BF16 => of!(bf16),
        Scalar::F32 => of!(f32),
        Scalar::F64 => of!(f64),
    };
    // SAFETY: the caller's promise.
    unsafe { f(from, rows, columns, to) };
}

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
