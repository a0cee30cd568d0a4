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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc
//   launch_info.f0b3b588

struct Op {
    i32 tag;
    i32 at4;
    i32 at8;
    i32 at12;
};
static_assert(sizeof(Op) == 16 && alignof(Op) == 4);
static_assert(__INTADDR__(&((Op*)0)->tag) == 0);
static_assert(__INTADDR__(&((Op*)0)->at4) == 4);
static_assert(__INTADDR__(&((Op*)0)->at8) == 8);
static_assert(__INTADDR__(&((Op*)0)->at12) == 12);

struct Tree_f32 {
    u16 tag;
    float at4;
    float at8;
};
static_assert(sizeof(Tree_f32) == 12 && alignof(Tree_f32) == 4);
static_assert(__INTADDR__(&((Tree_f32*)0)->tag) == 0);
static_assert(__INTADDR__(&((Tree_f32*)0)->at4) == 4);
static_assert(__INTADDR__(&((Tree_f32*)0)->at8) == 8);

struct Line {
    Op op;
    array<Op, 3> then;
    u8 count;
};
static_assert(sizeof(Line) == 68 && alignof(Line) == 4);
static_assert(__INTADDR__(&((Line*)0)->op) == 0);
static_assert(__INTADDR__(&((Line*)0)->then) == 16);
static_assert(__INTADDR__(&((Line*)0)->count) == 64);

struct tuple_bool_Op {
    bool v0;
    Op v1;
};
static_assert(sizeof(tuple_bool_Op) == 20 && alignof(tuple_bool_Op) == 4);
static_assert(__INTADDR__(&((tuple_bool_Op*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_bool_Op*)0)->v1) == 4);

__device__ __forceinline__ void Op_double(Op& self) {
    if (self.tag == 0) {
        self.at4 = (i32)(self.at4 * 2u);
    } else if (self.tag == 1) {
        self.at4 = (i32)(self.at4 * 2u);
    } else if (self.tag == 3) {
        self.at4 = (i32)(self.at4 * 2u);
    } else if (self.tag == 4) {
        for (usize turn = 0; turn < 3; ++turn) {
            const i32 part = 2;
            array<i32, 3> part_1;
            part_1[0] = self.at4;
            part_1[1] = self.at8;
            part_1[2] = self.at12;
            (u32&)part_1[turn] *= part;
            self.at4 = part_1[0];
            self.at8 = part_1[1];
            self.at12 = part_1[2];
        }
        self.at8 = (i32)(self.at8 + 1u);
    }
}

__device__ __forceinline__ void bump(i32& n) {
    (u32&)n += 5;
}

__device__ __forceinline__ i32 Op_apply(const Op& self, i32 x) {
    i32 value;
    if (self.tag == 0) {
        value = (i32)((u32)x + self.at4);
    } else if (self.tag == 1) {
        value = (i32)((u32)x * self.at4);
    } else if (self.tag == 2) {
        value = x;
    } else if (self.tag == 3) {
        const i32 a = self.at4;
        const i32 b = self.at8;
        value = (i32)((u32)a * x + b);
    } else {
        value = (i32)(self.at4 + (u32)self.at8 * x + self.at12);
    }
    return value;
}

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

