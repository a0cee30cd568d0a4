typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

__device__ __forceinline__ float max_(float x) {
    const float static_ = x;
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float min_(float x) {
    const float static_ = max_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float abs_(float x) {
    const float static_ = min_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float sin_(float x) {
    const float static_ = abs_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float sinf_(float x) {
    const float static_ = sin_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float norm_(float x) {
    const float static_ = sinf_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float round_(float x) {
    const float static_ = norm_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float j0_(float x) {
    const float static_ = round_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float isnan_(float x) {
    const float static_ = j0_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float signbit_(float x) {
    const float static_ = isnan_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float clock_(float x) {
    const float static_ = signbit_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float clock64_(float x) {
    const float static_ = clock_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float memcpy_(float x) {
    const float static_ = clock64_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float malloc_(float x) {
    const float static_ = memcpy_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float dim3_(float x) {
    const float static_ = malloc_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float size_t_(float x) {
    const float static_ = dim3_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float std_(float x) {
    const float static_ = size_t_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float main_(float x) {
    const float static_ = std_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float all_(float x) {
    const float static_ = main_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float any_(float x) {
    const float static_ = all_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float tex1D_(float x) {
    const float static_ = any_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float assert_(float x) {
    const float static_ = tex1D_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

__device__ __forceinline__ float register_(float x) {
    const float static_ = assert_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    return exp_;
}

extern "C" __global__ void free_(float x, float* __restrict__ y, usize y_len, const kiln::launch_info kiln) {
    const float static_ = register_(x);
    const float struct_ = static_;
    const float NULL_ = struct_;
    const float CUuuid_ = NULL_;
    const float cudaStreamDefault_ = CUuuid_;
    const float class_ = cudaStreamDefault_;
    const float short_ = class_;
    const float exp_ = short_;
    y[kiln.at(0, y_len, 1)] = exp_;
}
