typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void adjust_weights(
    float rate,
    float momentum,
    const float* __restrict__ errors, usize errors_len,
    const float* __restrict__ inputs, usize inputs_len,
    float* __restrict__ weights, usize weights_len,
    float* __restrict__ last, usize last_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize neuron = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize n = inputs_len;
    if (i < n && neuron < errors_len) {
        const usize at = neuron * n + i;
        const float change = rate * errors[neuron] * inputs[i] + momentum * last[kiln.at(at, last_len, 8)];
        weights[kiln.at(at, weights_len, 10)] += change;
        last[at] = change;
    }
}
