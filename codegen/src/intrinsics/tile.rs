//! What lowered tile code asks of the machine: vector moves, asynchronous copies, matrix fragments and products.
//!
//! Only the tile compiler makes these calls. Memory operands are references to the first of consecutive elements
//! ([`Slot::Element`]); in memory that element is aligned to all the bytes that the call moves, in a local array
//! its number is a multiple of as many elements as that is. Elements of local arrays become registers only where
//! every index is a constant once loops are unrolled, which is the tile compiler's duty.
//!
//! Fragments are PTX's. Of a 16-bit matrix of 8×8, lane `l` holds row `l / 4`, columns `l % 4 * 2` and the one
//! after, in the halves of a `u32`, low half first; with values of other sizes a row has as many as fill its 16
//! bytes, and a lane those in its 4 bytes. Of an accumulator of 16×8 it holds four numbers: row `l / 4`, columns
//! `l % 4 * 2` and the one after, and then row `l / 4 + 8`.

use super::eval::{narrow, widen};
use super::*;

const U32: Slot = Slot::Fixed(Scalar::U32);
const TO: Slot = Slot::Element { mutable: true };
const FROM: Slot = Slot::Element { mutable: false };
/// The first of the registers with a fragment of 16-bit values.
const FRAGMENT: Slot = Slot::ElementOf { scalar: Scalar::U32, mutable: false };
const FRAGMENT_OUT: Slot = Slot::ElementOf { scalar: Scalar::U32, mutable: true };
const F64_FRAGMENT: Slot = Slot::ElementOf { scalar: Scalar::F64, mutable: false };
const ACCUMULATOR: Slot = Slot::ElementOf { scalar: Scalar::F32, mutable: true };
const I32_ACCUMULATOR: Slot = Slot::ElementOf { scalar: Scalar::I32, mutable: true };
const F64_ACCUMULATOR: Slot = Slot::ElementOf { scalar: Scalar::F64, mutable: true };

