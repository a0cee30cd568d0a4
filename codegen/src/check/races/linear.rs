//! Whether inequalities contradict each other: Fourier and Motzkin's elimination over products of symbols, each
//! product taken for a variable of its own. Finds no contradiction where there is none; may miss one.

use super::poly::{Mono, Poly, gcd};
use crate::collections::{Map, sort, sort_by};
use crate::compact::List;

/// What became of a question.
pub(super) enum Outcome {
    Contradiction,
    /// None was found. What has to be true of the values that all threads have alike, if there is a solution.
    Open(Vec<Poly>),
}

/// The most inequalities to work with.
const MOST_ROWS: usize = 900;

/// How many inequalities more may come of a variable itself, so that it is eliminated before one of which there are
/// multiples: what lies between two of those, whole numbers do not show any more when that is gone.
const LATE: i64 = 8;

type Terms = Vec<(usize, i128)>;

/// How many inequalities bound a variable from below and from above.
#[derive(Default)]
struct Count {
    up: usize,
    down: usize,
    /// They speak of multiples of it.
    multiple: bool,
}

/// Sums that are not negative: by their terms, the least constant.
#[derive(Default)]
struct Rows(Map<Terms, i128>);

impl Rows {
    /// Adds one; false for a contradiction.
    #[inline(never)]
    fn add(&mut self, mut terms: Terms, constant: i128) -> bool {
        terms.retain(|(_, factor)| *factor != 0);
        if terms.is_empty() {
            return constant >= 0;
        }
        let divisor = terms.iter().fold(0, |divisor, (_, factor)| gcd(divisor, *factor));
        for (_, factor) in &mut terms {
            *factor /= divisor;
        }
        let constant = constant.div_euclid(divisor);
        let known = self.0.or_insert(terms, constant);
        *known = (*known).min(constant);
        true
    }
}

