//! Functions that others are made of, the text of arrays, and mistakes.

use kiln_array::{Array, Ellipsis, NewAxis, REST, Random, on, s};
use kiln_runtime::{Device, Result};

fn everywhere(test: impl Fn() -> Result<()>) -> Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::best()?] {
        on(&device, &test)?;
    }
    Ok(())
}

#[test]
fn statistics_and_searches() -> Result<()> {
    everywhere(|| {
        let a = Array::from([[3.0f64, 1.0, 2.0], [-4.0, 8.0, 8.0]]);
        assert_eq!(a.mean().item()?, 3.0);
        assert_eq!(a.mean_axis(0).to_vec()?, [-0.5, 4.5, 5.0]);
        assert_eq!(a.var(0).item()?, (9.0 + 1.0 + 4.0 + 16.0 + 64.0 + 64.0) / 6.0 - 9.0);
        assert_eq!(a.var_axis(1, 1).to_vec()?, [1.0, 48.0]);
        assert_eq!(a.std_axis(-1, 1).to_vec()?, [1.0, 48f64.sqrt()]);
        assert_eq!(a.argmax(1).to_vec()?, [0, 1]);
        assert_eq!(a.argmin(0).to_vec()?, [1, 0, 0]);
        assert_eq!(Array::from([3.0f64, 4.0]).norm().item()?, 5.0);
        assert!(a.softmax(1).sum_axis(1).to_vec()?.iter().all(|sum| (sum - 1.0).abs() < 1e-12));
        assert!(
            (a.logsumexp(1).at(0, 0).item()? - (3f64.exp() + 1f64.exp() + 2f64.exp()).ln()).abs() < 1e-12
        );
        let positive = a.gt(0.0);
        assert_eq!(positive.sum().item()?, 5);
        assert!(positive.any().item()? && !positive.all().item()?);
        let odd = Array::from([1.0f32, f32::NAN, f32::INFINITY]);
        assert_eq!(odd.is_nan().sum().item()?, 1);
        assert!(odd.is_infinite().any().item()? && !odd.is_finite().all().item()?);
        let infinite = Array::from([[f64::NEG_INFINITY; 2], [f64::INFINITY, 1.0]]);
        assert_eq!(infinite.logsumexp(1).to_vec()?, [f64::NEG_INFINITY, f64::INFINITY]);
        assert_eq!(positive.all_axis(1).to_vec()?, [true, false]);
        assert_eq!(positive.any_axis(0).to_vec()?, [true; 3]);
        assert!(Array::<bool>::full([0], true).all().item()?);
        assert!(!Array::<bool>::full([0], true).any().item()?);
        Ok(())
    })
}

