//! Each row against its reference in `f64`, for each type, on the CPU and on an emulated GPU.

use kiln_runtime::{Device, Result, bf16, f16};

use super::*;
use crate::node::Operand;
use crate::place::on;

/// Rows whose operands are not all of one type, or whose result depends on its width; they have tests of their own.
const APART: [Id; 6] = [Id::Select, Id::Powi, Id::Cast, Id::Shl, Id::Shr, Id::CountOnes];

/// How far a result may be from the reference, in parts of it, and at least.
fn tolerance(dtype: Dtype) -> f64 {
    match dtype {
        Dtype::F64 => 1e-13,
        Dtype::F32 => 2e-6,
        Dtype::F16 => 3e-3,
        Dtype::BF16 => 3e-2,
        _ => 0.0,
    }
}

/// Values at which something happens, and some others.
fn values<T: Number>() -> Vec<T> {
    let all: &[f64] = match T::DTYPE.kind() {
        Kind::Float => &[
            -3.5,
            -2.0,
            -1.0,
            -0.75,
            -0.5,
            -0.125,
            0.0,
            0.25,
            0.5,
            0.875,
            1.0,
            1.5,
            2.5,
            3.0,
            7.25,
            f64::NAN,
            f64::INFINITY,
        ],
        Kind::Signed => &[-7.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 5.0, 6.0],
        _ => &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0],
    };
    all.iter().map(|value| T::from_f64(*value)).collect()
}

/// A value as the reference has it.
fn float<T: Element>(value: T) -> f64 {
    let bits = value.to_bits();
    match T::DTYPE {
        Dtype::Bool => bits as f64,
        Dtype::I8 => f64::from(bits as i8),
        Dtype::I16 => f64::from(bits as i16),
        Dtype::I32 => f64::from(bits as i32),
        Dtype::I64 => bits as i64 as f64,
        Dtype::U8 | Dtype::U16 | Dtype::U32 | Dtype::U64 => bits as f64,
        Dtype::F16 => f64::from(f16::from_bits(bits as u16).to_f32()),
        Dtype::BF16 => f64::from(bf16::from_bits(bits as u16).to_f32()),
        Dtype::F32 => f64::from(f32::from_bits(bits as u32)),
        Dtype::F64 => f64::from_bits(bits),
    }
}

fn close(got: f64, want: f64, dtype: Dtype) -> bool {
    if dtype.kind() != Kind::Float {
        // The arithmetic of the type wraps, and a quotient is an integer.
        let want = want.trunc();
        let wrapped = match dtype {
            Dtype::I8 => f64::from(want as i64 as i8),
            Dtype::U8 => f64::from(want as i64 as u8),
            Dtype::U16 => f64::from(want as i64 as u16),
            Dtype::U32 => f64::from(want as i64 as u32),
            Dtype::U64 => want as i64 as u64 as f64,
            _ => want,
        };
        return got == wrapped;
    }
    got.is_nan() && want.is_nan()
        || got == want
        || (got - want).abs() <= tolerance(dtype) * want.abs().max(1.0)
}

/// All combinations of the values as operands of a row.
fn operands<T: Number>(row: &Row) -> [Vec<T>; 3] {
    let all = values::<T>();
    let count = match row.reference {
        Reference::One(_) => 1,
        Reference::Two(_) => 2,
        Reference::Three(_) => 3,
    };
    let mut lists = [const { Vec::new() }; 3];
    for number in 0..all.len().pow(count) {
        let mut rest = number;
        for list in &mut lists[..count as usize] {
            list.push(all[rest % all.len()]);
            rest /= all.len();
        }
    }
    lists
}

fn sums<T: Element>(array: &Array<T>) -> Result<Vec<f64>> {
    Ok(array.sum_axis(1).to_vec()?.into_iter().map(float).collect())
}

