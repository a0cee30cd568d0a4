//! What is looked up, and what is made of it.

use super::*;

#[test]
fn every_function_closes_for_every_type_of_its_bound() {
    for (number, entry) in ENTRIES.iter().enumerate() {
        // A function that is not generic is of any type.
        let scalars =
            Scalar::ALL.into_iter().filter(|scalar| entry.of == Of::None || entry.of.contains(*scalar));
        for scalar in scalars {
            if let Err(why) = closed(entry.name, number, scalar) {
                panic!("{} of {}: {why}", entry.name, scalar.name());
            }
        }
    }
}

#[test]
fn entries_are_in_order_and_fill_the_text() {
    assert!(ENTRIES.is_sorted_by(|a, b| a.name < b.name && a.end == b.start));
    assert_eq!(ENTRIES.first().map(|entry| entry.start), Some(0));
    assert_eq!(ENTRIES.last().map(|entry| entry.end), Some(TEXT.len()));
}

#[test]
fn what_types_decide_is_decided() {
    let text = |name, scalar| find(name, scalar).unwrap().to_text();
    let narrow = text("saturating_add", Scalar::U8);
    assert!(!narrow.contains("if ") && narrow.contains("int_max"), "{narrow}");
    assert!(!text("saturating_mul", Scalar::I32).contains("mul_hi"));
    assert!(text("saturating_mul", Scalar::U64).contains("mul_hi"));
}

#[test]
fn a_function_is_made_once() {
    let find = |scalar| find("abs_diff", scalar).map(std::ptr::from_ref);
    assert_eq!(find(Scalar::U64), find(Scalar::Usize));
    assert_ne!(find(Scalar::U64), find(Scalar::U32));
}

#[test]
fn what_is_another_types_is_not_found() {
    let find = |name, scalar| find(name, scalar).is_some();
    assert!(find("leading_zeros", Scalar::U8) && !find("leading_zeros", Scalar::U32));
    assert!(find("round", Scalar::F32) && !find("round", Scalar::F16) && !find("round", Scalar::I32));
    assert!(find("is_subnormal", Scalar::F16));
    assert!(!find("no_such_row", Scalar::U32));
}
