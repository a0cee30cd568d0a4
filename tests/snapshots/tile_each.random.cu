// least: sm_80
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: filled.c4c772b2 int_max.1a21aab5 int_min.8439cc99 store_16.d38ece70 saturating_sub_u64.bf257835

struct Philox {
    array<u32, 4> numbers;
    array<u32, 2> key;
    array<u32, 2> stream;
    u64 block;
    u32 left;

    Philox() = default;
    __device__ __forceinline__ Philox(array<u32, 2> key, array<u32, 2> stream, u64 block, array<u32, 4> numbers, u32 left) : numbers(numbers), key(key), stream(stream), block(block), left(left) {}
};
static_assert(sizeof(Philox) == 48 && alignof(Philox) == 8);
static_assert(__INTADDR__(&((Philox*)0)->numbers) == 0);
static_assert(__INTADDR__(&((Philox*)0)->key) == 16);
static_assert(__INTADDR__(&((Philox*)0)->stream) == 24);
static_assert(__INTADDR__(&((Philox*)0)->block) == 32);
static_assert(__INTADDR__(&((Philox*)0)->left) == 40);

extern "C" __global__ void __launch_bounds__(32, 1) random(
    u64 seed,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_stride_0,
    u32* __restrict__ bits, usize bits_len,
    usize bits_extent_0,
    usize bits_extent_1,
    usize bits_stride_0,
    usize bits_stride_1
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread & 15;
    const usize thread_start = thread_part * 4;
    const usize thread_part_1 = thread >> 4;
    const usize thread_part_2 = thread >> 3;
    const usize thread_part_3 = thread & 3;
    const usize thread_start_1 = thread_part_3 * 4;
    const usize thread_part_4 = thread >> 2 & 1;
    const usize i = (usize)blockIdx.x;
    const usize scalar = i * 64;
    array<usize, 4> index;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        index[j] = thread_start + j + scalar;
    }
    __align__(16) array<float, 4> each;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize element = index[j];
        const usize n = element;
        const u64 seed_1 = seed;
        const u64 stream = (u64)n;
        const array<u32, 2> part = {(u32)seed_1, (u32)(seed_1 >> 32)};
        const array<u32, 2> part_1 = {(u32)stream, (u32)(stream >> 32)};
        const array<u32, 4> part_2 = kiln::filled<4>(0u);
        const Philox result = {part, part_1, 0, part_2, 0};
        Philox value = result;
        if (value.left == 0) {
            const array<u32, 4> counter = {(u32)value.block, (u32)(value.block >> 32), value.stream[0], value.stream[1]};
            const array<u32, 4> counter_1 = counter;
            const array<u32, 2> key = value.key;
            const u32 saved = counter_1[0];
            const u32 saved_1 = counter_1[1];
            const u32 saved_2 = counter_1[2];
            const u32 saved_3 = counter_1[3];
            u32 a = saved;
            u32 b = saved_1;
            u32 c = saved_2;
            u32 d = saved_3;
            const u32 saved_4 = key[0];
            const u32 saved_5 = key[1];
            u32 left = saved_4;
            u32 right = saved_5;
            for (i32 _turn = 0; _turn < 10; ++_turn) {
                const u64 first = 3528531795ull * (u64)a;
                const u64 second = 3449720151ull * (u64)c;
                a = (u32)(second >> 32) ^ b ^ left;
                b = (u32)second;
                c = (u32)(first >> 32) ^ d ^ right;
                d = (u32)first;
                left = left + 2654435769u;
                right = right + 3144134277u;
            }
            const array<u32, 4> result_1 = {a, b, c, d};
            const array<u32, 4> result_2 = result_1;
            value.numbers = result_2;
            value.block += 1;
            value.left = 4;
        }
        value.left -= 1;
        // By constants, so that the numbers stay in registers.
        const u32 value_1 = value.left == 3 ? value.numbers[0] : value.left == 2 ? value.numbers[1] : value.left == 1 ? value.numbers[2] : value.numbers[3];
        const u32 bits_1 = value_1;
        const float result_1 = (float)(bits_1 >> 8) * (1.0f / 16777216.0f);
        const float result_2 = result_1;
        each[j] = result_2;
    }
    const usize y_column = kiln::int_min(i, y_extent_0) * 64;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_0, y_column);
    if (thread_part_1 < 1 && thread_start < y_columns) {
        kiln::store_16(y[y_column + thread_start], each[0]);
    }
    const usize scalar_1 = i * 4;
    const usize tile = (thread_part_2 + scalar_1) * 16;
    array<usize, 4> index_1;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        index_1[j] = tile + (thread_start_1 + j);
    }
    __align__(16) array<u32, 4> each_1;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize element = index_1[j];
        const usize n = element;
        const u64 seed_1 = seed;
        const u64 stream = (u64)n;
        const array<u32, 2> part = {(u32)seed_1, (u32)(seed_1 >> 32)};
        const array<u32, 2> part_1 = {(u32)stream, (u32)(stream >> 32)};
        const array<u32, 4> part_2 = kiln::filled<4>(0u);
        const Philox result = {part, part_1, 0, part_2, 0};
        Philox value = result;
        if (value.left == 0) {
            const array<u32, 4> counter = {(u32)value.block, (u32)(value.block >> 32), value.stream[0], value.stream[1]};
            const array<u32, 4> counter_1 = counter;
            const array<u32, 2> key = value.key;
            const u32 saved = counter_1[0];
            const u32 saved_1 = counter_1[1];
            const u32 saved_2 = counter_1[2];
            const u32 saved_3 = counter_1[3];
            u32 a = saved;
            u32 b = saved_1;
            u32 c = saved_2;
            u32 d = saved_3;
            const u32 saved_4 = key[0];
            const u32 saved_5 = key[1];
            u32 left = saved_4;
            u32 right = saved_5;
            for (i32 _turn = 0; _turn < 10; ++_turn) {
                const u64 first = 3528531795ull * (u64)a;
                const u64 second = 3449720151ull * (u64)c;
                a = (u32)(second >> 32) ^ b ^ left;
                b = (u32)second;
                c = (u32)(first >> 32) ^ d ^ right;
                d = (u32)first;
                left = left + 2654435769u;
                right = right + 3144134277u;
            }
            const array<u32, 4> result_1 = {a, b, c, d};
            const array<u32, 4> result_2 = result_1;
            value.numbers = result_2;
            value.block += 1;
            value.left = 4;
        }
        value.left -= 1;
        const u32 result_1 = value.left == 3 ? value.numbers[0] : value.left == 2 ? value.numbers[1] : value.left == 1 ? value.numbers[2] : value.numbers[3];
        each_1[j] = result_1;
    }
    const usize bits_row = kiln::int_min(i, bits_extent_0) * 4;
    const usize bits_rows = kiln::saturating_sub_u64(bits_extent_0, bits_row);
    const usize bits_start = bits_row * bits_stride_0;
    if (thread_part_4 < 1 && thread_part_2 < bits_rows && thread_start_1 < bits_extent_1) {
        kiln::store_16(bits[bits_start + thread_part_2 * bits_stride_0 + thread_start_1], each_1[0]);
    }
}
