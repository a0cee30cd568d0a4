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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.6828d8b2

struct Door {
    u32 hinge;
    u32 width;
};
static_assert(sizeof(Door) == 8 && alignof(Door) == 4);
static_assert(__INTADDR__(&((Door*)0)->hinge) == 0);
static_assert(__INTADDR__(&((Door*)0)->width) == 4);

__device__ __forceinline__ u32 Side_not(u32 self) {
    return self == 0 ? 1u : 0u;
}

__device__ __forceinline__ u32 turned(u32 value) {
    const u32 value_1 = Side_not(value);
    return value_1;
}

__device__ __forceinline__ u32 turned_2(u32 value) {
    return ~value;
}

__device__ __forceinline__ u32 Side_add(u32 self, u32 n) {
    return self + n * 100;
}

__device__ __forceinline__ u32 added(u32 value) {
    const u32 value_1 = Side_add(value, 5);
    return value_1;
}

__device__ __forceinline__ u32 added_2(u32 value) {
    return value + 5;
}

__device__ __forceinline__ u32 u32_add(u32 self, u32 side) {
    return self * 3 + side;
}

__device__ __forceinline__ void Side_add_assign(u32& self, u32 n) {
    if (n % 2 == 1) {
        self = Side_not(self);
    }
}

__device__ __forceinline__ u32 Side_bitor(u32 self, u32 other) {
    return self == other ? 0u : 1u;
}

__device__ __forceinline__ i32 Side_neg(u32 self) {
    return self == 0 ? 7 : -7;
}

__device__ __forceinline__ i32 sides(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const u32 v = (u32)x[kiln.rem(i, x_len, 30)];
    u32 side = v % 3 == 0 ? 0u : 1u;
    const u32 value = Side_not(side);
    const u32 value_1 = Side_not(0);
    const u32 value_2 = Side_add(side, v % 50);
    const u32 value_3 = u32_add(v % 50, side);
    u32 t = value + value_1 * 3 + value_2 + value_3 * 2;
    Side_add_assign(side, v);
    const u32 value_4 = Side_bitor(side, 1);
    Door door = {value_4, v % 9};
    Side_add_assign(door.hinge, door.width);
    const u32 value_5 = Side_not(door.hinge);
    const array<u32, 2> both = {side, value_5};
    const u32 value_6 = Side_bitor(both[0], both[1]);
    const u32 saved = value_6 * 5;
    const u32 value_7 = turned(side);
    const u32 value_8 = turned_2(v);
    t += saved + value_7 * 7 + value_8 % 11;
    const u32 value_9 = added(door.hinge);
    const u32 value_10 = added_2(3);
    t += value_9 + value_10;
    u32 folded = 4;
    for (usize turn = 0; turn < 2; ++turn) {
        const u32 sum = folded;
        folded = u32_add(sum, both[turn]);
    }
    t += folded;
    const i32 value_11 = Side_neg(side);
    return (i32)((u32)(i32)((i32)t * 2u) + value_11);
}

extern "C" __global__ void sides_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = sides(i, x, x_len, kiln);
    }
}
