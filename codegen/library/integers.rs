//! The integer methods that are no single instruction.
//!
//! Integers of 8 and 16 bits live in registers of 32, so most of what is done to them is done there. Divisors are
//! not zero, and quotients do not overflow: the caller has looked.

fn saturating_add<T: Int>(a: T, b: T) -> T {
    if T::BITS < 32 {
        (a as i32 + b as i32).max(T::MIN as i32).min(T::MAX as i32) as T
    } else if T::MIN < 0 {
        let sum = a + b;
        // Overflow has happened where both operands have the other sign.
        let end = if a < 0 { T::MIN } else { T::MAX };
        if ((a ^ sum) & (b ^ sum)) < 0 { end } else { sum }
    } else {
        let sum = a + b;
        if sum < a { T::MAX } else { sum }
    }
}

fn saturating_sub<T: Int>(a: T, b: T) -> T {
    if T::BITS < 32 {
        (a as i32 - b as i32).max(T::MIN as i32).min(T::MAX as i32) as T
    } else if T::MIN < 0 {
        let difference = a - b;
        let end = if a < 0 { T::MIN } else { T::MAX };
        if ((a ^ b) & (a ^ difference)) < 0 { end } else { difference }
    } else {
        a.max(b) - b
    }
}

fn saturating_mul<T: Int>(a: T, b: T) -> T {
    if T::BITS < 32 && T::MIN < 0 {
        (a as i32 * b as i32).max(T::MIN as i32).min(T::MAX as i32) as T
    } else if T::BITS < 32 {
        (a as u32 * b as u32).min(T::MAX as u32) as T
    } else if T::BITS == 32 && T::MIN < 0 {
        (a as i64 * b as i64).max(T::MIN as i64).min(T::MAX as i64) as T
    } else if T::BITS == 32 {
        (a as u64 * b as u64).min(T::MAX as u64) as T
    } else {
        let product = a * b;
        let upper = a.mul_hi(b);
        if T::MIN < 0 {
            let end = if (a ^ b) < 0 { T::MIN } else { T::MAX };
            if upper == product >> 63 { product } else { end }
        } else {
            if upper == 0 { product } else { T::MAX }
        }
    }
}

fn saturating_neg<T: Signed>(x: T) -> T {
    if x == T::MIN { T::MAX } else { -x }
}

fn saturating_abs<T: Signed>(x: T) -> T {
    let magnitude = x.abs();
    if magnitude < 0 { T::MAX } else { magnitude }
}

/// A square that stopped at the type's end is used only where the power is beyond it too, on the same side.
fn saturating_pow<T: Int>(x: T, power: u32) -> T {
    let mut result: T = 1;
    let mut square = x;
    let mut rest = power;
    loop {
        if rest & 1 != 0 {
            result = result.saturating_mul(square);
        }
        rest >>= 1;
        if rest == 0 {
            break;
        }
        square = square.saturating_mul(square);
    }
    result
}

/// Not the machine's `abs`: ptxas takes that of the least value, whose magnitude the type does not have, for positive.
fn int_abs<T: Signed>(x: T) -> T {
    let sign = x >> (T::BITS - 1);
    (x ^ sign) - sign
}

fn wrapping_abs<T: Signed>(x: T) -> T {
    x.abs()
}

fn unsigned_abs<T: Signed>(x: T) -> T::Unsigned {
    x.abs() as T::Unsigned
}

fn abs_diff<T: Int>(a: T, b: T) -> T::Unsigned {
    if T::BITS < 32 {
        (a as i32 - b as i32).abs() as T::Unsigned
    } else {
        a.max(b) as T::Unsigned - a.min(b) as T::Unsigned
    }
}

