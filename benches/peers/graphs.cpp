// What a node of a graph costs in C++: the figures that Kiln's graphs are held to (benches/graphs.rs).
//
//     nvcc -O2 -o graphs benches/peers/graphs.cpp -lcuda        (or any C++17 compiler that finds cuda.h)
//     ./graphs [ROUNDS]
//
// Chains of small kernels, as plain launches and as a graph that was captured from them. The columns are those of
// benches/graphs.rs: microseconds a kernel until the call has returned (`host`), until all is done (`wait`), and where the host
// does not wait between the rounds (`stream`).

#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static void check(CUresult status, const char *what) {
    if (status == CUDA_SUCCESS) return;
    const char *text = nullptr;
    cuGetErrorString(status, &text);
    std::fprintf(stderr, "%s failed: %s\n", what, text ? text : "unknown status");
    std::exit(1);
}
#define CHECK(call) check((call), #call)

// PTX by hand, so that no compiler's choice is part of the figure. A kernel that cannot fail has the user's parameters alone,
// a slice as an address and a length.
static const char *const BUMP = R"(
.version 7.0
.target sm_75
.address_size 64
.visible .entry bump(.param .u64 y, .param .u64 y_len)
{
    .reg .pred %p;
    .reg .f32 %f<2>;
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r3, %r0, %r1, %r2;
    cvt.u64.u32 %d0, %r3;
    ld.param.u64 %d1, [y_len];
    setp.ge.u64 %p, %d0, %d1;
    @%p ret;
    ld.param.u64 %d2, [y];
    cvta.to.global.u64 %d2, %d2;
    shl.b64 %d3, %d0, 2;
    add.u64 %d2, %d2, %d3;
    ld.global.f32 %f0, [%d2];
    add.f32 %f0, %f0, 0f3F800000;
    st.global.f32 [%d2], %f0;
    ret;
}
)";

using Clock = std::chrono::steady_clock;

static double micros_since(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

static void measure(const char *name, CUstream stream, int kernels, int rounds, const std::function<void()> &give) {
    std::vector<double> host, wait, streamed;
    for (int round = -20; round < rounds; ++round) {
        const auto start = Clock::now();
        give();
        const double given = micros_since(start);
        CHECK(cuStreamSynchronize(stream));
        const double done = micros_since(start);
        if (round >= 0) host.push_back(given), wait.push_back(done);
    }
    const int back_to_back = std::min(64, std::max(2, 512 / kernels));
    for (int round = 0; round < (rounds + 9) / 10; ++round) {
        const auto start = Clock::now();
        for (int i = 0; i < back_to_back; ++i) give();
        CHECK(cuStreamSynchronize(stream));
        streamed.push_back(micros_since(start) / back_to_back);
    }
    std::printf("%-10s %8d %10.3f %10.3f %10.3f\n", name, kernels, median(host) / kernels, median(wait) / kernels,
                median(streamed) / kernels);
}

int main(int count, char **arguments) {
    const int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 400;
    const unsigned threads = 256;
    CHECK(cuInit(0));
    CUdevice device;
    CUcontext context;
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction bump;
    CHECK(cuModuleLoadData(&module, BUMP));
    CHECK(cuModuleGetFunction(&bump, module, "bump"));
    CUstream stream;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CUdeviceptr y;
    CHECK(cuMemAlloc(&y, threads * sizeof(float)));
    CHECK(cuMemsetD8(y, 0, threads * sizeof(float)));
    std::uint64_t length = threads;
    void *parameters[] = {&y, &length};

    std::printf("C++; %d rounds, kernels of %u threads, each after the one before; us a kernel\n", rounds, threads);
    std::printf("%-10s %8s %10s %10s %10s\n", "", "kernels", "host", "wait", "stream");
    for (int kernels : {1, 20, 200}) {
        auto launches = [&] {
            for (int i = 0; i < kernels; ++i)
                CHECK(cuLaunchKernel(bump, 1, 1, 1, threads, 1, 1, 0, stream, parameters, nullptr));
        };
        measure("launches", stream, kernels, rounds, launches);
        CUgraph graph;
        CUgraphExec exec;
        CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
        launches();
        CHECK(cuStreamEndCapture(stream, &graph));
        CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0));
        measure("graph", stream, kernels, rounds, [&] { CHECK(cuGraphLaunch(exec, stream)); });
        CHECK(cuGraphExecDestroy(exec));
        CHECK(cuGraphDestroy(graph));
    }
    return 0;
}
