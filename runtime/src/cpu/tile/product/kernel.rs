//! The innermost loops of a product, one for each kind of processor.

/// No kernel has more rows or columns.
pub(super) const MOST_ROWS: usize = 8;
pub(super) const MOST_COLUMNS: usize = 32;

/// `c += a × b` for a rectangle of `c`: step after step along the inner axis, each rounded once, as GPUs do it that
/// have no tensor cores for the elements. So both have the same bits.
///
/// Operands: the inner extent; the rows of `a` and their distance; `b`, packed as rows of the kernel's columns; the
/// rows of `c` and their distance.
type Run<T> = unsafe fn(usize, *const T, usize, *const T, *mut T, usize);

/// A rectangle that is computed at once.
#[derive(Clone, Copy)]
pub(super) struct Kernel<T> {
    pub rows: usize,
    pub columns: usize,
    pub run: Run<T>,
}

/// What kernels multiply.
pub(super) trait Number: Copy {
    const ZERO: Self;
    /// The fastest kernel. The standard library remembers what the processor has.
    fn kernel() -> Kernel<Self>;
}

impl Number for f32 {
    const ZERO: f32 = 0.0;

    fn kernel() -> Kernel<f32> {
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx512f") {
                return AVX512;
            }
            if crate::cpu::lanes::has_avx2() {
                return AVX2;
            }
        }
        PORTABLE
    }
}

impl Number for f64 {
    const ZERO: f64 = 0.0;

    fn kernel() -> Kernel<f64> {
        #[cfg(target_arch = "x86_64")]
        if crate::cpu::lanes::has_avx2() {
            return AVX2_F64;
        }
        PORTABLE_F64
    }
}

impl Kernel<f32> {
    /// Every one that runs on this processor.
    #[cfg(test)]
    pub fn all() -> Vec<Kernel<f32>> {
        let mut all = vec![PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(crate::cpu::lanes::has_avx2().then_some(AVX2));
            all.extend(std::is_x86_feature_detected!("avx512f").then_some(AVX512));
        }
        all
    }
}

impl Kernel<f64> {
    /// Every one that runs on this processor.
    #[cfg(test)]
    pub fn all() -> Vec<Kernel<f64>> {
        let mut all = vec![PORTABLE_F64];
        #[cfg(target_arch = "x86_64")]
        all.extend(crate::cpu::lanes::has_avx2().then_some(AVX2_F64));
        all
    }
}

const PORTABLE_F64: Kernel<f64> = Kernel { rows: 4, columns: 8, run: portable_f64 };
#[cfg(target_arch = "x86_64")]
const AVX2_F64: Kernel<f64> = Kernel { rows: 6, columns: 8, run: avx2_f64 };
const PORTABLE: Kernel<f32> = Kernel { rows: 4, columns: 16, run: portable };
#[cfg(target_arch = "x86_64")]
const AVX2: Kernel<f32> = Kernel { rows: 6, columns: 16, run: avx2 };
#[cfg(target_arch = "x86_64")]
const AVX512: Kernel<f32> = Kernel { rows: 8, columns: 32, run: avx512 };

#[inline(always)]
unsafe fn rectangle<T: Number, const ROWS: usize, const COLUMNS: usize>(
    depth: usize,
    a: *const T,
    a_stride: usize,
    b: *const T,
    c: *mut T,
    c_stride: usize,
    step: impl Fn(T, T, T) -> T,
) {
    let mut sums = [[T::ZERO; COLUMNS]; ROWS];
    for (r, sums) in sums.iter_mut().enumerate() {
        // SAFETY: the caller's result has this row.
        *sums = unsafe { c.add(r * c_stride).cast::<[T; COLUMNS]>().read() };
    }
    for k in 0..depth {
        // SAFETY: the caller's operands have these elements.
        unsafe {
            let b = b.add(k * COLUMNS).cast::<[T; COLUMNS]>().read();
            for (r, sums) in sums.iter_mut().enumerate() {
                let a = a.add(r * a_stride + k).read();
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum = step(a, b, *sum);
                }
            }
        }
    }
    for (r, sums) in sums.iter().enumerate() {
        // SAFETY: the caller's result has this row.
        unsafe { c.add(r * c_stride).cast::<[T; COLUMNS]>().write(*sums) };
    }
}

