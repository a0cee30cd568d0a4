typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 lane_id.154b932d launch_info.502d9f1e

extern "C" __global__ void arrays(float* __restrict__ out, usize out_len, const kiln::launch_info kiln) {
    __shared__ array<array<float, 3>, 32> tile;
    __shared__ u32 flag;
    const array<float, 3> a = {1.0f, 2.5f, -3.0f};
    array<array<float, 3>, 2> grid;
    grid[0] = kiln::filled<3>(0.0f);
    grid[1] = array<float, 3>{4.0f, 5.0f, 6.0f};
    const array<float, 3> row = grid[0];
    grid[1] = row;
    const usize lane = kiln::lane_id();
    tile[kiln.at(lane, 32, 12)] = a;
    flag = 1;
    out[kiln.at(lane, out_len, 19)] = (tile[kiln.at(lane, 32, 15)][2] + grid[1][kiln.at(lane, 3, 18)]) * (float)flag;
}
