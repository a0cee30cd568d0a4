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

// prelude: unsigned_by_size.3ee267ca count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5
//   int_min.8439cc99 lane_id.154b932d lane_xor.0e2ead84 leading_zeros.515b8827 exchange.3a989a11
//   masked_shuffle.9afe57d0 trailing_zeros.9737c9bc warp_id.9350e530 div_ceil_u64.4268445c warp_sum_u32.acea2775
//   warp_exclusive_sum_u32.ecebf404 warp_inclusive_sum_u32.9388aa59 warp_sum_f32.0c8e5be4
//   warp_exclusive_sum_f32.b4997c5a warp_inclusive_sum_f32.8da9ab6d warp_min_i64.3deaed81 warp_max_i64.828f4dc0
//   warp_inclusive_min_i64.423c68b9 warp_exclusive_min_i64.1b1a9c96 warp_inclusive_max_i64.f328d5b2
//   warp_exclusive_max_i64.2a4d1fa4 launch_info.502d9f1e

__device__ __forceinline__ usize warps() {
    return kiln::div_ceil_u64((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z, 32ull);
}

__device__ __forceinline__ u32 sum_of_warps(u32 of_warp) {
    __shared__ array<u32, 33> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize count = value;
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        // The last element is apart from the others, so that the next call may write those while this one is still
        // read.
        const u32 all = kiln::warp_sum_u32(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ u32 sum(u32 value) {
    const u32 of_warp = kiln::warp_sum_u32(value);
    const u32 result = sum_of_warps(of_warp);
    return result;
}

__device__ __forceinline__ u32 sum_of_warps_below(u32 up_to_here) {
    __shared__ array<u32, 64> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    if (lane == end) {
        partial[own] = up_to_here;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_sum_u32(partial[lane]);
    }
    __syncthreads();
    return partial[32 + own];
}

__device__ __forceinline__ u32 inclusive_sum(u32 value) {
    const u32 of_lanes = kiln::warp_inclusive_sum_u32(value);
    const u32 value_1 = sum_of_warps_below(of_lanes);
    return value_1 + of_lanes;
}

__device__ __forceinline__ u32 exclusive_sum(u32 value) {
    const u32 of_lanes = kiln::warp_inclusive_sum_u32(value);
    const u32 below = kiln::warp_exclusive_sum_u32(value);
    const u32 value_1 = sum_of_warps_below(of_lanes);
    return value_1 + below;
}

__device__ __forceinline__ u32 broadcast(u32 value, usize thread) {
    __shared__ array<u32, 1> slot;
    if (kiln::warp_id() * 32 + kiln::lane_id() == thread) {
        slot[0] = value;
    }
    __syncthreads();
    const u32 found = slot[0];
    __syncthreads();
    return found;
}

__device__ __forceinline__ float sum_of_warps_2(float of_warp) {
    __shared__ array<float, 33> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize count = value;
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        // The last element is apart from the others, so that the next call may write those while this one is still
        // read.
        const float all = kiln::warp_sum_f32(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ float sum_2(float value) {
    const float of_warp = kiln::warp_sum_f32(value);
    const float result = sum_of_warps_2(of_warp);
    return result;
}

__device__ __forceinline__ float sum_of_warps_below_2(float up_to_here) {
    __shared__ array<float, 64> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    if (lane == end) {
        partial[own] = up_to_here;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_sum_f32(partial[lane]);
    }
    __syncthreads();
    return partial[32 + own];
}

__device__ __forceinline__ float inclusive_sum_2(float value) {
    const float of_lanes = kiln::warp_inclusive_sum_f32(value);
    const float value_1 = sum_of_warps_below_2(of_lanes);
    return value_1 + of_lanes;
}

__device__ __forceinline__ i64 min_(i64 value) {
    __shared__ array<i64, 33> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize count = value_1;
    const i64 of_warp = kiln::warp_min_i64(value);
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        const i64 all = kiln::warp_min_i64(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ i64 max_(i64 value) {
    __shared__ array<i64, 33> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize count = value_1;
    const i64 of_warp = kiln::warp_max_i64(value);
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        const i64 all = kiln::warp_max_i64(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ i64 inclusive_min(i64 value) {
    __shared__ array<i64, 64> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value_1;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    const i64 of_lanes = kiln::warp_inclusive_min_i64(value);
    if (lane == end) {
        partial[own] = of_lanes;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_min_i64(partial[lane]);
    }
    __syncthreads();
    const i64 below = partial[32 + own];
    // NaN is below nothing, and gives way to what is above.
    return own == 0 || of_lanes < below ? of_lanes : below;
}

__device__ __forceinline__ i64 inclusive_max(i64 value) {
    __shared__ array<i64, 64> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value_1;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    const i64 of_lanes = kiln::warp_inclusive_max_i64(value);
    if (lane == end) {
        partial[own] = of_lanes;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_max_i64(partial[lane]);
    }
    __syncthreads();
    const i64 below = partial[32 + own];
    // NaN is above nothing, and gives way to what is below.
    return own == 0 || of_lanes > below ? of_lanes : below;
}

__device__ __forceinline__ u32 count_true(bool condition) {
    const u32 lanes = __ballot_sync(__activemask(), condition);
    const u32 result = sum_of_warps(kiln::count_ones(lanes));
    return result;
}

__device__ __forceinline__ bool any_(bool condition) {
    const u32 value = count_true(condition);
    return value != 0;
}

__device__ __forceinline__ bool all_(bool condition) {
    const u32 value = count_true(!condition);
    return value == 0;
}

extern "C" __global__ void collect(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ sums, usize sums_len,
    float* __restrict__ floats, usize floats_len,
    i64* __restrict__ ends, usize ends_len,
    u32* __restrict__ counts, usize counts_len,
    const kiln::launch_info kiln
) {
    const usize here = (usize)threadIdx.x + (usize)blockDim.x * ((usize)threadIdx.y + (usize)blockDim.y * (usize)threadIdx.z);
    const usize threads = (usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z;
    const usize i = (usize)blockIdx.x * threads + here;
    const u32 v = x[kiln.at(i, x_len, 176)];
    // One call after the other, with nothing between.
    sums[kiln.at(4 * i, sums_len, 178)] = sum(v);
    sums[kiln.at(4 * i + 1, sums_len, 180)] = inclusive_sum(v);
    sums[kiln.at(4 * i + 2, sums_len, 182)] = exclusive_sum(v);
    const u32 value = sum(v * 2);
    const u32 value_1 = broadcast(v, threads - 1);
    sums[kiln.at(4 * i + 3, sums_len, 184)] = value + value_1;
    floats[kiln.at(2 * i, floats_len, 186)] = sum_2((float)v * 0.1f);
    floats[kiln.at(2 * i + 1, floats_len, 188)] = inclusive_sum_2((float)v * 0.1f);
    const i64 wide = (i64)((i64)v * 1000000007ull - 50ull);
    ends[kiln.at(4 * i, ends_len, 191)] = min_(wide);
    ends[kiln.at(4 * i + 1, ends_len, 193)] = max_(wide);
    ends[kiln.at(4 * i + 2, ends_len, 195)] = inclusive_min(wide);
    ends[kiln.at(4 * i + 3, ends_len, 197)] = inclusive_max(wide);
    const u32 value_2 = count_true(v % 3 == 0);
    const bool value_3 = any_(v == 96);
    const bool value_4 = all_(v < 96);
    counts[kiln.at(i, counts_len, 200)] = value_2 + 10000 * (u32)value_3 + 20000 * (u32)value_4;
}
