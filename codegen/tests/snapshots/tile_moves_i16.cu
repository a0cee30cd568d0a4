// registers only
typedef short i16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 move_16.def5b418 move_4.7d00b3c3 move_8.e96dfb16 launch_info.502d9f1e

extern "C" __global__ void tile_moves_i16(
    const i16* __restrict__ from, usize from_len,
    i16* __restrict__ to, usize to_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<i16, 512> shared;
    const usize t = (usize)threadIdx.x;
    __align__(16) array<i16, 4> registers;
    kiln::move_4(registers[2], from[kiln.at(t * 2, from_len, 4)]);
    kiln::move_4(shared[kiln.at(t * 2, 512, 6)], registers[2]);
    kiln::move_4(registers[0], shared[kiln.at(t * 2, 512, 10)]);
    kiln::move_4(to[kiln.at(t * 2, to_len, 12)], registers[0]);
    __align__(16) array<i16, 8> registers_1;
    kiln::move_8(registers_1[4], from[kiln.at(t * 4, from_len, 17)]);
    kiln::move_8(shared[kiln.at(t * 4, 512, 19)], registers_1[4]);
    kiln::move_8(registers_1[0], shared[kiln.at(t * 4, 512, 23)]);
    kiln::move_8(to[kiln.at(t * 4, to_len, 25)], registers_1[0]);
    __align__(16) array<i16, 16> registers_2;
    kiln::move_16(registers_2[8], from[kiln.at(t * 8, from_len, 30)]);
    kiln::move_16(shared[kiln.at(t * 8, 512, 32)], registers_2[8]);
    kiln::move_16(registers_2[0], shared[kiln.at(t * 8, 512, 36)]);
    kiln::move_16(to[kiln.at(t * 8, to_len, 38)], registers_2[0]);
}
