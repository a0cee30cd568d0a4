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
// The kernels are those of `benches/launch.rs`: each takes what Kiln's takes and does the same. What cannot fail takes the
// user's arguments and nothing else. What can takes Kiln's launch record of 16 bytes too, and each of those stands here once
// more without it, named `_alone`, as somebody writes it who needs no record. A slice is an address and a length.

#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

// The kernels, which `benches/launch.rs` reads from the same file.
static const char *const KERNELS =
#include "launch_ptx.inc"
    ;

constexpr int COUNT = 7;
static const char *const CASES[COUNT] = {
    "no arguments", "4 arguments", "16 arguments", "saxpy", "4, checked", "16, checked", "saxpy, checked"};
static const char *const NAMES[COUNT] = {
    "none", "four", "sixteen", "saxpy", "four_checked", "sixteen_checked", "saxpy_checked"};
// How many numbers a case takes; SAXPY's one and its slices are -1.
static const int NUMBERS[COUNT] = {0, 4, 16, -1, 4, 16, -1};
// From this case on kernels can fail.
constexpr int CHECKED = 4;

// How the arguments are handed over: what Kiln's kernel takes, by pointers; the user's alone; what Kiln's takes in one packed
// buffer, which the driver copies without reading the kernel's signature.
constexpr int WAY_COUNT = 3;
static const char *const WAYS[WAY_COUNT] = {"", ", alone", ", packed"};

static struct {
    CUfunction with[COUNT], alone[COUNT];
    CUstream stream;
    CUdeviceptr x, y, record;
} peer;

// The thread's context is the stream's.
extern "C" void peer_open(CUstream stream) {
    CUmodule module;
    CHECK(cuModuleLoadData(&module, KERNELS));
    for (int i = 0; i < COUNT; ++i) {
        CHECK(cuModuleGetFunction(&peer.with[i], module, NAMES[i]));
        const std::string alone = std::string(NAMES[i]) + (i < CHECKED ? "" : "_alone");
        CHECK(cuModuleGetFunction(&peer.alone[i], module, alone.c_str()));
    }
    for (CUdeviceptr *place : {&peer.x, &peer.y, &peer.record}) {
        CHECK(cuMemAlloc(place, 1024));
        CHECK(cuMemsetD8(*place, 0, 1024));
    }
    peer.stream = stream;
}

struct Info {
    std::uint64_t record;
    std::uint32_t kernel, launch;
};

// Kiln's parameters of `N` floats, one after the other.
template <int N> struct Packed {
    float numbers[N];
};
struct PackedSaxpy {
    float a;
    std::uint64_t x, x_len, y, y_len;
};
template <typename T> struct WithInfo {
    T arguments;
    Info info;
};

static CUresult launch_packed(CUfunction function, void *buffer, std::size_t size) {
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, peer.stream, nullptr, extra);
}

template <typename T> static CUresult launch_packed(int which, const T &arguments, Info info) {
    if (which < CHECKED) {
        T copy = arguments;
        return launch_packed(peer.with[which], &copy, sizeof copy);
    }
    WithInfo<T> all{arguments, info};
    return launch_packed(peer.with[which], &all, sizeof all);
}

static CUresult packed(int which, float a, Info info) {
    const std::uint64_t length = 256;
    switch (NUMBERS[which]) {
    case 0: return cuLaunchKernel(peer.with[which], 1, 1, 1, 256, 1, 1, 0, peer.stream, nullptr, nullptr);
    case 4: {
        Packed<4> arguments;
        std::fill_n(arguments.numbers, 4, a);
        return launch_packed(which, arguments, info);
    }
    case 16: {
        Packed<16> arguments;
        std::fill_n(arguments.numbers, 16, a);
        return launch_packed(which, arguments, info);
    }
    default: return launch_packed(which, PackedSaxpy{a, peer.x, length, peer.y, length}, info);
    }
}

// Launches a case `count` times, in one of the ways. The arguments are laid out anew for each, as a program's calls do.
extern "C" int peer_launch(int way, int which, int count) {
    Info info{peer.record, 1, 0};
    for (int i = 0; i < count; ++i) {
        info.launch += 1;
        float numbers[16];
        volatile float a = 3.0f;
        CUresult status;
        if (way == 2) {
            status = packed(which, a, info);
        } else {
            void *pointers[17];
            std::uint64_t length = 256;
            std::size_t at = 0;
            if (NUMBERS[which] < 0) {
                numbers[0] = a;
                for (void *one : {(void *)numbers, (void *)&peer.x, (void *)&length, (void *)&peer.y, (void *)&length})
                    pointers[at++] = one;
            } else {
                for (int n = 0; n < NUMBERS[which]; ++n) {
                    numbers[n] = a;
                    pointers[at++] = &numbers[n];
                }
            }
            if (which >= CHECKED && way == 0) pointers[at] = &info;
            const CUfunction function = way == 0 ? peer.with[which] : peer.alone[which];
            status = cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, peer.stream, pointers, nullptr);
        }
        if (status != CUDA_SUCCESS) return status;
    }
    return 0;
}

using Clock = std::chrono::steady_clock;

static double micros_since(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

struct Times {
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
    CUstream stream;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    peer_open(stream);

    Times times[WAY_COUNT][COUNT];
    for (int burst = -warm_up; burst < bursts; ++burst) {
        for (int one = 0; one < WAY_COUNT * COUNT; ++one) {
            CHECK(cuStreamSynchronize(stream));
            auto start = Clock::now();
            check(static_cast<CUresult>(peer_launch(one / COUNT, one % COUNT, length)), "a launch");
            const double each = micros_since(start) / length;
            CHECK(cuStreamSynchronize(stream));
            for (int trip = 0; trip < 10; ++trip) {
                start = Clock::now();
                check(static_cast<CUresult>(peer_launch(one / COUNT, one % COUNT, 1)), "a launch");
                CHECK(cuStreamSynchronize(stream));
                if (burst >= 0) times[one / COUNT][one % COUNT].round_trips.push_back(micros_since(start));
            }
            if (burst >= 0) times[one / COUNT][one % COUNT].in_bursts.push_back(each);
        }
    }

    char name[128] = "";
    int driver = 0;
    cuDeviceGetName(name, sizeof name, device);
    cuDriverGetVersion(&driver);
    std::printf("\nC++ driver interface on %s, CUDA %d.%d; %d drained bursts of %d, 256 threads a launch\n", name,
                driver / 1000, driver % 1000 / 10, bursts, length);
    std::printf("%-26s %14s %14s %16s %16s\n", "", "launch, us", "best tenth", "launch+wait, us", "best tenth");
    for (int one = 0; one < WAY_COUNT * COUNT; ++one) {
        const Times &these = times[one / COUNT][one % COUNT];
        const std::string name = CASES[one % COUNT] + std::string(WAYS[one / COUNT]);
        std::printf("%-26s %14.3f %14.3f %16.3f %16.3f\n", name.c_str(), at(these.in_bursts, 0.5),
                    at(these.in_bursts, 0.1), at(these.round_trips, 0.5), at(these.round_trips, 0.1));
    }
    return 0;
}
