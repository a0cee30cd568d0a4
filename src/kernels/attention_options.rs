//! Options of the attention functions: scale, mask and soft cap.

use crate::{Error, Result};

/// Options of [`attention`](super::attention) and its relatives: the scale, which keys a query sees, and a soft cap.
///
/// Without a mask each query sees all keys. Masks align the last query with the last key, as in FlashAttention: of
/// `queries` and `keys`, query `i` stands at the key `i + keys - queries`.
///
/// ```
/// use kiln::kernels::AttentionOptions;
///
/// let mistral = AttentionOptions::new().causal().window(4095, 0);
/// let gemma = AttentionOptions::new().causal().scale(0.0625).soft_cap(50.0);
/// # let _ = (mistral, gemma);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[must_use = "options do nothing until a function of attention takes them"]
pub struct AttentionOptions {
    scale: Option<f32>,
    left: Option<usize>,
    right: Option<usize>,
    soft_cap: Option<f32>,
}

impl AttentionOptions {
    /// Full attention with a scale of `1 / sqrt(d)`, for heads of `d` elements.
    pub fn new() -> AttentionOptions {
        AttentionOptions::default()
    }

    /// What scores are multiplied by before the softmax. Any number; by default `1 / sqrt(d)`.
    pub fn scale(self, scale: f32) -> AttentionOptions {
        AttentionOptions { scale: Some(scale), ..self }
    }

    /// Each query sees its own key and those before it.
    #[doc(alias = "is_causal")]
    pub fn causal(self) -> AttentionOptions {
        AttentionOptions { right: Some(0), ..self }
    }

    /// Each query sees at most `left` keys before its own and `right` keys after it. `None` sets no limit on its
    /// side. A `right` of 0 is the causal mask; after [`causal`](Self::causal) it stays 0.
    #[doc(alias = "window_size")]
    pub fn window(self, left: impl Into<Option<usize>>, right: impl Into<Option<usize>>) -> AttentionOptions {
        let right = if self.right == Some(0) { self.right } else { right.into() };
        AttentionOptions { left: left.into(), right, ..self }
    }

    /// Scaled scores `s` become `cap * tanh(s / cap)`. `cap` is more than zero.
    #[doc(alias = "softcap")]
    pub fn soft_cap(self, cap: f32) -> AttentionOptions {
        AttentionOptions { soft_cap: Some(cap), ..self }
    }
}

/// Options as kernels take them, for some number of queries and keys.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub scale: f32,
    /// How many keys before its own a query sees, at most `keys`.
    pub left: usize,
    /// How many keys after its own a query sees, at most `queries`: a mask that hides no key at all.
    pub right: usize,
    /// 0 without a soft cap.
    pub cap: f32,
    /// Whether [`left`](Self::left) hides a key.
    pub window: bool,
}

impl Form {
    /// The options for heads of `size` elements. Numbers are in `u32` in kernels, as masks count.
    pub(super) fn new(
        kernel: &'static str,
        options: AttentionOptions,
        size: usize,
        [queries, keys]: [usize; 2],
    ) -> Result<Form> {
        let refuse = |parameter, detail| Err(Error::TensorShape { kernel, parameter, detail });
        if let Some(cap) = options.soft_cap
            && !(cap >= f32::MIN_POSITIVE && cap.is_finite())
        {
            return refuse("options", format!("its soft cap is {cap}, and must be a positive number"));
        }
        if keys.max(queries) > MOST {
            return refuse("k", format!("{queries} queries or {keys} keys are more than {MOST}"));
        }
        Ok(Form {
            scale: options.scale.unwrap_or(1.0 / (size.max(1) as f32).sqrt()),
            left: options.left.map_or(keys, |left| left.min(keys)),
            right: options.right.map_or(queries, |right| right.min(queries)),
            cap: options.soft_cap.unwrap_or(0.0),
            window: options.left.is_some_and(|left| left < keys.saturating_sub(1)),
        })
    }
}

/// Masks count keys in `u32`, and add as many queries and keys of a window to a number.
const MOST: usize = 1 << 29;
