// least: sm_80
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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_16.def5b418
//   store_16.d38ece70 div_ceil_u64.4268445c saturating_sub_u64.bf257835

struct Shift {
    float v0;
};
static_assert(sizeof(Shift) == 4 && alignof(Shift) == 4);
static_assert(__INTADDR__(&((Shift*)0)->v0) == 0);

struct tuple_f32_bool {
    float v0;
    bool v1;
};
static_assert(sizeof(tuple_f32_bool) == 8 && alignof(tuple_f32_bool) == 4);
static_assert(__INTADDR__(&((tuple_f32_bool*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_bool*)0)->v1) == 4);

extern "C" __global__ void __launch_bounds__(32, 1) steered(
    i32 kind,
    bool flag,
    Shift shift,
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_stride_0,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1
) {
    __shared__ array<float, 21> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread & 7;
    const usize thread_start = thread_part * 4;
    const usize thread_part_1 = thread & 15;
    const usize thread_part_2 = thread >> 3;
    const usize thread_part_3 = thread >> 4;
    const usize i = (usize)blockIdx.x;
    if (i >= kiln::div_ceil_u64(x_extent_0, 20ull)) {
        return;
    }
    __align__(16) array<float, 4> x_1;
    const usize x_column = kiln::int_min(i, x_extent_0) * 20;
    const usize x_columns = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_column), 20ull);
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_1[k] = 0.0f;
    }
    if (thread_start < x_columns) {
        kiln::move_16(x_1[0], x[x_column + thread_start]);
    }
    array<float, 4> parted;
    const i32 at = (i32)(kind - 2u);
    {
        if (at < 0) {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                parted[r] = x_1[r];
            }
            goto break_4;
        }
        float total = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            total = fmaxf(total, thread_start + j < 20 ? x_1[j] : __uint_as_float(0x7fc00000u));
        }
        const float other = kiln::lane_xor(total, 4u);
        total = fmaxf(total, other);
        const float other_1 = kiln::lane_xor(total, 2u);
        total = fmaxf(total, other_1);
        const float other_2 = kiln::lane_xor(total, 1u);
        total = fmaxf(total, other_2);
        const float most = total;
        array<float, 4> value;
        if (at == 0) {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                parted[r] = -x_1[r];
            }
            goto break_4;
        } else if ((at == 1 || at == 2) && most > 3.0f) {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value[r] = x_1[r] - most;
            }
        } else if (at >= 3 && at <= 5) {
            const u32 start = 0u;
            const u32 tile = (u32)thread_part_1 + start;
            float front;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part_2 < 1 && thread_start + j < 20) {
                    exchange[thread_start + j] = x_1[j];
                }
            }
            const usize number = (usize)tile;
            __syncthreads();
            front = thread_part_1 < 10 && number < 20 ? exchange[number] : 0.0f;
            const u32 start_1 = 10u;
            const u32 tile_1 = (u32)thread_part_1 + start_1;
            float behind;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part_2 < 1 && thread_start + j < 20) {
                    exchange[thread_start + j] = x_1[j];
                }
            }
            const usize number_1 = (usize)tile_1;
            __syncthreads();
            behind = thread_part_1 < 10 && number_1 < 20 ? exchange[number_1] : 0.0f;
            array<float, 4> first;
            __syncthreads();
            if (thread_part_3 < 1 && thread_part_1 < 10) {
                exchange[thread_part_1] = behind;
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number_2 = (usize)(u32)(thread_start + j);
                first[j] = thread_start + j < 20 && number_2 < 10 ? exchange[number_2] : 0.0f;
            }
            array<u32, 4> tile_2;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                tile_2[j] = (u32)(thread_start + j) - 10;
            }
            array<float, 4> behind_picked;
            __syncthreads();
            if (thread_part_3 < 1 && thread_part_1 < 10) {
                exchange[thread_part_1] = front;
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number_2 = (usize)tile_2[j];
                behind_picked[j] = thread_start + j < 20 && number_2 < 10 ? exchange[number_2] : 0.0f;
            }
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                value[j] = (u32)(thread_start + j) < 10 ? first[j] : behind_picked[j];
            }
        } else {
            array<float, 4> sorted;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted[r] = x_1[r];
            }
            u32 step = 1;
            while (step < 20) {
                u32 mask = step + step - 1;
                u32 half = step;
                while (mask > 0) {
                    array<u32, 4> partner;
                    #pragma unroll
                    for (usize j = 0; j < 4; ++j) {
                        partner[j] = (u32)(thread_start + j) ^ mask;
                    }
                    array<float, 4> other_3;
                    __syncthreads();
                    #pragma unroll
                    for (usize j = 0; j < 4; ++j) {
                        if (thread_part_2 < 1 && thread_start + j < 20) {
                            exchange[thread_start + j] = sorted[j];
                        }
                    }
                    __syncthreads();
                    #pragma unroll
                    for (usize j = 0; j < 4; ++j) {
                        const usize number = (usize)partner[j];
                        other_3[j] = thread_start + j < 20 && number < 20 ? exchange[number] : 0.0f;
                    }
                    array<bool, 4> less;
                    #pragma unroll
                    for (usize r = 0; r < 4; ++r) {
                        less[r] = other_3[r] < sorted[r] | sorted[r] != sorted[r] & other_3[r] == other_3[r];
                    }
                    array<bool, 4> less_1;
                    #pragma unroll
                    for (usize r = 0; r < 4; ++r) {
                        less_1[r] = sorted[r] < other_3[r] | other_3[r] != other_3[r] & sorted[r] == sorted[r];
                    }
                    array<bool, 4> leads;
                    #pragma unroll
                    for (usize j = 0; j < 4; ++j) {
                        leads[j] = (u32)(thread_start + j) < partner[j];
                    }
                    array<bool, 4> swaps;
                    #pragma unroll
                    for (usize r = 0; r < 4; ++r) {
                        swaps[r] = (leads[r] & less[r] | !leads[r] & less_1[r]) & partner[r] < 20;
                    }
                    #pragma unroll
                    for (usize r = 0; r < 4; ++r) {
                        sorted[r] = swaps[r] ? other_3[r] : sorted[r];
                    }
                    half = half >> 1;
                    mask = half;
                }
                step = step + step;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value[r] = sorted[r];
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            parted[r] = value[r];
        }
    }
    break_4:;
    const i32 at_1 = (i32)(kind - 2u);
    float total = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        total = fmaxf(total, thread_start + j < 20 ? x_1[j] : __uint_as_float(0x7fc00000u));
    }
    const float other = kiln::lane_xor(total, 4u);
    total = fmaxf(total, other);
    const float other_1 = kiln::lane_xor(total, 2u);
    total = fmaxf(total, other_1);
    const float other_2 = kiln::lane_xor(total, 1u);
    total = fmaxf(total, other_2);
    const float matched = total;
    tuple_f32_bool value;
    if (at_1 < 0) {
        value = tuple_f32_bool{0.0f, false};
    } else if (at_1 == 0) {
        const float most = matched;
        value = tuple_f32_bool{most, true};
    } else {
        const float most = matched;
        if ((at_1 == 1 || at_1 == 2) && most > 3.0f) {
            value = tuple_f32_bool{most, true};
        } else if (at_1 >= 3 && at_1 <= 5) {
            float total_1 = -0.0f;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                total_1 = total_1 + (thread_start + j < 20 ? x_1[j] : -0.0f);
            }
            const float other_3 = kiln::lane_xor(total_1, 4u);
            total_1 = total_1 + other_3;
            const float other_4 = kiln::lane_xor(total_1, 2u);
            total_1 = total_1 + other_4;
            const float other_5 = kiln::lane_xor(total_1, 1u);
            total_1 = total_1 + other_5;
            const float sum = total_1;
            value = tuple_f32_bool{sum, false};
        } else {
            value = tuple_f32_bool{-1.0f, false};
        }
    }
    const tuple_f32_bool value_1 = value;
    const float number = value_1.v0;
    array<float, 4> parted_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        parted_1[r] = parted[r];
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = parted_1[r];
    }
    const usize y_columns = kiln::int_min(y_extent_1, 20ull);
    const usize y_start = i * y_stride_0;
    if (thread_part_2 < 1 && i < y_extent_0 && thread_start < y_columns) {
        kiln::store_16(y[y_start + thread_start], tile[0]);
    }
    array<float, 4> sum;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sum[r] = 0.0f;
    }
    for (usize k = 3; k-- > 0;) {
        {
            for (usize j = k; j < 10; j += 4) {
                if (j == 6) {
                    goto continue_0;
                }
                float total_1 = -0.0f;
                #pragma unroll
                for (usize j_1 = 0; j_1 < 4; ++j_1) {
                    total_1 = total_1 + (thread_start + j_1 < 20 ? sum[j_1] : -0.0f);
                }
                const float other_3 = kiln::lane_xor(total_1, 4u);
                total_1 = total_1 + other_3;
                const float other_4 = kiln::lane_xor(total_1, 2u);
                total_1 = total_1 + other_4;
                const float other_5 = kiln::lane_xor(total_1, 1u);
                total_1 = total_1 + other_5;
                const float sum_1 = total_1;
                if (sum_1 > 100.0f) {
                    goto break_0;
                }
                const float scalar = (float)j;
                #pragma unroll
                for (usize r = 0; r < 4; ++r) {
                    sum[r] = sum[r] + (x_1[r] * scalar + number);
                }
            }
        }
        continue_0:;
    }
    break_0:;
    array<float, 4> sum_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sum_1[r] = sum[r];
    }
    __align__(16) array<float, 4> tile_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_1[r] = sum_1[r];
    }
    const usize y_column = kiln::int_min(1ull, y_extent_1) * 20;
    const usize y_columns_1 = kiln::int_min(kiln::saturating_sub_u64(y_extent_1, y_column), 20ull);
    const usize y_start_1 = i * y_stride_0 + y_column;
    if (thread_part_2 < 1 && i < y_extent_0 && thread_start < y_columns_1) {
        kiln::store_16(y[y_start_1 + thread_start], tile_1[0]);
    }
    i32 turns = 0;
    array<float, 4> found;
    while (true) {
        (u32&)turns += 1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            sum[r] = sum[r] * 0.5f;
        }
        array<float, 4> tile_2;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            tile_2[r] = fabsf(sum[r]);
        }
        float total_1 = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            total_1 = fmaxf(total_1, thread_start + j < 20 ? tile_2[j] : __uint_as_float(0x7fc00000u));
        }
        const float other_3 = kiln::lane_xor(total_1, 4u);
        total_1 = fmaxf(total_1, other_3);
        const float other_4 = kiln::lane_xor(total_1, 2u);
        total_1 = fmaxf(total_1, other_4);
        const float other_5 = kiln::lane_xor(total_1, 1u);
        total_1 = fmaxf(total_1, other_5);
        const float greatest = total_1;
        if (greatest < 1.0f || turns == 4) {
            const float scalar = (float)turns;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                found[r] = sum[r] + scalar;
            }
            break;
        }
    }
    array<float, 4> found_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        found_1[r] = found[r];
    }
    __align__(16) array<float, 4> tile_2;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_2[r] = found_1[r];
    }
    const usize y_column_1 = kiln::int_min(2ull, y_extent_1) * 20;
    const usize y_columns_2 = kiln::int_min(kiln::saturating_sub_u64(y_extent_1, y_column_1), 20ull);
    const usize y_start_2 = i * y_stride_0 + y_column_1;
    if (thread_part_2 < 1 && i < y_extent_0 && thread_start < y_columns_2) {
        kiln::store_16(y[y_start_2 + thread_start], tile_2[0]);
    }
    array<float, 4> by;
    if (flag && (kind >= 0 && kind <= 3)) {
        const i32 n = kind;
        const float scalar = (float)n;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            by[r] = x_1[r] * scalar;
        }
    } else if (flag) {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            by[r] = x_1[r];
        }
    } else {
        const i32 n = kind;
        if (!flag && n % 2 == 0) {
            const float scalar = shift.v0;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                by[r] = x_1[r] * 0.5f + scalar;
            }
        } else {
            array<float, 4> a;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                a[r] = fmaxf(x_1[r], 0.0f);
            }
            array<float, 4> b;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                b[r] = fminf(x_1[r], 0.0f);
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                by[r] = a[r] - b[r];
            }
        }
    }
    array<float, 4> rest;
    if (flag) {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            rest[r] = by[r];
        }
    } else {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            rest[r] = by[r] + 1.0f;
        }
    }
    u8 k = 0;
    while (k < 2) {
        array<float, 4> x_2;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            x_2[r] = rest[r];
        }
        const float scalar = shift.v0;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            rest[r] = x_2[r] * 0.5f + scalar;
        }
        k += 1;
    }
    array<float, 4> t;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        t[r] = rest[r];
    }
    array<float, 4> last;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        last[r] = t[r] * 2.0f + number;
    }
    __align__(16) array<float, 4> tile_3;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_3[r] = last[r];
    }
    const usize y_column_2 = kiln::int_min(3ull, y_extent_1) * 20;
    const usize y_columns_3 = kiln::int_min(kiln::saturating_sub_u64(y_extent_1, y_column_2), 20ull);
    const usize y_start_3 = i * y_stride_0 + y_column_2;
    if (thread_part_2 < 1 && i < y_extent_0 && thread_start < y_columns_3) {
        kiln::store_16(y[y_start_3 + thread_start], tile_3[0]);
    }
}
