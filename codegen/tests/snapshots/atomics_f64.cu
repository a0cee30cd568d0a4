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
//   least.2cba5021 atomic_min.20d8e451 atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void atomics_f64(
    double* cells, usize cells_len,
    const double* __restrict__ values, usize values_len,
    double* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<double, 32> local;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const double old = kiln::atomic_load(&cells[kiln.at(0, cells_len, 2)]);
    out[kiln.at(0, out_len, 4)] = old;
    const double old_1 = kiln::atomic_load(&local[0]);
    out[kiln.at(0, out_len, 8)] = old_1;
    const double old_2 = kiln::atomic_load(&cells[kiln.at(1, cells_len, 10)]);
    __threadfence();
    out[kiln.at(1, out_len, 12)] = old_2;
    __threadfence();
    const double old_3 = kiln::atomic_load(&cells[kiln.at(2, cells_len, 14)]);
    out[kiln.at(2, out_len, 16)] = old_3;
    __threadfence();
    const double old_4 = kiln::atomic_load(&local[3]);
    __threadfence();
    out[kiln.at(3, out_len, 20)] = old_4;
    __threadfence();
    const double old_5 = kiln::atomic_load(&cells[kiln.at(4, cells_len, 22)]);
    __threadfence();
    out[kiln.at(4, out_len, 24)] = old_5;
    kiln::atomic_store(&cells[kiln.at(0, cells_len, 26)], values[kiln.at(i, values_len, 27)]);
    kiln::atomic_store(&local[0], values[kiln.at(i, values_len, 30)]);
    kiln::atomic_store(&cells[kiln.at(1, cells_len, 32)], values[kiln.at(i, values_len, 33)]);
    __threadfence();
    __threadfence();
    kiln::atomic_store(&cells[kiln.at(2, cells_len, 35)], values[kiln.at(i, values_len, 36)]);
    __threadfence();
    kiln::atomic_store(&local[3], values[kiln.at(i, values_len, 39)]);
    __threadfence();
    __threadfence();
    kiln::atomic_store(&cells[kiln.at(4, cells_len, 41)], values[kiln.at(i, values_len, 42)]);
    __threadfence();
    const double old_6 = __longlong_as_double((i64)atomicExch((u64*)&cells[kiln.at(0, cells_len, 44)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 45)])));
    out[kiln.at(0, out_len, 47)] = old_6;
    const double old_7 = __longlong_as_double((i64)atomicExch((u64*)&local[0], (u64)__double_as_longlong(values[kiln.at(i, values_len, 50)])));
    out[kiln.at(0, out_len, 52)] = old_7;
    const double old_8 = __longlong_as_double((i64)atomicExch((u64*)&cells[kiln.at(1, cells_len, 54)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 55)])));
    __threadfence();
    out[kiln.at(1, out_len, 57)] = old_8;
    __threadfence();
    const double old_9 = __longlong_as_double((i64)atomicExch((u64*)&cells[kiln.at(2, cells_len, 59)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 60)])));
    out[kiln.at(2, out_len, 62)] = old_9;
    __threadfence();
    const double old_10 = __longlong_as_double((i64)atomicExch((u64*)&local[3], (u64)__double_as_longlong(values[kiln.at(i, values_len, 65)])));
    __threadfence();
    out[kiln.at(3, out_len, 67)] = old_10;
    __threadfence();
    const double old_11 = __longlong_as_double((i64)atomicExch((u64*)&cells[kiln.at(4, cells_len, 69)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 70)])));
    __threadfence();
    out[kiln.at(4, out_len, 72)] = old_11;
    const double old_12 = __longlong_as_double((i64)atomicCAS((u64*)&cells[kiln.at(0, cells_len, 74)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 75)]), (u64)__double_as_longlong(values[kiln.at(i, values_len, 76)])));
    out[kiln.at(0, out_len, 78)] = old_12;
    const double old_13 = __longlong_as_double((i64)atomicCAS((u64*)&local[0], (u64)__double_as_longlong(values[kiln.at(i, values_len, 81)]), (u64)__double_as_longlong(values[kiln.at(i, values_len, 82)])));
    out[kiln.at(0, out_len, 84)] = old_13;
    const double old_14 = __longlong_as_double((i64)atomicCAS((u64*)&cells[kiln.at(1, cells_len, 86)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 87)]), (u64)__double_as_longlong(values[kiln.at(i, values_len, 88)])));
    __threadfence();
    out[kiln.at(1, out_len, 90)] = old_14;
    __threadfence();
    const double old_15 = __longlong_as_double((i64)atomicCAS((u64*)&cells[kiln.at(2, cells_len, 92)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 93)]), (u64)__double_as_longlong(values[kiln.at(i, values_len, 94)])));
    out[kiln.at(2, out_len, 96)] = old_15;
    __threadfence();
    const double old_16 = __longlong_as_double((i64)atomicCAS((u64*)&local[3], (u64)__double_as_longlong(values[kiln.at(i, values_len, 99)]), (u64)__double_as_longlong(values[kiln.at(i, values_len, 100)])));
    __threadfence();
    out[kiln.at(3, out_len, 102)] = old_16;
    __threadfence();
    const double old_17 = __longlong_as_double((i64)atomicCAS((u64*)&cells[kiln.at(4, cells_len, 104)], (u64)__double_as_longlong(values[kiln.at(i, values_len, 105)]), (u64)__double_as_longlong(values[kiln.at(i, values_len, 106)])));
    __threadfence();
    out[kiln.at(4, out_len, 108)] = old_17;
    const double old_18 = atomicAdd(&cells[kiln.at(0, cells_len, 110)], values[kiln.at(i, values_len, 111)]);
    out[kiln.at(0, out_len, 113)] = old_18;
    const double old_19 = atomicAdd(&local[0], values[kiln.at(i, values_len, 116)]);
    out[kiln.at(0, out_len, 118)] = old_19;
    const double old_20 = atomicAdd(&cells[kiln.at(1, cells_len, 120)], values[kiln.at(i, values_len, 121)]);
    __threadfence();
    out[kiln.at(1, out_len, 123)] = old_20;
    __threadfence();
    const double old_21 = atomicAdd(&cells[kiln.at(2, cells_len, 125)], values[kiln.at(i, values_len, 126)]);
    out[kiln.at(2, out_len, 128)] = old_21;
    __threadfence();
    const double old_22 = atomicAdd(&local[3], values[kiln.at(i, values_len, 131)]);
    __threadfence();
    out[kiln.at(3, out_len, 133)] = old_22;
    __threadfence();
    const double old_23 = atomicAdd(&cells[kiln.at(4, cells_len, 135)], values[kiln.at(i, values_len, 136)]);
    __threadfence();
    out[kiln.at(4, out_len, 138)] = old_23;
    const double old_24 = atomicAdd(&cells[kiln.at(0, cells_len, 140)], -(values[kiln.at(i, values_len, 141)]));
    out[kiln.at(0, out_len, 143)] = old_24;
    const double old_25 = atomicAdd(&local[0], -(values[kiln.at(i, values_len, 146)]));
    out[kiln.at(0, out_len, 148)] = old_25;
    const double old_26 = atomicAdd(&cells[kiln.at(1, cells_len, 150)], -(values[kiln.at(i, values_len, 151)]));
    __threadfence();
    out[kiln.at(1, out_len, 153)] = old_26;
    __threadfence();
    const double old_27 = atomicAdd(&cells[kiln.at(2, cells_len, 155)], -(values[kiln.at(i, values_len, 156)]));
    out[kiln.at(2, out_len, 158)] = old_27;
    __threadfence();
    const double old_28 = atomicAdd(&local[3], -(values[kiln.at(i, values_len, 161)]));
    __threadfence();
    out[kiln.at(3, out_len, 163)] = old_28;
    __threadfence();
    const double old_29 = atomicAdd(&cells[kiln.at(4, cells_len, 165)], -(values[kiln.at(i, values_len, 166)]));
    __threadfence();
    out[kiln.at(4, out_len, 168)] = old_29;
    const double old_30 = kiln::atomic_min(&cells[kiln.at(0, cells_len, 170)], values[kiln.at(i, values_len, 171)]);
    out[kiln.at(0, out_len, 173)] = old_30;
    const double old_31 = kiln::atomic_min(&local[0], values[kiln.at(i, values_len, 176)]);
    out[kiln.at(0, out_len, 178)] = old_31;
    const double old_32 = kiln::atomic_min(&cells[kiln.at(1, cells_len, 180)], values[kiln.at(i, values_len, 181)]);
    __threadfence();
    out[kiln.at(1, out_len, 183)] = old_32;
    __threadfence();
    const double old_33 = kiln::atomic_min(&cells[kiln.at(2, cells_len, 185)], values[kiln.at(i, values_len, 186)]);
    out[kiln.at(2, out_len, 188)] = old_33;
    __threadfence();
    const double old_34 = kiln::atomic_min(&local[3], values[kiln.at(i, values_len, 191)]);
    __threadfence();
    out[kiln.at(3, out_len, 193)] = old_34;
    __threadfence();
    const double old_35 = kiln::atomic_min(&cells[kiln.at(4, cells_len, 195)], values[kiln.at(i, values_len, 196)]);
    __threadfence();
    out[kiln.at(4, out_len, 198)] = old_35;
    const double old_36 = kiln::atomic_max(&cells[kiln.at(0, cells_len, 200)], values[kiln.at(i, values_len, 201)]);
    out[kiln.at(0, out_len, 203)] = old_36;
    const double old_37 = kiln::atomic_max(&local[0], values[kiln.at(i, values_len, 206)]);
    out[kiln.at(0, out_len, 208)] = old_37;
    const double old_38 = kiln::atomic_max(&cells[kiln.at(1, cells_len, 210)], values[kiln.at(i, values_len, 211)]);
    __threadfence();
    out[kiln.at(1, out_len, 213)] = old_38;
    __threadfence();
    const double old_39 = kiln::atomic_max(&cells[kiln.at(2, cells_len, 215)], values[kiln.at(i, values_len, 216)]);
    out[kiln.at(2, out_len, 218)] = old_39;
    __threadfence();
    const double old_40 = kiln::atomic_max(&local[3], values[kiln.at(i, values_len, 221)]);
    __threadfence();
    out[kiln.at(3, out_len, 223)] = old_40;
    __threadfence();
    const double old_41 = kiln::atomic_max(&cells[kiln.at(4, cells_len, 225)], values[kiln.at(i, values_len, 226)]);
    __threadfence();
    out[kiln.at(4, out_len, 228)] = old_41;
}
