//! Arrays: an option's price by simulation, clusters of points, and a regression.
//!
//! `cargo run --release --example arrays --features array`

use std::f64::consts::PI;

use kiln::array::{Array, Random};
use kiln::prelude::*;

/// The price of a European call by simulation: no path is ever in memory, since one kernel draws, computes and adds.
fn price(random: &mut Random, paths: usize) -> Array<f64> {
    let (spot, strike, rate, volatility, years) = (100.0, 105.0, 0.03, 0.2, 1.0);
    let drift = (rate - volatility * volatility / 2.0) * years;
    let normals = random.normal::<f64>(paths);
    let ends = (normals * (volatility * f64::sqrt(years)) + drift).exp() * spot;
    (ends - strike).relu().mean() * f64::exp(-rate * years)
}

/// What the formula of Black and Scholes gives for the same option.
const FORMULA: f64 = 7.126_4;

/// The centers of so many clusters, by Lloyd's method.
fn k_means(points: &Array<f32>, mut centers: Array<f32>, turns: usize) -> kiln::Result<Array<f32>> {
    let clusters = centers.shape()[0];
    for _ in 0..turns {
        // Squared distances of points (rows) to centers (columns), without the points' own squares.
        let distances = centers.square().sum_axis(1) - points.matmul(&centers.t()) * 2.0;
        let nearest = distances.argmin(1);
        let member = nearest.expand_dims(1).eq(Array::<u64>::arange(clusters)).cast::<f32>();
        let sums = member.t().matmul(points);
        centers = sums / member.sum_axis(0).maximum(1.0).expand_dims(1);
        centers.eval()?;
    }
    Ok(centers)
}

/// The weights of a logistic regression, by gradient descent.
fn regression(x: &Array<f32>, y: &Array<f32>, turns: usize) -> kiln::Result<Array<f32>> {
    let mut weights = Array::<f32>::zeros(x.shape()[1]);
    for _ in 0..turns {
        let error = x.matmul(&weights).sigmoid() - y;
        weights -= x.t().matmul(&error) * (4.0 / x.shape()[0] as f32);
        weights.eval()?;
    }
    Ok(weights)
}

fn main() -> kiln::Result<()> {
    println!("on {}", Device::best()?);
    let mut random = Random::new(42);

    let paths = 1 << 20;
    let found = price(&mut random, paths).item()?;
    println!("a call at 105 costs {found:.3} by {paths} paths, {FORMULA:.3} by the formula");
    assert!((found - FORMULA).abs() < 0.05);

    // Three clouds of points around corners of a triangle.
    let corners = Array::from([[0.0f32, 0.0], [4.0, 0.0], [0.0, 4.0]]);
    let clouds: Vec<Array<f32>> =
        (0..3).map(|corner| random.normal::<f32>([1000, 2]) * 0.5 + corners.at(0, corner)).collect();
    let centers = k_means(&Array::concat(&clouds, 0), &corners + 1.0, 10)?;
    println!("centers of clusters:\n{centers:.2}");
    assert!((&centers - &corners).abs().max().item()? < 0.1);

    // Points on one side of a line through zero.
    let x = random.normal::<f32>([4000, 2]);
    let angle = (PI / 6.0) as f32;
    let normal = Array::from([angle.cos(), angle.sin()]);
    let y = x.matmul(&normal).gt(0.0).cast::<f32>();
    let weights = regression(&x, &y, 200)?;
    let direction = &weights / weights.norm();
    println!("the line's normal: {direction:.3}, and it is {normal:.3}");
    assert!((direction - normal).abs().max().item()? < 0.05);
    Ok(())
}
