typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

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

__device__ __forceinline__ array<float, 4> compared(i32 x, float y) {
    const float divided = (i32)kiln::negated((u32)x) != 0 ? y / 3.0f : y;
    float doubled = y;
    while (doubled < 100.0f && (i32)kiln::negated((u32)x) > 0) {
        doubled += doubled;
    }
    const float chosen = (i32)kiln::negated((u32)x) == 0 ? 1.0f : y;
    const array<float, 4> result = {chosen, divided, doubled, kiln::negated((u32)x) <= 102 ? y : -1.0f};
    return result;
}

extern "C" __global__ void negations_compared(
    const i32* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    array<float, 4>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = compared(x[kiln.at(i, x_len, 18)], y[kiln.at(i, y_len, 19)]);
    }
}
