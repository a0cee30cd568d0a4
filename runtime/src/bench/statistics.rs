//! Medians and their intervals.

/// The median of some numbers. NaN counts as the largest.
pub(super) fn median(values: &[f64]) -> f64 {
    let values = sorted(values);
    match values.len() {
        0 => f64::NAN,
        len if len % 2 == 1 => values[len / 2],
        len => f64::midpoint(values[len / 2 - 1], values[len / 2]),
    }
}

/// The numbers in order.
pub(super) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// Two of the numbers between which the median of what they are drawn from lies with a probability of 95 %. Of fewer
/// than 6 numbers no two are that sure: the least and the greatest are given.
///
/// How many of `n` numbers lie below the median has the binomial distribution of `n` coins, and nearly the normal one
/// of mean `n / 2` and deviation `sqrt(n) / 2`: the bounds are 1.96 deviations away (W. J. Conover, Practical
/// Nonparametric Statistics, 3rd edition, section 3.2).
pub(super) fn interval(values: &[f64]) -> [f64; 2] {
    let values = sorted(values);
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return [f64::NAN; 2] };
    if values.len() < 6 {
        return [*first, *last];
    }
    let reach = 0.98 * (values.len() as f64).sqrt();
    // The distance is a fraction of the length, which an index can express.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let below = (values.len() as f64 / 2.0 - reach).floor().max(0.0) as usize;
    [values[below], values[values.len() - 1 - below]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[3.0, 1.0]), 2.0);
        assert_eq!(median(&[3.0, 1.0, 100.0]), 3.0);
        assert!(median(&[]).is_nan());
    }

    /// Draws of a known distribution: the interval misses its median in at most 1 of 20 cases, and not in none.
    #[test]
    fn intervals_hold_the_median_nineteen_times_of_twenty() {
        let mut state = 1u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for count in [7, 20, 101] {
            let misses = (0..4000)
                .filter(|_| {
                    // Skewed, as times are: the median of a square is 1/4.
                    let values: Vec<f64> = (0..count).map(|_| draw().powi(2)).collect();
                    let [low, high] = interval(&values);
                    low > 0.25 || high < 0.25
                })
                .count();
            assert!((20..=220).contains(&misses), "{misses} of 4000 with {count}");
        }
    }

    #[test]
    fn few_numbers_give_all_of_them() {
        assert_eq!(interval(&[2.0, 1.0, 5.0]), [1.0, 5.0]);
        assert!(interval(&[]).iter().all(|bound| bound.is_nan()));
    }
}