#[test]
fn matrices_that_have_names_and_arrays_that_are_joined() -> Result<()> {
    everywhere(|| {
        assert_eq!(Array::<i32>::eye(2).to_vec()?, [1, 0, 0, 1]);
        let a = Array::from([[1i32, 2, 3], [4, 5, 6]]);
        assert_eq!(a.tril(0).to_vec()?, [1, 0, 0, 4, 5, 0]);
        assert_eq!(a.triu(1).to_vec()?, [0, 2, 3, 0, 0, 6]);
        assert_eq!(a.tril(isize::MAX).to_vec()?, a.to_vec()?);
        assert_eq!(a.triu(isize::MIN).to_vec()?, a.to_vec()?);
        assert_eq!(Array::<u64>::arange(1 << 33).slice(s![-2..]).to_vec()?, [(1 << 33) - 2, (1 << 33) - 1]);
        assert_eq!(a.slice(s![0..usize::MAX, usize::MAX..]).shape()[..], [2, 0]);
        assert_eq!(a.trace().item()?, 6);
        assert_eq!(Array::from([1i32, 2]).outer(&Array::from([3, 4, 5])).to_vec()?, [3, 4, 5, 6, 8, 10]);
        let both = Array::concat(&[a.clone(), &a * 10], 1);
        assert_eq!(both.shape()[..], [2, 6]);
        assert_eq!(both.to_vec()?, [1, 2, 3, 10, 20, 30, 4, 5, 6, 40, 50, 60]);
        assert_eq!(Array::concat(&[a.clone(), a.slice(s![..1])], 0).to_vec()?, [1, 2, 3, 4, 5, 6, 1, 2, 3]);
        assert_eq!(Array::stack(&[a.clone(), -&a], -1).to_vec()?, [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]);
        assert_eq!(a.roll(1, 1).to_vec()?, [3, 1, 2, 6, 4, 5]);
        assert_eq!(a.roll(-1, 0).to_vec()?, [4, 5, 6, 1, 2, 3]);
        let parts = Array::<u8>::arange(7).split(3, 0);
        let parts: Result<Vec<Vec<u8>>> = parts.iter().map(Array::to_vec).collect();
        assert_eq!(parts?, [vec![0, 1, 2], vec![3, 4], vec![5, 6]]);
        let mut total = Array::<f32>::zeros([2]);
        total += Array::from([1.0, 2.0]);
        total *= 2.0;
        assert_eq!(total.to_vec()?, [2.0, 4.0]);
        assert_eq!((1.0 / Array::from([2.0f32, 4.0])).to_vec()?, [0.5, 0.25]);
        assert_eq!(Array::<f64>::linspace(1.0, 2.0, 5).to_vec()?, [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert_eq!(a.slice(s![.., 1..;2]).to_vec()?, [2, 5]);
        assert_eq!(a.slice(s![NewAxis, Ellipsis, -1]).shape()[..], [1, 2]);
        assert_eq!(a.slice(s![..;-1, ..=1]).to_vec()?, [4, 5, 1, 2]);
        assert_eq!(a.reshape([3, REST]).shape()[..], [3, 2]);
        Ok(())
    })
}

#[test]
fn an_array_prints_as_numpy_has_it() {
    on(&Device::cpu(), || {
        assert_eq!(Array::from([[1i32, -20], [3, 4]]).to_string(), "[[  1, -20],\n [  3,   4]]");
        assert_eq!(Array::full((), 0.5f32).to_string(), "0.5");
        assert_eq!(format!("{:.2}", Array::from([1.0f32, 2.5625])), "[1.00, 2.56]");
        assert_eq!(Array::<i64>::arange(2000).to_string(), "[   0,    1,    2, ..., 1997, 1998, 1999]");
        let cube = Array::<u8>::arange(8).reshape([2, 2, 2]);
        assert_eq!(cube.to_string(), "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]");
        assert_eq!(Array::<f32>::zeros([0]).to_string(), "[]");
    });
}

#[test]
fn a_mistake_is_told_with_its_place_when_values_are_asked_for() {
    on(&Device::cpu(), || {
        let told = |array: &Array<f32>| array.check().unwrap_err().to_string();
        let (a, b) = (Array::<f32>::zeros([2, 3]), Array::<f32>::ones([2, 4]));
        let sum = &a + &b; // The mistake.
        let line = line!() - 1;
        let later = (sum.exp() * 2.0).reshape([REST]).sum();
        let error = later.to_vec().unwrap_err().to_string();
        let asked = line!() - 1;
        assert!(
            error.starts_with(
                "`add` of shapes [2, 3] and [2, 4]: counted from the last axis, extents 3 and 4 differ, and neither is 1"
            ),
            "{error}"
        );
        assert!(error.contains(&format!("at array/tests/functions.rs:{line}:")), "{error}");
        assert!(error.contains(&format!("asked for at array/tests/functions.rs:{asked}:")), "{error}");
        for (array, what) in [
            (a.slice(s![.., 3]), "`slice` of shape [2, 3]: axis 1 has 3 elements, and no element 3"),
            (a.slice(s![0, 0, 0]), "`slice` of shape [2, 3]: it has 2 axes, and `s![]` names 3"),
            (a.sum_axis(2), "`sum_axis` of shape [2, 3]: it has 2 axes, and no axis 2"),
            (a.sum_axes([0, -2]), "`sum_axes` of shape [2, 3]: [0, -2] names an axis twice"),
            (a.permute([0, 0]), "`permute` of shape [2, 3]: [0, 0] does not name each of its 2 axes once"),
            (
                a.reshape([4, REST]),
                "`reshape` of shape [2, 3]: its 6 elements do not fill the shape [4, REST]",
            ),
            (a.broadcast_to([3, 3]), "`broadcast_to` of shape [2, 3]: it does not broadcast to [3, 3]"),
            (a.at(0, -3), "`at` of shape [2, 3]: axis 0 has 2 elements, and no element -3"),
            (Array::from_vec(vec![1.0], [2]), "`from_vec` of 1 values, for the shape [2]"),
            (
                Array::concat(&[a.clone(), b.clone()], 0),
                "`concat` of shapes [2, 3] and [2, 4]: along other axes than 0",
            ),
            (a.roll(1, 2), "`slice` of shape [2, 3]: it has 2 axes, and no axis 2"),
            (
                Array::<f32>::full([3], 0.0).sum_axis(1),
                "`sum_axis` of shape [3]: it has 1 axis, and no axis 1",
            ),
            (
                Array::stack(&[Array::full([2], 0.0), Array::full([3], 0.0)], 0),
                "`stack` of shapes [1, 2] and [1, 3]",
            ),
            (Random::new(1).integers(5, 5, 2).cast(), "`integers` from 5 to below 5: there is none"),
            (Array::concat(&[], 0), "`concat` of no arrays"),
            (Array::full([usize::MAX, 2], 0.0), "`full` of shape"),
            (Array::full([1 << 61], 0.0), "`full` of shape"),
            (
                Array::full([1 << 40, 1], 0.0) + Array::full([1 << 40], 0.0),
                "`add` of shapes [1099511627776, 1] and [1099511627776]: memory cannot address so many elements",
            ),
            (
                Array::full([1], 0.0).broadcast_to([1 << 40, 1 << 40]),
                "`broadcast_to` of shape [1]: memory cannot",
            ),
            (Array::full([1 << 40], 0.0).outer(&Array::full([1 << 40], 0.0)), "`mul` of shapes"),
            (a.matmul(&b), "`matmul` of shapes [2, 3] and [2, 4]: the first has 3 elements in a row"),
        ] {
            let error = told(&array);
            assert!(error.starts_with(what) && error.contains("functions.rs"), "{what}: {error}");
        }
        let error = a.item().unwrap_err().to_string();
        assert!(error.starts_with("`item` of shape [2, 3]: it has 6 elements, and not one"), "{error}");
        // Values on two devices.
        let there =
            on(&Device::emulated((9, 0)), || Array::<f32>::ones([2, 3]).into_buffer()).expect("values");
        let here = Array::<f32>::ones([2, 3]).into_buffer().expect("values");
        let error = told(&(Array::from_buffer(there, [2, 3]) + Array::from_buffer(here, [2, 3])));
        assert!(error.starts_with("`add` of arrays on two devices: "), "{error}");
        // Values of the program's that one device has already.
        let early = Array::from([1.0f32, 2.0]);
        early.eval().expect("values");
        let emulated = Device::emulated((9, 0));
        let there = on(&emulated, || Array::<f32>::ones([2]).eval().cloned()).expect("values");
        let error = on(&emulated, || (&early + &there).to_vec()).unwrap_err().to_string();
        assert!(error.starts_with("an array of shape [2] lies on the CPU, and is used on "), "{error}");
        let moved = early.to(&emulated).expect("values") + &there;
        assert_eq!(moved.to_vec().expect("values"), [2.0, 3.0]);
    });
}

#[test]
fn a_failure_of_the_kernel_is_told_and_nothing_is_taken_for_its_result() {
    on(&Device::cpu(), || {
        let quotient = Array::from([1i32, 2]) / Array::from([1, 0]);
        let line = line!() - 1;
        let error = quotient.to_vec().unwrap_err().to_string();
        let place = format!("at array/tests/functions.rs:{line}:");
        assert!(error.contains("division by zero: 2 / 0") && error.contains(&place), "{error}");
        assert_eq!((Array::from([1i32, 2]) / Array::from([1, 2])).to_vec().expect("values"), [1, 1]);
    });
}

#[test]
fn threads_share_arrays_and_what_does_not_fit_is_an_error() {
    on(&Device::cpu(), || {
        let x = Array::<f32>::arange(1000);
        let shared = (&x * 2.0).sin() + &x;
        let want = shared.to_vec().expect("values");
        let again = (&x * 2.0).sin() + &x;
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!((&again + 0.0).to_vec().expect("values"), want));
            }
        });
        // 8 EB: nobody has them, and the array can be asked again.
        let huge = Array::<f64>::full([1 << 59], 1.0) + 1.0;
        assert!(huge.to_vec().is_err() && huge.to_vec().is_err());
        assert_eq!(huge.slice(s![..2]).to_vec().expect("values"), [2.0, 2.0]);
    });
}

#[test]
fn a_long_chain_is_computed_in_pieces() {
    on(&Device::cpu(), || {
        let mut x = Array::from([1.0f64, 2.0]);
        for _ in 0..5000 {
            x = &x * 0.5 + &x * 0.5;
        }
        assert_eq!(x.to_vec().expect("values"), [1.0, 2.0]);
        // Views of views, each of which says something else than the one before.
        let mut y = Array::<f32>::arange(6);
        for _ in 0..20_000 {
            y = y.reshape([2, 3]).t().reshape([6]).flip(0);
        }
        assert_eq!(y.to_vec().expect("values").len(), 6);
        // A stencil, whose operands are each used at three places.
        let mut u = Array::<f64>::arange(100);
        for _ in 0..40 {
            let inner = u.slice(s![2..]) * 0.25 + u.slice(s![1..-1]) * 0.5 + u.slice(s![..-2]) * 0.25;
            u = Array::concat(&[u.slice(s![..1]), inner, u.slice(s![-1..])], 0);
        }
        assert_eq!(u.to_vec().expect("values"), (0..100).map(f64::from).collect::<Vec<_>>());
    });
}
