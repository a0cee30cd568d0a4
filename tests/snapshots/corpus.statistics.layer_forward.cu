typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) layer_forward(
    const float* __restrict__ inputs, usize inputs_len,
    const float* __restrict__ weights, usize weights_len,
    float* __restrict__ outputs, usize outputs_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 64> partial;
    const usize t = (usize)threadIdx.x;
    const usize neuron = (usize)blockIdx.x;
    float sum = 0.0f;
    for (usize i = t; i < inputs_len; i += 64) {
        sum += inputs[i] * weights[kiln.at(neuron * inputs_len + i, weights_len, 7)];
    }
    partial[t] = sum;
    __syncthreads();
    usize half = 32;
    while (half > 0) {
        if (t < half) {
            partial[t] += partial[t + half];
        }
        __syncthreads();
        half = half / 2;
    }
    if (t == 0) {
        outputs[kiln.at(neuron, outputs_len, 24)] = 1.0f / (1.0f + expf(-partial[0]));
    }
}
