typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void page_rank(
    float damping,
    const u32* __restrict__ starts, usize starts_len,
    const u32* __restrict__ sources, usize sources_len,
    const u32* __restrict__ degree, usize degree_len,
    const float* __restrict__ old, usize old_len,
    float* __restrict__ new_, usize new_len,
    const kiln::launch_info kiln
) {
    const usize v = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (v < new_len) {
        float sum = 0.0f;
        const usize start = (usize)starts[kiln.at(v, starts_len, 5)];
        const usize end = (usize)starts[kiln.at(v + 1, starts_len, 6)];
        if (start > end || end > sources_len) {
            kiln.fail(7, (u64)start, (u64)end, (u64)sources_len);
        }
        for (usize turn = 0, turn_end = end - start; turn < turn_end; ++turn) {
            const usize source = (usize)(sources + start)[turn];
            sum += old[kiln.at(source, old_len, 10)] / (float)degree[kiln.at(source, degree_len, 11)];
        }
        new_[v] = (1.0f - damping) / (float)new_len + damping * sum;
    }
}
