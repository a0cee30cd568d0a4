typedef short i16;
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

// prelude: filled.c4c772b2 narrow.274b3146

struct Shape {
    i32 tag;
    u64 at8;
    float at16;
    float at20;
};
static_assert(sizeof(Shape) == 24 && alignof(Shape) == 8);
static_assert(__INTADDR__(&((Shape*)0)->tag) == 0);
static_assert(__INTADDR__(&((Shape*)0)->at8) == 8);
static_assert(__INTADDR__(&((Shape*)0)->at16) == 16);
static_assert(__INTADDR__(&((Shape*)0)->at20) == 20);

struct V {
    float x;
    float y;
    float z;
};
static_assert(sizeof(V) == 12 && alignof(V) == 4);
static_assert(__INTADDR__(&((V*)0)->x) == 0);
static_assert(__INTADDR__(&((V*)0)->y) == 4);
static_assert(__INTADDR__(&((V*)0)->z) == 8);

struct Tiny {
    u8 tag;
    u8 at1;
    i16 at2;
    u32 at4;
};
static_assert(sizeof(Tiny) == 8 && alignof(Tiny) == 4);
static_assert(__INTADDR__(&((Tiny*)0)->tag) == 0);
static_assert(__INTADDR__(&((Tiny*)0)->at1) == 1);
static_assert(__INTADDR__(&((Tiny*)0)->at2) == 2);
static_assert(__INTADDR__(&((Tiny*)0)->at4) == 4);

__device__ __forceinline__ float area(Shape s) {
    V part;
    part.x = __uint_as_float((u32)s.at8);
    part.y = __uint_as_float((u32)(s.at8 >> 32));
    part.z = s.at16;
    const V c = part;
    const float r = s.at20;
    float value;
    if (s.tag == 0 && r > 0.0f) {
        value = c.x + r * r;
    } else if (s.tag == 0) {
        value = -1.0f;
    } else if (s.tag == 1) {
        const float x = __uint_as_float((u32)s.at8);
        value = x;
    } else if (s.tag == 2) {
        value = 0.0f;
    } else if (s.tag == 3) {
        array<u8, 6> part_1;
        part_1[0] = (u8)s.at8;
        part_1[1] = (u8)(s.at8 >> 8);
        part_1[2] = (u8)(s.at8 >> 16);
        part_1[3] = (u8)(s.at8 >> 24);
        part_1[4] = (u8)(s.at8 >> 32);
        part_1[5] = (u8)(s.at8 >> 40);
        const array<u8, 6> b = part_1;
        const bool flag = (u8)(s.at8 >> 48) != 0;
        float sum = 0.0f;
        for (usize i = 0; i < 6; ++i) {
            sum += (float)b[i];
        }
        value = flag ? sum : -sum;
    } else if (s.tag == 4) {
        const double w = __longlong_as_double((i64)s.at8);
        value = (float)w;
    } else if (s.tag == 5 && (u8)s.at8 == 0) {
        const u8 a = (u8)(s.at8 >> 8);
        value = (float)a;
    } else if (s.tag == 5 && (u8)s.at8 == 1) {
        const u32 b = (u32)(s.at8 >> 32);
        value = (float)b * 2.0f;
    } else if (s.tag == 5 && ((u8)s.at8 == 2 && (u8)(s.at8 >> 32) != 0)) {
        const i16 x = kiln::narrow<i16>((u16)(s.at8 >> 16));
        value = (float)x;
    } else if (s.tag == 5 && (u8)s.at8 == 2) {
        const i16 x = kiln::narrow<i16>((u16)(s.at8 >> 16));
        value = (float)x * 10.0f;
    } else {
        value = 77.0f;
    }
    return value;
}

