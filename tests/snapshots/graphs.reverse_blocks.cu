typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.7c4ffe17

extern "C" __global__ void __launch_bounds__(64) reverse_blocks(
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    extern __shared__ __align__(16) u8 shared_memory[];
    u32* const tile = (u32*)shared_memory;
    const usize tile_len = kiln.shared_len;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    if (i < x_len) {
        tile[kiln.at(t, tile_len, 6)] = x[i];
    }
    __syncthreads();
    if (i < x_len && t < tile_len) {
        x[i] = tile[tile_len - 1 - t];
    }
}
