typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A 16-bit float in memory; it computes as a float and is rounded once. The bits are moved once more, since ptxas (13.0 at least)
// stores the lower byte of what it knows for a float as that float made an integer.
struct f16 {
    u16 bits;

    f16() = default;
    __device__ __forceinline__ explicit f16(float x) { asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ explicit f16(double x) { asm("{.reg .b16 h; cvt.rn.f16.f64 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "d"(x)); }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

__device__ __forceinline__ f16 operator+(f16 a, f16 b) { return f16((float)a + (float)b); }
__device__ __forceinline__ f16 operator-(f16 a, f16 b) { return f16((float)a - (float)b); }
__device__ __forceinline__ f16 operator*(f16 a, f16 b) { return f16((float)a * (float)b); }
__device__ __forceinline__ f16 operator/(f16 a, f16 b) { return f16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(f16 a, f16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(f16 a, f16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(f16 a, f16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(f16 a, f16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(f16 a, f16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(f16 a, f16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ f16 operator-(f16 a) {
    a.bits ^= 0x8000;
    return a;
}


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.502d9f1e

struct Vec2 {
    float x;
    float y;
};
static_assert(sizeof(Vec2) == 8 && alignof(Vec2) == 4);
static_assert(__INTADDR__(&((Vec2*)0)->x) == 0);
static_assert(__INTADDR__(&((Vec2*)0)->y) == 4);

struct Marker {
};

struct Marked {
    i32 value;

    Marked() = default;
    __device__ __forceinline__ Marked(i32 value) : value(value) {}
};
static_assert(sizeof(Marked) == 4 && alignof(Marked) == 4);
static_assert(__INTADDR__(&((Marked*)0)->value) == 0);

struct Vec2_f64 {
    double x;
    double y;
};
static_assert(sizeof(Vec2_f64) == 16 && alignof(Vec2_f64) == 8);
static_assert(__INTADDR__(&((Vec2_f64*)0)->x) == 0);
static_assert(__INTADDR__(&((Vec2_f64*)0)->y) == 8);

struct Packet {
    Vec2_f64 at;
    u32 id;
    u8 tag;
    bool ok;

    Packet() = default;
    __device__ __forceinline__ Packet(u8 tag, u32 id, Vec2_f64 at, bool ok) : at(at), id(id), tag(tag), ok(ok) {}
};
static_assert(sizeof(Packet) == 24 && alignof(Packet) == 8);
static_assert(__INTADDR__(&((Packet*)0)->at) == 0);
static_assert(__INTADDR__(&((Packet*)0)->id) == 16);
static_assert(__INTADDR__(&((Packet*)0)->tag) == 20);
static_assert(__INTADDR__(&((Packet*)0)->ok) == 21);

struct __align__(16) float4_ {
    array<float, 3> v;
    f16 w;
};
static_assert(sizeof(float4_) == 16 && alignof(float4_) == 16);
static_assert(__INTADDR__(&((float4_*)0)->v) == 0);
static_assert(__INTADDR__(&((float4_*)0)->w) == 12);

struct Gr_e {
    u64 gr__e;
    i8 gr_be;
    i8 class_;
    i16 int_;
    i32 auto_;
    u8 padding_0;
};
static_assert(sizeof(Gr_e) == 24 && alignof(Gr_e) == 8);
static_assert(__INTADDR__(&((Gr_e*)0)->gr__e) == 0);
static_assert(__INTADDR__(&((Gr_e*)0)->gr_be) == 8);
static_assert(__INTADDR__(&((Gr_e*)0)->class_) == 9);
static_assert(__INTADDR__(&((Gr_e*)0)->int_) == 10);
static_assert(__INTADDR__(&((Gr_e*)0)->auto_) == 12);
static_assert(__INTADDR__(&((Gr_e*)0)->padding_0) == 16);

struct __align__(32) Wide {
    u8 a;
    u8 padding_0[7];
    u16 b;
    u8 padding_1[22];
    Vec2 Vec2_1;

    Wide() = default;
    __device__ __forceinline__ Wide(u8 a, u16 b, Vec2 Vec2_1) : a(a), b(b), Vec2_1(Vec2_1) {}
};
static_assert(sizeof(Wide) == 64 && alignof(Wide) == 32);
static_assert(__INTADDR__(&((Wide*)0)->a) == 0);
static_assert(__INTADDR__(&((Wide*)0)->b) == 8);
static_assert(__INTADDR__(&((Wide*)0)->Vec2_1) == 32);

struct tuple_f32_u32 {
    float v0;
    u32 v1;
};
static_assert(sizeof(tuple_f32_u32) == 8 && alignof(tuple_f32_u32) == 4);
static_assert(__INTADDR__(&((tuple_f32_u32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_u32*)0)->v1) == 4);

struct tuple_f32_u32_i64 {
    tuple_f32_u32 v0;
    i64 v1;
};
static_assert(sizeof(tuple_f32_u32_i64) == 16 && alignof(tuple_f32_u32_i64) == 8);
static_assert(__INTADDR__(&((tuple_f32_u32_i64*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_u32_i64*)0)->v1) == 8);

__device__ __forceinline__ float length(const Vec2& v) {
    return sqrtf(v.x * v.x + v.y * v.y);
}

__device__ __forceinline__ Vec2 swapped(Vec2 v) {
    const Vec2 w = {v.y, v.x};
    return w;
}

__device__ __forceinline__ void shift(
    Vec2& v,
    Vec2* all, usize all_len,
    usize by,
    const kiln::launch_info& kiln
) {
    v.x += 1.0f;
    all[kiln.at(by, all_len, 1)].y -= v.x;
}

__device__ __forceinline__ float sum(const float* x, usize x_len) {
    float s = 0.0f;
    for (usize k = 0; k < x_len; ++k) {
        s += x[k];
    }
    return s;
}

__device__ __forceinline__ Marked mark(Marker m, i32 n) {
    const Marked r = {n};
    return r;
}

extern "C" __global__ void structs(
    Packet p,
    array<float, 4> w,
    const Packet* __restrict__ q, usize q_len,
    Vec2* __restrict__ v, usize v_len,
    float4_* __restrict__ f, usize f_len,
    Gr_e* __restrict__ g, usize g_len,
    Wide* __restrict__ wide, usize wide_len,
    Marked* __restrict__ marked, usize marked_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    __shared__ array<Vec2, 64> cells;
    __shared__ tuple_f32_u32_i64 one;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize k = (usize)threadIdx.x;
    const tuple_f32_u32 pair = {w[kiln.at(k, 4, 1)], p.id};
    const tuple_f32_u32_i64 both = {pair, -1};
    if (k == 0) {
        one = both;
    }
    Packet a = q[kiln.at(i, q_len, 1)];
    Packet b = {(u8)((u32)p.tag + a.tag), a.id * 3, q[kiln.at(i, q_len, 1)].at, !a.ok};
    b.at.x += 1.0;
    b.id <<= 3;
    a = Packet{1, b.id, a.at, a.ok};
    const Vec2 local = v[kiln.at(i, v_len, 1)];
    array<Vec2, 4> rows = kiln::filled<4>(local);
    rows[kiln.at(k, 4, 1)].y = length(local);
    const float s = length(rows[1]);
    const Vec2 r = swapped(rows[kiln.at(k, 4, 1)]);
    shift(v[kiln.at(i, v_len, 1)], rows.items, 4, 2, kiln);
    shift(rows[3], v + i, 4, k, kiln);
    cells[kiln.at(k, 64, 1)] = r;
    __syncthreads();
    v[kiln.at(i, v_len, 1)] = cells[kiln.at(63 - k, 64, 1)];
    (v + i)[kiln.at(k, 4, 1)].x = ((cells.items + 1) + 1)[kiln.at(k, 2, 1)].y;
    const array<float, 3> t = {s, one.v0.v0, 2.0f};
    f[kiln.at(i, f_len, 1)] = float4_{t, f16(s)};
    f[kiln.at(i, f_len, 1)].v[kiln.at(k, 3, 1)] = sum(f[kiln.at(i, f_len, 1)].v.items, 3);
    f[kiln.at(i, f_len, 1)].v[kiln.at(k, 3, 1)] = sum(w.items + k, 2);
    const i8 narrow = g[kiln.at(i, g_len, 1)].gr_be;
    const Gr_e Vec2_1 = {1, (i8)(narrow + 1u), -128, (i16)((i16)narrow * 3u), g[kiln.at(i, g_len, 1)].auto_, 200};
    g[kiln.at(i, g_len, 1)] = Vec2_1;
    (u32&)g[kiln.at(i, g_len, 1)].auto_ -= 1;
    wide[kiln.at(i, wide_len, 1)] = Wide{1, 2, v[kiln.at(0, v_len, 1)]};
    wide[kiln.at(i, wide_len, 1)].Vec2_1 = r;
    const Marker e = {};
    Marked m = mark(e, (i32)both.v1);
    (void)(Marker{});
    marked[kiln.at(i, marked_len, 1)] = m;
    y[kiln.at(i, y_len, 1)] = sum(y + i, 3);
    y[kiln.at(i, y_len, 1)] *= r.x + (float)a.at.y;
}
