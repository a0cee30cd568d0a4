typedef signed char i8;
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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.69e06c65

struct Point {
    float x;
    u8 kind;
};
static_assert(sizeof(Point) == 8 && alignof(Point) == 4);
static_assert(__INTADDR__(&((Point*)0)->x) == 0);
static_assert(__INTADDR__(&((Point*)0)->kind) == 4);

struct tuple_bool_i8 {
    bool v0;
    i8 v1;
};
static_assert(sizeof(tuple_bool_i8) == 2 && alignof(tuple_bool_i8) == 1);
static_assert(__INTADDR__(&((tuple_bool_i8*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i8*)0)->v1) == 1);

struct Span {
    array<i32, 2> ends;
    i32 low;
    i32 high;

    Span() = default;
    __device__ __forceinline__ Span(i32 low, i32 high, array<i32, 2> ends) : ends(ends), low(low), high(high) {}
};
static_assert(sizeof(Span) == 16 && alignof(Span) == 4);
static_assert(__INTADDR__(&((Span*)0)->ends) == 0);
static_assert(__INTADDR__(&((Span*)0)->low) == 8);
static_assert(__INTADDR__(&((Span*)0)->high) == 12);

__device__ __forceinline__ bool contains(const i32* x, usize x_len, const i32& wanted) {
    for (usize i = 0; i < x_len; ++i) {
        if (x[i] == wanted) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool array_contains(const array<i32, 4>& x, const i32& wanted) {
    for (usize i = 0; i < 4; ++i) {
        if (x[i] == wanted) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool array_contains_2(const array<i32, 3>& x, const i32& wanted) {
    for (usize i = 0; i < 3; ++i) {
        if (x[i] == wanted) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool array_contains_3(const array<u8, 2>& x, const u8& wanted) {
    for (usize i = 0; i < 2; ++i) {
        if (x[i] == wanted) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool Point_eq(const Point& self, const Point& other) {
    const bool equal = true;
    const bool equal_1 = equal && self.x == other.x;
    const bool equal_2 = equal_1 && self.kind == other.kind;
    return equal_2;
}

__device__ __forceinline__ bool array_contains_4(const array<Point, 2>& x, const Point& wanted) {
    for (usize i = 0; i < 2; ++i) {
        const bool value = Point_eq(x[i], wanted);
        if (value) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool equal_arrays(const array<i32, 2>& a, const array<i32, 2>& b) {
    for (usize i = 0; i < 2; ++i) {
        if (a[i] != b[i]) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ bool array_contains_5(
    const array<array<i32, 2>, 2>& x,
    const array<i32, 2>& wanted
) {
    for (usize i = 0; i < 2; ++i) {
        const bool value = equal_arrays(x[i], wanted);
        if (value) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool array_contains_6(const array<float, 2>& x, const float& wanted) {
    for (usize i = 0; i < 2; ++i) {
        if (x[i] == wanted) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool is_sorted(const i32* x, usize x_len) {
    for (usize i = 1; i < x_len; ++i) {
        const bool ordered = x[i - 1] <= x[i];
        if (!ordered) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ bool array_is_sorted(const array<i32, 4>& x) {
    for (usize i = 1; i < 4; ++i) {
        const bool ordered = x[i - 1] <= x[i];
        if (!ordered) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ bool array_is_sorted_2(const array<u8, 2>& x) {
    for (usize i = 1; i < 2; ++i) {
        const bool ordered = x[i - 1] <= x[i];
        if (!ordered) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ bool array_is_sorted_3(const array<float, 2>& x) {
    for (usize i = 1; i < 2; ++i) {
        const bool ordered = x[i - 1] <= x[i];
        if (!ordered) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ bool array_is_sorted_4(const array<float, 1>& x) {
    for (usize i = 1; i < 1; ++i) {
        const bool ordered = x[i - 1] <= x[i];
        if (!ordered) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ tuple_bool_i8 Point_partial_cmp(const Point& self, const Point& other) {
    if (self.x < other.x) {
        const tuple_bool_i8 result = {true, -1};
        return result;
    }
    if (self.x > other.x) {
        const tuple_bool_i8 result = {true, 1};
        return result;
    }
    if (!(self.x <= other.x)) {
        i8 nothing;
        const tuple_bool_i8 result = {false, nothing};
        return result;
    }
    if (self.kind < other.kind) {
        const tuple_bool_i8 result = {true, -1};
        return result;
    }
    if (self.kind > other.kind) {
        const tuple_bool_i8 result = {true, 1};
        return result;
    }
    if (!(self.kind <= other.kind)) {
        i8 nothing;
        const tuple_bool_i8 result = {false, nothing};
        return result;
    }
    const tuple_bool_i8 result = {true, 0};
    return result;
}

__device__ __forceinline__ bool is_sorted_2(const Point* x, usize x_len) {
    for (usize i = 1; i < x_len; ++i) {
        const tuple_bool_i8 value = Point_partial_cmp(x[i - 1], x[i]);
        const bool ordered = value.v0 && value.v1 <= 0;
        if (!ordered) {
            return false;
        }
    }
    return true;
}

__device__ __forceinline__ Span span(i32 low, i32 high) {
    const array<i32, 2> part = {low, high};
    const Span result = {low, high, part};
    return result;
}

__device__ __forceinline__ bool Span_contains(const Span& self, const i32& v) {
    return self.low <= v && v < self.high;
}

__device__ __forceinline__ bool array_contains_7(const array<i32, 2>& x, const i32& wanted) {
    for (usize i = 0; i < 2; ++i) {
        if (x[i] == wanted) {
            return true;
        }
    }
    return false;
}

__device__ __forceinline__ bool Span_has_end(const Span& self, i32 v) {
    const bool result = array_contains_7(self.ends, v);
    return result;
}

__device__ __forceinline__ i32 Span_is_sorted(const Span& self) {
    return (i32)((u32)self.high - self.low);
}

__device__ __forceinline__ i32 Span_wrapping_div(Span self, i32 by, const kiln::launch_info& kiln) {
    return kiln.div((i32)((u32)self.high - self.low), by, 132);
}

__device__ __forceinline__ Span Span_reverse(Span self) {
    const Span result = {self.high, self.low, self.ends};
    return result;
}

__device__ __forceinline__ i32 searched(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const i32 v = x[kiln.rem(i, x_len, 141)];
    const array<i32, 4> some = {v, 3, 9, 1};
    const array<u8, 2> kinds = {0, v > 3 ? (u8)1 : (u8)0};
    const Point value = {(float)v, kinds[1]};
    const Point value_1 = {__uint_as_float(0x7fc00000u), 2};
    const array<Point, 2> points = {value, value_1};
    const i32 value_2 = (i32)(v + 1u);
    const bool value_3 = contains(x, x_len, value_2);
    const usize end = i % 5 + 2;
    if (1 > end || end > x_len) {
        kiln.fail(153, (u64)1ull, (u64)end, (u64)x_len);
    }
    const bool value_4 = contains(x + 1, end - 1, v);
    const bool value_5 = array_contains(some, v);
    const i32 value_6 = 9;
    const bool value_7 = array_contains(some, value_6);
    const array<i32, 3> value_8 = {2, 4, 8};
    const bool value_9 = array_contains_2(value_8, v);
    const u8 value_10 = 1;
    const bool value_11 = array_contains_3(kinds, value_10);
    const Point value_12 = {(float)v, 1};
    const bool value_13 = array_contains_4(points, value_12);
    const bool value_14 = array_contains_4(points, points[1]);
    array<array<i32, 2>, 2> rows;
    rows[0] = array<i32, 2>{1, v};
    rows[1] = array<i32, 2>{v, 1};
    const array<array<i32, 2>, 2> value_15 = rows;
    const array<i32, 2> value_16 = {1, 5};
    const bool value_17 = array_contains_5(value_15, value_16);
    const array<float, 2> value_18 = {__uint_as_float(0x7fc00000u), -0.0f};
    const float value_19 = __uint_as_float(0x7fc00000u);
    const bool value_20 = array_contains_6(value_18, value_19);
    const array<float, 2> value_21 = {__uint_as_float(0x7fc00000u), -0.0f};
    const float value_22 = 0.0f;
    const bool value_23 = array_contains_6(value_21, value_22);
    const bool value_24 = is_sorted(x, x_len);
    const usize start = i % 3;
    const usize end_1 = i % 3 + 2;
    if (start > end_1 || end_1 > x_len) {
        kiln.fail(160, (u64)start, (u64)end_1, (u64)x_len);
    }
    const bool value_25 = is_sorted(x + start, end_1 - start);
    const bool value_26 = array_is_sorted(some);
    const bool value_27 = array_is_sorted_2(kinds);
    const array<float, 2> value_28 = {1.0f, __uint_as_float(0x7fc00000u)};
    const bool value_29 = array_is_sorted_3(value_28);
    const array<float, 1> value_30 = {__uint_as_float(0x7fc00000u)};
    const bool value_31 = array_is_sorted_4(value_30);
    const bool value_32 = is_sorted_2(points.items + 0, 1);
    const Span value_33 = span(0, v);
    const i32 value_34 = 3;
    const bool value_35 = Span_contains(value_33, value_34);
    const Span value_36 = span(v, 9);
    const bool value_37 = Span_has_end(value_36, 9);
    const array<bool, 21> found = {value_3, value_4, value_5, value_7, value_9, value_11, value_13, value_14, value_17, value_20, value_23, value_24, value_25, value_26, value_27, value_29, value_31, value_32, value_35, value_37, 0 <= 3 && 3 < v};
    const Span s = span(v, (i32)(v + 4u));
    const i32 value_38 = Span_is_sorted(s);
    const i32 value_39 = Span_wrapping_div(s, 3, kiln);
    i32 t = (i32)((u32)value_38 + value_39);
    const Span turned = Span_reverse(s);
    const Span value_40 = span(v, 5);
    const Span self = value_40;
    Span value_41;
    if (self.low < 0) {
        const Span result = span(7, v);
        const Span result_1 = result;
        const Span result_2 = result_1;
        value_41 = result_2;
    } else {
        value_41 = self;
    }
    const Span then = value_41;
    t = (i32)(t * 3u + turned.low + then.low * 5u + then.high);
    const i32 value_42 = 4;
    const bool value_43 = Span_contains(s, value_42);
    if (value_43) {
        (u32&)t += 100;
    }
    for (usize turn = 0; turn < 21; ++turn) {
        const bool f = found[turn];
        t = (i32)((u32)(i32)(t * 3u) + (i32)f);
    }
    return t;
}

extern "C" __global__ void searched_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = searched(i, x, x_len, kiln);
    }
}
