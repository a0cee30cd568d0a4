// least: sm_80
typedef signed char i8;
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

// prelude: hidden.67bf754a int_max.1a21aab5 int_min.8439cc99 move_16.def5b418 store_16.d38ece70
//   saturating_sub_u64.bf257835

struct Step {
    u8 tag;
    float at4;
    u64 at8;
    i8 at16;
};
static_assert(sizeof(Step) == 24 && alignof(Step) == 8);
static_assert(__INTADDR__(&((Step*)0)->tag) == 0);
static_assert(__INTADDR__(&((Step*)0)->at4) == 4);
static_assert(__INTADDR__(&((Step*)0)->at8) == 8);
static_assert(__INTADDR__(&((Step*)0)->at16) == 16);

struct Plan {
    array<Step, 3> steps;
    Step last;
    u16 count;

    Plan() = default;
    __device__ __forceinline__ Plan(u16 count, array<Step, 3> steps, Step last) : steps(steps), last(last), count(count) {}
};
static_assert(sizeof(Plan) == 104 && alignof(Plan) == 8);
static_assert(__INTADDR__(&((Plan*)0)->steps) == 0);
static_assert(__INTADDR__(&((Plan*)0)->last) == 72);
static_assert(__INTADDR__(&((Plan*)0)->count) == 96);

