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

namespace kiln {

template <typename T> __device__ __forceinline__ T atomic_load(T* place) { return *(volatile T*)place; }

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// Compare-and-swap until nobody came between.
template <typename T, typename F> __device__ __forceinline__ T atomic_update(T* place, F next) {
    typedef unsigned_of<T> U;
    U old = *(volatile U*)place;
    for (;;) {
        const T value = next(reinterpret_cast<const T&>(old));
        const U seen = atomicCAS((U*)place, old, reinterpret_cast<const U&>(value));
        if (seen == old) return reinterpret_cast<const T&>(old);
        old = seen;
    }
}

template <typename T> __device__ __forceinline__ T atomic_nand(T* place, T value) {
    return atomic_update(place, [=](T old) { return (T)~(old & value); });
}

template <typename T> __device__ __forceinline__ void atomic_store(T* place, T value) { *(volatile T*)place = value; }

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void atomics_usize(
    usize* cells, usize cells_len,
    const usize* __restrict__ values, usize values_len,
    usize* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<usize, 32> local;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize old = kiln::atomic_load(&cells[kiln.at(0, cells_len, 2)]);
    out[kiln.at(0, out_len, 4)] = old;
    const usize old_1 = kiln::atomic_load(&local[0]);
    out[kiln.at(0, out_len, 8)] = old_1;
    const usize old_2 = kiln::atomic_load(&cells[kiln.at(1, cells_len, 10)]);
    __threadfence();
    out[kiln.at(1, out_len, 12)] = old_2;
    __threadfence();
    const usize old_3 = kiln::atomic_load(&cells[kiln.at(2, cells_len, 14)]);
    out[kiln.at(2, out_len, 16)] = old_3;
    __threadfence();
    const usize old_4 = kiln::atomic_load(&local[3]);
    __threadfence();
    out[kiln.at(3, out_len, 20)] = old_4;
    __threadfence();
    const usize old_5 = kiln::atomic_load(&cells[kiln.at(4, cells_len, 22)]);
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
    const usize old_6 = atomicExch(&cells[kiln.at(0, cells_len, 44)], values[kiln.at(i, values_len, 45)]);
    out[kiln.at(0, out_len, 47)] = old_6;
    const usize old_7 = atomicExch(&local[0], values[kiln.at(i, values_len, 50)]);
    out[kiln.at(0, out_len, 52)] = old_7;
    const usize old_8 = atomicExch(&cells[kiln.at(1, cells_len, 54)], values[kiln.at(i, values_len, 55)]);
    __threadfence();
    out[kiln.at(1, out_len, 57)] = old_8;
    __threadfence();
    const usize old_9 = atomicExch(&cells[kiln.at(2, cells_len, 59)], values[kiln.at(i, values_len, 60)]);
    out[kiln.at(2, out_len, 62)] = old_9;
    __threadfence();
    const usize old_10 = atomicExch(&local[3], values[kiln.at(i, values_len, 65)]);
    __threadfence();
    out[kiln.at(3, out_len, 67)] = old_10;
    __threadfence();
    const usize old_11 = atomicExch(&cells[kiln.at(4, cells_len, 69)], values[kiln.at(i, values_len, 70)]);
    __threadfence();
    out[kiln.at(4, out_len, 72)] = old_11;
    const usize old_12 = atomicCAS(&cells[kiln.at(0, cells_len, 74)], values[kiln.at(i, values_len, 75)], values[kiln.at(i, values_len, 76)]);
    out[kiln.at(0, out_len, 78)] = old_12;
    const usize old_13 = atomicCAS(&local[0], values[kiln.at(i, values_len, 81)], values[kiln.at(i, values_len, 82)]);
    out[kiln.at(0, out_len, 84)] = old_13;
    const usize old_14 = atomicCAS(&cells[kiln.at(1, cells_len, 86)], values[kiln.at(i, values_len, 87)], values[kiln.at(i, values_len, 88)]);
    __threadfence();
    out[kiln.at(1, out_len, 90)] = old_14;
    __threadfence();
    const usize old_15 = atomicCAS(&cells[kiln.at(2, cells_len, 92)], values[kiln.at(i, values_len, 93)], values[kiln.at(i, values_len, 94)]);
    out[kiln.at(2, out_len, 96)] = old_15;
    __threadfence();
    const usize old_16 = atomicCAS(&local[3], values[kiln.at(i, values_len, 99)], values[kiln.at(i, values_len, 100)]);
    __threadfence();
    out[kiln.at(3, out_len, 102)] = old_16;
    __threadfence();
    const usize old_17 = atomicCAS(&cells[kiln.at(4, cells_len, 104)], values[kiln.at(i, values_len, 105)], values[kiln.at(i, values_len, 106)]);
    __threadfence();
    out[kiln.at(4, out_len, 108)] = old_17;
    const usize old_18 = atomicAdd(&cells[kiln.at(0, cells_len, 110)], values[kiln.at(i, values_len, 111)]);
    out[kiln.at(0, out_len, 113)] = old_18;
    const usize old_19 = atomicAdd(&local[0], values[kiln.at(i, values_len, 116)]);
    out[kiln.at(0, out_len, 118)] = old_19;
    const usize old_20 = atomicAdd(&cells[kiln.at(1, cells_len, 120)], values[kiln.at(i, values_len, 121)]);
    __threadfence();
    out[kiln.at(1, out_len, 123)] = old_20;
    __threadfence();
    const usize old_21 = atomicAdd(&cells[kiln.at(2, cells_len, 125)], values[kiln.at(i, values_len, 126)]);
    out[kiln.at(2, out_len, 128)] = old_21;
    __threadfence();
    const usize old_22 = atomicAdd(&local[3], values[kiln.at(i, values_len, 131)]);
    __threadfence();
    out[kiln.at(3, out_len, 133)] = old_22;
    __threadfence();
    const usize old_23 = atomicAdd(&cells[kiln.at(4, cells_len, 135)], values[kiln.at(i, values_len, 136)]);
    __threadfence();
    out[kiln.at(4, out_len, 138)] = old_23;
    const usize old_24 = atomicAdd(&cells[kiln.at(0, cells_len, 140)], 0 - (values[kiln.at(i, values_len, 141)]));
    out[kiln.at(0, out_len, 143)] = old_24;
    const usize old_25 = atomicAdd(&local[0], 0 - (values[kiln.at(i, values_len, 146)]));
    out[kiln.at(0, out_len, 148)] = old_25;
    const usize old_26 = atomicAdd(&cells[kiln.at(1, cells_len, 150)], 0 - (values[kiln.at(i, values_len, 151)]));
    __threadfence();
    out[kiln.at(1, out_len, 153)] = old_26;
    __threadfence();
    const usize old_27 = atomicAdd(&cells[kiln.at(2, cells_len, 155)], 0 - (values[kiln.at(i, values_len, 156)]));
    out[kiln.at(2, out_len, 158)] = old_27;
    __threadfence();
    const usize old_28 = atomicAdd(&local[3], 0 - (values[kiln.at(i, values_len, 161)]));
    __threadfence();
    out[kiln.at(3, out_len, 163)] = old_28;
    __threadfence();
    const usize old_29 = atomicAdd(&cells[kiln.at(4, cells_len, 165)], 0 - (values[kiln.at(i, values_len, 166)]));
    __threadfence();
    out[kiln.at(4, out_len, 168)] = old_29;
    const usize old_30 = atomicMin(&cells[kiln.at(0, cells_len, 170)], values[kiln.at(i, values_len, 171)]);
    out[kiln.at(0, out_len, 173)] = old_30;
    const usize old_31 = atomicMin(&local[0], values[kiln.at(i, values_len, 176)]);
    out[kiln.at(0, out_len, 178)] = old_31;
    const usize old_32 = atomicMin(&cells[kiln.at(1, cells_len, 180)], values[kiln.at(i, values_len, 181)]);
    __threadfence();
    out[kiln.at(1, out_len, 183)] = old_32;
    __threadfence();
    const usize old_33 = atomicMin(&cells[kiln.at(2, cells_len, 185)], values[kiln.at(i, values_len, 186)]);
    out[kiln.at(2, out_len, 188)] = old_33;
    __threadfence();
    const usize old_34 = atomicMin(&local[3], values[kiln.at(i, values_len, 191)]);
    __threadfence();
    out[kiln.at(3, out_len, 193)] = old_34;
    __threadfence();
    const usize old_35 = atomicMin(&cells[kiln.at(4, cells_len, 195)], values[kiln.at(i, values_len, 196)]);
    __threadfence();
    out[kiln.at(4, out_len, 198)] = old_35;
    const usize old_36 = atomicMax(&cells[kiln.at(0, cells_len, 200)], values[kiln.at(i, values_len, 201)]);
    out[kiln.at(0, out_len, 203)] = old_36;
    const usize old_37 = atomicMax(&local[0], values[kiln.at(i, values_len, 206)]);
    out[kiln.at(0, out_len, 208)] = old_37;
    const usize old_38 = atomicMax(&cells[kiln.at(1, cells_len, 210)], values[kiln.at(i, values_len, 211)]);
    __threadfence();
    out[kiln.at(1, out_len, 213)] = old_38;
    __threadfence();
    const usize old_39 = atomicMax(&cells[kiln.at(2, cells_len, 215)], values[kiln.at(i, values_len, 216)]);
    out[kiln.at(2, out_len, 218)] = old_39;
    __threadfence();
    const usize old_40 = atomicMax(&local[3], values[kiln.at(i, values_len, 221)]);
    __threadfence();
    out[kiln.at(3, out_len, 223)] = old_40;
    __threadfence();
    const usize old_41 = atomicMax(&cells[kiln.at(4, cells_len, 225)], values[kiln.at(i, values_len, 226)]);
    __threadfence();
    out[kiln.at(4, out_len, 228)] = old_41;
    const usize old_42 = atomicAnd(&cells[kiln.at(0, cells_len, 230)], values[kiln.at(i, values_len, 231)]);
    out[kiln.at(0, out_len, 233)] = old_42;
    const usize old_43 = atomicAnd(&local[0], values[kiln.at(i, values_len, 236)]);
    out[kiln.at(0, out_len, 238)] = old_43;
    const usize old_44 = atomicAnd(&cells[kiln.at(1, cells_len, 240)], values[kiln.at(i, values_len, 241)]);
    __threadfence();
    out[kiln.at(1, out_len, 243)] = old_44;
    __threadfence();
    const usize old_45 = atomicAnd(&cells[kiln.at(2, cells_len, 245)], values[kiln.at(i, values_len, 246)]);
    out[kiln.at(2, out_len, 248)] = old_45;
    __threadfence();
    const usize old_46 = atomicAnd(&local[3], values[kiln.at(i, values_len, 251)]);
    __threadfence();
    out[kiln.at(3, out_len, 253)] = old_46;
    __threadfence();
    const usize old_47 = atomicAnd(&cells[kiln.at(4, cells_len, 255)], values[kiln.at(i, values_len, 256)]);
    __threadfence();
    out[kiln.at(4, out_len, 258)] = old_47;
    const usize old_48 = atomicOr(&cells[kiln.at(0, cells_len, 260)], values[kiln.at(i, values_len, 261)]);
    out[kiln.at(0, out_len, 263)] = old_48;
    const usize old_49 = atomicOr(&local[0], values[kiln.at(i, values_len, 266)]);
    out[kiln.at(0, out_len, 268)] = old_49;
    const usize old_50 = atomicOr(&cells[kiln.at(1, cells_len, 270)], values[kiln.at(i, values_len, 271)]);
    __threadfence();
    out[kiln.at(1, out_len, 273)] = old_50;
    __threadfence();
    const usize old_51 = atomicOr(&cells[kiln.at(2, cells_len, 275)], values[kiln.at(i, values_len, 276)]);
    out[kiln.at(2, out_len, 278)] = old_51;
    __threadfence();
    const usize old_52 = atomicOr(&local[3], values[kiln.at(i, values_len, 281)]);
    __threadfence();
    out[kiln.at(3, out_len, 283)] = old_52;
    __threadfence();
    const usize old_53 = atomicOr(&cells[kiln.at(4, cells_len, 285)], values[kiln.at(i, values_len, 286)]);
    __threadfence();
    out[kiln.at(4, out_len, 288)] = old_53;
    const usize old_54 = atomicXor(&cells[kiln.at(0, cells_len, 290)], values[kiln.at(i, values_len, 291)]);
    out[kiln.at(0, out_len, 293)] = old_54;
    const usize old_55 = atomicXor(&local[0], values[kiln.at(i, values_len, 296)]);
    out[kiln.at(0, out_len, 298)] = old_55;
    const usize old_56 = atomicXor(&cells[kiln.at(1, cells_len, 300)], values[kiln.at(i, values_len, 301)]);
    __threadfence();
    out[kiln.at(1, out_len, 303)] = old_56;
    __threadfence();
    const usize old_57 = atomicXor(&cells[kiln.at(2, cells_len, 305)], values[kiln.at(i, values_len, 306)]);
    out[kiln.at(2, out_len, 308)] = old_57;
    __threadfence();
    const usize old_58 = atomicXor(&local[3], values[kiln.at(i, values_len, 311)]);
    __threadfence();
    out[kiln.at(3, out_len, 313)] = old_58;
    __threadfence();
    const usize old_59 = atomicXor(&cells[kiln.at(4, cells_len, 315)], values[kiln.at(i, values_len, 316)]);
    __threadfence();
    out[kiln.at(4, out_len, 318)] = old_59;
    const usize old_60 = kiln::atomic_nand(&cells[kiln.at(0, cells_len, 320)], values[kiln.at(i, values_len, 321)]);
    out[kiln.at(0, out_len, 323)] = old_60;
    const usize old_61 = kiln::atomic_nand(&local[0], values[kiln.at(i, values_len, 326)]);
    out[kiln.at(0, out_len, 328)] = old_61;
    const usize old_62 = kiln::atomic_nand(&cells[kiln.at(1, cells_len, 330)], values[kiln.at(i, values_len, 331)]);
    __threadfence();
    out[kiln.at(1, out_len, 333)] = old_62;
    __threadfence();
    const usize old_63 = kiln::atomic_nand(&cells[kiln.at(2, cells_len, 335)], values[kiln.at(i, values_len, 336)]);
    out[kiln.at(2, out_len, 338)] = old_63;
    __threadfence();
    const usize old_64 = kiln::atomic_nand(&local[3], values[kiln.at(i, values_len, 341)]);
    __threadfence();
    out[kiln.at(3, out_len, 343)] = old_64;
    __threadfence();
    const usize old_65 = kiln::atomic_nand(&cells[kiln.at(4, cells_len, 345)], values[kiln.at(i, values_len, 346)]);
    __threadfence();
    out[kiln.at(4, out_len, 348)] = old_65;
}