fn power<T: Int>(x: T, power: u32) -> T {
    let mut result: T = 1;
    let mut square = x;
    let mut rest = power;
    while rest != 0 {
        if rest & 1 != 0 {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    result
}

fn pow<T: Int>(x: T, exponent: u32) -> T {
    if T::BITS < 32 { power::<u32>(x as u32, exponent) as T } else { power::<T>(x, exponent) }
}

fn wrapping_pow<T: Int>(x: T, exponent: u32) -> T {
    if T::BITS < 32 { power::<u32>(x as u32, exponent) as T } else { power::<T>(x, exponent) }
}

fn int_signum<T: Signed>(x: T) -> T {
    x.min(1).max(-1)
}

fn int_clamp<T: Int>(x: T, low: T, high: T) -> T {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

fn leading_zeros<T: Narrow>(x: T) -> u32 {
    (x as T::Unsigned as u32).leading_zeros() - (32 - T::BITS)
}

fn trailing_zeros<T: Narrow>(x: T) -> u32 {
    // A bit above the value's own, for a value of zero.
    (x as u32 | 1 << T::BITS).trailing_zeros()
}

fn count_ones<T: Narrow>(x: T) -> u32 {
    (x as T::Unsigned as u32).count_ones()
}

fn leading_ones<T: Int>(x: T) -> u32 {
    (!x).leading_zeros()
}

fn trailing_ones<T: Int>(x: T) -> u32 {
    (!x).trailing_zeros()
}

fn count_zeros<T: Int>(x: T) -> u32 {
    (!x).count_ones()
}

fn rotate_left<T: Int>(x: T, amount: u32) -> T {
    let bits = x as T::Unsigned;
    (bits << amount | bits >> (0 - amount)) as T
}

fn rotate_right<T: Int>(x: T, amount: u32) -> T {
    let bits = x as T::Unsigned;
    (bits >> amount | bits << (0 - amount)) as T
}

fn swapped(x: u32) -> u32 {
    let pairs = (x & 0x00ff_00ff) << 8 | x >> 8 & 0x00ff_00ff;
    pairs << 16 | pairs >> 16
}

fn swap_bytes<T: Int>(x: T) -> T {
    if T::BITS == 8 {
        x
    } else if T::BITS == 16 {
        let bits = x as T::Unsigned;
        (bits << 8 | bits >> 8) as T
    } else if T::BITS == 32 {
        swapped(x as u32) as T
    } else {
        ((swapped(x as u32) as u64) << 32 | swapped((x as u64 >> 32) as u32) as u64) as T
    }
}

fn to_be<T: Int>(x: T) -> T {
    x.swap_bytes()
}

fn from_be<T: Int>(x: T) -> T {
    x.swap_bytes()
}

fn to_le<T: Int>(x: T) -> T {
    x
}

fn from_le<T: Int>(x: T) -> T {
    x
}

fn is_power_of_two<T: Unsigned>(x: T) -> bool {
    x.count_ones() == 1
}

fn power_of_two_from<T: Unsigned>(x: T) -> T {
    // Below a first bit at the top there is none, and the sum wraps to zero.
    if x <= 1 { 1 } else { (T::MAX >> (x - 1).leading_zeros()) + 1 }
}

fn next_power_of_two<T: Unsigned>(x: T) -> T {
    if T::BITS < 32 { power_of_two_from::<u32>(x as u32) as T } else { power_of_two_from::<T>(x) }
}

fn div_ceil<T: Unsigned>(a: T, b: T) -> T {
    let quotient = a / b;
    if quotient * b == a { quotient } else { quotient + 1 }
}

fn int_div_euclid<T: Int>(a: T, b: T) -> T {
    let quotient = a / b;
    if T::MIN < 0 {
        let away = if b > 0 { quotient - 1 } else { quotient + 1 };
        if a - quotient * b < 0 { away } else { quotient }
    } else {
        quotient
    }
}

fn int_rem_euclid<T: Int>(a: T, b: T) -> T {
    let remainder = a % b;
    if T::MIN < 0 {
        let other = if b < 0 { remainder - b } else { remainder + b };
        if remainder < 0 { other } else { remainder }
    } else {
        remainder
    }
}

fn next_multiple_of<T: Unsigned>(x: T, multiple: T) -> T {
    let remainder = x % multiple;
    if remainder == 0 { x } else { x + (multiple - remainder) }
}

fn is_multiple_of<T: Unsigned>(a: T, b: T) -> bool {
    if b == 0 { a == 0 } else { a % b == 0 }
}

/// The root of a float is off by at most one, and what is just above the greatest root must not be squared.
fn isqrt<T: Unsigned>(x: T) -> T {
    if T::BITS <= 32 {
        let n = x as u32;
        let root = ((n as f32).sqrt() as u32).min(0xffff);
        let square = root * root;
        if square > n {
            (root - 1) as T
        } else if n - square > 2 * root {
            (root + 1) as T
        } else {
            root as T
        }
    } else {
        let n = x as u64;
        let root = ((n as f64).sqrt() as u64).min(0xffff_ffff);
        let square = root * root;
        if square > n {
            (root - 1) as T
        } else if n - square > 2 * root {
            (root + 1) as T
        } else {
            root as T
        }
    }
}

fn ilog2<T: Int>(x: T) -> u32 {
    if T::BITS == 64 {
        63 - (x.max(1) as u64).leading_zeros()
    } else {
        31 - (x.max(1) as u32).leading_zeros()
    }
}

fn tens_in(x: u32) -> u32 {
    let few = (x >= 10) as u32 + (x >= 100) as u32 + (x >= 1000) as u32 + (x >= 10_000) as u32;
    let many = (x >= 100_000) as u32 + (x >= 1_000_000) as u32 + (x >= 10_000_000) as u32;
    few + many + (x >= 100_000_000) as u32 + (x >= 1_000_000_000) as u32
}

fn ilog10<T: Int>(x: T) -> u32 {
    if T::BITS < 32 {
        let n = x as i32;
        let few = (n >= 10) as u32 + (n >= 100) as u32;
        if T::BITS == 8 { few } else { few + (n >= 1000) as u32 + (n >= 10_000) as u32 }
    } else if T::BITS == 32 {
        tens_in(x.max(0) as u32)
    } else {
        // A quotient of 32 bits, for what has more than ten digits.
        let n = x.max(0) as u64;
        let long = n >= 10_000_000_000;
        let first = if long { n / 10_000_000_000 } else { n };
        // Ten digits may still be beyond 32 bits.
        tens_in(first.min(0xffff_ffff) as u32) + if long { 10 } else { 0 }
    }
}

fn unbounded_shl<T: Int>(x: T, amount: u32) -> T {
    if amount < T::BITS { x << amount } else { 0 }
}

fn unbounded_shr<T: Int>(x: T, amount: u32) -> T {
    if T::MIN < 0 {
        x >> amount.min(T::BITS - 1)
    } else {
        if amount < T::BITS { x >> amount } else { 0 }
    }
}

fn is_positive<T: Signed>(x: T) -> bool {
    x > 0
}

fn is_negative<T: Signed>(x: T) -> bool {
    x < 0
}

fn midpoint<T: Int>(a: T, b: T) -> T {
    // Rounded down, from what the values share and half of what they do not.
    let below = (a & b) + ((a ^ b) >> 1);
    if T::MIN < 0 {
        let odd: T = (a ^ b) & 1;
        if below < 0 { below + odd } else { below }
    } else {
        below
    }
}
