typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void collect(
    const u32* __restrict__ values, usize values_len,
    u32* next, usize next_len,
    u32* winners, usize winners_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < values_len && values[i] % 3 == 0) {
        const u32 place = atomicAdd(&next[kiln.at(0, next_len, 6)], 1u);
        out[kiln.at((usize)place, out_len, 9)] = values[i];
        const u32 expected = 4294967295u;
        __threadfence();
        const u32 old = atomicCAS(&winners[kiln.at(0, winners_len, 11)], expected, values[i]);
        __threadfence();
        const bool exchanged = old == expected;
        if (exchanged) {
            atomicAdd(&winners[kiln.at(1, winners_len, 14)], 1u);
        }
        const u32 value = atomicExch(&winners[0], values[i]);
        if (value == 1) {
            atomicAdd(&winners[kiln.at(2, winners_len, 19)], 1u);
        }
    }
}
