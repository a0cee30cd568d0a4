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

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca
//   limits.6be52157 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835 launch_info.082ef353

extern "C" __global__ void __launch_bounds__(32, 1) operators(
    u32 by,
    u32 one,
    const u32* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    const u32* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    const u32* __restrict__ row, usize row_len,
    usize row_extent_0,
    usize row_stride_0,
    u32* __restrict__ out, usize out_len,
    usize out_extent_0,
    usize out_extent_1,
    usize out_extent_2,
    usize out_stride_0,
    usize out_stride_1,
    usize out_stride_2,
    const kiln::launch_info kiln
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_start = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    __align__(16) array<u32, 16> x_1;
    const usize x_row = kiln::int_min(i, x_extent_0) * 16;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const u32 left = (u32)kiln::saturating_sub_u64(x_rows, thread_part);
    const usize x_column = kiln::int_min(j, x_extent_1) * 32;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
    const u32 left_1 = (u32)kiln::saturating_sub_u64(x_columns, thread_start);
    const usize x_start = x_row * x_stride_0 + x_column;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            x_1[i_1 * 4 + k] = 0;
        }
        if ((u32)(i_1 * 4) < left && 0 < left_1) {
            kiln::move_16(x_1[i_1 * 4], x[x_start + thread_part * x_stride_0 + thread_start + i_1 * 4 * x_stride_0]);
        }
    }
    __align__(16) array<u32, 16> y_1;
    const usize y_row = kiln::int_min(i, y_extent_0) * 16;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const u32 left_2 = (u32)kiln::saturating_sub_u64(y_rows, thread_part);
    const usize y_column = kiln::int_min(j, y_extent_1) * 32;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const u32 left_3 = (u32)kiln::saturating_sub_u64(y_columns, thread_start);
    const usize y_start = y_row * y_stride_0 + y_column;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            y_1[i_1 * 4 + k] = 1;
        }
        if ((u32)(i_1 * 4) < left_2 && 0 < left_3) {
            kiln::move_16(y_1[i_1 * 4], y[y_start + thread_part * y_stride_0 + thread_start + i_1 * 4 * y_stride_0]);
        }
    }
    __align__(16) array<u32, 4> row_tile;
    const usize row_column = kiln::int_min(j, row_extent_0) * 32;
    const usize row_columns = kiln::saturating_sub_u64(row_extent_0, row_column);
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        row_tile[k] = 1;
    }
    if (thread_start < row_columns) {
        kiln::move_16(row_tile[0], row[row_column + thread_start]);
    }
    array<u32, 16> quotients;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            const u32 element = x_1[i_1 * 4 + j_1];
            const u32 element_1 = y_1[i_1 * 4 + j_1];
            const u32 quotient = kiln.div(element, element_1, 5);
            quotients[i_1 * 4 + j_1] = quotient;
        }
    }
    array<u32, 16> quotients_1;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            const u32 element = x_1[i_1 * 4 + j_1];
            const u32 element_1 = y_1[i_1 * 4 + j_1];
            const u32 quotient = kiln.rem(element, element_1, 6);
            quotients_1[i_1 * 4 + j_1] = quotient;
        }
    }
    __align__(16) array<u32, 16> tile;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile[r] = quotients[r] + quotients_1[r];
    }
    const usize out_row = kiln::int_min(i, out_extent_1) * 16;
    const usize out_rows = kiln::saturating_sub_u64(out_extent_1, out_row);
    const u32 left_4 = (u32)kiln::saturating_sub_u64(out_rows, thread_part);
    const usize out_column = kiln::int_min(j, out_extent_2) * 32;
    const usize out_columns = kiln::saturating_sub_u64(out_extent_2, out_column);
    const u32 left_5 = (u32)kiln::saturating_sub_u64(out_columns, thread_start);
    const usize out_start = out_row * out_stride_1 + out_column;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (0 < out_extent_0 && (u32)(i_1 * 4) < left_4 && 0 < left_5) {
            kiln::store_16(out[out_start + thread_part * out_stride_1 + thread_start + i_1 * 4 * out_stride_1], tile[i_1 * 4]);
        }
    }
    const u32 divisor = by;
    array<u32, 16> quotients_2;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            const u32 element = x_1[i_1 * 4 + j_1];
            const u32 quotient = kiln.div(element, divisor, 8);
            quotients_2[i_1 * 4 + j_1] = quotient;
        }
    }
    array<u32, 16> quotients_3;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            const u32 element = x_1[i_1 * 4 + j_1];
            const u32 element_1 = row_tile[j_1];
            const u32 quotient = kiln.rem(element, element_1, 9);
            quotients_3[i_1 * 4 + j_1] = quotient;
        }
    }
    __align__(16) array<u32, 16> tile_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile_1[r] = quotients_2[r] ^ quotients_3[r];
    }
    const usize out_row_1 = kiln::int_min(i, out_extent_1) * 16;
    const usize out_rows_1 = kiln::saturating_sub_u64(out_extent_1, out_row_1);
    const u32 left_6 = (u32)kiln::saturating_sub_u64(out_rows_1, thread_part);
    const usize out_column_1 = kiln::int_min(j, out_extent_2) * 32;
    const usize out_columns_1 = kiln::saturating_sub_u64(out_extent_2, out_column_1);
    const u32 left_7 = (u32)kiln::saturating_sub_u64(out_columns_1, thread_start);
    const usize out_start_1 = out_stride_0 + out_row_1 * out_stride_1 + out_column_1;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (1 < out_extent_0 && (u32)(i_1 * 4) < left_6 && 0 < left_7) {
            kiln::store_16(out[out_start_1 + thread_part * out_stride_1 + thread_start + i_1 * 4 * out_stride_1], tile_1[i_1 * 4]);
        }
    }
    __align__(16) array<u32, 16> tile_2;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile_2[r] = x_1[r] << (y_1[r] & 31) | x_1[r] >> (y_1[r] & one & 31);
    }
    const usize out_row_2 = kiln::int_min(i, out_extent_1) * 16;
    const usize out_rows_2 = kiln::saturating_sub_u64(out_extent_1, out_row_2);
    const u32 left_8 = (u32)kiln::saturating_sub_u64(out_rows_2, thread_part);
    const usize out_column_2 = kiln::int_min(j, out_extent_2) * 32;
    const usize out_columns_2 = kiln::saturating_sub_u64(out_extent_2, out_column_2);
    const u32 left_9 = (u32)kiln::saturating_sub_u64(out_columns_2, thread_start);
    const usize out_start_2 = 2 * out_stride_0 + out_row_2 * out_stride_1 + out_column_2;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (2 < out_extent_0 && (u32)(i_1 * 4) < left_8 && 0 < left_9) {
            kiln::store_16(out[out_start_2 + thread_part * out_stride_1 + thread_start + i_1 * 4 * out_stride_1], tile_2[i_1 * 4]);
        }
    }
    __align__(16) array<u32, 16> tile_3;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            tile_3[i_1 * 4 + j_1] = ~(x_1[i_1 * 4 + j_1] & row_tile[j_1]) >> (by & 31);
        }
    }
    const usize out_row_3 = kiln::int_min(i, out_extent_1) * 16;
    const usize out_rows_3 = kiln::saturating_sub_u64(out_extent_1, out_row_3);
    const u32 left_10 = (u32)kiln::saturating_sub_u64(out_rows_3, thread_part);
    const usize out_column_3 = kiln::int_min(j, out_extent_2) * 32;
    const usize out_columns_3 = kiln::saturating_sub_u64(out_extent_2, out_column_3);
    const u32 left_11 = (u32)kiln::saturating_sub_u64(out_columns_3, thread_start);
    const usize out_start_3 = 3 * out_stride_0 + out_row_3 * out_stride_1 + out_column_3;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (3 < out_extent_0 && (u32)(i_1 * 4) < left_10 && 0 < left_11) {
            kiln::store_16(out[out_start_3 + thread_part * out_stride_1 + thread_start + i_1 * 4 * out_stride_1], tile_3[i_1 * 4]);
        }
    }
    __align__(16) array<u32, 16> all;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = x_1[r];
    }
    array<u32, 16> dividend;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        dividend[r] = all[r];
    }
    array<u32, 16> quotients_4;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            const u32 element = dividend[i_1 * 4 + j_1];
            const u32 element_1 = y_1[i_1 * 4 + j_1];
            const u32 quotient = kiln.div(element, element_1, 14);
            quotients_4[i_1 * 4 + j_1] = quotient;
        }
    }
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = quotients_4[r];
    }
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            all[i_1 * 4 + j_1] = all[i_1 * 4 + j_1] << (row_tile[j_1] & 31);
        }
    }
    const u32 divisor_1 = by;
    array<u32, 16> dividend_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        dividend_1[r] = all[r];
    }
    const u32 divisor_2 = divisor_1;
    array<u32, 16> quotients_5;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            const u32 element = dividend_1[i_1 * 4 + j_1];
            const u32 quotient = kiln.rem(element, divisor_2, 17);
            quotients_5[i_1 * 4 + j_1] = quotient;
        }
    }
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = quotients_5[r];
    }
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = all[r] >> (one & 31);
    }
    const usize out_row_4 = kiln::int_min(i, out_extent_1) * 16;
    const usize out_rows_4 = kiln::saturating_sub_u64(out_extent_1, out_row_4);
    const u32 left_12 = (u32)kiln::saturating_sub_u64(out_rows_4, thread_part);
    const usize out_column_4 = kiln::int_min(j, out_extent_2) * 32;
    const usize out_columns_4 = kiln::saturating_sub_u64(out_extent_2, out_column_4);
    const u32 left_13 = (u32)kiln::saturating_sub_u64(out_columns_4, thread_start);
    const usize out_start_4 = 4 * out_stride_0 + out_row_4 * out_stride_1 + out_column_4;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (4 < out_extent_0 && (u32)(i_1 * 4) < left_12 && 0 < left_13) {
            kiln::store_16(out[out_start_4 + thread_part * out_stride_1 + thread_start + i_1 * 4 * out_stride_1], all[i_1 * 4]);
        }
    }
}
