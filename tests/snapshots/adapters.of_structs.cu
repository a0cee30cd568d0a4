typedef signed char i8;
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.502d9f1e

struct Hit {
    float t;
    u32 id;
};
static_assert(sizeof(Hit) == 8 && alignof(Hit) == 4);
static_assert(__INTADDR__(&((Hit*)0)->t) == 0);
static_assert(__INTADDR__(&((Hit*)0)->id) == 4);

__device__ __forceinline__ i8 total_order(const i32& a, const i32& b) {
    const i32 a_1 = a;
    const i32 b_1 = b;
    return a_1 < b_1 ? -1 : a_1 > b_1 ? (i8)1 : (i8)0;
}

__device__ __forceinline__ i8 order_of_f32(const float& a, const float& b) {
    i32 left = (i32)__float_as_uint(a);
    i32 right = (i32)__float_as_uint(b);
    left ^= (i32)((u32)(left >> 31) >> 1);
    right ^= (i32)((u32)(right >> 31) >> 1);
    const i8 result = total_order(left, right);
    return result;
}

__device__ __forceinline__ float of_structs(
    usize i,
    const float* x, usize x_len,
    const kiln::launch_info& kiln
) {
    const Hit value = {0.0f, 0};
    array<Hit, 6> hits = kiln::filled<6>(value);
    for (usize turn = 0; turn < 6; ++turn) {
        const usize k = turn;
        hits[turn].t = x[kiln.at(i + k, x_len, 15)];
        hits[turn].id = (u32)k;
    }
    bool there = false;
    Hit found;
    for (usize turn = 0; turn < 6; ++turn) {
        if (!(hits[turn].t > 0.0f)) {
            continue;
        }
        bool better = true;
        if (there) {
            const i8 result = order_of_f32(found.t, hits[turn].t);
            better = result > 0;
        }
        if (better) {
            found = hits[turn];
            there = true;
        }
    }
    return there ? found.t + (float)found.id * 100.0f : -1.0f;
}

extern "C" __global__ void of_structs_kernel(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = of_structs(i, x, x_len, kiln);
    }
}
