typedef unsigned int u32;
typedef unsigned long long usize;

// prelude: int_min.8439cc99

extern "C" __global__ void chunks_between_clamps(usize per, u32* __restrict__ x, usize x_len) {
    const usize n = x_len;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    for (usize j = kiln::int_min(i * per, n), j_end = kiln::int_min((i + 1) * per, n); j < j_end; ++j) {
        x[j] += 1;
    }
}
