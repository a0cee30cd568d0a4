typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void lower_bounds(
    const u32* __restrict__ table, usize table_len,
    const u32* __restrict__ keys, usize keys_len,
    u32* __restrict__ places, usize places_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= keys_len) {
        return;
    }
    usize low = 0;
    usize high = table_len;
    while (low < high) {
        const usize middle = low + (high - low) / 2;
        const bool matched = table[middle] < keys[i];
        if (matched) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    places[kiln.at(i, places_len, 14)] = (u32)low;
}