/// Looks for a contradiction among sums that are not negative. `private` tells the products that threads do not
/// have alike; they are eliminated first.
pub(super) fn refute(sums: &[&Poly], private: &dyn Fn(&Mono) -> bool) -> Outcome {
    let mut numbers: Map<Mono, usize> = Map::new();
    let mut names: Vec<Mono> = Vec::new();
    let mut rows = Rows::default();
    for sum in sums {
        let mut terms = Terms::new();
        for (mono, factor) in sum.terms().filter(|(mono, _)| !mono.is_empty()) {
            let number = *numbers.or_insert_with(mono.clone(), || {
                names.push(mono.clone());
                names.len() - 1
            });
            terms.push((number, factor));
        }
        sort(&mut terms);
        if !rows.add(terms, sum.constant_term()) {
            return Outcome::Contradiction;
        }
    }
    let (first, later): (Vec<usize>, Vec<usize>) =
        (0..names.len()).partition(|number| private(&names[*number]));
    match eliminate(&mut rows, first) {
        Some(false) => return Outcome::Contradiction,
        None => return Outcome::Open(Vec::new()),
        Some(true) => {}
    }
    let rest = rows.0.iter().map(|(terms, constant)| {
        let terms = terms.iter().map(|(number, factor)| (names[*number].clone(), *factor));
        Poly::from_terms(terms.list()).plus_constant(*constant)
    });
    let mut rest: Vec<Poly> = rest.list();
    sort_by(&mut rest, &mut |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    match eliminate(&mut rows, later) {
        Some(false) => Outcome::Contradiction,
        Some(true) | None => Outcome::Open(rest),
    }
}

/// Eliminates these variables. `Some(false)` for a contradiction, `None` where it became too much.
fn eliminate(rows: &mut Rows, mut variables: Vec<usize>) -> Option<bool> {
    while let Some(substituted) = substitute(rows, &mut variables) {
        match substituted {
            Substituted::Contradiction => return Some(false),
            Substituted::TooMuch => return None,
            Substituted::Done => {}
        }
    }
    while !variables.is_empty() {
        let mut counts: Map<usize, Count> = Map::new();
        for terms in rows.0.keys() {
            for (variable, factor) in terms {
                let count = counts.or_default(*variable);
                *(if *factor > 0 { &mut count.up } else { &mut count.down }) += 1;
                count.multiple |= factor.abs() != 1;
            }
        }
        let cost = |variable: &usize| match counts.get(variable) {
            Some(Count { up, down, multiple }) => {
                let late = if *multiple { LATE } else { 0 };
                ((up * down) as i64 - (up + down) as i64 + late, *variable)
            }
            None => (0, *variable),
        };
        let (at, variable) = variables.iter().copied().enumerate().min_by_key(|(_, v)| cost(v))?;
        variables.swap_remove(at);
        let factor_in = |terms: &Terms| terms.iter().find(|(v, _)| *v == variable).map(|(_, factor)| *factor);
        let (mut up, mut down, mut kept) = (Vec::new(), Vec::new(), Rows::default());
        for (terms, constant) in std::mem::take(&mut rows.0) {
            match factor_in(&terms) {
                Some(factor) if factor > 0 => up.push((terms, constant, factor)),
                Some(factor) => down.push((terms, constant, -factor)),
                None => {
                    kept.0.insert(terms, constant);
                }
            }
        }
        if up.len() * down.len() + kept.0.len() > MOST_ROWS {
            return None;
        }
        for (a, a_constant, a_factor) in &up {
            for (b, b_constant, b_factor) in &down {
                let common = gcd(*a_factor, *b_factor);
                let (x, y) = (b_factor / common, a_factor / common);
                let terms = combined((a, x), (b, y))?;
                let constant = a_constant.checked_mul(x)?.checked_add(b_constant.checked_mul(y)?)?;
                if !kept.add(terms, constant) {
                    return Some(false);
                }
            }
        }
        *rows = kept;
    }
    Some(true)
}

/// So many times the one and so many times the other, by their variables; `None` where numbers are too large.
fn combined((a, x): (&Terms, i128), (b, y): (&Terms, i128)) -> Option<Terms> {
    let mut terms = Terms::with_capacity(a.len() + b.len());
    let (mut of_a, mut of_b) = (0, 0);
    while of_a < a.len() || of_b < b.len() {
        let next = |all: &Terms, at: usize| all.get(at).map_or(usize::MAX, |(variable, _)| *variable);
        let variable = next(a, of_a).min(next(b, of_b));
        let mut sum = 0i128;
        if next(a, of_a) == variable {
            sum = a[of_a].1.checked_mul(x)?;
            of_a += 1;
        }
        if next(b, of_b) == variable {
            sum = sum.checked_add(b[of_b].1.checked_mul(y)?)?;
            of_b += 1;
        }
        if sum != 0 {
            terms.push((variable, sum));
        }
    }
    Some(terms)
}

enum Substituted {
    Done,
    Contradiction,
    TooMuch,
}

/// Puts what a variable is in its place, where two inequalities say it: no more of them come of it. `None` where
/// there is no such variable.
fn substitute(rows: &mut Rows, variables: &mut Vec<usize>) -> Option<Substituted> {
    let (equation, constant, variable, factor) = rows.0.iter().find_map(|(terms, constant)| {
        let (variable, factor) =
            terms.iter().find(|(v, factor)| factor.abs() == 1 && variables.contains(v)).copied()?;
        let opposite: Terms = terms.iter().map(|(v, factor)| (*v, -factor)).list();
        (rows.0.get(&opposite) == Some(&-constant)).then(|| (terms.clone(), *constant, variable, factor))
    })?;
    variables.retain(|v| *v != variable);
    let mut kept = Rows::default();
    for (terms, of) in std::mem::take(&mut rows.0) {
        let Some((_, by)) = terms.iter().find(|(v, _)| *v == variable).copied() else {
            if !kept.add(terms, of) {
                return Some(Substituted::Contradiction);
            }
            continue;
        };
        let times = -by * factor;
        let Some(sums) = combined((&terms, 1), (&equation, times)) else {
            return Some(Substituted::TooMuch);
        };
        let Some(of) = constant.checked_mul(times).and_then(|product| of.checked_add(product)) else {
            return Some(Substituted::TooMuch);
        };
        if !kept.add(sums, of) {
            return Some(Substituted::Contradiction);
        }
    }
    *rows = kept;
    Some(Substituted::Done)
}