pub(super) static ROWS: &[Intrinsic] = &[
    moves("move_4", 4, "Copies 4 bytes of consecutive elements, at once.").helper(MOVE_4),
    moves("move_8", 8, "Copies 8 bytes of consecutive elements, at once.").helper(MOVE_8),
    moves("move_16", 16, "Copies 16 bytes of consecutive elements, at once.").helper(MOVE_16),
    moves("store_16", 16, "Copies 16 bytes of consecutive elements to a slice, at once.").helper(STORE_16),
    async_copy("async_copy_4", 4, "Begins to copy 4 bytes to shared memory, or to zero them.").helper(ASYNC_COPY_4),
    async_copy("async_copy_8", 8, "Begins to copy 8 bytes to shared memory, or to zero them.").helper(ASYNC_COPY_8),
    async_copy("async_copy_16", 16, "Begins to copy 16 bytes from a slice to shared memory. The third operand is 16, or 0 to zero \
         them and read nothing.").helper(ASYNC_COPY_16),
    row("async_commit", &[], Effect::Memory, Machine::AsyncCommit, "Makes a group of the copies that the thread began since the last group.").cuda(Cuda::Pattern("asm volatile(\"cp.async.commit_group;\" ::: \"memory\")")),
    row("async_wait", &[U32], Effect::Memory, Machine::AsyncWait, "Waits until at most so many of the thread's groups, the latest, are under way. The operand is a \
         literal.").cuda(Cuda::Pattern("asm volatile(\"cp.async.wait_group %0;\" :: \"n\"({0}) : \"memory\")")),
    load_matrix("ldmatrix_x4", false, "Four 8×8 matrices of 16-bit values from shared memory to four registers: lane `l` gives the address of row `l % 8` \
             of matrix `l / 8`.").helper(LDMATRIX_X4),
    load_matrix("ldmatrix_x4_trans", true, "As `ldmatrix_x4`, with each matrix transposed on its way.").helper(LDMATRIX_X4_TRANS),
    product("mma_m16n8k16_f16", &FLOATS, Scalar::F16, Scalar::F16).helper(MMA_F16),
    product("mma_m16n8k16_bf16", &FLOATS, Scalar::BF16, Scalar::BF16).helper(MMA_BF16),
    product("mma_m16n8k8_tf32", &FLOATS, Scalar::F32, Scalar::F32).helper(MMA_TF32),
    internal("to_tf32", Class::Single, &[Slot::Same], Cpu::Eval(|_, a| Bits::from(tf32_bits(a[0] as u32))), "The nearest number with 10 bits of fraction, halves away from zero: what tensor cores multiply \
         of `f32`.").helper(TO_TF32).ptx(TO_TF32_PTX),
    product("mma_m16n8k4_f64", &[F64_ACCUMULATOR, F64_FRAGMENT, F64_FRAGMENT], Scalar::F64, Scalar::F64).helper(MMA_F64),
    product("mma_m16n8k32_i8", &INTS, Scalar::I8, Scalar::I8).helper(MMA_I8),
    product("mma_m16n8k32_i8_u8", &INTS, Scalar::I8, Scalar::U8).helper(MMA_I8_U8),
    product("mma_m16n8k32_u8_i8", &INTS, Scalar::U8, Scalar::I8).helper(MMA_U8_I8),
    product("mma_m16n8k32_u8", &INTS, Scalar::U8, Scalar::U8).helper(MMA_U8),
    product("mma_m16n8k32_e4m3", &FLOATS, Scalar::E4M3, Scalar::E4M3).since(89).helper(MMA_E4M3),
    product("mma_m16n8k32_e4m3_e5m2", &FLOATS, Scalar::E4M3, Scalar::E5M2).since(89).helper(MMA_E4M3_E5M2),
    product("mma_m16n8k32_e5m2_e4m3", &FLOATS, Scalar::E5M2, Scalar::E4M3).since(89).helper(MMA_E5M2_E4M3),
    product("mma_m16n8k32_e5m2", &FLOATS, Scalar::E5M2, Scalar::E5M2).since(89).helper(MMA_E5M2),
    internal("byte_permute", Class::None, &[U32, U32, U32], Cpu::Eval(|_, a| permuted(a)), "Four of the eight bytes of two words, the first word's first: the lowest is the one with the number in the third operand's \
              lowest four bits, which are at most 7, and so on.").gives(U32).cuda(Cuda::Pattern("__byte_perm({0}, {1}, {2})")).ptx(Ptx::Code("prmt.b32 {0}, {1}, {2}")),
    pack("pack_f16", |_, a| packed(Scalar::F16, a), "Two numbers rounded to `f16`, the first in the low half.").helper(PACK_F16).ptx(Ptx::Pack(Scalar::F16)),
    pack("pack_bf16", |_, a| packed(Scalar::BF16, a), "Two numbers rounded to `bf16`, the first in the low half.").helper(PACK_BF16).ptx(Ptx::Pack(Scalar::BF16)),
    row("lane_xor", &[Slot::Same, U32], Effect::Convergent, Machine::LaneXor, "The value of the lane whose number differs in the given bits, below 32. All lanes of the warp \
         are active.").of(Class::Any).gives(Slot::Same).since(70).helper(LANE_XOR),
];

/// A call of the machine.
const fn row(
    name: &'static str,
    params: &'static [Slot],
    effect: Effect,
    machine: Machine,
    doc: &'static str,
) -> Intrinsic {
    // Each row has a helper of its own.
    let row = Intrinsic::of_machine(name, Surface::Internal, Cuda::Pattern(""), machine, doc);
    Intrinsic { params, effect, least_arch: 80, ..row }
}

/// A function of its operands.
const fn internal(
    name: &'static str,
    class: Class,
    params: &'static [Slot],
    cpu: Cpu,
    doc: &'static str,
) -> Intrinsic {
    Intrinsic::pure(name, class, params, cpu, doc).internal()
}

