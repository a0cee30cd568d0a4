typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(32) box_forces(
    usize boxes,
    float cutoff,
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ charge, usize charge_len,
    float* __restrict__ force, usize force_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 32> near_x;
    __shared__ array<float, 32> near_charge;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    const usize own = (usize)blockIdx.x;
    float sum = 0.0f;
    const usize first = own == 0 ? 0 : own - 1;
    for (usize other = first, other_end = kiln::int_min(own + 2, boxes); other < other_end; ++other) {
        near_x[t] = x[kiln.at(other * 32 + t, x_len, 10)];
        near_charge[t] = charge[kiln.at(other * 32 + t, charge_len, 13)];
        __syncthreads();
        for (usize k = 0; k < 32; ++k) {
            const float d = x[kiln.at(i, x_len, 18)] - near_x[k];
            if (d * d < cutoff * cutoff) {
                sum += near_charge[k] * d * expf(-d * d);
            }
        }
        __syncthreads();
    }
    force[kiln.at(i, force_len, 25)] = sum;
}
