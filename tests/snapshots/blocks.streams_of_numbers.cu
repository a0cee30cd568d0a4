typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.502d9f1e

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

__device__ __forceinline__ Philox Philox_new(u64 seed, u64 stream) {
    const array<u32, 2> part = {(u32)seed, (u32)(seed >> 32)};
    const array<u32, 2> part_1 = {(u32)stream, (u32)(stream >> 32)};
    const array<u32, 4> part_2 = kiln::filled<4>(0u);
    const Philox result = {part, part_1, 0, part_2, 0};
    return result;
}

__device__ __forceinline__ array<u32, 4> philox4x32(array<u32, 4> counter, array<u32, 2> key) {
    const u32 saved = counter[0];
    const u32 saved_1 = counter[1];
    const u32 saved_2 = counter[2];
    const u32 saved_3 = counter[3];
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
    const array<u32, 4> result = {a, b, c, d};
    return result;
}

__device__ __forceinline__ u32 Philox_next_u32(Philox& self) {
    if (self.left == 0) {
        const array<u32, 4> counter = {(u32)self.block, (u32)(self.block >> 32), self.stream[0], self.stream[1]};
        self.numbers = philox4x32(counter, self.key);
        self.block += 1;
        self.left = 4;
    }
    self.left -= 1;
    // By constants, so that the numbers stay in registers.
    return self.left == 3 ? self.numbers[0] : self.left == 2 ? self.numbers[1] : self.left == 1 ? self.numbers[2] : self.numbers[3];
}

__device__ __forceinline__ u64 Philox_next_u64(Philox& self) {
    const u32 high = Philox_next_u32(self);
    const u32 low = Philox_next_u32(self);
    return (u64)high << 32 | (u64)low;
}

__device__ __forceinline__ u32 below(u32 bits, u32 n) {
    return (u32)((u64)bits * (u64)n >> 32);
}

__device__ __forceinline__ u32 Philox_below(Philox& self, u32 n) {
    const u32 value = Philox_next_u32(self);
    const u32 result = below(value, n);
    return result;
}

__device__ __forceinline__ float uniform_f32(u32 bits) {
    return (float)(bits >> 8) * (1.0f / 16777216.0f);
}

__device__ __forceinline__ float Philox_uniform_f32(Philox& self) {
    const u32 value = Philox_next_u32(self);
    const float result = uniform_f32(value);
    return result;
}

__device__ __forceinline__ double uniform_f64(u32 high, u32 low) {
    return (double)(((u64)high << 32 | (u64)low) >> 11) * (1.0 / 9007199254740992.0);
}

__device__ __forceinline__ double Philox_uniform_f64(Philox& self) {
    const u32 high = Philox_next_u32(self);
    const u32 low = Philox_next_u32(self);
    const double result = uniform_f64(high, low);
    return result;
}

__device__ __forceinline__ array<float, 2> normal_f32(u32 first, u32 second) {
    // Not 0, whose logarithm is none.
    const float value = uniform_f32(first);
    // Not 0, whose logarithm is none.
    const float length = sqrtf(-2.0f * logf(1.0f - value));
    const float value_1 = uniform_f32(second);
    const float angle = 6.2831855f * value_1;
    const array<float, 2> result = {length * cosf(angle), length * sinf(angle)};
    return result;
}

__device__ __forceinline__ float Philox_normal_f32(Philox& self) {
    const u32 first = Philox_next_u32(self);
    const u32 second = Philox_next_u32(self);
    const array<float, 2> pair = normal_f32(first, second);
    return pair[0];
}

extern "C" __global__ void streams_of_numbers(
    u64 seed,
    u64* __restrict__ out, usize out_len,
    double* __restrict__ floats, usize floats_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    Philox random = Philox_new(seed, (u64)i);
    for (usize k = 0; k < 5; ++k) {
        const u32 value = Philox_next_u32(random);
        out[kiln.at(8 * i + k, out_len, 74)] = (u64)value;
    }
    out[kiln.at(8 * i + 5, out_len, 76)] = Philox_next_u64(random);
    const u32 value = Philox_below(random, 10);
    out[kiln.at(8 * i + 6, out_len, 78)] = (u64)value;
    out[kiln.at(8 * i + 7, out_len, 80)] = Philox_next_u64(random);
    const float value_1 = Philox_uniform_f32(random);
    floats[kiln.at(3 * i, floats_len, 82)] = (double)value_1;
    floats[kiln.at(3 * i + 1, floats_len, 84)] = Philox_uniform_f64(random);
    const float value_2 = Philox_normal_f32(random);
    floats[kiln.at(3 * i + 2, floats_len, 86)] = (double)value_2;
}
