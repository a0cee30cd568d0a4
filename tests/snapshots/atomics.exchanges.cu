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

// prelude: atomic_load.942bb3b5 unsigned_by_size.3ee267ca atomic_update.d4c7eab6 greatest.735e43d5 atomic_max.7cbcdf5d
//   least.2cba5021 atomic_min.20d8e451 atomic_nand.18898a4b atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8
//   launch_info.502d9f1e

extern "C" __global__ void exchanges(
    u32* bits, usize bits_len,
    float* floats, usize floats_len,
    i64* signed_, usize signed_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 2> total;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    // The complement, as often as there are threads, and an odd number of times.
    __threadfence();
    kiln::atomic_nand(&bits[kiln.at(0, bits_len, 3)], 4294967295u);
    __threadfence();
    if (i < 99) {
        kiln::atomic_nand(&bits[kiln.at(1, bits_len, 6)], 4294967295u);
    }
    // A maximum by hand, of squares.
    const float mine = (float)(i * i);
    float seen = kiln::atomic_load(&floats[kiln.at(0, floats_len, 9)]);
    __threadfence();
    while (true) {
        bool condition = seen < mine;
        if (condition) {
            const float expected = seen;
            __threadfence();
            const float old = __uint_as_float(atomicCAS((u32*)&floats[0], __float_as_uint(expected), __float_as_uint(mine)));
            __threadfence();
            const bool exchanged = __float_as_uint(old) == __float_as_uint(expected);
            condition = !exchanged;
        }
        if (!condition) {
            break;
        }
        seen = kiln::atomic_load(&floats[0]);
    }
    kiln::atomic_max(&floats[kiln.at(1, floats_len, 15)], mine);
    __threadfence();
    kiln::atomic_min(&floats[kiln.at(2, floats_len, 17)], -mine);
    __threadfence();
    (i64)atomicAnd((u64*)&signed_[kiln.at(0, signed_len, 19)], (u64)((i64)((u64)-1 - (1ull << (i % 7 & 63)))));
    if (t < 2) {
        kiln::atomic_store(&total[t], 0u);
    }
    __syncthreads();
    u32 old = 0;
    while (true) {
        const u32 expected = old;
        const u32 old_1 = atomicCAS(&total[0], expected, old + (u32)t);
        const bool exchanged = old_1 == expected;
        const u32 found = old_1;
        if (found == old) {
            break;
        }
        old = found;
    }
    __threadfence();
    __syncthreads();
    const u32 value = kiln::atomic_load(&total[0]);
    __threadfence();
    const u32 expected = 9;
    __threadfence();
    const u32 old_1 = atomicCAS(&total[1], expected, 8u);
    __threadfence();
    const bool exchanged = old_1 == expected;
    u32 found = old_1;
    if (!exchanged) {
        const u32 seen_1 = old_1;
        found = seen_1 + 1000;
    }
    out[kiln.at(i, out_len, 38)] = value + found;
}
