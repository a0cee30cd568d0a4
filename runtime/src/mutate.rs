//! Random changes of bytes, for tests of what reads files and other libraries' memory.

/// How many inputs a test tries: `KILN_MUTATIONS`, or as many as take a part of a second.
pub(crate) fn count() -> u64 {
    std::env::var("KILN_MUTATIONS").map_or(2000, |text| text.parse().expect("KILN_MUTATIONS is a number"))
}

/// Numbers that follow from the first one alone.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A number of this size that readers may stumble over, or any.
    fn extreme(&mut self, bytes: usize) -> u64 {
        let bits = bytes as u32 * 8;
        let all = u64::MAX >> (64 - bits);
        [0, 1, all, all - 1, all >> 1, (all >> 1) + 1, 1 << (bits / 2), self.next()][self.below(8)] & all
    }
}

/// Calls `check` with the inputs, each one of `seeds` changed at one to four places. It tells whether anything was
/// read from the input.
pub(crate) fn each(seeds: &[Vec<u8>], mut check: impl FnMut(&[u8]) -> bool) {
    let mut whole = 0u64;
    for number in 0..count() {
        let mut random = Random(number);
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() + 1);
            let end = (at + random.below(40)).min(bytes.len());
            match random.below(8) {
                0 => drop(bytes.splice(at..end, [])),
                1 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
                2 => bytes.truncate(at),
                3 => {
                    let other = &seeds[random.below(seeds.len())];
                    let from = random.below(other.len());
                    let to = (from + random.below(40)).min(other.len());
                    bytes.splice(at..end, other[from..to].iter().copied());
                }
                4 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                _ => {
                    let size = [1, 2, 4, 8][random.below(4)];
                    // Most numbers of a format are aligned.
                    let at = at / size * size;
                    let number = random.extreme(size).to_le_bytes();
                    if let Some(place) = bytes.get_mut(at..at + size) {
                        place.copy_from_slice(&number[..size]);
                    }
                }
            }
        }
        whole += u64::from(check(&bytes));
    }
    println!("{} inputs, {whole} of them still good for something", count());
}
