// `if let` in guards, which older compilers do not have.
use kiln::prelude::*;

#[device]
fn halved(v: u32) -> Option<u32> {
    if v % 2 == 0 { Some(v / 2) } else { None }
}

#[device]
fn chosen(v: u32, other: Option<u32>) -> u32 {
    match v {
        0 if let Some(first) = other && first > 3 => first,
        1..=9 if let Some(half) = halved(v) && let Some(quarter) = halved(half) => quarter + 100,
        n @ 1..=9 if let Some(half) = halved(n) => half + n,
        n if n > 20 => match other {
            Some(k) if let (7, m) | (m, 7) = (k, n) => m,
            _ => 5,
        },
        _ => v,
    }
}

#[kernel]
fn choose(x: &[u32], y: &mut [u32]) {
    let i = global_id();
    if i < y.len() && i < x.len() {
        let other = Some(x[i] % 11).filter(|v| *v > 2);
        y[i] = match x[i] {
            3 if let Some(k) = other => k * 1000,
            v => chosen(v, other),
        };
    }
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let x: Vec<u32> = (0..64).map(|n| if n > 48 { 0 } else { n }).collect();
    let (from, mut to) = (stream.upload(&x)?, stream.upload(&vec![0u32; x.len()])?);
    choose(&from, &mut to).threads(64).launch(&stream)?;
    let expected = x.iter().map(|v| {
        let other = Some(v % 11).filter(|v| *v > 2);
        if *v == 3 { 3000 } else { chosen(*v, other) }
    });
    let expected: Vec<u32> = expected.collect();
    assert_eq!(stream.download(&to)?, expected);
    assert!(expected.contains(&101) && expected.contains(&3000) && expected.contains(&9));
    Ok(())
}
