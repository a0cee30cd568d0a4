typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.f0b3b588

extern "C" __global__ void places(
    const float* __restrict__ m, usize m_len,
    float* __restrict__ x, usize x_len,
    usize a,
    usize b,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const array<float, 4> row = kiln::filled<4>(0.0f);
    array<array<float, 4>, 8> rows;
    for (usize row_index = 0; row_index < 8; ++row_index) {
        rows[row_index] = row;
    }
    if (a >= 8) {
        kiln.fail(4, (u64)a, (u64)8ull);
    }
    rows[a][kiln.at(b, 4, 6)] += 1.0f;
    if (1ull >= 4) {
        kiln.fail(8, (u64)1ull, (u64)4ull);
    }
    rows[a][1] *= 2.0f;
    if (a > b || b > m_len) {
        kiln.fail(11, (u64)a, (u64)b, (u64)m_len);
    }
    if (1 > a + 1 || a >= b - a) {
        kiln.fail(13, (u64)1ull, (u64)a, (u64)(b - a));
    }
    if (i < x_len) {
        const float saved = ((m + a) + 1)[kiln.at(i, a + 1 - 1, 16)] + (m + a)[kiln.at(i, b - a, 17)];
        if (0ull >= 8) {
            kiln.fail(18, (u64)0ull, (u64)8ull);
        }
        x[kiln.at(i, x_len, 19)] = saved + (float)4 + (float)(a + 1 - 1);
    }
    if (a > x_len) {
        kiln.fail(21, (u64)a, (u64)x_len);
    }
    (x + 0)[kiln.at(0, a, 24)] = (x + a)[kiln.at(b, x_len - a, 23)];
    if (a >= a) {
        kiln.fail(26, (u64)a, (u64)a);
    }
    if (b >= a) {
        kiln.fail(27, (u64)b, (u64)a);
    }
    const float held = (x + 0)[a];
    (x + 0)[a] = (x + 0)[b];
    (x + 0)[b] = held;
}
