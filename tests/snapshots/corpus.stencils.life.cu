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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.821da9b8

extern "C" __global__ void life(
    usize width,
    usize height,
    const u8* __restrict__ old, usize old_len,
    u8* __restrict__ new_, usize new_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        u8 around = 0;
        const array<usize, 3> referent = {height - 1, 0, 1};
        for (usize turn = 0; turn < 3; ++turn) {
            const usize dy = referent[turn];
            const array<usize, 3> referent_1 = {width - 1, 0, 1};
            for (usize turn_1 = 0; turn_1 < 3; ++turn_1) {
                const usize dx = referent_1[turn_1];
                around += old[kiln.at(kiln.rem(y + dy, height, 7) * width + kiln.rem(x + dx, width, 8), old_len, 9)];
            }
        }
        const usize i = y * width + x;
        const u8 matched = old[kiln.at(i, old_len, 12)];
        const u8 matched_1 = (u8)((u32)around - old[i]);
        new_[kiln.at(i, new_len, 16)] = matched == 1 && (matched_1 == 2 || matched_1 == 3) || matched == 0 && matched_1 == 3 ? (u8)1 : (u8)0;
    }
}
