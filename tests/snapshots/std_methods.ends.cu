typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

__device__ __forceinline__ i32 ends(usize i, const i32* x, usize x_len, const kiln::launch_info& kiln) {
    const usize start = i % 4;
    const usize end = i % 9 + 4;
    if (start > end || end > x_len) {
        kiln.fail(4, (u64)start, (u64)end, (u64)x_len);
    }
    bool there = false;
    usize count = end - start;
    usize found;
    for (usize turn = end - start; turn-- > 0;) {
        count -= 1;
        if ((x + start)[turn] > 2) {
            found = count;
            there = true;
            break;
        }
    }
    usize kept;
    if (there) {
        kept = found;
    }
    i32 value = -1;
    if (there) {
        const usize at = kept;
        value = (i32)at;
    }
    i32 t = value;
    const i32 saved = (i32)(t * 3u);
    bool there_1 = false;
    usize count_1 = x_len;
    usize found_1;
    for (usize turn = x_len; turn-- > 0;) {
        const i32 v = x[turn];
        const i32 item = (i32)(v + 1u);
        count_1 -= 1;
        const i32 v_1 = item;
        if (v_1 == 3) {
            found_1 = count_1;
            there_1 = true;
            break;
        }
    }
    usize kept_1;
    if (there_1) {
        kept_1 = found_1;
    }
    i32 value_1 = -1;
    if (there_1) {
        const usize at = kept_1;
        value_1 = (i32)at;
    }
    t = (i32)((u32)saved + value_1);
    const i32 saved_1 = (i32)(t * 3u);
    const array<i32, 3> referent = {1, 2, 1};
    bool there_2 = false;
    usize count_2 = 3;
    usize found_2;
    for (usize turn = 3; turn-- > 0;) {
        const usize item = turn;
        count_2 -= 1;
        const usize at = item;
        if (at < 2 && referent[turn] == 1) {
            found_2 = count_2;
            there_2 = true;
            break;
        }
    }
    usize kept_2;
    if (there_2) {
        kept_2 = found_2;
    }
    i32 value_2 = -1;
    if (there_2) {
        const usize at = kept_2;
        value_2 = (i32)at;
    }
    t = (i32)((u32)saved_1 + value_2);
    const i32 saved_2 = (i32)(t * 3u);
    bool sorted = true;
    bool begun = false;
    i32 before;
    for (usize turn = 0, turn_end = end - start; turn < turn_end; ++turn) {
        const i32 next = (x + start)[turn];
        if (begun) {
            if (!(before <= next)) {
                sorted = false;
                break;
            }
        }
        before = next;
        begun = true;
    }
    t = (i32)((u32)saved_2 + (i32)sorted);
    const i32 saved_3 = (i32)(t * 3u);
    bool sorted_1 = true;
    bool begun_1 = false;
    i32 before_1;
    for (usize turn = 0, turn_end = end - start; turn < turn_end; ++turn) {
        const i32 next = (x + start)[turn] / 8;
        if (begun_1) {
            if (!(before_1 <= next)) {
                sorted_1 = false;
                break;
            }
        }
        before_1 = next;
        begun_1 = true;
    }
    t = (i32)((u32)saved_3 + (i32)sorted_1);
    const i32 saved_4 = (i32)(t * 3u);
    const array<float, 3> referent_1 = {1.0f, __uint_as_float(0x7fc00000u), 2.0f};
    const usize taken = i % 4;
    const usize length = 3 < taken ? 3 : taken;
    bool sorted_2 = true;
    bool begun_2 = false;
    float before_2;
    for (usize turn = 0; turn < length; ++turn) {
        const float next = referent_1[turn];
        if (begun_2) {
            if (!(before_2 <= next)) {
                sorted_2 = false;
                break;
            }
        }
        before_2 = next;
        begun_2 = true;
    }
    t = (i32)((u32)saved_4 + (i32)sorted_2);
    const bool there_3 = 0 < end - start;
    const usize others = there_3 ? end - start - 1 : 0;
    if (there_3) {
        const i32 saved_5 = (i32)(t * 3u + (x + start)[0] + (i32)others);
        i32 sum = 0;
        for (usize turn = 0; turn < others; ++turn) {
            (u32&)sum += ((x + start) + 1)[turn];
        }
        t = (i32)((u32)saved_5 + sum);
    }
    const usize end_1 = i % 3;
    if (end_1 > x_len) {
        kiln.fail(19, (u64)end_1, (u64)x_len);
    }
    const bool there_4 = 0 < end_1;
    const usize others_1 = there_4 ? end_1 - 1 : 0;
    if (there_4 && others_1 == 0) {
        t = (i32)(t * 3u + (x + 0)[others_1]);
    } else if (there_4) {
        t = (i32)(t * 3u + (x + 0)[others_1] * 5u + ((x + 0) + 0)[kiln.at(0, others_1, 22)]);
    } else {
        t = (i32)(t * 3u + 1u);
    }
    array<i32, 3> own = {t, 2, 3};
    const bool there_5 = 0ull < 3;
    const usize others_2 = there_5 ? 3ull - 1 : 0;
    if (there_5) {
        (u32&)own[others_2] += 4;
        (own.items + 0)[kiln.at(1, others_2, 28)] = own[others_2];
    }
    if (0ull > x_len) {
        kiln.fail(31, (u64)0ull, (u64)x_len);
    }
    const bool there_6 = 0ull < 0;
    const usize others_3 = 0;
    const bool empty = there_6;
    return (i32)(own[0] + own[1] * 7u + own[2] + (i32)empty);
}

extern "C" __global__ void ends_kernel(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = ends(i, x, x_len, kiln);
    }
}