unsafe fn portable(
    depth: usize,
    a: *const f32,
    a_stride: usize,
    b: *const f32,
    c: *mut f32,
    c_stride: usize,
) {
    // SAFETY: the caller's promise.
    unsafe { rectangle::<f32, 4, 16>(depth, a, a_stride, b, c, c_stride, f32::mul_add) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2(depth: usize, a: *const f32, a_stride: usize, b: *const f32, c: *mut f32, c_stride: usize) {
    // SAFETY: the caller's promise.
    unsafe { rectangle::<f32, 6, 16>(depth, a, a_stride, b, c, c_stride, f32::mul_add) }
}

unsafe fn portable_f64(
    depth: usize,
    a: *const f64,
    a_stride: usize,
    b: *const f64,
    c: *mut f64,
    c_stride: usize,
) {
    // SAFETY: the caller's promise.
    unsafe { rectangle::<f64, 4, 8>(depth, a, a_stride, b, c, c_stride, f64::mul_add) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2_f64(
    depth: usize,
    a: *const f64,
    a_stride: usize,
    b: *const f64,
    c: *mut f64,
    c_stride: usize,
) {
    // SAFETY: the caller's promise.
    unsafe { rectangle::<f64, 6, 8>(depth, a, a_stride, b, c, c_stride, f64::mul_add) }
}

/// Eight rows of two registers each. It is assembly since the intrinsics are younger than the Rust that Kiln asks for.
///
/// Called only where the processor has AVX-512F.
#[cfg(target_arch = "x86_64")]
unsafe fn avx512(depth: usize, a: *const f32, a_stride: usize, b: *const f32, c: *mut f32, c_stride: usize) {
    /// A row's step: one element of `a` times the row of `b`.
    macro_rules! row {
        ($a:literal, $low:literal, $high:literal) => {
            concat!(
                "vbroadcastss zmm18, dword ptr [",
                $a,
                "]\n",
                "vfmadd231ps zmm",
                $low,
                ", zmm18, zmm16\n",
                "vfmadd231ps zmm",
                $high,
                ", zmm18, zmm17",
            )
        };
    }
    /// Loads a row of the result and goes to the next.
    macro_rules! begin {
        ($low:literal, $high:literal) => {
            concat!(
                "vmovups zmm",
                $low,
                ", [{c_row}]\n",
                "vmovups zmm",
                $high,
                ", [{c_row} + 64]\n",
                "add {c_row}, {c_stride}",
            )
        };
    }
    /// Stores a row of the result and goes to the next.
    macro_rules! finish {
        ($low:literal, $high:literal) => {
            concat!(
                "vmovups [{c}], zmm",
                $low,
                "\n",
                "vmovups [{c} + 64], zmm",
                $high,
                "\n",
                "add {c}, {c_stride}",
            )
        };
    }
    // SAFETY: the caller's operands have eight rows, and the processor these instructions.
    unsafe {
        std::arch::asm!(
            "mov {c_row}, {c}",
            begin!(0, 1), begin!(2, 3), begin!(4, 5), begin!(6, 7),
            begin!(8, 9), begin!(10, 11), begin!(12, 13), begin!(14, 15),
            "test {depth}, {depth}",
            "jz 3f",
            "2:",
            "vmovups zmm16, [{b}]",
            "vmovups zmm17, [{b} + 64]",
            row!("{a}", 0, 1),
            row!("{a} + {stride}", 2, 3),
            row!("{a} + 2*{stride}", 4, 5),
            row!("{a} + {three}", 6, 7),
            row!("{half}", 8, 9),
            row!("{half} + {stride}", 10, 11),
            row!("{half} + 2*{stride}", 12, 13),
            row!("{half} + {three}", 14, 15),
            "add {a}, 4",
            "add {half}, 4",
            "add {b}, 128",
            "dec {depth}",
            "jnz 2b",
            "3:",
            finish!(0, 1), finish!(2, 3), finish!(4, 5), finish!(6, 7),
            finish!(8, 9), finish!(10, 11), finish!(12, 13), finish!(14, 15),
            "vzeroupper",
            depth = inout(reg) depth => _,
            a = inout(reg) a => _,
            half = inout(reg) a.wrapping_add(4 * a_stride) => _,
            b = inout(reg) b => _,
            c = inout(reg) c => _,
            c_row = out(reg) _,
            stride = in(reg) a_stride * 4,
            three = in(reg) a_stride * 12,
            c_stride = in(reg) c_stride * 4,
            out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
            out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
            out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
            out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
            out("zmm16") _, out("zmm17") _, out("zmm18") _,
            options(nostack),
        );
    }
}
