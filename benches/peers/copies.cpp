// How fast C++ copies memory between host and GPU through CUDA's runtime: what `benches/copies.rs` is held to.
//
//     nvcc -O2 -o copies benches/peers/copies.cpp && ./copies
//
// Each figure is the median of its turns: the time from the call to its end, on the host.

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static const int TURNS = 15;

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

#define CHECK(call) check(call, #call)

static double median(const std::function<void()> &turn) {
    std::vector<double> times;
    for (int at = 0; at <= TURNS; at++) {
        auto start = std::chrono::steady_clock::now();
        turn();
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    times.erase(times.begin());
    std::sort(times.begin(), times.end());
    return times[TURNS / 2];
}

static void print(const char *what, size_t bytes, double seconds) {
    std::printf("%-28s %10zu KiB %10.1f us %8.2f GB/s\n", what, bytes >> 10, seconds * 1e6, bytes / seconds * 1e-9);
}

static void lines(cudaStream_t stream, size_t bytes) {
    std::vector<char> host(bytes, 1);
    char *pinned, *device, *other;
    CHECK(cudaMallocHost(&pinned, bytes));
    std::fill(pinned, pinned + bytes, 1);
    CHECK(cudaMalloc(&device, bytes));
    CHECK(cudaMalloc(&other, bytes));
    print("upload, pageable", bytes, median([&] { CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice)); }));
    print("upload, pinned", bytes, median([&] { CHECK(cudaMemcpy(device, pinned, bytes, cudaMemcpyHostToDevice)); }));
    print("download, pageable", bytes, median([&] { CHECK(cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost)); }));
    print("download, pinned", bytes, median([&] { CHECK(cudaMemcpy(pinned, device, bytes, cudaMemcpyDeviceToHost)); }));
    print("on the device", bytes, median([&] {
        CHECK(cudaMemcpyAsync(other, device, bytes, cudaMemcpyDeviceToDevice, stream));
        CHECK(cudaStreamSynchronize(stream));
    }));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(device));
    CHECK(cudaFree(other));
}

static void rows(cudaStream_t stream, size_t height, size_t width) {
    size_t half = width / 2, bytes = height * half * 4, pitch = width * 4, narrow = half * 4;
    float *pinned, *image, *part;
    CHECK(cudaMallocHost(&pinned, height * pitch));
    CHECK(cudaMalloc(&image, height * pitch));
    CHECK(cudaMalloc(&part, bytes));
    print("rows, upload, pinned", bytes, median([&] {
        CHECK(cudaMemcpy2D(part, narrow, pinned, pitch, narrow, height, cudaMemcpyHostToDevice));
    }));
    print("rows, download, pinned", bytes, median([&] {
        CHECK(cudaMemcpy2D(pinned, pitch, part, narrow, narrow, height, cudaMemcpyDeviceToHost));
    }));
    print("rows, on the device", bytes, median([&] {
        CHECK(cudaMemcpy2DAsync(image, pitch, part, narrow, narrow, height, cudaMemcpyDeviceToDevice, stream));
        CHECK(cudaStreamSynchronize(stream));
    }));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(image));
    CHECK(cudaFree(part));
}

static void pieces(cudaStream_t stream, size_t count, size_t each) {
    char *from, *to;
    CHECK(cudaMalloc(&from, count * each));
    CHECK(cudaMalloc(&to, count * each));
    print("256 pieces, one by one", count * each, median([&] {
        for (size_t at = 0; at < count; at++)
            CHECK(cudaMemcpyAsync(to + at * each, from + at * each, each, cudaMemcpyDeviceToDevice, stream));
        CHECK(cudaStreamSynchronize(stream));
    }));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}

static void buffers(cudaStream_t stream, size_t bytes) {
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    double seconds = median([&] {
        for (int at = 0; at < 100; at++) {
            void *memory;
            CHECK(cudaMallocAsync(&memory, bytes, stream));
            CHECK(cudaFreeAsync(memory, stream));
        }
    });
    std::printf("%-28s %10zu KiB %10.2f us\n", "allocate and free", bytes >> 10, seconds * 1e4);
    CHECK(cudaStreamSynchronize(stream));
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (size_t bytes : {size_t(4) << 10, size_t(64) << 10, size_t(1) << 20, size_t(16) << 20, size_t(256) << 20})
        lines(stream, bytes);
    rows(stream, 4096, 4096);
    pieces(stream, 256, 4096);
    buffers(stream, 1 << 20);
    return 0;
}
