typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void tally(
    const u32* __restrict__ values, usize values_len,
    u32* counts, usize counts_len,
    i32* least, usize least_len,
    float* sum, usize sum_len,
    u64* bits, usize bits_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < values_len) {
        const u32 v = values[i];
        atomicAdd(&counts[kiln.at((usize)(v % 10), counts_len, 7)], 1u);
        __threadfence();
        atomicMin(&least[kiln.at(0, least_len, 9)], (i32)((i32)v - 500u));
        __threadfence();
        __threadfence();
        atomicMax(&least[kiln.at(1, least_len, 11)], (i32)((i32)v - 500u));
        __threadfence();
        atomicAdd(&sum[kiln.at(0, sum_len, 13)], (float)v);
        atomicOr(&bits[kiln.at(0, bits_len, 15)], 1ull << (v % 64 & 63));
        atomicXor(&bits[kiln.at(1, bits_len, 18)], (u64)v);
        __threadfence();
        atomicAdd(&bits[kiln.at(2, bits_len, 20)], 0 - (1ull));
    }
}