const fn moves(name: &'static str, bytes: u8, doc: &'static str) -> Intrinsic {
    row(name, &[TO, FROM], Effect::Memory, Machine::Move(bytes), doc).of(Class::Any).since(0)
}

const fn async_copy(name: &'static str, bytes: u8, doc: &'static str) -> Intrinsic {
    row(name, &[TO, FROM, U32], Effect::Memory, Machine::AsyncCopy(bytes), doc).of(Class::Any)
}

const fn load_matrix(name: &'static str, transposed: bool, doc: &'static str) -> Intrinsic {
    let machine = Machine::LoadMatrix { transposed };
    row(name, &[FRAGMENT_OUT, FROM], Effect::Convergent, machine, doc).of(Class::Any).since(75)
}

static FLOATS: [Slot; 3] = [ACCUMULATOR, FRAGMENT, FRAGMENT];
static INTS: [Slot; 3] = [I32_ACCUMULATOR, FRAGMENT, FRAGMENT];

const fn product(name: &'static str, params: &'static [Slot], left: Scalar, right: Scalar) -> Intrinsic {
    row(
        name,
        params,
        Effect::Convergent,
        Machine::Product(left, right),
        "Adds the product of a matrix of 16 rows and one of 8 columns, as deep as 32 bytes hold elements, to a 16×8 accumulator: four numbers, \
         from 16 and 8 bytes of registers. The left fragment is the matrix's quarters by columns, the right one its upper half and its lower \
         half, transposed.",
    )
}

const fn pack(name: &'static str, eval: fn(Scalar, &[Bits]) -> Bits, doc: &'static str) -> Intrinsic {
    const TWO: &[Slot] = &[Slot::Fixed(Scalar::F32), Slot::Fixed(Scalar::F32)];
    internal(name, Class::None, TWO, Cpu::Eval(eval), doc).gives(U32)
}

/// Of a NaN the instruction leaves the lower bits open, so that those of the operand stay.
const TO_TF32_PTX: Ptx = Ptx::Cases(&[
    (
        Case::Since(80),
        "cvt.rna.tf32.f32 {r0}; and.b32 $0, 0xFFFFE000; or.b32 {r0}, 0x400000; setp.num.f32 {r0}, {r0}; \
         selp.b32 $1, $2, $3",
    ),
    (
        Case::Always,
        "add.u32 {r0}, 0x1000; and.b32 $0, 0xFFFFE000; or.b32 {r0}, 0x400000; setp.num.f32 {r0}, {r0}; \
         selp.b32 $1, $2, $3",
    ),
]);

/// Two `f32` rounded to a 16-bit float, the first in the low half.
fn packed(scalar: Scalar, operands: &[Bits]) -> Bits {
    let rounded = |bits| narrow(scalar, widen(Scalar::F32, bits));
    rounded(operands[1]) << 16 | rounded(operands[0])
}

/// An `f32` rounded to tf32, by its bits.
fn tf32_bits(bits: u32) -> u32 {
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        return bits | 0x0040_0000;
    }
    bits.wrapping_add(0x1000) & 0xffff_e000
}

/// Bytes of two words, by number.
fn permuted(operands: &[Bits]) -> Bits {
    let bytes = operands[0] & 0xffff_ffff | operands[1] << 32;
    let byte = |k: u32| bytes >> ((operands[2] >> (4 * k) & 7) * 8) & 0xff;
    (0..4).fold(0, |word, k| word | byte(k) << (8 * k))
}

const MOVE_4: &str = "\
template <typename T> __device__ __forceinline__ void move_4(T& target, const T& source) {
    *(u32*)&target = *(const u32*)&source;
}
";

const MOVE_8: &str = "\
template <typename T> __device__ __forceinline__ void move_8(T& target, const T& source) {
    *(uint2*)&target = *(const uint2*)&source;
}
";

