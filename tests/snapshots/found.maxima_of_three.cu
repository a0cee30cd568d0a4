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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca magnitude.9c08e1dd int_abs.de8d375a
//   int_max.1a21aab5 int_min.8439cc99 negated.60e6282c launch_info.502d9f1e

__device__ __forceinline__ array<i32, 8> of_three(i32 a, i32 b, i32 c) {
    const array<i32, 8> result = {kiln::int_max(a, kiln::int_max(b, (i32)kiln::negated((u32)c))), kiln::int_max(a, kiln::int_max((i32)kiln::negated((u32)b), c)), kiln::int_max((i32)kiln::negated((u32)a), kiln::int_max((i32)kiln::negated((u32)b), (i32)kiln::negated((u32)c))), kiln::int_max(a, kiln::int_max(kiln::int_abs(b), (i32)kiln::negated((u32)c))), kiln::int_min(a, kiln::int_min(b, (i32)kiln::negated((u32)c))), kiln::int_min(a, kiln::int_min((i32)kiln::negated((u32)b), c)), kiln::int_min((i32)kiln::negated((u32)a), kiln::int_min((i32)kiln::negated((u32)b), (i32)kiln::negated((u32)c))), (i32)kiln::int_max((u32)a, kiln::int_max((u32)b, kiln::negated((u32)c)))};
    return result;
}

extern "C" __global__ void maxima_of_three(
    const i32* __restrict__ a, usize a_len,
    const i32* __restrict__ b, usize b_len,
    const i32* __restrict__ c, usize c_len,
    array<i32, 8>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = of_three(a[kiln.at(i, a_len, 6)], b[kiln.at(i, b_len, 7)], c[kiln.at(i, c_len, 8)]);
    }
}
