// What a kernel launch costs the host when C++ calls the driver directly: the figure that Kiln's launch is held to.
//
//     nvcc -O2 -o launch benches/peers/launch.cpp -lcuda        (or any C++17 compiler that finds cuda.h)
//     ./launch [BURSTS]
//     nvcc -O2 -shared -Xcompiler -fPIC -o launch.so benches/peers/launch.cpp -lcuda      (for `benches/launch.rs`)
//
// Each burst launches 512 kernels into a drained stream, which the driver's queue holds without blocking, and is timed
// from the first call to the return of the last. The cases take turns, burst by burst, so that a drift of the machine
// meets all of them alike. The table gives the median over bursts, and the quickest tenth.
//
// `saxpy` takes what Kiln's kernel takes: a float, two slices (address and length) and Kiln's 16-byte launch record.

#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

static void check(CUresult status, const char *what) {
    if (status == CUDA_SUCCESS) return;
    const char *text = nullptr;
    cuGetErrorString(status, &text);
    std::fprintf(stderr, "%s failed: %s\n", what, text ? text : "unknown status");
    std::exit(1);
}
#define CHECK(call) check((call), #call)

// PTX by hand, so that no compiler's choice is part of the figure.
static const char *const SAXPY = R"(
.version 7.0
.target sm_75
.address_size 64
.visible .entry none() { ret; }
.visible .entry four(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) { ret; }
.visible .entry sixteen(
    .param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d, .param .u64 e, .param .u64 f, .param .u64 g,
    .param .u64 h, .param .u64 i, .param .u64 j, .param .u64 k, .param .u64 l, .param .u64 m, .param .u64 n,
    .param .u64 o, .param .u64 p) { ret; }
.visible .entry saxpy(
    .param .f32 a,
    .param .u64 x, .param .u64 x_len,
    .param .u64 y, .param .u64 y_len,
    .param .align 8 .b8 info[16])
{
    .reg .pred %p;
    .reg .f32 %f<4>;
    .reg .b32 %r<4>;
    .reg .b64 %d<8>;
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r3, %r0, %r1, %r2;
    cvt.u64.u32 %d0, %r3;
    ld.param.u64 %d1, [y_len];
    setp.ge.u64 %p, %d0, %d1;
    @%p ret;
    ld.param.f32 %f0, [a];
    ld.param.u64 %d2, [x];
    ld.param.u64 %d3, [y];
    cvta.to.global.u64 %d2, %d2;
    cvta.to.global.u64 %d3, %d3;
    shl.b64 %d4, %d0, 2;
    add.u64 %d5, %d2, %d4;
    add.u64 %d6, %d3, %d4;
    ld.global.f32 %f1, [%d5];
    ld.global.f32 %f2, [%d6];
    fma.rn.f32 %f3, %f0, %f1, %f2;
    st.global.f32 [%d6], %f3;
    ret;
}
)";

using Clock = std::chrono::steady_clock;

