typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct tuple_f32_u32 {
    float v0;
    u32 v1;
};
static_assert(sizeof(tuple_f32_u32) == 8 && alignof(tuple_f32_u32) == 4);
static_assert(__INTADDR__(&((tuple_f32_u32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_u32*)0)->v1) == 4);

extern "C" __global__ void __launch_bounds__(128) nearest(
    const float* __restrict__ distance, usize distance_len,
    u32* __restrict__ best, usize best_len,
    const kiln::launch_info kiln
) {
    __shared__ array<tuple_f32_u32, 128> near;
    const usize t = (usize)threadIdx.x;
    tuple_f32_u32 mine = {__uint_as_float(0x7f800000u), 0};
    for (usize i = t; i < distance_len; i += 128) {
        if (distance[i] < mine.v0) {
            mine = tuple_f32_u32{distance[i], (u32)i};
        }
    }
    near[t] = mine;
    __syncthreads();
    usize half = 64;
    while (half > 0) {
        if (t < half && near[t + half].v0 < near[t].v0) {
            near[t] = near[t + half];
        }
        __syncthreads();
        half = half / 2;
    }
    if ((usize)blockIdx.x * blockDim.x + threadIdx.x == 0) {
        best[kiln.at(0, best_len, 26)] = near[0].v1;
    }
}