extern "C" __global__ void __launch_bounds__(32, 1) planned(
    Plan plan,
    u32 turns,
    Step first,
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 1 & 3;
    const usize i = (usize)blockIdx.x;
    const Step step = first;
    __align__(16) array<float, 4> x_1;
    const usize x_row = kiln::int_min(i, x_extent_0) * 4;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_1[k] = 0.0f;
    }
    if (thread_part < x_rows && thread_start < x_extent_1) {
        kiln::move_16(x_1[0], x[x_start + thread_part * x_stride_0 + thread_start]);
    }
    const double by = __longlong_as_double((i64)step.at8);
    array<float, 4> value;
    if (step.tag == 0 && by < kiln::hidden(0.0)) {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = x_1[r] * 0.5f;
        }
    } else if (step.tag == 0) {
        const double by_1 = __longlong_as_double((i64)step.at8);
        const float scalar = (float)by_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = x_1[r] * scalar;
        }
    } else if (step.tag == 1) {
        const float low = step.at4;
        const float high = __uint_as_float((u32)step.at8);
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = fminf(fmaxf(x_1[r], low), high);
        }
    } else if (step.tag == 2 && (i64)step.at8 >= 0) {
        const i64 n = (i64)step.at8;
        const i8 m = step.at16;
        const float scalar = (float)n;
        const float scalar_1 = (float)m;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = x_1[r] + scalar + scalar_1;
        }
    } else if (step.tag == 2) {
        const i64 n = (i64)step.at8;
        const float scalar = (float)n;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = x_1[r] - scalar;
        }
    } else {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value[r] = x_1[r];
        }
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = value[r];
    }
    const Step step_1 = plan.steps[0];
    array<float, 4> x_2;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        x_2[r] = tile[r];
    }
    const double by_1 = __longlong_as_double((i64)step_1.at8);
    array<float, 4> value_1;
    if (step_1.tag == 0 && by_1 < kiln::hidden(0.0)) {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = x_2[r] * 0.5f;
        }
    } else if (step_1.tag == 0) {
        const double by_2 = __longlong_as_double((i64)step_1.at8);
        const float scalar = (float)by_2;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = x_2[r] * scalar;
        }
    } else if (step_1.tag == 1) {
        const float low = step_1.at4;
        const float high = __uint_as_float((u32)step_1.at8);
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = fminf(fmaxf(x_2[r], low), high);
        }
    } else if (step_1.tag == 2 && (i64)step_1.at8 >= 0) {
        const i64 n = (i64)step_1.at8;
        const i8 m = step_1.at16;
        const float scalar = (float)n;
        const float scalar_1 = (float)m;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = x_2[r] + scalar + scalar_1;
        }
    } else if (step_1.tag == 2) {
        const i64 n = (i64)step_1.at8;
        const float scalar = (float)n;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = x_2[r] - scalar;
        }
    } else {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = x_2[r];
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = value_1[r];
    }
    if (plan.count > 1) {
        const Step saved = plan.steps[1];
        const Step step_2 = plan.steps[2];
        array<float, 4> x_3;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            x_3[r] = tile[r];
        }
        const double by_2 = __longlong_as_double((i64)step_2.at8);
        array<float, 4> value_2;
        if (step_2.tag == 0 && by_2 < kiln::hidden(0.0)) {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] * 0.5f;
            }
        } else if (step_2.tag == 0) {
            const double by_3 = __longlong_as_double((i64)step_2.at8);
            const float scalar = (float)by_3;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] * scalar;
            }
        } else if (step_2.tag == 1) {
            const float low = step_2.at4;
            const float high = __uint_as_float((u32)step_2.at8);
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = fminf(fmaxf(x_3[r], low), high);
            }
        } else if (step_2.tag == 2 && (i64)step_2.at8 >= 0) {
            const i64 n = (i64)step_2.at8;
            const i8 m = step_2.at16;
            const float scalar = (float)n;
            const float scalar_1 = (float)m;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] + scalar + scalar_1;
            }
        } else if (step_2.tag == 2) {
            const i64 n = (i64)step_2.at8;
            const float scalar = (float)n;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] - scalar;
            }
        } else {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r];
            }
        }
        array<float, 4> value_3;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_3[r] = value_2[r];
        }
        const Step step_3 = saved;
        const double by_3 = __longlong_as_double((i64)step_3.at8);
        array<float, 4> value_4;
        if (step_3.tag == 0 && by_3 < kiln::hidden(0.0)) {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_4[r] = value_3[r] * 0.5f;
            }
        } else if (step_3.tag == 0) {
            const double by_4 = __longlong_as_double((i64)step_3.at8);
            const float scalar = (float)by_4;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_4[r] = value_3[r] * scalar;
            }
        } else if (step_3.tag == 1) {
            const float low = step_3.at4;
            const float high = __uint_as_float((u32)step_3.at8);
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_4[r] = fminf(fmaxf(value_3[r], low), high);
            }
        } else if (step_3.tag == 2 && (i64)step_3.at8 >= 0) {
            const i64 n = (i64)step_3.at8;
            const i8 m = step_3.at16;
            const float scalar = (float)n;
            const float scalar_1 = (float)m;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_4[r] = value_3[r] + scalar + scalar_1;
            }
        } else if (step_3.tag == 2) {
            const i64 n = (i64)step_3.at8;
            const float scalar = (float)n;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_4[r] = value_3[r] - scalar;
            }
        } else {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_4[r] = value_3[r];
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            tile[r] = value_4[r];
        }
    }
    Step step_2 = first;
    for (u32 k = 0; k < turns; ++k) {
        const Step step_3 = step_2;
        const u32 k_1 = k;
        {
            if (!(step_3.tag == 2)) {
                Step value_2;
                if (step_3.tag == 3) {
                    value_2 = Step{2, 0.0f, (u64)(i64)k_1, -1};
                } else {
                    Step constant;
                    constant = Step{3, 0.0f, 0, 0};
                    value_2 = constant;
                }
                step_2 = value_2;
                goto break_1;
            }
            const i64 n = (i64)step_3.at8;
            const i8 m = step_3.at16;
            Step value_2;
            if (k_1 > 2) {
                value_2 = Step{1, -1.0f, (u64)__float_as_uint((float)n), 0};
            } else {
                value_2 = Step{2, 0.0f, (u64)(i64)(n + 1ull), m};
            }
            step_2 = value_2;
        }
        break_1:;
        if (step_2.tag == 2) {
            step_2.at8 = (u64)(i64)((i64)step_2.at8 + 2ull);
        }
        const Step step_4 = step_2;
        array<float, 4> x_3;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            x_3[r] = tile[r];
        }
        const double by_2 = __longlong_as_double((i64)step_4.at8);
        array<float, 4> value_2;
        if (step_4.tag == 0 && by_2 < kiln::hidden(0.0)) {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] * 0.5f;
            }
        } else if (step_4.tag == 0) {
            const double by_3 = __longlong_as_double((i64)step_4.at8);
            const float scalar = (float)by_3;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] * scalar;
            }
        } else if (step_4.tag == 1) {
            const float low = step_4.at4;
            const float high = __uint_as_float((u32)step_4.at8);
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = fminf(fmaxf(x_3[r], low), high);
            }
        } else if (step_4.tag == 2 && (i64)step_4.at8 >= 0) {
            const i64 n = (i64)step_4.at8;
            const i8 m = step_4.at16;
            const float scalar = (float)n;
            const float scalar_1 = (float)m;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] + scalar + scalar_1;
            }
        } else if (step_4.tag == 2) {
            const i64 n = (i64)step_4.at8;
            const float scalar = (float)n;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r] - scalar;
            }
        } else {
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_2[r] = x_3[r];
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            tile[r] = value_2[r];
        }
    }
    if (plan.last.tag == 0) {
        const double by_2 = __longlong_as_double((i64)plan.last.at8);
        const float scalar = (float)by_2;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            tile[r] = tile[r] + scalar;
        }
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 4;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_start = y_row * y_stride_0;
    if (thread_part_2 < 1 && thread_part < y_rows && thread_start < y_extent_1) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], tile[0]);
    }
}