static double micros_since(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

struct Case {
    std::string name;
    std::function<void()> launch;
    std::vector<double> in_bursts, round_trips;
};

static double at(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

int main(int count, char **arguments) {
    const int bursts = count > 1 ? std::max(1, std::atoi(arguments[1])) : 400;
    const int warm_up = 20, length = 512;

    CHECK(cuInit(0));
    CUdevice device;
    CUcontext context;
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CUmodule module;
    CHECK(cuModuleLoadData(&module, SAXPY));
    CUfunction none, four, sixteen, saxpy;
    CHECK(cuModuleGetFunction(&none, module, "none"));
    CHECK(cuModuleGetFunction(&four, module, "four"));
    CHECK(cuModuleGetFunction(&sixteen, module, "sixteen"));
    CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
    CUstream stream;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));

    const unsigned threads = 256;
    std::uint64_t length_of_slice = threads;
    CUdeviceptr x, y, record;
    CHECK(cuMemAlloc(&x, threads * sizeof(float)));
    CHECK(cuMemAlloc(&y, threads * sizeof(float)));
    CHECK(cuMemAlloc(&record, 128));
    CHECK(cuMemsetD8(x, 0, threads * sizeof(float)));
    CHECK(cuMemsetD8(y, 0, threads * sizeof(float)));

    float a = 3.0f;
    struct Info {
        std::uint64_t record;
        std::uint32_t kernel, launch;
    } info{record, 1, 0};
    std::uint64_t numbers[16] = {};
    void *pointers[16];
    for (int i = 0; i < 16; ++i) pointers[i] = &numbers[i];
    void *saxpy_pointers[] = {&a, &x, &length_of_slice, &y, &length_of_slice, &info};

    // The same arguments in one packed buffer, which the driver copies without reading the kernel's signature.
    struct alignas(8) Packed {
        float a;
        std::uint64_t x, x_len, y, y_len;
        Info info;
    } packed{a, x, length_of_slice, y, length_of_slice, info};
    std::size_t packed_size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_size,
                     CU_LAUNCH_PARAM_END};

    auto plain = [&](CUfunction function, void **parameters) {
        return [=] { CHECK(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, stream, parameters, nullptr)); };
    };
    std::vector<Case> cases;
    cases.push_back({"no arguments", plain(none, nullptr), {}, {}});
    cases.push_back({"4 arguments", plain(four, pointers), {}, {}});
    cases.push_back({"16 arguments", plain(sixteen, pointers), {}, {}});
    // As Kiln does, the record's launch number changes from launch to launch.
    cases.push_back({"saxpy, 6 arguments",
                     [&] {
                         info.launch += 1;
                         CHECK(cuLaunchKernel(saxpy, 1, 1, 1, threads, 1, 1, 0, stream, saxpy_pointers, nullptr));
                     },
                     {}, {}});
    cases.push_back({"saxpy, packed buffer",
                     [&] {
                         packed.info.launch += 1;
                         CHECK(cuLaunchKernel(saxpy, 1, 1, 1, threads, 1, 1, 0, stream, nullptr, extra));
                     },
                     {}, {}});

    for (int burst = -warm_up; burst < bursts; ++burst) {
        for (Case &one : cases) {
            CHECK(cuStreamSynchronize(stream));
            const auto start = Clock::now();
            for (int i = 0; i < length; ++i) one.launch();
            const double each = micros_since(start) / length;
            CHECK(cuStreamSynchronize(stream));
            if (burst >= 0) one.in_bursts.push_back(each);
        }
    }
    for (int trip = -warm_up; trip < 10 * bursts; ++trip) {
        for (Case &one : cases) {
            const auto start = Clock::now();
            one.launch();
            CHECK(cuStreamSynchronize(stream));
            const double taken = micros_since(start);
            if (trip >= 0) one.round_trips.push_back(taken);
        }
    }

    char name[128] = "";
    int driver = 0;
    cuDeviceGetName(name, sizeof name, device);
    cuDriverGetVersion(&driver);
    std::printf("\nC++ driver interface on %s, CUDA %d.%d; %d drained bursts of %d, %u threads a launch\n", name,
                driver / 1000, driver % 1000 / 10, bursts, length, threads);
    std::printf("%-22s %14s %14s %16s %16s\n", "", "launch, us", "best tenth", "launch+wait, us", "best tenth");
    for (const Case &one : cases) {
        std::printf("%-22s %14.3f %14.3f %16.3f %16.3f\n", one.name.c_str(), at(one.in_bursts, 0.5),
                    at(one.in_bursts, 0.1), at(one.round_trips, 0.5), at(one.round_trips, 0.1));
    }
    return 0;
}

// As a library: the same launches on a stream of `benches/launch.rs`, in its process, where they take turns with Kiln's.

static struct {
    CUfunction functions[4];
    CUstream stream;
    CUdeviceptr x, y, record;
} peer;

extern "C" void peer_open(CUstream stream) {
    CUmodule module;
    CHECK(cuModuleLoadData(&module, SAXPY));
    const char *const names[] = {"none", "four", "sixteen", "saxpy"};
    for (int i = 0; i < 4; ++i) CHECK(cuModuleGetFunction(&peer.functions[i], module, names[i]));
    for (CUdeviceptr *place : {&peer.x, &peer.y, &peer.record}) {
        CHECK(cuMemAlloc(place, 1024));
        CHECK(cuMemsetD8(*place, 0, 1024));
    }
    peer.stream = stream;
}

extern "C" int peer_launch(int which, int count) {
    float a = 3.0f;
    std::uint64_t length = 256;
    std::uint64_t numbers[16] = {};
    struct Info {
        std::uint64_t record;
        std::uint32_t kernel, launch;
    } info{peer.record, 1, 0};
    for (int i = 0; i < count; ++i) {
        void *pointers[16] = {&a, &peer.x, &length, &peer.y, &length, &info};
        if (which == 3) {
            info.launch += 1;
        } else {
            for (int at = 0; at < 16; ++at) pointers[at] = &numbers[at];
        }
        const CUresult status = cuLaunchKernel(peer.functions[which], 1, 1, 1, 256, 1, 1, 0, peer.stream, pointers, nullptr);
        if (status != CUDA_SUCCESS) return status;
    }
    return 0;
}
