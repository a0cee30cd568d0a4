typedef signed char i8;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca range.ae1cd7e6 launch_info.502d9f1e

extern "C" __global__ void loops(
    u64* __restrict__ out, usize out_len,
    usize low,
    usize high,
    usize by,
    i32 low_1,
    i32 high_1,
    i32 by_1,
    u8 low_2,
    u8 high_2,
    u8 by_2,
    i64 low_3,
    i64 high_3,
    i64 by_3,
    i8 low_4,
    i8 high_4,
    i8 by_4,
    const kiln::launch_info kiln
) {
    for (usize k = low; k < 10; ++k) {
        out[kiln.at(0, out_len, 1)] = out[kiln.at(0, out_len, 2)] * 31 + (u64)k;
    }
    for (usize k = low; k < high; ++k) {
        out[kiln.at(1, out_len, 5)] = out[kiln.at(1, out_len, 6)] * 31 + (u64)k;
    }
    for (usize k = 0; k < high; ++k) {
        out[kiln.at(2, out_len, 9)] = out[kiln.at(2, out_len, 10)] * 31 + (u64)k;
    }
    for (usize k = 2; k < 20; ++k) {
        out[kiln.at(3, out_len, 13)] = out[kiln.at(3, out_len, 14)] * 31 + (u64)k;
    }
    for (usize k = low; k < 10; ++k) {
        out[kiln.at(4, out_len, 17)] = out[kiln.at(4, out_len, 18)] * 31 + (u64)k;
    }
    for (usize k = low; k < high; ++k) {
        out[kiln.at(5, out_len, 21)] = out[kiln.at(5, out_len, 22)] * 31 + (u64)k;
    }
    for (usize k = 0; k < high; ++k) {
        out[kiln.at(6, out_len, 25)] = out[kiln.at(6, out_len, 26)] * 31 + (u64)k;
    }
    for (usize k = 2; k < 20; ++k) {
        out[kiln.at(7, out_len, 29)] = out[kiln.at(7, out_len, 30)] * 31 + (u64)k;
    }
    for (usize k = low; k < 10; k += 3) {
        out[kiln.at(8, out_len, 33)] = out[kiln.at(8, out_len, 34)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 3, false, false)) {
        out[kiln.at(9, out_len, 37)] = out[kiln.at(9, out_len, 38)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 3, false, false)) {
        out[kiln.at(10, out_len, 41)] = out[kiln.at(10, out_len, 42)] * 31 + (u64)k;
    }
    for (usize k = 2; k < 20; k += 3) {
        out[kiln.at(11, out_len, 45)] = out[kiln.at(11, out_len, 46)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, by, false, false)) {
        out[kiln.at(12, out_len, 49)] = out[kiln.at(12, out_len, 50)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, by, false, false)) {
        out[kiln.at(13, out_len, 53)] = out[kiln.at(13, out_len, 54)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, by, false, false)) {
        out[kiln.at(14, out_len, 57)] = out[kiln.at(14, out_len, 58)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, by, false, false)) {
        out[kiln.at(15, out_len, 61)] = out[kiln.at(15, out_len, 62)] * 31 + (u64)k;
    }
    for (usize k = 10; k-- > low;) {
        out[kiln.at(16, out_len, 65)] = out[kiln.at(16, out_len, 66)] * 31 + (u64)k;
    }
    for (usize k = high; k-- > low;) {
        out[kiln.at(17, out_len, 69)] = out[kiln.at(17, out_len, 70)] * 31 + (u64)k;
    }
    for (usize k = high; k-- > 0;) {
        out[kiln.at(18, out_len, 73)] = out[kiln.at(18, out_len, 74)] * 31 + (u64)k;
    }
    for (usize k = 20; k-- > 2;) {
        out[kiln.at(19, out_len, 77)] = out[kiln.at(19, out_len, 78)] * 31 + (u64)k;
    }
    for (usize k = 10; k-- > low;) {
        out[kiln.at(20, out_len, 81)] = out[kiln.at(20, out_len, 82)] * 31 + (u64)k;
    }
    for (usize k = high; k-- > low;) {
        out[kiln.at(21, out_len, 85)] = out[kiln.at(21, out_len, 86)] * 31 + (u64)k;
    }
    for (usize k = high; k-- > 0;) {
        out[kiln.at(22, out_len, 89)] = out[kiln.at(22, out_len, 90)] * 31 + (u64)k;
    }
    for (usize k = 20; k-- > 2;) {
        out[kiln.at(23, out_len, 93)] = out[kiln.at(23, out_len, 94)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, 3, false, true)) {
        out[kiln.at(24, out_len, 97)] = out[kiln.at(24, out_len, 98)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 3, false, true)) {
        out[kiln.at(25, out_len, 101)] = out[kiln.at(25, out_len, 102)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 3, false, true)) {
        out[kiln.at(26, out_len, 105)] = out[kiln.at(26, out_len, 106)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, 3, false, true)) {
        out[kiln.at(27, out_len, 109)] = out[kiln.at(27, out_len, 110)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, by, false, true)) {
        out[kiln.at(28, out_len, 113)] = out[kiln.at(28, out_len, 114)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, by, false, true)) {
        out[kiln.at(29, out_len, 117)] = out[kiln.at(29, out_len, 118)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, by, false, true)) {
        out[kiln.at(30, out_len, 121)] = out[kiln.at(30, out_len, 122)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, by, false, true)) {
        out[kiln.at(31, out_len, 125)] = out[kiln.at(31, out_len, 126)] * 31 + (u64)k;
    }
    for (usize k = low; k <= 10; ++k) {
        out[kiln.at(32, out_len, 129)] = out[kiln.at(32, out_len, 130)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 1, true, false)) {
        out[kiln.at(33, out_len, 133)] = out[kiln.at(33, out_len, 134)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 1, true, false)) {
        out[kiln.at(34, out_len, 137)] = out[kiln.at(34, out_len, 138)] * 31 + (u64)k;
    }
    for (usize k = 2; k <= 20; ++k) {
        out[kiln.at(35, out_len, 141)] = out[kiln.at(35, out_len, 142)] * 31 + (u64)k;
    }
    for (usize k = low; k <= 10; ++k) {
        out[kiln.at(36, out_len, 145)] = out[kiln.at(36, out_len, 146)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 1, true, false)) {
        out[kiln.at(37, out_len, 149)] = out[kiln.at(37, out_len, 150)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 1, true, false)) {
        out[kiln.at(38, out_len, 153)] = out[kiln.at(38, out_len, 154)] * 31 + (u64)k;
    }
    for (usize k = 2; k <= 20; ++k) {
        out[kiln.at(39, out_len, 157)] = out[kiln.at(39, out_len, 158)] * 31 + (u64)k;
    }
    for (usize k = low; k <= 10; k += 3) {
        out[kiln.at(40, out_len, 161)] = out[kiln.at(40, out_len, 162)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 3, true, false)) {
        out[kiln.at(41, out_len, 165)] = out[kiln.at(41, out_len, 166)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 3, true, false)) {
        out[kiln.at(42, out_len, 169)] = out[kiln.at(42, out_len, 170)] * 31 + (u64)k;
    }
    for (usize k = 2; k <= 20; k += 3) {
        out[kiln.at(43, out_len, 173)] = out[kiln.at(43, out_len, 174)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, by, true, false)) {
        out[kiln.at(44, out_len, 177)] = out[kiln.at(44, out_len, 178)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, by, true, false)) {
        out[kiln.at(45, out_len, 181)] = out[kiln.at(45, out_len, 182)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, by, true, false)) {
        out[kiln.at(46, out_len, 185)] = out[kiln.at(46, out_len, 186)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, by, true, false)) {
        out[kiln.at(47, out_len, 189)] = out[kiln.at(47, out_len, 190)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, 1, true, true)) {
        out[kiln.at(48, out_len, 193)] = out[kiln.at(48, out_len, 194)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 1, true, true)) {
        out[kiln.at(49, out_len, 197)] = out[kiln.at(49, out_len, 198)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 1, true, true)) {
        out[kiln.at(50, out_len, 201)] = out[kiln.at(50, out_len, 202)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, 1, true, true)) {
        out[kiln.at(51, out_len, 205)] = out[kiln.at(51, out_len, 206)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, 1, true, true)) {
        out[kiln.at(52, out_len, 209)] = out[kiln.at(52, out_len, 210)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 1, true, true)) {
        out[kiln.at(53, out_len, 213)] = out[kiln.at(53, out_len, 214)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 1, true, true)) {
        out[kiln.at(54, out_len, 217)] = out[kiln.at(54, out_len, 218)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, 1, true, true)) {
        out[kiln.at(55, out_len, 221)] = out[kiln.at(55, out_len, 222)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, 3, true, true)) {
        out[kiln.at(56, out_len, 225)] = out[kiln.at(56, out_len, 226)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, 3, true, true)) {
        out[kiln.at(57, out_len, 229)] = out[kiln.at(57, out_len, 230)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, 3, true, true)) {
        out[kiln.at(58, out_len, 233)] = out[kiln.at(58, out_len, 234)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, 3, true, true)) {
        out[kiln.at(59, out_len, 237)] = out[kiln.at(59, out_len, 238)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, 10, by, true, true)) {
        out[kiln.at(60, out_len, 241)] = out[kiln.at(60, out_len, 242)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(low, high, by, true, true)) {
        out[kiln.at(61, out_len, 245)] = out[kiln.at(61, out_len, 246)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(0, high, by, true, true)) {
        out[kiln.at(62, out_len, 249)] = out[kiln.at(62, out_len, 250)] * 31 + (u64)k;
    }
    for (const usize k : kiln::range<usize>(2, 20, by, true, true)) {
        out[kiln.at(63, out_len, 253)] = out[kiln.at(63, out_len, 254)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k < 10; ++k) {
        out[kiln.at(64, out_len, 257)] = out[kiln.at(64, out_len, 258)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k < high_1; ++k) {
        out[kiln.at(65, out_len, 261)] = out[kiln.at(65, out_len, 262)] * 31 + (u64)k;
    }
    for (i32 k = 0; k < high_1; ++k) {
        out[kiln.at(66, out_len, 265)] = out[kiln.at(66, out_len, 266)] * 31 + (u64)k;
    }
    for (i32 k = 2; k < 20; ++k) {
        out[kiln.at(67, out_len, 269)] = out[kiln.at(67, out_len, 270)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k < 10; ++k) {
        out[kiln.at(68, out_len, 273)] = out[kiln.at(68, out_len, 274)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k < high_1; ++k) {
        out[kiln.at(69, out_len, 277)] = out[kiln.at(69, out_len, 278)] * 31 + (u64)k;
    }
    for (i32 k = 0; k < high_1; ++k) {
        out[kiln.at(70, out_len, 281)] = out[kiln.at(70, out_len, 282)] * 31 + (u64)k;
    }
    for (i32 k = 2; k < 20; ++k) {
        out[kiln.at(71, out_len, 285)] = out[kiln.at(71, out_len, 286)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k < 10; k += 3) {
        out[kiln.at(72, out_len, 289)] = out[kiln.at(72, out_len, 290)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 3, false, false)) {
        out[kiln.at(73, out_len, 293)] = out[kiln.at(73, out_len, 294)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 3, false, false)) {
        out[kiln.at(74, out_len, 297)] = out[kiln.at(74, out_len, 298)] * 31 + (u64)k;
    }
    for (i32 k = 2; k < 20; k += 3) {
        out[kiln.at(75, out_len, 301)] = out[kiln.at(75, out_len, 302)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, by_1, false, false)) {
        out[kiln.at(76, out_len, 305)] = out[kiln.at(76, out_len, 306)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, by_1, false, false)) {
        out[kiln.at(77, out_len, 309)] = out[kiln.at(77, out_len, 310)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, by_1, false, false)) {
        out[kiln.at(78, out_len, 313)] = out[kiln.at(78, out_len, 314)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, by_1, false, false)) {
        out[kiln.at(79, out_len, 317)] = out[kiln.at(79, out_len, 318)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, 1, false, true)) {
        out[kiln.at(80, out_len, 321)] = out[kiln.at(80, out_len, 322)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 1, false, true)) {
        out[kiln.at(81, out_len, 325)] = out[kiln.at(81, out_len, 326)] * 31 + (u64)k;
    }
    for (i32 k = high_1; k-- > 0;) {
        out[kiln.at(82, out_len, 329)] = out[kiln.at(82, out_len, 330)] * 31 + (u64)k;
    }
    for (i32 k = 20; k-- > 2;) {
        out[kiln.at(83, out_len, 333)] = out[kiln.at(83, out_len, 334)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, 1, false, true)) {
        out[kiln.at(84, out_len, 337)] = out[kiln.at(84, out_len, 338)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 1, false, true)) {
        out[kiln.at(85, out_len, 341)] = out[kiln.at(85, out_len, 342)] * 31 + (u64)k;
    }
    for (i32 k = high_1; k-- > 0;) {
        out[kiln.at(86, out_len, 345)] = out[kiln.at(86, out_len, 346)] * 31 + (u64)k;
    }
    for (i32 k = 20; k-- > 2;) {
        out[kiln.at(87, out_len, 349)] = out[kiln.at(87, out_len, 350)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, 3, false, true)) {
        out[kiln.at(88, out_len, 353)] = out[kiln.at(88, out_len, 354)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 3, false, true)) {
        out[kiln.at(89, out_len, 357)] = out[kiln.at(89, out_len, 358)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 3, false, true)) {
        out[kiln.at(90, out_len, 361)] = out[kiln.at(90, out_len, 362)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, 3, false, true)) {
        out[kiln.at(91, out_len, 365)] = out[kiln.at(91, out_len, 366)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, by_1, false, true)) {
        out[kiln.at(92, out_len, 369)] = out[kiln.at(92, out_len, 370)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, by_1, false, true)) {
        out[kiln.at(93, out_len, 373)] = out[kiln.at(93, out_len, 374)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, by_1, false, true)) {
        out[kiln.at(94, out_len, 377)] = out[kiln.at(94, out_len, 378)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, by_1, false, true)) {
        out[kiln.at(95, out_len, 381)] = out[kiln.at(95, out_len, 382)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k <= 10; ++k) {
        out[kiln.at(96, out_len, 385)] = out[kiln.at(96, out_len, 386)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 1, true, false)) {
        out[kiln.at(97, out_len, 389)] = out[kiln.at(97, out_len, 390)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 1, true, false)) {
        out[kiln.at(98, out_len, 393)] = out[kiln.at(98, out_len, 394)] * 31 + (u64)k;
    }
    for (i32 k = 2; k <= 20; ++k) {
        out[kiln.at(99, out_len, 397)] = out[kiln.at(99, out_len, 398)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k <= 10; ++k) {
        out[kiln.at(100, out_len, 401)] = out[kiln.at(100, out_len, 402)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 1, true, false)) {
        out[kiln.at(101, out_len, 405)] = out[kiln.at(101, out_len, 406)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 1, true, false)) {
        out[kiln.at(102, out_len, 409)] = out[kiln.at(102, out_len, 410)] * 31 + (u64)k;
    }
    for (i32 k = 2; k <= 20; ++k) {
        out[kiln.at(103, out_len, 413)] = out[kiln.at(103, out_len, 414)] * 31 + (u64)k;
    }
    for (i32 k = low_1; k <= 10; k += 3) {
        out[kiln.at(104, out_len, 417)] = out[kiln.at(104, out_len, 418)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 3, true, false)) {
        out[kiln.at(105, out_len, 421)] = out[kiln.at(105, out_len, 422)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 3, true, false)) {
        out[kiln.at(106, out_len, 425)] = out[kiln.at(106, out_len, 426)] * 31 + (u64)k;
    }
    for (i32 k = 2; k <= 20; k += 3) {
        out[kiln.at(107, out_len, 429)] = out[kiln.at(107, out_len, 430)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, by_1, true, false)) {
        out[kiln.at(108, out_len, 433)] = out[kiln.at(108, out_len, 434)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, by_1, true, false)) {
        out[kiln.at(109, out_len, 437)] = out[kiln.at(109, out_len, 438)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, by_1, true, false)) {
        out[kiln.at(110, out_len, 441)] = out[kiln.at(110, out_len, 442)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, by_1, true, false)) {
        out[kiln.at(111, out_len, 445)] = out[kiln.at(111, out_len, 446)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, 1, true, true)) {
        out[kiln.at(112, out_len, 449)] = out[kiln.at(112, out_len, 450)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 1, true, true)) {
        out[kiln.at(113, out_len, 453)] = out[kiln.at(113, out_len, 454)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 1, true, true)) {
        out[kiln.at(114, out_len, 457)] = out[kiln.at(114, out_len, 458)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, 1, true, true)) {
        out[kiln.at(115, out_len, 461)] = out[kiln.at(115, out_len, 462)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, 1, true, true)) {
        out[kiln.at(116, out_len, 465)] = out[kiln.at(116, out_len, 466)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 1, true, true)) {
        out[kiln.at(117, out_len, 469)] = out[kiln.at(117, out_len, 470)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 1, true, true)) {
        out[kiln.at(118, out_len, 473)] = out[kiln.at(118, out_len, 474)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, 1, true, true)) {
        out[kiln.at(119, out_len, 477)] = out[kiln.at(119, out_len, 478)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, 3, true, true)) {
        out[kiln.at(120, out_len, 481)] = out[kiln.at(120, out_len, 482)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, 3, true, true)) {
        out[kiln.at(121, out_len, 485)] = out[kiln.at(121, out_len, 486)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, 3, true, true)) {
        out[kiln.at(122, out_len, 489)] = out[kiln.at(122, out_len, 490)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, 3, true, true)) {
        out[kiln.at(123, out_len, 493)] = out[kiln.at(123, out_len, 494)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, 10, by_1, true, true)) {
        out[kiln.at(124, out_len, 497)] = out[kiln.at(124, out_len, 498)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(low_1, high_1, by_1, true, true)) {
        out[kiln.at(125, out_len, 501)] = out[kiln.at(125, out_len, 502)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(0, high_1, by_1, true, true)) {
        out[kiln.at(126, out_len, 505)] = out[kiln.at(126, out_len, 506)] * 31 + (u64)k;
    }
    for (const i32 k : kiln::range<i32>(2, 20, by_1, true, true)) {
        out[kiln.at(127, out_len, 509)] = out[kiln.at(127, out_len, 510)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k < 10; ++k) {
        out[kiln.at(128, out_len, 513)] = out[kiln.at(128, out_len, 514)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k < high_2; ++k) {
        out[kiln.at(129, out_len, 517)] = out[kiln.at(129, out_len, 518)] * 31 + (u64)k;
    }
    for (u8 k = 0; k < high_2; ++k) {
        out[kiln.at(130, out_len, 521)] = out[kiln.at(130, out_len, 522)] * 31 + (u64)k;
    }
    for (u8 k = 2; k < 20; ++k) {
        out[kiln.at(131, out_len, 525)] = out[kiln.at(131, out_len, 526)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k < 10; ++k) {
        out[kiln.at(132, out_len, 529)] = out[kiln.at(132, out_len, 530)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k < high_2; ++k) {
        out[kiln.at(133, out_len, 533)] = out[kiln.at(133, out_len, 534)] * 31 + (u64)k;
    }
    for (u8 k = 0; k < high_2; ++k) {
        out[kiln.at(134, out_len, 537)] = out[kiln.at(134, out_len, 538)] * 31 + (u64)k;
    }
    for (u8 k = 2; k < 20; ++k) {
        out[kiln.at(135, out_len, 541)] = out[kiln.at(135, out_len, 542)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k < 10; k += 3) {
        out[kiln.at(136, out_len, 545)] = out[kiln.at(136, out_len, 546)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 3, false, false)) {
        out[kiln.at(137, out_len, 549)] = out[kiln.at(137, out_len, 550)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 3, false, false)) {
        out[kiln.at(138, out_len, 553)] = out[kiln.at(138, out_len, 554)] * 31 + (u64)k;
    }
    for (u8 k = 2; k < 20; k += 3) {
        out[kiln.at(139, out_len, 557)] = out[kiln.at(139, out_len, 558)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, by_2, false, false)) {
        out[kiln.at(140, out_len, 561)] = out[kiln.at(140, out_len, 562)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, by_2, false, false)) {
        out[kiln.at(141, out_len, 565)] = out[kiln.at(141, out_len, 566)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, by_2, false, false)) {
        out[kiln.at(142, out_len, 569)] = out[kiln.at(142, out_len, 570)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, by_2, false, false)) {
        out[kiln.at(143, out_len, 573)] = out[kiln.at(143, out_len, 574)] * 31 + (u64)k;
    }
    for (u8 k = 10; k-- > low_2;) {
        out[kiln.at(144, out_len, 577)] = out[kiln.at(144, out_len, 578)] * 31 + (u64)k;
    }
    for (u8 k = high_2; k-- > low_2;) {
        out[kiln.at(145, out_len, 581)] = out[kiln.at(145, out_len, 582)] * 31 + (u64)k;
    }
    for (u8 k = high_2; k-- > 0;) {
        out[kiln.at(146, out_len, 585)] = out[kiln.at(146, out_len, 586)] * 31 + (u64)k;
    }
    for (u8 k = 20; k-- > 2;) {
        out[kiln.at(147, out_len, 589)] = out[kiln.at(147, out_len, 590)] * 31 + (u64)k;
    }
    for (u8 k = 10; k-- > low_2;) {
        out[kiln.at(148, out_len, 593)] = out[kiln.at(148, out_len, 594)] * 31 + (u64)k;
    }
    for (u8 k = high_2; k-- > low_2;) {
        out[kiln.at(149, out_len, 597)] = out[kiln.at(149, out_len, 598)] * 31 + (u64)k;
    }
    for (u8 k = high_2; k-- > 0;) {
        out[kiln.at(150, out_len, 601)] = out[kiln.at(150, out_len, 602)] * 31 + (u64)k;
    }
    for (u8 k = 20; k-- > 2;) {
        out[kiln.at(151, out_len, 605)] = out[kiln.at(151, out_len, 606)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, 3, false, true)) {
        out[kiln.at(152, out_len, 609)] = out[kiln.at(152, out_len, 610)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 3, false, true)) {
        out[kiln.at(153, out_len, 613)] = out[kiln.at(153, out_len, 614)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 3, false, true)) {
        out[kiln.at(154, out_len, 617)] = out[kiln.at(154, out_len, 618)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, 3, false, true)) {
        out[kiln.at(155, out_len, 621)] = out[kiln.at(155, out_len, 622)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, by_2, false, true)) {
        out[kiln.at(156, out_len, 625)] = out[kiln.at(156, out_len, 626)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, by_2, false, true)) {
        out[kiln.at(157, out_len, 629)] = out[kiln.at(157, out_len, 630)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, by_2, false, true)) {
        out[kiln.at(158, out_len, 633)] = out[kiln.at(158, out_len, 634)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, by_2, false, true)) {
        out[kiln.at(159, out_len, 637)] = out[kiln.at(159, out_len, 638)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k <= 10; ++k) {
        out[kiln.at(160, out_len, 641)] = out[kiln.at(160, out_len, 642)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 1, true, false)) {
        out[kiln.at(161, out_len, 645)] = out[kiln.at(161, out_len, 646)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 1, true, false)) {
        out[kiln.at(162, out_len, 649)] = out[kiln.at(162, out_len, 650)] * 31 + (u64)k;
    }
    for (u8 k = 2; k <= 20; ++k) {
        out[kiln.at(163, out_len, 653)] = out[kiln.at(163, out_len, 654)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k <= 10; ++k) {
        out[kiln.at(164, out_len, 657)] = out[kiln.at(164, out_len, 658)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 1, true, false)) {
        out[kiln.at(165, out_len, 661)] = out[kiln.at(165, out_len, 662)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 1, true, false)) {
        out[kiln.at(166, out_len, 665)] = out[kiln.at(166, out_len, 666)] * 31 + (u64)k;
    }
    for (u8 k = 2; k <= 20; ++k) {
        out[kiln.at(167, out_len, 669)] = out[kiln.at(167, out_len, 670)] * 31 + (u64)k;
    }
    for (u8 k = low_2; k <= 10; k += 3) {
        out[kiln.at(168, out_len, 673)] = out[kiln.at(168, out_len, 674)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 3, true, false)) {
        out[kiln.at(169, out_len, 677)] = out[kiln.at(169, out_len, 678)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 3, true, false)) {
        out[kiln.at(170, out_len, 681)] = out[kiln.at(170, out_len, 682)] * 31 + (u64)k;
    }
    for (u8 k = 2; k <= 20; k += 3) {
        out[kiln.at(171, out_len, 685)] = out[kiln.at(171, out_len, 686)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, by_2, true, false)) {
        out[kiln.at(172, out_len, 689)] = out[kiln.at(172, out_len, 690)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, by_2, true, false)) {
        out[kiln.at(173, out_len, 693)] = out[kiln.at(173, out_len, 694)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, by_2, true, false)) {
        out[kiln.at(174, out_len, 697)] = out[kiln.at(174, out_len, 698)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, by_2, true, false)) {
        out[kiln.at(175, out_len, 701)] = out[kiln.at(175, out_len, 702)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, 1, true, true)) {
        out[kiln.at(176, out_len, 705)] = out[kiln.at(176, out_len, 706)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 1, true, true)) {
        out[kiln.at(177, out_len, 709)] = out[kiln.at(177, out_len, 710)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 1, true, true)) {
        out[kiln.at(178, out_len, 713)] = out[kiln.at(178, out_len, 714)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, 1, true, true)) {
        out[kiln.at(179, out_len, 717)] = out[kiln.at(179, out_len, 718)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, 1, true, true)) {
        out[kiln.at(180, out_len, 721)] = out[kiln.at(180, out_len, 722)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 1, true, true)) {
        out[kiln.at(181, out_len, 725)] = out[kiln.at(181, out_len, 726)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 1, true, true)) {
        out[kiln.at(182, out_len, 729)] = out[kiln.at(182, out_len, 730)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, 1, true, true)) {
        out[kiln.at(183, out_len, 733)] = out[kiln.at(183, out_len, 734)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, 3, true, true)) {
        out[kiln.at(184, out_len, 737)] = out[kiln.at(184, out_len, 738)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, 3, true, true)) {
        out[kiln.at(185, out_len, 741)] = out[kiln.at(185, out_len, 742)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, 3, true, true)) {
        out[kiln.at(186, out_len, 745)] = out[kiln.at(186, out_len, 746)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, 3, true, true)) {
        out[kiln.at(187, out_len, 749)] = out[kiln.at(187, out_len, 750)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, 10, by_2, true, true)) {
        out[kiln.at(188, out_len, 753)] = out[kiln.at(188, out_len, 754)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(low_2, high_2, by_2, true, true)) {
        out[kiln.at(189, out_len, 757)] = out[kiln.at(189, out_len, 758)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(0, high_2, by_2, true, true)) {
        out[kiln.at(190, out_len, 761)] = out[kiln.at(190, out_len, 762)] * 31 + (u64)k;
    }
    for (const u8 k : kiln::range<u8>(2, 20, by_2, true, true)) {
        out[kiln.at(191, out_len, 765)] = out[kiln.at(191, out_len, 766)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k < 10; ++k) {
        out[kiln.at(192, out_len, 769)] = out[kiln.at(192, out_len, 770)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k < high_3; ++k) {
        out[kiln.at(193, out_len, 773)] = out[kiln.at(193, out_len, 774)] * 31 + (u64)k;
    }
    for (i64 k = 0; k < high_3; ++k) {
        out[kiln.at(194, out_len, 777)] = out[kiln.at(194, out_len, 778)] * 31 + (u64)k;
    }
    for (i64 k = 2; k < 20; ++k) {
        out[kiln.at(195, out_len, 781)] = out[kiln.at(195, out_len, 782)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k < 10; ++k) {
        out[kiln.at(196, out_len, 785)] = out[kiln.at(196, out_len, 786)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k < high_3; ++k) {
        out[kiln.at(197, out_len, 789)] = out[kiln.at(197, out_len, 790)] * 31 + (u64)k;
    }
    for (i64 k = 0; k < high_3; ++k) {
        out[kiln.at(198, out_len, 793)] = out[kiln.at(198, out_len, 794)] * 31 + (u64)k;
    }
    for (i64 k = 2; k < 20; ++k) {
        out[kiln.at(199, out_len, 797)] = out[kiln.at(199, out_len, 798)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k < 10; k += 3) {
        out[kiln.at(200, out_len, 801)] = out[kiln.at(200, out_len, 802)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 3, false, false)) {
        out[kiln.at(201, out_len, 805)] = out[kiln.at(201, out_len, 806)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 3, false, false)) {
        out[kiln.at(202, out_len, 809)] = out[kiln.at(202, out_len, 810)] * 31 + (u64)k;
    }
    for (i64 k = 2; k < 20; k += 3) {
        out[kiln.at(203, out_len, 813)] = out[kiln.at(203, out_len, 814)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, by_3, false, false)) {
        out[kiln.at(204, out_len, 817)] = out[kiln.at(204, out_len, 818)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, by_3, false, false)) {
        out[kiln.at(205, out_len, 821)] = out[kiln.at(205, out_len, 822)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, by_3, false, false)) {
        out[kiln.at(206, out_len, 825)] = out[kiln.at(206, out_len, 826)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, by_3, false, false)) {
        out[kiln.at(207, out_len, 829)] = out[kiln.at(207, out_len, 830)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, 1, false, true)) {
        out[kiln.at(208, out_len, 833)] = out[kiln.at(208, out_len, 834)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 1, false, true)) {
        out[kiln.at(209, out_len, 837)] = out[kiln.at(209, out_len, 838)] * 31 + (u64)k;
    }
    for (i64 k = high_3; k-- > 0;) {
        out[kiln.at(210, out_len, 841)] = out[kiln.at(210, out_len, 842)] * 31 + (u64)k;
    }
    for (i64 k = 20; k-- > 2;) {
        out[kiln.at(211, out_len, 845)] = out[kiln.at(211, out_len, 846)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, 1, false, true)) {
        out[kiln.at(212, out_len, 849)] = out[kiln.at(212, out_len, 850)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 1, false, true)) {
        out[kiln.at(213, out_len, 853)] = out[kiln.at(213, out_len, 854)] * 31 + (u64)k;
    }
    for (i64 k = high_3; k-- > 0;) {
        out[kiln.at(214, out_len, 857)] = out[kiln.at(214, out_len, 858)] * 31 + (u64)k;
    }
    for (i64 k = 20; k-- > 2;) {
        out[kiln.at(215, out_len, 861)] = out[kiln.at(215, out_len, 862)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, 3, false, true)) {
        out[kiln.at(216, out_len, 865)] = out[kiln.at(216, out_len, 866)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 3, false, true)) {
        out[kiln.at(217, out_len, 869)] = out[kiln.at(217, out_len, 870)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 3, false, true)) {
        out[kiln.at(218, out_len, 873)] = out[kiln.at(218, out_len, 874)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, 3, false, true)) {
        out[kiln.at(219, out_len, 877)] = out[kiln.at(219, out_len, 878)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, by_3, false, true)) {
        out[kiln.at(220, out_len, 881)] = out[kiln.at(220, out_len, 882)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, by_3, false, true)) {
        out[kiln.at(221, out_len, 885)] = out[kiln.at(221, out_len, 886)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, by_3, false, true)) {
        out[kiln.at(222, out_len, 889)] = out[kiln.at(222, out_len, 890)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, by_3, false, true)) {
        out[kiln.at(223, out_len, 893)] = out[kiln.at(223, out_len, 894)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k <= 10; ++k) {
        out[kiln.at(224, out_len, 897)] = out[kiln.at(224, out_len, 898)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 1, true, false)) {
        out[kiln.at(225, out_len, 901)] = out[kiln.at(225, out_len, 902)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 1, true, false)) {
        out[kiln.at(226, out_len, 905)] = out[kiln.at(226, out_len, 906)] * 31 + (u64)k;
    }
    for (i64 k = 2; k <= 20; ++k) {
        out[kiln.at(227, out_len, 909)] = out[kiln.at(227, out_len, 910)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k <= 10; ++k) {
        out[kiln.at(228, out_len, 913)] = out[kiln.at(228, out_len, 914)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 1, true, false)) {
        out[kiln.at(229, out_len, 917)] = out[kiln.at(229, out_len, 918)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 1, true, false)) {
        out[kiln.at(230, out_len, 921)] = out[kiln.at(230, out_len, 922)] * 31 + (u64)k;
    }
    for (i64 k = 2; k <= 20; ++k) {
        out[kiln.at(231, out_len, 925)] = out[kiln.at(231, out_len, 926)] * 31 + (u64)k;
    }
    for (i64 k = low_3; k <= 10; k += 3) {
        out[kiln.at(232, out_len, 929)] = out[kiln.at(232, out_len, 930)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 3, true, false)) {
        out[kiln.at(233, out_len, 933)] = out[kiln.at(233, out_len, 934)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 3, true, false)) {
        out[kiln.at(234, out_len, 937)] = out[kiln.at(234, out_len, 938)] * 31 + (u64)k;
    }
    for (i64 k = 2; k <= 20; k += 3) {
        out[kiln.at(235, out_len, 941)] = out[kiln.at(235, out_len, 942)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, by_3, true, false)) {
        out[kiln.at(236, out_len, 945)] = out[kiln.at(236, out_len, 946)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, by_3, true, false)) {
        out[kiln.at(237, out_len, 949)] = out[kiln.at(237, out_len, 950)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, by_3, true, false)) {
        out[kiln.at(238, out_len, 953)] = out[kiln.at(238, out_len, 954)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, by_3, true, false)) {
        out[kiln.at(239, out_len, 957)] = out[kiln.at(239, out_len, 958)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, 1, true, true)) {
        out[kiln.at(240, out_len, 961)] = out[kiln.at(240, out_len, 962)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 1, true, true)) {
        out[kiln.at(241, out_len, 965)] = out[kiln.at(241, out_len, 966)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 1, true, true)) {
        out[kiln.at(242, out_len, 969)] = out[kiln.at(242, out_len, 970)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, 1, true, true)) {
        out[kiln.at(243, out_len, 973)] = out[kiln.at(243, out_len, 974)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, 1, true, true)) {
        out[kiln.at(244, out_len, 977)] = out[kiln.at(244, out_len, 978)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 1, true, true)) {
        out[kiln.at(245, out_len, 981)] = out[kiln.at(245, out_len, 982)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 1, true, true)) {
        out[kiln.at(246, out_len, 985)] = out[kiln.at(246, out_len, 986)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, 1, true, true)) {
        out[kiln.at(247, out_len, 989)] = out[kiln.at(247, out_len, 990)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, 3, true, true)) {
        out[kiln.at(248, out_len, 993)] = out[kiln.at(248, out_len, 994)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, 3, true, true)) {
        out[kiln.at(249, out_len, 997)] = out[kiln.at(249, out_len, 998)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, 3, true, true)) {
        out[kiln.at(250, out_len, 1001)] = out[kiln.at(250, out_len, 1002)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, 3, true, true)) {
        out[kiln.at(251, out_len, 1005)] = out[kiln.at(251, out_len, 1006)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, 10, by_3, true, true)) {
        out[kiln.at(252, out_len, 1009)] = out[kiln.at(252, out_len, 1010)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(low_3, high_3, by_3, true, true)) {
        out[kiln.at(253, out_len, 1013)] = out[kiln.at(253, out_len, 1014)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(0, high_3, by_3, true, true)) {
        out[kiln.at(254, out_len, 1017)] = out[kiln.at(254, out_len, 1018)] * 31 + (u64)k;
    }
    for (const i64 k : kiln::range<i64>(2, 20, by_3, true, true)) {
        out[kiln.at(255, out_len, 1021)] = out[kiln.at(255, out_len, 1022)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k < 10; ++k) {
        out[kiln.at(256, out_len, 1025)] = out[kiln.at(256, out_len, 1026)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k < high_4; ++k) {
        out[kiln.at(257, out_len, 1029)] = out[kiln.at(257, out_len, 1030)] * 31 + (u64)k;
    }
    for (i8 k = 0; k < high_4; ++k) {
        out[kiln.at(258, out_len, 1033)] = out[kiln.at(258, out_len, 1034)] * 31 + (u64)k;
    }
    for (i8 k = 2; k < 20; ++k) {
        out[kiln.at(259, out_len, 1037)] = out[kiln.at(259, out_len, 1038)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k < 10; ++k) {
        out[kiln.at(260, out_len, 1041)] = out[kiln.at(260, out_len, 1042)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k < high_4; ++k) {
        out[kiln.at(261, out_len, 1045)] = out[kiln.at(261, out_len, 1046)] * 31 + (u64)k;
    }
    for (i8 k = 0; k < high_4; ++k) {
        out[kiln.at(262, out_len, 1049)] = out[kiln.at(262, out_len, 1050)] * 31 + (u64)k;
    }
    for (i8 k = 2; k < 20; ++k) {
        out[kiln.at(263, out_len, 1053)] = out[kiln.at(263, out_len, 1054)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k < 10; k += 3) {
        out[kiln.at(264, out_len, 1057)] = out[kiln.at(264, out_len, 1058)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 3, false, false)) {
        out[kiln.at(265, out_len, 1061)] = out[kiln.at(265, out_len, 1062)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 3, false, false)) {
        out[kiln.at(266, out_len, 1065)] = out[kiln.at(266, out_len, 1066)] * 31 + (u64)k;
    }
    for (i8 k = 2; k < 20; k += 3) {
        out[kiln.at(267, out_len, 1069)] = out[kiln.at(267, out_len, 1070)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, by_4, false, false)) {
        out[kiln.at(268, out_len, 1073)] = out[kiln.at(268, out_len, 1074)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, by_4, false, false)) {
        out[kiln.at(269, out_len, 1077)] = out[kiln.at(269, out_len, 1078)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, by_4, false, false)) {
        out[kiln.at(270, out_len, 1081)] = out[kiln.at(270, out_len, 1082)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, by_4, false, false)) {
        out[kiln.at(271, out_len, 1085)] = out[kiln.at(271, out_len, 1086)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, 1, false, true)) {
        out[kiln.at(272, out_len, 1089)] = out[kiln.at(272, out_len, 1090)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 1, false, true)) {
        out[kiln.at(273, out_len, 1093)] = out[kiln.at(273, out_len, 1094)] * 31 + (u64)k;
    }
    for (i8 k = high_4; k-- > 0;) {
        out[kiln.at(274, out_len, 1097)] = out[kiln.at(274, out_len, 1098)] * 31 + (u64)k;
    }
    for (i8 k = 20; k-- > 2;) {
        out[kiln.at(275, out_len, 1101)] = out[kiln.at(275, out_len, 1102)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, 1, false, true)) {
        out[kiln.at(276, out_len, 1105)] = out[kiln.at(276, out_len, 1106)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 1, false, true)) {
        out[kiln.at(277, out_len, 1109)] = out[kiln.at(277, out_len, 1110)] * 31 + (u64)k;
    }
    for (i8 k = high_4; k-- > 0;) {
        out[kiln.at(278, out_len, 1113)] = out[kiln.at(278, out_len, 1114)] * 31 + (u64)k;
    }
    for (i8 k = 20; k-- > 2;) {
        out[kiln.at(279, out_len, 1117)] = out[kiln.at(279, out_len, 1118)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, 3, false, true)) {
        out[kiln.at(280, out_len, 1121)] = out[kiln.at(280, out_len, 1122)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 3, false, true)) {
        out[kiln.at(281, out_len, 1125)] = out[kiln.at(281, out_len, 1126)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 3, false, true)) {
        out[kiln.at(282, out_len, 1129)] = out[kiln.at(282, out_len, 1130)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, 3, false, true)) {
        out[kiln.at(283, out_len, 1133)] = out[kiln.at(283, out_len, 1134)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, by_4, false, true)) {
        out[kiln.at(284, out_len, 1137)] = out[kiln.at(284, out_len, 1138)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, by_4, false, true)) {
        out[kiln.at(285, out_len, 1141)] = out[kiln.at(285, out_len, 1142)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, by_4, false, true)) {
        out[kiln.at(286, out_len, 1145)] = out[kiln.at(286, out_len, 1146)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, by_4, false, true)) {
        out[kiln.at(287, out_len, 1149)] = out[kiln.at(287, out_len, 1150)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k <= 10; ++k) {
        out[kiln.at(288, out_len, 1153)] = out[kiln.at(288, out_len, 1154)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 1, true, false)) {
        out[kiln.at(289, out_len, 1157)] = out[kiln.at(289, out_len, 1158)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 1, true, false)) {
        out[kiln.at(290, out_len, 1161)] = out[kiln.at(290, out_len, 1162)] * 31 + (u64)k;
    }
    for (i8 k = 2; k <= 20; ++k) {
        out[kiln.at(291, out_len, 1165)] = out[kiln.at(291, out_len, 1166)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k <= 10; ++k) {
        out[kiln.at(292, out_len, 1169)] = out[kiln.at(292, out_len, 1170)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 1, true, false)) {
        out[kiln.at(293, out_len, 1173)] = out[kiln.at(293, out_len, 1174)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 1, true, false)) {
        out[kiln.at(294, out_len, 1177)] = out[kiln.at(294, out_len, 1178)] * 31 + (u64)k;
    }
    for (i8 k = 2; k <= 20; ++k) {
        out[kiln.at(295, out_len, 1181)] = out[kiln.at(295, out_len, 1182)] * 31 + (u64)k;
    }
    for (i8 k = low_4; k <= 10; k += 3) {
        out[kiln.at(296, out_len, 1185)] = out[kiln.at(296, out_len, 1186)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 3, true, false)) {
        out[kiln.at(297, out_len, 1189)] = out[kiln.at(297, out_len, 1190)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 3, true, false)) {
        out[kiln.at(298, out_len, 1193)] = out[kiln.at(298, out_len, 1194)] * 31 + (u64)k;
    }
    for (i8 k = 2; k <= 20; k += 3) {
        out[kiln.at(299, out_len, 1197)] = out[kiln.at(299, out_len, 1198)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, by_4, true, false)) {
        out[kiln.at(300, out_len, 1201)] = out[kiln.at(300, out_len, 1202)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, by_4, true, false)) {
        out[kiln.at(301, out_len, 1205)] = out[kiln.at(301, out_len, 1206)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, by_4, true, false)) {
        out[kiln.at(302, out_len, 1209)] = out[kiln.at(302, out_len, 1210)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, by_4, true, false)) {
        out[kiln.at(303, out_len, 1213)] = out[kiln.at(303, out_len, 1214)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, 1, true, true)) {
        out[kiln.at(304, out_len, 1217)] = out[kiln.at(304, out_len, 1218)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 1, true, true)) {
        out[kiln.at(305, out_len, 1221)] = out[kiln.at(305, out_len, 1222)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 1, true, true)) {
        out[kiln.at(306, out_len, 1225)] = out[kiln.at(306, out_len, 1226)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, 1, true, true)) {
        out[kiln.at(307, out_len, 1229)] = out[kiln.at(307, out_len, 1230)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, 1, true, true)) {
        out[kiln.at(308, out_len, 1233)] = out[kiln.at(308, out_len, 1234)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 1, true, true)) {
        out[kiln.at(309, out_len, 1237)] = out[kiln.at(309, out_len, 1238)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 1, true, true)) {
        out[kiln.at(310, out_len, 1241)] = out[kiln.at(310, out_len, 1242)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, 1, true, true)) {
        out[kiln.at(311, out_len, 1245)] = out[kiln.at(311, out_len, 1246)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, 3, true, true)) {
        out[kiln.at(312, out_len, 1249)] = out[kiln.at(312, out_len, 1250)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, 3, true, true)) {
        out[kiln.at(313, out_len, 1253)] = out[kiln.at(313, out_len, 1254)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, 3, true, true)) {
        out[kiln.at(314, out_len, 1257)] = out[kiln.at(314, out_len, 1258)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, 3, true, true)) {
        out[kiln.at(315, out_len, 1261)] = out[kiln.at(315, out_len, 1262)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, 10, by_4, true, true)) {
        out[kiln.at(316, out_len, 1265)] = out[kiln.at(316, out_len, 1266)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(low_4, high_4, by_4, true, true)) {
        out[kiln.at(317, out_len, 1269)] = out[kiln.at(317, out_len, 1270)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(0, high_4, by_4, true, true)) {
        out[kiln.at(318, out_len, 1273)] = out[kiln.at(318, out_len, 1274)] * 31 + (u64)k;
    }
    for (const i8 k : kiln::range<i8>(2, 20, by_4, true, true)) {
        out[kiln.at(319, out_len, 1277)] = out[kiln.at(319, out_len, 1278)] * 31 + (u64)k;
    }
}
