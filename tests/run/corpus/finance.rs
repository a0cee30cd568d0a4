//! Finance: the CUDA samples' `BlackScholes`, `binomialOptions`, `MonteCarlo` and `quasirandomGenerator`.

use kiln::prelude::*;

use super::{close, noise};
use crate::streams;

/// The normal distribution's cumulative function, by Hull's polynomial.
#[device]
fn cumulative_normal(d: f32) -> f32 {
    let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
    let poly =
        k * (0.319_381_53 + k * (-0.356_563_78 + k * (1.781_477_9 + k * (-1.821_255_9 + k * 1.330_274_4))));
    let tail = 0.398_942_3 * (-0.5 * d * d).exp() * poly;
    if d > 0.0 { 1.0 - tail } else { tail }
}

/// A European option to be priced: what Black and Scholes ask.
#[derive(Clone, Copy, KernelType)]
struct Contract {
    spot: f32,
    strike: f32,
    /// In years.
    expiry: f32,
}

/// CUDA samples, `BlackScholes`.
#[kernel]
fn black_scholes(rate: f32, volatility: f32, options: &[Contract], calls: &mut [f32], puts: &mut [f32]) {
    let i = global_id();
    if i < options.len() {
        let Contract { spot, strike, expiry } = options[i];
        let root = expiry.sqrt();
        let d1 =
            ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * expiry) / (volatility * root);
        let d2 = d1 - volatility * root;
        let discounted = strike * (-rate * expiry).exp();
        calls[i] = spot * cumulative_normal(d1) - discounted * cumulative_normal(d2);
        puts[i] = discounted * cumulative_normal(-d2) - spot * cumulative_normal(-d1);
    }
}

fn options(n: usize) -> Vec<Contract> {
    let v = noise(3 * n, 1);
    (0..n)
        .map(|i| Contract {
            spot: 30.0 + 25.0 * v[3 * i],
            strike: 50.0 + 49.0 * v[3 * i + 1],
            expiry: 5.1 + 4.9 * v[3 * i + 2],
        })
        .collect()
}

#[test]
fn black_and_scholes() {
    let options = options(4_000);
    let normal = |d: f32| cumulative_normal(d);
    let price = |o: &Contract| {
        let d1 = ((o.spot / o.strike).ln() + 0.065 * o.expiry) / (0.3 * o.expiry.sqrt());
        let d2 = d1 - 0.3 * o.expiry.sqrt();
        let discounted = o.strike * (-0.02 * o.expiry).exp();
        (o.spot * normal(d1) - discounted * normal(d2), discounted * normal(-d2) - o.spot * normal(-d1))
    };
    let (calls, puts): (Vec<f32>, Vec<f32>) = options.iter().map(price).unzip();
    for stream in streams() {
        let d = stream.upload(&options).unwrap();
        let mut c = stream.alloc_zeroed::<f32>(options.len()).unwrap();
        let mut p = stream.alloc_zeroed::<f32>(options.len()).unwrap();
        black_scholes(0.02, 0.3, &d, &mut c, &mut p).threads(options.len()).launch(&stream).unwrap();
        close(&stream.download(&c).unwrap(), &calls, 1e-3);
        close(&stream.download(&p).unwrap(), &puts, 1e-3);
    }
}

const STEPS: usize = 127;

/// CUDA samples, `binomialOptions`: a block an option, a thread a leaf of the tree, which shrinks by one each step.
#[kernel(block = 128)]
fn binomial(rate: f32, volatility: f32, options: &[Contract], calls: &mut [f32]) {
    let values = shared::<[f32; 128]>();
    let t = thread_idx().x;
    let option = options[block_idx().x];
    let dt = option.expiry / STEPS as f32;
    let up = (volatility * dt.sqrt()).exp();
    let discount = (-rate * dt).exp();
    let chance = ((rate * dt).exp() - 1.0 / up) / (up - 1.0 / up);
    let spot = option.spot * (volatility * dt.sqrt() * (2.0 * t as f32 - STEPS as f32)).exp();
    values[t] = (spot - option.strike).max(0.0);
    sync_threads();
    for level in (0..STEPS).rev() {
        let above = if t <= level { values[t + 1] } else { 0.0 };
        sync_threads();
        if t <= level {
            values[t] = discount * (chance * above + (1.0 - chance) * values[t]);
        }
        sync_threads();
    }
    if t == 0 {
        calls[block_idx().x] = values[0];
    }
}