fn row_is_right<T: Number>(row: &Row) -> Result<usize> {
    if row.text(T::DTYPE).is_none() {
        return Ok(0);
    }
    let lists = operands::<T>(row);
    let arrays: Vec<Operand> =
        lists.iter().filter(|list| !list.is_empty()).map(|list| Array::from(&list[..]).operand()).collect();
    let got: Vec<f64> = match (row.tests, &arrays[..]) {
        (true, [a]) => Array::<bool>::map(row.id, [a.clone()]).to_vec()?.into_iter().map(float).collect(),
        (true, [a, b]) => {
            Array::<bool>::map(row.id, [a.clone(), b.clone()]).to_vec()?.into_iter().map(float).collect()
        }
        (_, [a]) => Array::<T>::map(row.id, [a.clone()]).to_vec()?.into_iter().map(float).collect(),
        (_, [a, b]) => {
            Array::<T>::map(row.id, [a.clone(), b.clone()]).to_vec()?.into_iter().map(float).collect()
        }
        (_, [a, b, c]) => Array::<T>::map(row.id, [a.clone(), b.clone(), c.clone()])
            .to_vec()?
            .into_iter()
            .map(float)
            .collect(),
        (_, other) => panic!("{}: {} operands", row.name, other.len()),
    };
    // The same in a kernel of tiles: sums of one element each.
    let ones = [got.len(), 1];
    let summed: Vec<f64> = match (row.tests, &arrays[..]) {
        (true, [a]) => sums(&Array::<bool>::map(row.id, [a.clone()]).reshape(ones))?,
        (true, [a, b]) => sums(&Array::<bool>::map(row.id, [a.clone(), b.clone()]).reshape(ones))?,
        (_, [a]) => sums(&Array::<T>::map(row.id, [a.clone()]).reshape(ones))?,
        (_, [a, b]) => sums(&Array::<T>::map(row.id, [a.clone(), b.clone()]).reshape(ones))?,
        (_, [a, b, c, ..]) => {
            sums(&Array::<T>::map(row.id, [a.clone(), b.clone(), c.clone()]).reshape(ones))?
        }
        (_, []) => Vec::new(),
    };
    for (got, summed) in got.iter().zip(&summed) {
        assert!(
            summed == got || close(*summed, *got, T::DTYPE),
            "{} of {} in tiles: {summed}, not {got}",
            row.name,
            T::DTYPE
        );
    }
    for (place, got) in got.iter().enumerate() {
        let [a, b, c] = &lists;
        let value = |list: &Vec<T>| list.get(place).map_or(0.0, |value| float(*value));
        let want = match row.reference {
            Reference::One(f) => f(value(a)),
            Reference::Two(f) => f(value(a), value(b)),
            Reference::Three(f) => f(value(a), value(b), value(c)),
        };
        let right = if row.tests { *got == want } else { close(*got, want, T::DTYPE) };
        // Halves round on the way what the reference does not; a jump between is no mistake.
        assert!(
            right,
            "{} of {} ({}, {}, {}): {got}, not {want}",
            row.name,
            T::DTYPE,
            value(a),
            value(b),
            value(c)
        );
    }
    Ok(1)
}

#[test]
fn each_row_is_its_reference() -> Result<()> {
    let mut seen = 0;
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        for row in ROWS.iter().filter(|row| !APART.contains(&row.id)) {
            on(&device, || -> Result<()> {
                seen += row_is_right::<f64>(row)? + row_is_right::<f32>(row)?;
                seen += row_is_right::<i8>(row)? + row_is_right::<i32>(row)? + row_is_right::<i64>(row)?;
                seen += row_is_right::<u8>(row)? + row_is_right::<u32>(row)? + row_is_right::<u64>(row)?;
                Ok(())
            })?;
        }
    }
    assert!(seen > 2 * 150, "{seen}");
    Ok(())
}

#[test]
fn halves_compute_as_f32_and_round_once_an_operation() -> Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        for id in [Id::Add, Id::Mul, Id::Div, Id::Exp, Id::Tanh, Id::Sqrt, Id::Maximum, Id::Sigmoid, Id::Lt] {
            on(&device, || -> Result<()> {
                row_is_right::<f16>(&ROWS[id as usize])?;
                row_is_right::<bf16>(&ROWS[id as usize])?;
                Ok(())
            })?;
        }
    }
    Ok(())
}

#[test]
fn a_cast_is_rusts() -> Result<()> {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        on(&device, || -> Result<()> {
            let x = Array::from([-1.5f32, 0.0, 2.75, 300.0, f32::NAN]);
            assert_eq!(x.cast::<u8>().to_vec()?, [0, 0, 2, 255, 0]);
            assert_eq!(x.cast::<i64>().to_vec()?, [-1, 0, 2, 300, 0]);
            assert_eq!(x.cast::<bool>().to_vec()?, [true, false, true, true, true]);
            assert_eq!(x.cast::<bool>().cast::<f64>().to_vec()?, [1.0, 0.0, 1.0, 1.0, 1.0]);
            assert_eq!(Array::from([-1i32, 256]).cast::<u8>().to_vec()?, [255, 0]);
            assert_eq!(x.gt(0.0).select(&x, 7.0).to_vec()?, [7.0, 7.0, 2.75, 300.0, 7.0]);
            assert_eq!(Array::from([7i16, -1]).count_ones().to_vec()?, [3, 16]);
            assert_eq!((Array::from([3u8, 255]) << 2).to_vec()?, [12, 252]);
            assert_eq!((Array::from([-9i32, 9]) >> Array::from([1, 2])).to_vec()?, [-5, 2]);
            assert_eq!(Array::from([3.0f64, -2.0]).powi(3).to_vec()?, [27.0, -8.0]);
            Ok(())
        })?;
    }
    Ok(())
}
