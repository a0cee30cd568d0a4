typedef int i32;
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

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 fail_record.18877a3b fail.ebbbc3a8 magnitude.9c08e1dd
//   int_abs.de8d375a negated.60e6282c unsigned_abs_i32.2ea9a2e9 launch_info.502d9f1e

__device__ __forceinline__ array<float, 4> magnitudes(i32 x) {
    const i32 magnitude = x < 0 ? (i32)kiln::negated((u32)x) : x;
    const array<float, 4> result = {(float)kiln::abs_diff(x, 0), (float)kiln::unsigned_abs_i32(x), (float)(u32)magnitude, (float)kiln::abs_diff(0, x)};
    return result;
}

extern "C" __global__ void magnitudes_as_floats(
    const i32* __restrict__ x, usize x_len,
    array<float, 4>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = magnitudes(x[kiln.at(i, x_len, 9)]);
    }
}
