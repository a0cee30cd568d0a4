// only: sm_90
typedef int i32;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 pinned.b3e485d0 shared_address.62766488
//   wgmma_factor.7c548dc1 wgmma_u8_32kk_new.afcb3c0a wgmma_u8_32kk.e68e28d1 wgmma_finish_i32_32_but_1.645562f3
//   wgmma_finish_i32_32.a96d18f3 launch_info.502d9f1e

extern "C" __global__ void wgmma_u8(i32* __restrict__ out, usize out_len, const kiln::launch_info kiln) {
    __shared__ __align__(16) array<u8, 8192> left;
    __align__(16) array<i32, 16> sum = kiln::filled<16>(0);
    const array<u32, 4> held = kiln::filled<4>(0u);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    kiln::wgmma_u8_32kk_new(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(left[0]), kiln::wgmma_factor<0x4000004000010000ull>(left[0]));
    kiln::wgmma_u8_32kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(left[0]), kiln::wgmma_factor<0x8000002000010000ull>(left[0]));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
    kiln::wgmma_finish_i32_32_but_1(sum[0]);
    kiln::wgmma_finish_i32_32(sum[0]);
    const usize i = kiln::pinned((usize)blockIdx.x * blockDim.x + threadIdx.x);
    out[kiln.at(i, out_len, 21)] = sum[0];
}
