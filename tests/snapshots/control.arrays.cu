typedef unsigned int u32;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: filled.c4c772b2

extern "C" __global__ void arrays(u32* __restrict__ out, usize out_len) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        array<u32, 10> digits = kiln::filled<10>(0u);
        usize n = i;
        while (n > 0) {
            digits[n % 10] += 1;
            n = n / 10;
        }
        array<array<u32, 5>, 2> weights;
        weights[0] = array<u32, 5>{1, 2, 3, 4, 5};
        weights[1] = array<u32, 5>{6, 7, 8, 9, 10};
        const array<u32, 10> copy = digits;
        digits[0] = 99;
        u32 sum = digits[0] - 99;
        for (usize row = 0; row < 2; ++row) {
            for (usize column = 0; column < 5; ++column) {
                sum += weights[row][column] * copy[row * 5 + column];
            }
        }
        out[i] = sum;
    }
}
