typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void distances(
    float latitude,
    float longitude,
    const array<float, 2>* __restrict__ places, usize places_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const array<float, 2> matched = places[kiln.at(i, places_len, 4)];
        const float lat = matched[0];
        const float lon = matched[1];
        out[i] = hypotf(lat - latitude, lon - longitude);
    }
}
