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
//   store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) values(
    u32 n,
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    float* __restrict__ z, usize z_len,
    usize z_extent_0,
    usize z_extent_1,
    usize z_stride_0,
    usize z_stride_1
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 1 & 3;
    const usize i = (usize)blockIdx.x;
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
    array<float, 4> y_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        y_1[r] = x_1[r] * 2.0f;
    }
    array<float, 4> result_0;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        result_0[r] = x_1[r] + y_1[r];
    }
    array<float, 4> result_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        result_1[r] = x_1[r] - y_1[r];
    }
    array<float, 4> t_0;
    array<float, 4> t_1;
    if (n > 2) {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            t_0[r] = result_0[r];
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            t_1[r] = result_1[r];
        }
    } else {
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            t_0[r] = result_1[r];
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            t_1[r] = result_0[r];
        }
    }
    for (u32 k = 0; k < n; ++k) {
        const u32 matched = k % 3;
        array<float, 4> value_0;
        array<float, 4> value_1;
        if (matched == 0) {
            array<float, 4> saved;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                saved[r] = t_0[r];
            }
            array<float, 4> value_0_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_0_1[r] = t_1[r];
            }
            const u32 value_1_1 = k;
            const u32 value_1_1_1 = value_1_1;
            const u32 t_1_1 = value_1_1_1;
            const u32 k_1 = t_1_1;
            array<float, 4> value_0_2;
            array<float, 4> value_1_2;
            if (k_1 > 1) {
                #pragma unroll
                for (usize r = 0; r < 4; ++r) {
                    value_0_2[r] = value_0_1[r];
                }
                #pragma unroll
                for (usize r = 0; r < 4; ++r) {
                    value_1_2[r] = saved[r];
                }
            } else {
                #pragma unroll
                for (usize r = 0; r < 4; ++r) {
                    value_0_2[r] = saved[r];
                }
                #pragma unroll
                for (usize r = 0; r < 4; ++r) {
                    value_1_2[r] = value_0_1[r];
                }
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_0[r] = value_0_2[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_1[r] = value_1_2[r];
            }
        } else if (matched == 1) {
            float sum = -0.0f;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                sum = sum + t_0[j];
            }
            const float other = kiln::lane_xor(sum, 1u);
            sum = sum + other;
            array<float, 4> part;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                part[r] = t_1[r] + sum;
            }
            array<float, 4> part_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                part_1[r] = t_0[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_0[r] = part[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_1[r] = part_1[r];
            }
        } else {
            array<float, 4> both_0_0;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                both_0_0[r] = t_0[r];
            }
            array<float, 4> both_0_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                both_0_1[r] = t_1[r];
            }
            const float both_1 = 3.0f;
            array<float, 4> part;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                part[r] = both_0_1[r] * both_1;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_0[r] = part[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                value_1[r] = both_0_0[r];
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            t_0[r] = value_0[r];
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            t_1[r] = value_1[r];
        }
    }
    array<float, 4> last_0;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        last_0[r] = t_0[r];
    }
    array<float, 4> last_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        last_1[r] = t_1[r];
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        t_0[r] = t_0[r] + 1.0f;
    }
    array<float, 4> saved;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        saved[r] = t_1[r];
    }
    array<float, 4> saved_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        saved_1[r] = t_0[r];
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        t_0[r] = saved[r];
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        t_1[r] = saved_1[r];
    }
    array<float, 4> value_0;
    array<float, 4> value_1;
    while (true) {
        array<float, 4> pair_0;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            pair_0[r] = t_0[r];
        }
        array<float, 4> pair_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            pair_1[r] = t_1[r];
        }
        array<float, 4> result_0_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            result_0_1[r] = pair_0[r] * 2.0f;
        }
        array<float, 4> result_1_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            result_1_1[r] = pair_1[r] * 2.0f;
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_0[r] = result_0_1[r];
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            value_1[r] = result_1_1[r];
        }
        break;
    }
    array<float, 4> a;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        a[r] = value_0[r];
    }
    array<float, 4> b;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        b[r] = value_1[r];
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = a[r] + last_0[r];
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 4;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_start = y_row * y_stride_0;
    if (thread_part_2 < 1 && thread_part < y_rows && thread_start < y_extent_1) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], tile[0]);
    }
    __align__(16) array<float, 4> tile_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_1[r] = b[r] - last_1[r];
    }
    const usize z_row = kiln::int_min(i, z_extent_0) * 4;
    const usize z_rows = kiln::saturating_sub_u64(z_extent_0, z_row);
    const usize z_start = z_row * z_stride_0;
    if (thread_part_2 < 1 && thread_part < z_rows && thread_start < z_extent_1) {
        kiln::store_16(z[z_start + thread_part * z_stride_0 + thread_start], tile_1[0]);
    }
}