__device__ __forceinline__ Shape next(Shape s, usize i) {
    if (s.tag == 0) {
        V part;
        part.x = __uint_as_float((u32)s.at8);
        part.y = __uint_as_float((u32)(s.at8 >> 32));
        part.z = s.at16;
        const V c = part;
        const float r = s.at20;
        const V value = {c.y, r, c.x};
        const Shape result = {1, (u64)__float_as_uint(value.x) | (u64)__float_as_uint(value.y) << 32, value.z, 0.0f};
        return result;
    }
    if (!(s.tag == 5)) {
        const Tiny value = {2, 0, kiln::narrow<i16>(-(u32)kiln::narrow<i16>(i)), (u32)(u8)(i % 2 == 0)};
        const Shape result = {5, (u64)value.tag | (u64)value.at1 << 8 | (u64)(u16)value.at2 << 16 | (u64)value.at4 << 32, 0.0f, 0.0f};
        return result;
    }
    Tiny part;
    part.tag = (u8)s.at8;
    part.at1 = (u8)(s.at8 >> 8);
    part.at2 = kiln::narrow<i16>((u16)(s.at8 >> 16));
    part.at4 = (u32)(s.at8 >> 32);
    const Tiny t = part;
    const u32 b = t.at4;
    Shape value;
    if (t.tag == 1 && b > 3) {
        const array<u8, 6> part_1 = kiln::filled<6>((u8)i);
        value = Shape{3, (u64)part_1[0] | (u64)part_1[1] << 8 | (u64)part_1[2] << 16 | (u64)part_1[3] << 24 | (u64)part_1[4] << 32 | (u64)part_1[5] << 40 | (u64)(u8)true << 48, 0.0f, 0.0f};
    } else if (t.tag == 77) {
        Shape constant;
        constant = Shape{2, 0, 0.0f, 0.0f};
        value = constant;
    } else {
        value = Shape{4, (u64)__double_as_longlong(0.25), 0.0f, 0.0f};
    }
    return value;
}

__device__ __forceinline__ void change(Shape& s, usize i) {
    if (s.tag == 1) {
        s.at8 = s.at8 & 18446744069414584320ull | (u64)__float_as_uint(__uint_as_float((u32)s.at8) + 100.0f);
    } else if (s.tag == 3) {
        const usize at = i % 6;
        const u8 part = 9;
        array<u8, 6> part_1;
        part_1[0] = (u8)s.at8;
        part_1[1] = (u8)(s.at8 >> 8);
        part_1[2] = (u8)(s.at8 >> 16);
        part_1[3] = (u8)(s.at8 >> 24);
        part_1[4] = (u8)(s.at8 >> 32);
        part_1[5] = (u8)(s.at8 >> 40);
        part_1[at] = part;
        s.at8 = s.at8 & 18446744073709551360ull | (u64)part_1[0];
        s.at8 = s.at8 & 18446744073709486335ull | (u64)part_1[1] << 8;
        s.at8 = s.at8 & 18446744073692839935ull | (u64)part_1[2] << 16;
        s.at8 = s.at8 & 18446744069431361535ull | (u64)part_1[3] << 24;
        s.at8 = s.at8 & 18446742978492891135ull | (u64)part_1[4] << 32;
        s.at8 = s.at8 & 18446463698244468735ull | (u64)part_1[5] << 40;
        s.at8 = s.at8 & 18446463698244468735ull | (u64)(u8)((u8)(s.at8 >> 40) + 1u) << 40;
    } else if (s.tag == 5 && (u8)s.at8 == 2) {
        s.at8 = s.at8 & 18446744069414649855ull | (u64)(u16)(i16)(kiln::narrow<i16>((u16)(s.at8 >> 16)) * 2u) << 16;
    }
}

extern "C" __global__ void shapes(
    Shape extra,
    const Shape* __restrict__ input, usize input_len,
    float* __restrict__ out, usize out_len,
    Shape* __restrict__ made, usize made_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len && i < made_len) {
        Shape chosen;
        if (i < input_len) {
            chosen = input[i];
        } else {
            chosen = extra;
        }
        const Shape s = chosen;
        out[i] = area(s);
        made[i] = next(s, i);
        change(made[i], i);
    }
}