const MOVE_16: &str = "\
template <typename T> __device__ __forceinline__ void move_16(T& target, const T& source) {
    *(uint4*)&target = *(const uint4*)&source;
}
";

/// Written out: NVRTC makes four stores of some assignments that two ways through a kernel end with.
const STORE_16: &str = "\
template <typename T> __device__ __forceinline__ void store_16(T& target, const T& source) {
    const uint4 bits = *(const uint4*)&source;
    asm volatile(\"st.global.v4.b32 [%0], {%1, %2, %3, %4};\"
                 :: \"l\"(&target), \"r\"(bits.x), \"r\"(bits.y), \"r\"(bits.z), \"r\"(bits.w) : \"memory\");
}
";

const ASYNC_COPY_4: &str = "\
template <typename T> __device__ __forceinline__ void async_copy_4(T& target, const T& source, u32 bytes) {
    asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4, %2;\"
                 :: \"r\"(shared_address(&target)), \"l\"(&source), \"r\"(bytes) : \"memory\");
}
";

const ASYNC_COPY_8: &str = "\
template <typename T> __device__ __forceinline__ void async_copy_8(T& target, const T& source, u32 bytes) {
    asm volatile(\"cp.async.ca.shared.global [%0], [%1], 8, %2;\"
                 :: \"r\"(shared_address(&target)), \"l\"(&source), \"r\"(bytes) : \"memory\");
}
";

/// Past the first-level cache: what goes to shared memory is not read a second time from there.
const ASYNC_COPY_16: &str = "\
template <typename T> __device__ __forceinline__ void async_copy_16(T& target, const T& source, u32 bytes) {
    asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16, %2;\"
                 :: \"r\"(shared_address(&target)), \"l\"(&source), \"r\"(bytes) : \"memory\");
}
";

const LDMATRIX_X4: &str = "\
template <typename T> __device__ __forceinline__ void ldmatrix_x4(u32& target, const T& source) {
    u32* d = &target;
    asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\"
                 : \"=r\"(d[0]), \"=r\"(d[1]), \"=r\"(d[2]), \"=r\"(d[3])
                 : \"r\"(shared_address(&source)) : \"memory\");
}
";

const LDMATRIX_X4_TRANS: &str = "\
template <typename T> __device__ __forceinline__ void ldmatrix_x4_trans(u32& target, const T& source) {
    u32* d = &target;
    asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];\"
                 : \"=r\"(d[0]), \"=r\"(d[1]), \"=r\"(d[2]), \"=r\"(d[3])
                 : \"r\"(shared_address(&source)) : \"memory\");
}
";

const MMA_F16: &str = "\
__device__ __forceinline__ void mma_m16n8k16_f16(float& acc, const u32& left, const u32& right) {
    float* d = &acc;
    const u32 *a = &left, *b = &right;
    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \"
                 \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"
                 : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])
                 : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"r\"(b[0]), \"r\"(b[1]));
}
";

const MMA_BF16: &str = "\
__device__ __forceinline__ void mma_m16n8k16_bf16(float& acc, const u32& left, const u32& right) {
    float* d = &acc;
    const u32 *a = &left, *b = &right;
    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 \"
                 \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"
                 : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])
                 : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"r\"(b[0]), \"r\"(b[1]));
}
";

/// A product of factors of 8 bits.
macro_rules! mma_8 {
    ($name:literal, $left:literal, $right:literal, $number:literal, $kind:literal, $constraint:literal) => {
        concat!(
            "__device__ __forceinline__ void mma_m16n8k32_",
            $name,
            "(",
            $number,
            "& acc, const u32& left, const u32& right) {\n    ",
            $number,
            "* d = &acc;\n    const u32 *a = &left, *b = &right;\n    asm volatile(\"mma.sync.aligned.m16n8k32.row.col.",
            $kind,
            ".",
            $left,
            ".",
            $right,
            ".",
            $kind,
            " \"\n                 \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n                 : \"+",
            $constraint,
            "\"(d[0]), \"+",
            $constraint,
            "\"(d[1]), \"+",
            $constraint,
            "\"(d[2]), \"+",
            $constraint,
            "\"(d[3])\n                 : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"r\"(b[0]), \"r\"(b[1]));\n}\n",
        )
    };
}

