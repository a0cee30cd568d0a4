typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 lane_id.154b932d unsigned_by_size.3ee267ca lane_xor.0e2ead84
//   exchange.3a989a11 masked_shuffle.9afe57d0 trailing_zeros.9737c9bc warp_id.9350e530 warp_sum_f32.0c8e5be4
//   div_ceil_u64.4268445c launch_info.502d9f1e

extern "C" __global__ void block_sums(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 32> partial;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    const float v = i < x_len ? x[i] : 0.0f;
    const float sum = kiln::warp_sum_f32(v);
    if (kiln::lane_id() == 0) {
        partial[kiln::warp_id()] = sum;
    }
    __syncthreads();
    if (kiln::warp_id() == 0) {
        const usize warps = kiln::div_ceil_u64((usize)blockDim.x, 32ull);
        const float all = kiln::warp_sum_f32(t < warps ? partial[t] : 0.0f);
        if (t == 0) {
            out[kiln.at((usize)blockIdx.x, out_len, 21)] = all;
        }
    }
}
