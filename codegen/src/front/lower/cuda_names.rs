//! Functions by the names that CUDA C++ has, and what a kernel writes instead: words for refusals.

/// Functions that are no mathematics.
const FUNCTIONS: [(&str, &str); 22] = [
    ("__syncthreads", "`sync_threads()`"),
    ("__syncwarp", "`warp::sync()`"),
    ("__threadfence", "`thread_fence()`"),
    ("__shfl_sync", "`warp::shuffle(value, lane)`"),
    ("__shfl_up_sync", "`warp::shuffle_up(value, delta)`"),
    ("__shfl_down_sync", "`warp::shuffle_down(value, delta)`"),
    ("__shfl_xor_sync", "`warp::shuffle_xor(value, mask)`"),
    ("__ballot_sync", "`warp::ballot(condition)`"),
    ("__any_sync", "`warp::any(condition)`"),
    ("__all_sync", "`warp::all(condition)`"),
    ("__activemask", "`warp::active_mask()`"),
    ("__popc", "`x.count_ones()`"),
    ("__clz", "`x.leading_zeros()`"),
    ("__brev", "`x.reverse_bits()`"),
    ("__ldg", "`x[i]`: what a kernel only reads is cached so"),
    ("atomicAdd", "`x[i].fetch_add(value, Ordering::Relaxed)` of `x: &[AtomicU32]` or `&[AtomicF32]`"),
    ("atomicSub", "`x[i].fetch_sub(value, Ordering::Relaxed)` of `x: &[AtomicU32]`"),
    ("atomicMin", "`x[i].fetch_min(value, Ordering::Relaxed)` of `x: &[AtomicU32]`"),
    ("atomicMax", "`x[i].fetch_max(value, Ordering::Relaxed)` of `x: &[AtomicU32]`"),
    ("atomicExch", "`x[i].swap(value, Ordering::Relaxed)` of `x: &[AtomicU32]`"),
    ("atomicCAS", "`x[i].compare_exchange(old, new, ..)` of `x: &[AtomicU32]`"),
    ("printf", "`kprintln!(\"{}\", x)`"),
];

/// Functions of `float`s, less `f` at the end and `__` before it, and the methods of numbers.
const MATHEMATICS: [(&str, &str); 28] = [
    ("sin", "x.sin()"),
    ("cos", "x.cos()"),
    ("tan", "x.tan()"),
    ("asin", "x.asin()"),
    ("acos", "x.acos()"),
    ("atan", "x.atan()"),
    ("atan2", "y.atan2(x)"),
    ("sinh", "x.sinh()"),
    ("cosh", "x.cosh()"),
    ("tanh", "x.tanh()"),
    ("exp", "x.exp()"),
    ("exp2", "x.exp2()"),
    ("expm1", "x.exp_m1()"),
    ("log", "x.ln()"),
    ("log2", "x.log2()"),
    ("log10", "x.log10()"),
    ("log1p", "x.ln_1p()"),
    ("pow", "x.powf(y)"),
    ("sqrt", "x.sqrt()"),
    ("rsqrt", "1.0 / x.sqrt()"),
    ("cbrt", "x.cbrt()"),
    ("fabs", "x.abs()"),
    ("fmax", "x.max(y)"),
    ("fmin", "x.min(y)"),
    ("fma", "x.mul_add(y, z)"),
    ("floor", "x.floor()"),
    ("ceil", "x.ceil()"),
    ("trunc", "x.trunc()"),
];

/// What a kernel writes instead of a function of CUDA C++.
pub(super) fn instead(name: &str) -> Option<String> {
    if let Some((_, instead)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
        return Some((*instead).to_owned());
    }
    let base = name.strip_suffix('f')?;
    let base = base.strip_prefix("__").unwrap_or(base);
    let (_, instead) = MATHEMATICS.iter().find(|(known, _)| *known == base)?;
    Some(format!("`{instead}`"))
}