#[test]
fn binomial_trees() {
    let options = options(20);
    let price = |o: &Contract| {
        let dt = f64::from(o.expiry) / STEPS as f64;
        let (up, discount) = ((0.3 * dt.sqrt()).exp(), (-0.02 * dt).exp());
        let chance = ((0.02 * dt).exp() - 1.0 / up) / (up - 1.0 / up);
        let leaf = |t: usize| f64::from(o.spot) * (0.3 * dt.sqrt() * (2.0 * t as f64 - STEPS as f64)).exp();
        let mut values: Vec<f64> = (0..=STEPS).map(|t| (leaf(t) - f64::from(o.strike)).max(0.0)).collect();
        for level in (0..STEPS).rev() {
            for t in 0..=level {
                values[t] = discount * (chance * values[t + 1] + (1.0 - chance) * values[t]);
            }
        }
        values[0] as f32
    };
    let expected: Vec<f32> = options.iter().map(price).collect();
    for stream in streams() {
        let d = stream.upload(&options).unwrap();
        let mut calls = stream.alloc_zeroed::<f32>(options.len()).unwrap();
        binomial(0.02, 0.3, &d, &mut calls).blocks(options.len()).launch(&stream).unwrap();
        close(&stream.download(&calls).unwrap(), &expected, 2e-3);
    }
}

/// Marsaglia's xorshift: the next state.
#[device]
fn xorshift(state: u32) -> u32 {
    let state = state ^ (state << 13);
    let state = state ^ (state >> 17);
    state ^ (state << 5)
}

/// A number in (0, 1).
#[device]
fn unit(state: u32) -> f32 {
    ((state >> 9) as f32 + 0.5) / 8_388_608.0
}

/// CUDA samples, `MonteCarlo`: paths of a share, two normal numbers at a time by Box and Muller.
#[kernel]
fn monte_carlo(paths: u32, option: Contract, rate: f32, volatility: f32, sums: &mut [f64]) {
    let i = global_id();
    if i < sums.len() {
        let mut state = (i as u32 + 1).wrapping_mul(2_654_435_761);
        let drift = (rate - 0.5 * volatility * volatility) * option.expiry;
        let spread = volatility * option.expiry.sqrt();
        let payoff =
            |normal: f32| (option.spot * (drift + spread * normal).exp() - option.strike).max(0.0) as f64;
        let mut sum = 0.0;
        for _ in 0..paths / 2 {
            state = xorshift(state);
            let radius = (-2.0 * unit(state).ln()).sqrt();
            state = xorshift(state);
            let angle = std::f32::consts::TAU * unit(state);
            sum += payoff(radius * angle.cos()) + payoff(radius * angle.sin());
        }
        sums[i] = sum;
    }
}

#[test]
fn monte_carlo_agrees_with_the_formula() {
    let option = Contract { spot: 100.0, strike: 95.0, expiry: 1.0 };
    for stream in streams() {
        let mut sums = stream.alloc_zeroed::<f64>(1024).unwrap();
        monte_carlo(256, option, 0.02, 0.3, &mut sums).threads(1024).launch(&stream).unwrap();
        let mean = stream.download(&sums).unwrap().iter().sum::<f64>() / (1024.0 * 256.0);
        let price = mean * (-0.02f64).exp();
        // The formula says 15.345, and so many paths come within a few hundredths.
        let d1 = ((100.0f64 / 95.0).ln() + 0.065) / 0.3;
        let exact = 100.0 * f64::from(cumulative_normal(d1 as f32))
            - 95.0 * (-0.02f64).exp() * f64::from(cumulative_normal((d1 - 0.3) as f32));
        assert!((price - exact).abs() < 0.15, "{price} instead of {exact}");
    }
}

/// CUDA samples, `quasirandomGenerator`: the van der Corput sequence in base 2, which is the first dimension of
/// Sobol's.
#[kernel]
fn van_der_corput(out: &mut [f32]) {
    let i = global_id();
    if i < out.len() {
        out[i] = ((i as u32).reverse_bits() >> 8) as f32 / 16_777_216.0;
    }
}

#[test]
fn quasirandom_numbers() {
    for stream in streams() {
        let mut out = stream.alloc_zeroed::<f32>(1 << 12).unwrap();
        van_der_corput(&mut out).threads(1 << 12).launch(&stream).unwrap();
        let mut found = stream.download(&out).unwrap();
        assert_eq!(found[..6], [0.0, 0.5, 0.25, 0.75, 0.125, 0.625]);
        // The first 2ᵏ numbers are the multiples of 2⁻ᵏ.
        found.sort_by(f32::total_cmp);
        assert!(found.iter().enumerate().all(|(i, v)| *v == i as f32 / 4096.0));
    }
}
