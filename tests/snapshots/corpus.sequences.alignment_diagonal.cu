typedef int i32;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

// Narrow numbers in 32 bits: ptxas (13.0 at least) joins two minima of 16 bits and loses that one of them is not
// below zero.
template <typename T> __device__ __forceinline__ T int_max(T a, T b) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = a;
        asm("" : "+r"(wide));
        return (T)(b > wide ? b : wide);
    }
    return b > a ? b : a;
}

// A negation that ptxas (13.0 at least) does not know to be one: of `max(x, max(y, -z))`, and of the minimum likewise, it
// makes one instruction for three numbers, which has no place for the sign (`VIMNMX3`), and forgets it. What is known to
// be a negation becomes a magnitude too, and that of the least integer is then taken for negative. Of an empty `asm`, of
// differences and of complements it knows; bytes that are chosen in their order it leaves as they are. So it does the
// bits of a table with one input (`lop3`), but it falls over one that is compared with zero where a branch begins.
__device__ __forceinline__ u32 negated(u32 x) {
    u32 result;
    asm("prmt.b32 %0, %1, 0, 0x3210;" : "=r"(result) : "r"(-x));
    return result;
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void alignment_diagonal(
    usize d,
    i32 gap,
    const u8* __restrict__ a, usize a_len,
    const u8* __restrict__ b, usize b_len,
    const i32* __restrict__ before, usize before_len,
    const i32* __restrict__ last, usize last_len,
    i32* __restrict__ now, usize now_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (row > a_len || row > d || d - row > b_len) {
        return;
    }
    const usize column = d - row;
    i32 value;
    if (row == 0 || column == 0) {
        const usize n = row == 0 ? column : row;
        value = (i32)(kiln::negated((u32)gap) * (i32)n);
    } else {
        const i32 same = a[row - 1] == b[column - 1] ? 1 : -1;
        value = kiln::int_max(kiln::int_max((i32)((u32)before[kiln.at(row - 1, before_len, 14)] + same), (i32)((u32)last[kiln.at(row, last_len, 15)] - gap)), (i32)((u32)last[kiln.at(row - 1, last_len, 16)] - gap));
    }
    now[kiln.at(row, now_len, 17)] = value;
}