const MMA_I8: &str = mma_8!("i8", "s8", "s8", "i32", "s32", "r");
const MMA_I8_U8: &str = mma_8!("i8_u8", "s8", "u8", "i32", "s32", "r");
const MMA_U8_I8: &str = mma_8!("u8_i8", "u8", "s8", "i32", "s32", "r");
const MMA_U8: &str = mma_8!("u8", "u8", "u8", "i32", "s32", "r");
const MMA_E4M3: &str = mma_8!("e4m3", "e4m3", "e4m3", "float", "f32", "f");
const MMA_E4M3_E5M2: &str = mma_8!("e4m3_e5m2", "e4m3", "e5m2", "float", "f32", "f");
const MMA_E5M2_E4M3: &str = mma_8!("e5m2_e4m3", "e5m2", "e4m3", "float", "f32", "f");
const MMA_E5M2: &str = mma_8!("e5m2", "e5m2", "e5m2", "float", "f32", "f");

const MMA_TF32: &str = "\
__device__ __forceinline__ void mma_m16n8k8_tf32(float& acc, const u32& left, const u32& right) {
    float* d = &acc;
    const u32 *a = &left, *b = &right;
    asm volatile(\"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 \"
                 \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"
                 : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])
                 : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"r\"(b[0]), \"r\"(b[1]));
}
";

/// The instruction leaves open what the bits are that tensor cores do not look at, where a NaN may have all of its own.
const TO_TF32: &str = "\
__device__ __forceinline__ float to_tf32(float value) {
    u32 bits = __float_as_uint(value);
    if (value != value) return __uint_as_float(bits | 0x00400000u);
#if __CUDA_ARCH__ >= 800
    asm(\"cvt.rna.tf32.f32 %0, %1;\" : \"=r\"(bits) : \"f\"(value));
#else
    bits += 0x1000u;
#endif
    return __uint_as_float(bits & 0xffffe000u);
}
";

/// The upper and the lower half by themselves where one instruction does not do both.
const MMA_F64: &str = "\
__device__ __forceinline__ void mma_m16n8k4_f64(double& acc, const double& left, const double& right) {
    double* d = &acc;
    const double* a = &left;
#if __CUDA_ARCH__ >= 900
    asm volatile(\"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};\"
                 : \"+d\"(d[0]), \"+d\"(d[1]), \"+d\"(d[2]), \"+d\"(d[3]) : \"d\"(a[0]), \"d\"(a[1]), \"d\"(right));
#else
    asm volatile(\"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};\"
                 : \"+d\"(d[0]), \"+d\"(d[1]) : \"d\"(a[0]), \"d\"(right));
    asm volatile(\"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};\"
                 : \"+d\"(d[2]), \"+d\"(d[3]) : \"d\"(a[1]), \"d\"(right));
#endif
}
";

const PACK_F16: &str = "\
__device__ __forceinline__ u32 pack_f16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    u32 both;
    asm(\"cvt.rn.f16x2.f32 %0, %1, %2;\" : \"=r\"(both) : \"f\"(high), \"f\"(low));
    return both;
#else
    return (u32)f16(high).bits << 16 | f16(low).bits;
#endif
}
";

const PACK_BF16: &str = "\
__device__ __forceinline__ u32 pack_bf16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    u32 both;
    asm(\"cvt.rn.bf16x2.f32 %0, %1, %2;\" : \"=r\"(both) : \"f\"(high), \"f\"(low));
    return both;
#else
    return (u32)bf16(high).bits << 16 | bf16(low).bits;
#endif
}
";

const LANE_XOR: &str = "\
template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}
";
