//! Random arrays: the same numbers everywhere, with the moments that they should have, in the kernel that uses them.

use kiln_array::{Array, Random, on};
use kiln_runtime::{Device, Result, profile};

/// Philox4x32-10, from its description.
fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let first = u64::from(counter[0]) * 0xd251_1f53;
        let second = u64::from(counter[2]) * 0xcd9e_8d57;
        counter = [
            (second >> 32) as u32 ^ counter[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ counter[3] ^ key[1],
            first as u32,
        ];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    counter
}

/// One test, since a session watches a whole device.
#[test]
fn random_arrays() -> Result<()> {
    assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::best()?] {
        on(&device, || -> Result<()> {
            let seed = 0x0123_4567_89ab_cdef_u64;
            let key = [seed as u32, (seed >> 32) as u32];
            let mut random = Random::new(seed);
            let (first, second) = (random.uniform::<f32>([7, 100]), random.uniform::<f64>([7, 100]));
            let [first, second] = [first.cast::<f64>().to_vec()?, second.to_vec()?];
            for i in 0..700 {
                let words = philox([0, 0, i as u32, 0], key);
                assert_eq!(first[i], f64::from(words[0] >> 8) / 16_777_216.0, "{i}");
                let words = philox([1, 0, i as u32, 0], key);
                let bits = (u64::from(words[0]) << 32 | u64::from(words[1])) >> 11;
                assert_eq!(second[i], bits as f64 / 9_007_199_254_740_992.0, "{i}");
            }
            let dice = random.integers::<i32>(1, 7, 6000).to_vec()?;
            for face in 1..7 {
                let count = dice.iter().filter(|value| **value == face).count();
                assert!((850..1150).contains(&count), "{face}: {count}");
            }
            let wide = random.integers::<i64>(-1_000_000_000_000, 1_000_000_000_000, 2000).to_vec()?;
            assert!(wide.iter().all(|value| value.abs() <= 1_000_000_000_000));
            assert!(wide.iter().any(|value| *value > 900_000_000_000));
            assert!(wide.iter().any(|value| *value < -900_000_000_000));
            let bytes = random.integers::<i8>(-128, 127, 5000).to_vec()?;
            assert!(bytes.contains(&-128) && bytes.contains(&126) && !bytes.contains(&127));
            let share = random.bernoulli(0.25, 10_000).sum().item()? as f64 / 10_000.0;
            assert!((share - 0.25).abs() < 0.02, "{share}");

            // Moments of the normal and the exponential distribution, and nothing of them in memory.
            let count = 1 << 16;
            let normal = random.normal::<f32>(count);
            let session = profile::start(&device)?;
            let moments = [
                normal.mean(),
                normal.square().mean(),
                (normal.square() * &normal).mean(),
                normal.square().square().mean(),
            ];
            let moments = moments.map(|moment| moment.item());
            let report = session.finish()?;
            for (got, want) in moments.into_iter().zip([0.0, 1.0, 0.0, 3.0]) {
                let got = got?;
                assert!((got - want).abs() < 0.15, "{got}, not {want}");
            }
            let stored: u64 = report.kernels.iter().map(|kernel| kernel.calls).sum();
            // A mean of 65,536 is the sums of parts, their sum, and a division.
            assert!(stored <= 12, "{stored} launches:\n{report}");
            let mean = random.exponential::<f64>(count).mean().item()?;
            assert!((mean - 1.0).abs() < 0.02, "{mean}");

            // The same array twice has the same numbers, and a further one has others.
            let again = Random::new(9).uniform::<f32>(100);
            assert_eq!((&again - &again).to_vec()?, vec![0.0; 100]);
            let mut two = Random::new(9);
            let difference: Array<f32> = two.uniform::<f32>(100) - two.uniform::<f32>(100);
            assert!(difference.to_vec()?.iter().all(|value| *value != 0.0));
            Ok(())
        })?;
    }
    Ok(())
}
