typedef signed char i8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long usize;

struct Tree_f32 {
    u16 tag;
    float at4;
    float at8;
};
static_assert(sizeof(Tree_f32) == 12 && alignof(Tree_f32) == 4);
static_assert(__INTADDR__(&((Tree_f32*)0)->tag) == 0);
static_assert(__INTADDR__(&((Tree_f32*)0)->at4) == 4);
static_assert(__INTADDR__(&((Tree_f32*)0)->at8) == 8);

struct tuple_bool_i8 {
    bool v0;
    i8 v1;
};
static_assert(sizeof(tuple_bool_i8) == 2 && alignof(tuple_bool_i8) == 1);
static_assert(__INTADDR__(&((tuple_bool_i8*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_i8*)0)->v1) == 1);

struct tuple_bool_Tree_f32 {
    bool v0;
    Tree_f32 v1;
};
static_assert(sizeof(tuple_bool_Tree_f32) == 16 && alignof(tuple_bool_Tree_f32) == 4);
static_assert(__INTADDR__(&((tuple_bool_Tree_f32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_Tree_f32*)0)->v1) == 4);

__device__ __forceinline__ float sum(Tree_f32 t) {
    float value;
    if (t.tag == 0) {
        value = 0.0f;
    } else if (t.tag == 1) {
        const float v = t.at4;
        value = v;
    } else {
        const float left = t.at4;
        const float right = t.at8;
        value = left + right;
    }
    return value;
}

__device__ __forceinline__ bool Tree_eq(const Tree_f32& self, const Tree_f32& other) {
    if (self.tag == 1 && other.tag == 1) {
        const bool equal = true;
        const bool equal_1 = equal && self.at4 == other.at4;
        return equal_1;
    }
    if (self.tag == 2 && other.tag == 2) {
        const bool equal = true;
        const bool equal_1 = equal && self.at4 == other.at4;
        const bool equal_2 = equal_1 && self.at8 == other.at8;
        return equal_2;
    }
    const u32 left = self.tag == 0 ? 0 : self.tag == 1 ? 1u : 2u;
    const u32 right = other.tag == 0 ? 0 : other.tag == 1 ? 1u : 2u;
    return left == right;
}

__device__ __forceinline__ tuple_bool_i8 partial_order(const u32& a, const u32& b) {
    const u32 a_1 = a;
    const u32 b_1 = b;
    tuple_bool_i8 value;
    if (a_1 < b_1) {
        value = tuple_bool_i8{true, -1};
    } else if (a_1 > b_1) {
        value = tuple_bool_i8{true, 1};
    } else if (a_1 <= b_1) {
        value = tuple_bool_i8{true, 0};
    } else {
        i8 nothing;
        value = tuple_bool_i8{false, nothing};
    }
    return value;
}

__device__ __forceinline__ tuple_bool_i8 Tree_partial_cmp(const Tree_f32& self, const Tree_f32& other) {
    if (self.tag == 1 && other.tag == 1) {
        if (self.at4 < other.at4) {
            const tuple_bool_i8 result = {true, -1};
            return result;
        }
        if (self.at4 > other.at4) {
            const tuple_bool_i8 result = {true, 1};
            return result;
        }
        if (!(self.at4 <= other.at4)) {
            i8 nothing;
            const tuple_bool_i8 result = {false, nothing};
            return result;
        }
    }
    if (self.tag == 2 && other.tag == 2) {
        if (self.at4 < other.at4) {
            const tuple_bool_i8 result = {true, -1};
            return result;
        }
        if (self.at4 > other.at4) {
            const tuple_bool_i8 result = {true, 1};
            return result;
        }
        if (!(self.at4 <= other.at4)) {
            i8 nothing;
            const tuple_bool_i8 result = {false, nothing};
            return result;
        }
        if (self.at8 < other.at8) {
            const tuple_bool_i8 result = {true, -1};
            return result;
        }
        if (self.at8 > other.at8) {
            const tuple_bool_i8 result = {true, 1};
            return result;
        }
        if (!(self.at8 <= other.at8)) {
            i8 nothing;
            const tuple_bool_i8 result = {false, nothing};
            return result;
        }
    }
    const u32 left = self.tag == 0 ? 0 : self.tag == 1 ? 1u : 2u;
    const u32 right = other.tag == 0 ? 0 : other.tag == 1 ? 1u : 2u;
    const tuple_bool_i8 result = partial_order(left, right);
    return result;
}

__device__ __forceinline__ float compared(usize i, Tree_f32 x) {
    Tree_f32 constant;
    constant = Tree_f32{0, 0.0f, 0.0f};
    Tree_f32 chosen;
    if (i % 5 == 0) {
        chosen = constant;
    } else {
        chosen = x;
    }
    const Tree_f32 t = chosen;
    tuple_bool_Tree_f32 maybe;
    if (i > 3) {
        maybe = tuple_bool_Tree_f32{true, t};
    } else {
        Tree_f32 nothing;
        maybe = tuple_bool_Tree_f32{false, nothing};
    }
    float out = sum(t);
    if (maybe.v0 && maybe.v1.tag == 1) {
        const float v = maybe.v1.at4;
        out += 3.0f * v;
    }
    const bool value = Tree_eq(x, t);
    if (value) {
        out += 1.0f;
    }
    const Tree_f32 value_1 = {1, 2.0f, 0.0f};
    const tuple_bool_i8 value_2 = Tree_partial_cmp(x, value_1);
    if (value_2.v0 && value_2.v1 < 0) {
        out += 10.0f;
    }
    const Tree_f32 value_3 = {2, 1.0f, 6.0f};
    const tuple_bool_i8 value_4 = Tree_partial_cmp(x, value_3);
    if (value_4.v0 && value_4.v1 >= 0) {
        out += 100.0f;
    }
    return out;
}

extern "C" __global__ void trees(
    const Tree_f32* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len && i < x_len) {
        out[i] = compared(i, x[i]);
    }
}