__device__ __forceinline__ i32 run(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const i32 v = x[kiln.at(i % 37, x_len, 31)];
    const usize matched = i % 7;
    Op op;
    if (matched == 0) {
        op = Op{0, v, 0, 0};
    } else if (matched == 1) {
        op = Op{1, v, 0, 0};
    } else if (matched == 2) {
        Op constant;
        constant = Op{2, 0, 0, 0};
        op = constant;
    } else if (matched == 3) {
        Op constant;
        constant = Op{1, 2, 0, 0};
        op = constant;
    } else if (matched == 4) {
        Op constant;
        constant = Op{2, 0, 0, 0};
        op = constant;
    } else if (matched == 5) {
        const array<i32, 3> part = {v, (i32)(v + 1u), (i32)i};
        op = Op{4, part[0], part[1], part[2]};
    } else {
        op = Op{3, v, 3, 0};
    }
    Op_double(op);
    const Op saved = op;
    const Op saved_1 = op;
    const Op value = {0, 1, 0, 0};
    Op constant;
    constant = Op{2, 0, 0, 0};
    const array<Op, 3> part = {saved_1, value, constant};
    Line line = {saved, part, 3};
    Op_double(line.then[i % 3]);
    const usize index = i % 3;
    if (index >= 3) {
        kiln.fail(50, (u64)index, (u64)3ull);
    }
    if (line.then[index].tag == 0) {
        i32 part_1;
        part_1 = line.then[index].at4;
        bump(part_1);
        line.then[index].at4 = part_1;
    }
    if (line.op.tag == 4) {
        array<i32, 3> part_1;
        part_1[0] = line.op.at4;
        part_1[1] = line.op.at8;
        part_1[2] = line.op.at12;
        bump(part_1[i % 3]);
        line.op.at4 = part_1[0];
        line.op.at8 = part_1[1];
        line.op.at12 = part_1[2];
        const i32 part_2 = 4;
        array<i32, 3> part_3;
        part_3[0] = line.op.at4;
        part_3[1] = line.op.at8;
        part_3[2] = line.op.at12;
        (u32&)part_3[(i + 1) % 3] += part_2;
        line.op.at4 = part_3[0];
        line.op.at8 = part_3[1];
        line.op.at12 = part_3[2];
    }
    i32 total = Op_apply(line.op, v);
    usize at = 0;
    while (true) {
        const Op matched_1 = line.then[kiln.at(at, 3, 62)];
        if (!(matched_1.tag == 0 || matched_1.tag == 3)) {
            break;
        }
        const i32 n = matched_1.tag == 0 ? matched_1.at4 : matched_1.at4;
        total = (i32)((u32)total + n);
        at += 1;
        if (at == 3) {
            break;
        }
    }
    for (usize turn = 0; turn < 3; ++turn) {
        const i32 receiver = total;
        const i32 value_1 = Op_apply(line.then[turn], 3);
        total = (i32)((u32)receiver + value_1);
    }
    if (!(op.tag == 3)) {
        const i32 by = op.at4;
        return op.tag == 1 && by > 4 ? (i32)(total + 1000u) : total;
    }
    const i32 a = op.at4;
    const i32 b = op.at8;
    Tree_f32 t;
    if (i % 2 == 0) {
        t = Tree_f32{1, (float)a, 0.0f};
    } else {
        t = Tree_f32{2, 1.5f, (float)b};
    }
    const i32 saved_2 = (i32)((u32)total + a + b);
    const float value_1 = sum(t);
    i32 value_2;
    if (op.tag == 1 && op.at4 == 2) {
        value_2 = 1;
    } else if (op.tag == 3 && op.at4 == 3) {
        const i32 y = op.at8;
        value_2 = y;
    } else {
        value_2 = op.tag == 2 ? 7 : 8;
    }
    return (i32)((u32)saved_2 + kiln::to<i32>(value_1) + value_2);
}

__device__ __forceinline__ tuple_bool_Op first(const Op* ops, usize ops_len, usize i) {
    tuple_bool_Op value;
    if (i % 3 == 0) {
        Op nothing;
        value = tuple_bool_Op{false, nothing};
    } else {
        const bool there = i < ops_len;
        Op held;
        if (there) {
            held = ops[i];
        }
        value = tuple_bool_Op{there, held};
    }
    return value;
}

extern "C" __global__ void runs(
    const i32* __restrict__ x, usize x_len,
    const Op* __restrict__ ops, usize ops_len,
    Line* __restrict__ lines, usize lines_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<Op, 64> s;
    for (
        usize at = ((usize)threadIdx.z * (usize)blockDim.y + (usize)threadIdx.y) * (usize)blockDim.x + (usize)threadIdx.x, at_step = (usize)blockDim.z * (usize)blockDim.y * (usize)blockDim.x;
        at < 64;
        at += at_step
    ) {
        s[at].tag = 0;
        s[at].at4 = 0;
        s[at].at8 = 0;
        s[at].at12 = 0;
    }
    __syncthreads();
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    Op constant;
    constant = Op{2, 0, 0, 0};
    Op chosen;
    if (i < ops_len) {
        chosen = ops[i];
    } else {
        chosen = constant;
    }
    s[kiln.at((usize)threadIdx.x, 64, 94)] = chosen;
    __syncthreads();
    const Op other = s[((usize)threadIdx.x + 1) % 64];
    if (i < out_len && i < lines_len) {
        const i32 value = run(i, x, x_len, kiln);
        i32 value_1;
        if (other.tag == 0) {
            const i32 n = other.at4;
            value_1 = n;
        } else {
            value_1 = 0;
        }
        out[i] = (i32)((u32)value + value_1);
        lines[i].then[1] = Op{1, (i32)i, 0, 0};
        Op_double(lines[i].op);
        const tuple_bool_Op value_2 = first(ops, ops_len, i);
        if (value_2.v0 && value_2.v1.tag == 0) {
            const i32 n = value_2.v1.at4;
            lines[i].count = (u8)n;
        }
        if (i >= lines_len) {
            kiln.fail(114, (u64)i, (u64)lines_len);
        }
        if (lines[i].then[2].tag == 3) {
            lines[i].then[2].at4 = (i32)(lines[i].then[2].at4 + 1u);
            lines[i].then[2].at8 = (i32)(lines[i].then[2].at8 - 1u);
        }
    }
}
