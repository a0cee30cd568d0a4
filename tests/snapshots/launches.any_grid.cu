typedef unsigned int u32;
typedef unsigned long long usize;

extern "C" __global__ void any_grid(u32* __restrict__ out, usize out_len) {
    const usize block = (usize)blockIdx.y * (usize)gridDim.x + (usize)blockIdx.x;
    const usize i = block * (usize)blockDim.x + (usize)threadIdx.x;
    if (i < out_len) {
        out[i] = 1;
    }
}
