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

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void iterators(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    usize n,
    const kiln::launch_info kiln
) {
    float sum = 0.0f;
    for (usize turn = 0; turn < x_len; ++turn) {
        sum += x[turn];
    }
    for (usize turn = x_len; turn-- > 0;) {
        const usize i = turn;
        const float v = x[turn];
        sum += v * (float)i;
    }
    if (1ull > x_len) {
        kiln.fail(7, (u64)1ull, (u64)x_len);
    }
    const usize length = x_len - 1 < y_len ? x_len - 1 : y_len;
    const usize length_1 = length > n ? length - n : 0;
    const usize length_2 = length_1 == 0 ? 0 : (length_1 - 1) / 2 + 1;
    for (usize turn = 0; turn < length_2; ++turn) {
        y[turn * 2 + n] = (x + 1)[turn * 2 + n] + sum;
    }
    const usize length_3 = x_len / 2;
    for (usize turn = 0; turn < length_3; ++turn) {
        const usize start = turn * 2;
        sum += (x + start)[kiln.at(0, 2, 13)] - (x + start)[kiln.at(1, 2, 14)];
    }
    if (n > x_len) {
        kiln.fail(16, (u64)n, (u64)x_len);
    }
    const usize length_4 = x_len < x_len - n ? x_len : x_len - n;
    float sum_1 = -0.0f;
    for (usize turn = 0; turn < length_4; ++turn) {
        sum_1 += x[turn] * (x + n)[turn];
    }
    const float dot = sum_1;
    float folded = -3.4028235e38f;
    for (usize turn = 0; turn < x_len; ++turn) {
        const float most = folded;
        const float v = x[turn];
        folded = fmaxf(most, v);
    }
    const float most = folded;
    bool decided = false;
    for (usize turn = 0; turn < x_len; ++turn) {
        if (x[turn] > dot) {
            decided = true;
            break;
        }
    }
    bool condition = decided;
    if (condition) {
        const usize start = 0;
        const usize end = n;
        const usize length_5 = start < end ? end - start : 0;
        bool decided_1 = true;
        for (usize turn = 0; turn < length_5; ++turn) {
            const usize i = start + turn;
            if (!(i < 7)) {
                decided_1 = false;
                break;
            }
        }
        condition = decided_1;
    }
    const bool some = condition;
    y[kiln.at(0, y_len, 22)] = some ? sum + most : dot;
}
