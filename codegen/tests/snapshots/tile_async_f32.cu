// least: sm_80
// registers only
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: shared_address.62766488 async_copy_16.70b3f515 async_copy_4.f889371f async_copy_8.2f68737d
//   fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void tile_async_f32(
    const float* __restrict__ from, usize from_len,
    float* __restrict__ to, usize to_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<float, 512> shared;
    const usize t = (usize)threadIdx.x;
    kiln::async_copy_4(shared[kiln.at(t * 1, 512, 2)], from[kiln.at(t * 1, from_len, 3)], 4u);
    asm volatile("cp.async.commit_group;" ::: "memory");
    kiln::async_copy_8(shared[kiln.at(t * 2, 512, 6)], from[kiln.at(t * 2, from_len, 7)], 8u);
    asm volatile("cp.async.commit_group;" ::: "memory");
    kiln::async_copy_16(shared[kiln.at(t * 4, 512, 10)], from[kiln.at(t * 4, from_len, 11)], 16u);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group %0;" :: "n"(1u) : "memory");
    asm volatile("cp.async.wait_group %0;" :: "n"(0u) : "memory");
    to[kiln.at(t, to_len, 16)] = shared[kiln.at(t, 512, 17)];
}
