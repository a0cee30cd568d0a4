typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

struct Odd {
    i8 tag;
    u8 at1;
    u32 at4;
    u64 at8;
    u32 at16;
    u8 at20;
    u8 at21;
    i16 at22;
    u32 at24;
};
static_assert(sizeof(Odd) == 32 && alignof(Odd) == 8);
static_assert(__INTADDR__(&((Odd*)0)->tag) == 0);
static_assert(__INTADDR__(&((Odd*)0)->at1) == 1);
static_assert(__INTADDR__(&((Odd*)0)->at4) == 4);
static_assert(__INTADDR__(&((Odd*)0)->at8) == 8);
static_assert(__INTADDR__(&((Odd*)0)->at16) == 16);
static_assert(__INTADDR__(&((Odd*)0)->at20) == 20);
static_assert(__INTADDR__(&((Odd*)0)->at21) == 21);
static_assert(__INTADDR__(&((Odd*)0)->at22) == 22);
static_assert(__INTADDR__(&((Odd*)0)->at24) == 24);

struct Zero {
};

__device__ __forceinline__ bool step(i64& n) {
    (u64&)n -= 1;
    return n > 0;
}

__device__ __forceinline__ bool stepped(Odd& o) {
    bool value;
    if (o.tag == -99) {
        i64 part;
        part = (i64)o.at8;
        const bool result = step(part);
        o.at8 = (u64)part;
        return result;
    } else if (o.tag == 0) {
        o.at8 = o.at8 & 18446744069414584320ull | (u64)(u32)(i32)((i32)(u32)o.at8 + 1u);
        value = (i32)(u32)o.at8 > 4;
    } else {
        value = false;
    }
    return value;
}

__device__ __forceinline__ i32 called(usize i, i32 v) {
    Zero constant;
    constant = Zero{};
    Odd o = {-99, 0, 0, (u64)(i64)(v & 7), 0, 0, 0, 0, 0};
    i64 sum = 0;
    if (o.tag == -99) {
        while (true) {
            i64 part;
            part = (i64)o.at8;
            const bool value = step(part);
            o.at8 = (u64)part;
            if (!value) {
                break;
            }
            sum = (i64)(sum * 3ull + (i64)o.at8);
        }
        o.at8 = (u64)(i64)((u64)(i64)o.at8 + (i64)i % 3);
        i64 part;
        part = (i64)o.at8;
        const bool value = step(part);
        o.at8 = (u64)part;
        if (value) {
            (u64&)sum += (i64)((i64)o.at8 * 100ull);
        } else {
            (u64&)sum -= (i64)((i64)o.at8 * 10ull);
        }
        i64 part_1;
        part_1 = (i64)o.at8;
        const bool value_1 = step(part_1);
        o.at8 = (u64)part_1;
        const i64 both = (i64)((i64)value_1 + (i64)o.at8 * 1000ull);
        bool condition = (i64)o.at8 < 0;
        if (condition) {
            i64 part_2;
            part_2 = (i64)o.at8;
            const bool value_2 = step(part_2);
            o.at8 = (u64)part_2;
            condition = value_2;
        }
        const bool lazy = condition || (i64)o.at8 > 5;
        (u64&)sum += (i64)((u64)both + (i64)lazy + (i64)o.at8);
        i64 part_2;
        part_2 = (i64)o.at8;
        const bool value_2 = step(part_2);
        o.at8 = (u64)part_2;
        (u64&)sum += value_2 ? (i64)o.at8 : (i64)-(u64)(i64)o.at8;
    }
    const bool value = stepped(o);
    if (value) {
        (u64&)sum += 7;
    }
    const array<i32, 4> part = {1, v, 3, 4};
    Odd four = {0, 0, (u32)part[0], (u64)(u32)part[1] | (u64)(u32)part[2] << 32, (u32)part[3], 0, 0, 0, 0};
    const bool value_1 = stepped(four);
    bool condition = value_1;
    if (condition) {
        const bool value_2 = stepped(four);
        condition = value_2;
    }
    const bool more = condition;
    i64 left;
    if (o.tag == -99) {
        const i64 w = (i64)o.at8;
        left = w;
    } else {
        left = 0;
    }
    i32 right;
    if (four.tag == 0) {
        const i32 b = (i32)(u32)four.at8;
        right = b;
    } else {
        right = 0;
    }
    return (i32)((u32)(i32)(i64)(sum + left * 17ull) + right + (i32)more);
}

__device__ __forceinline__ i32 called_at(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const i32 result = called(i, x[kiln.at(i % 37, x_len, 42)]);
    return result;
}

extern "C" __global__ void calls(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = called_at(i, x, x_len, kiln);
    }
}
