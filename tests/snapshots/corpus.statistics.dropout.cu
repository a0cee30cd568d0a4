typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void dropout(
    float keep,
    u32 seed,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < y_len) {
        u32 h = (u32)i * 2654435769u ^ seed;
        h = (h ^ h >> 16) * 2246822507u;
        h = (h ^ h >> 13) * 3266489909u;
        const bool stays = (float)((h ^ h >> 16) >> 8) / 16777216.0f < keep;
        y[i] = stays ? x[kiln.at(i, x_len, 10)] / keep : 0.0f;
    }
}
