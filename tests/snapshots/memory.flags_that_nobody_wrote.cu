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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc
//   launch_info.502d9f1e

struct tuple_f32_bool {
    float v0;
    bool v1;
};
static_assert(sizeof(tuple_f32_bool) == 8 && alignof(tuple_f32_bool) == 4);
static_assert(__INTADDR__(&((tuple_f32_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_bool*)0)->v1) == 4);

extern "C" __global__ void flags_that_nobody_wrote(
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<bool, 100> flags;
    __shared__ array<tuple_f32_bool, 3> pairs;
    for (
        usize at = ((usize)threadIdx.z * (usize)blockDim.y + (usize)threadIdx.y) * (usize)blockDim.x + (usize)threadIdx.x, at_step = (usize)blockDim.z * (usize)blockDim.y * (usize)blockDim.x;
        at < 100;
        at += at_step
    ) {
        flags[at] = false;
    }
    for (
        usize at = ((usize)threadIdx.z * (usize)blockDim.y + (usize)threadIdx.y) * (usize)blockDim.x + (usize)threadIdx.x, at_step = (usize)blockDim.z * (usize)blockDim.y * (usize)blockDim.x;
        at < 3;
        at += at_step
    ) {
        pairs[at].v0 = 0.0f;
        pairs[at].v1 = false;
    }
    __syncthreads();
    out[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, out_len, 7)] = (u32)flags[kiln.at((usize)threadIdx.x, 100, 4)] + kiln::to<u32>(pairs[1].v0) + (u32)pairs[2].v1;
}
