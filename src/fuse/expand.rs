//! The macro `fuse!`: one kernel of an expression.

/// One kernel of an expression of elements: loads each input once, computes the expression, stores the result.
///
/// ```
/// use kiln::prelude::*;
///
/// # fn main() -> kiln::Result<()> {
/// let stream = Device::best()?.stream();
/// let scaled = fuse!(|x: f32, y: f32, bias: f32| (x * y + bias).max(0.0));
/// let x = Tensor2::from_slice(&stream, &[1.0f32, -2.0, 3.0, 4.0, 5.0, 6.0], [2, 3])?;
/// let column = Tensor2::from_slice(&stream, &[1.0f32, 10.0], [2, 1])?;
/// let bias = Tensor1::from_slice(&stream, &[0.5f32, 0.5, 0.0])?;
/// let out: Tensor2<f32> = scaled.eval(&stream, &x, &column, &bias)?;
/// assert_eq!(out.download(&stream)?, [1.5, 0.0, 3.0, 40.5, 50.5, 60.0]);
///
/// // Reduced to one value.
/// let loss = fuse!(|p: f32, t: f32| (p - t) * (p - t); sum);
/// assert_eq!(loss.eval(&stream, &x, &bias)?.download(&stream)?, [84.0]);
/// # Ok(())
/// # }
/// ```
///
/// The expression is ordinary Rust on numbers: `if`, `match`, loops, `#[device]` functions, std's methods. rustc
/// checks it. Its result has the type of the first input; `-> T { .. }` names another:
/// `fuse!(|x: f32| -> bool { x > 0.5 })`.
///
/// Numbers of the host are captured, as of [`epilogue!`](crate::epilogue): a list in front names them with their
/// types. They are arguments of the kernel, which is compiled once: `fuse!([scale: f32] |x: f32| x * scale)`.
///
/// # The value
///
/// The macro gives a value with these methods. Inputs come in the order of the parameters, up to eight:
/// `&Tensor1<T>` to `&Tensor4<T>`, views of them, and `&Buffer<T>` ([`Operand`](crate::fuse::Operand)).
///
/// | method | |
/// |---|---|
/// | `eval(&stream, &x, ..)` | allocates the output, a tensor of the greatest rank of the inputs, and returns it |
/// | `eval_into(&stream, &x, .., &mut out)` | writes an output of yours, also while a graph captures the stream |
/// | `report(&stream, &x, ..)` | what the compiler makes of the kernel for these inputs |
/// | `source(target)` | the text of the kernel for inputs without gaps |
///
/// # Shapes
///
/// NumPy's rules: shapes are aligned at the last axis, and an extent of 1 repeats. A tensor of one element goes with
/// every shape, `[columns]` is a row of a matrix, and `[rows, 1]` a column. Nothing is copied. Neighboring axes that
/// all tensors step through without gaps count as one axis, and two such axes may be left.
///
/// # Reductions
///
/// `; sum`, `; max` or `; min` behind the expression combines all values; `eval` then gives a `Tensor1` of one
/// element. Sums have the type [`Summed::Sum`](crate::fuse::Summed::Sum). The order depends on the shape alone, so the
/// result has the same bits each time on one device. A sum of nothing is 0. `max` and `min` of floats leave NaN out.
///
/// # Errors
///
/// `eval` and `eval_into` return [`Error::TensorShape`](crate::Error::TensorShape) for shapes that don't broadcast,
/// for an output of another shape, for more than two axes left, and for `max` and `min` of nothing; and what a
/// launch returns.
#[macro_export]
macro_rules! fuse {
    (
        $([$($capture:ident: $captured:ty),* $(,)?])?
        |$first:ident: $first_type:ty $(, $input:ident: $type:ty)* $(,)?| -> $result:ty $body:block
        $(; $reduction:ident)?
    ) => {
        $crate::fuse!(
            @expression [$($($capture: $captured),*)?] [$first: $first_type $(, $input: $type)*]
            $result, $body, $($reduction)?
        )
    };
    (
        $([$($capture:ident: $captured:ty),* $(,)?])?
        |$first:ident: $first_type:ty $(, $input:ident: $type:ty)* $(,)?| $body:expr
        $(; $reduction:ident)?
    ) => {
        $crate::fuse!(
            @expression [$($($capture: $captured),*)?] [$first: $first_type $(, $input: $type)*]
            $first_type, { $body }, $($reduction)?
        )
    };

    (
        @expression $captures:tt
        [
            $a:ident: $ta:ty, $b:ident: $tb:ty, $c:ident: $tc:ty, $d:ident: $td:ty,
            $e:ident: $te:ty, $f:ident: $tf:ty, $g:ident: $tg:ty, $h:ident: $th:ty, $($more:tt)+
        ]
        $($rest:tt)*
    ) => {
        ::core::compile_error!(
            "`fuse!` takes at most eight inputs: compute a part of the expression first, with a `fuse!` of its own"
        )
    };
    (@expression $captures:tt $inputs:tt $result:ty, $body:tt, ) => {
        $crate::fuse!(@elementwise $captures $inputs $result, $body)
    };
    (@expression $captures:tt $inputs:tt $result:ty, $body:tt, sum) => {
        $crate::fuse!(
            @reduction $captures $inputs $result, $body, <$result as $crate::fuse::Summed>::Sum,
            Sum, $crate::Num, ZERO, [+], sum_axis, sum_all
        )
    };
    (@expression $captures:tt $inputs:tt $result:ty, $body:tt, max) => {
        $crate::fuse!(
            @reduction $captures $inputs $result, $body, $result,
            Max, $crate::fuse::Bounded, LEAST, [.max], max_axis, max_all
        )
    };
    (@expression $captures:tt $inputs:tt $result:ty, $body:tt, min) => {
        $crate::fuse!(
            @reduction $captures $inputs $result, $body, $result,
            Min, $crate::fuse::Bounded, GREATEST, [.min], min_axis, min_all
        )
    };
    (@expression $captures:tt $inputs:tt $result:ty, $body:tt, $reduction:ident) => {
        ::core::compile_error!(::core::concat!(
            "`fuse!` reduces by `sum`, `max` or `min`, and not by `",
            ::core::stringify!($reduction),
            "`"
        ))
    };

    // The type of the output of these inputs: the tensor of the greatest rank.
    (@rank $a:lifetime $x:ident: $type:ty) => { <$x as $crate::fuse::Operand<$a, $type>>::Rank };
    (@rank $a:lifetime $x:ident: $type:ty, $($rest:tt)+) => {
        <<$x as $crate::fuse::Operand<$a, $type>>::Rank as $crate::fuse::Rank>::Broadcast<
            $crate::fuse!(@rank $a $($rest)+)
        >
    };

    // The instance of the kernel with tiles of this width.
    (@width $width:expr, $kernel:ident $([$sum:ty])?, $args:tt, $tiles:expr, $method:ident($stream:expr)) => {
        match $width {
            1024 => $crate::fuse!(@instance $kernel [$($sum,)? 1, 1024] $args, $tiles, $method($stream)),
            256 => $crate::fuse!(@instance $kernel [$($sum,)? 4, 256] $args, $tiles, $method($stream)),
            64 => $crate::fuse!(@instance $kernel [$($sum,)? 16, 64] $args, $tiles, $method($stream)),
            16 => $crate::fuse!(@instance $kernel [$($sum,)? 64, 16] $args, $tiles, $method($stream)),
            _ => $crate::fuse!(@instance $kernel [$($sum,)? 256, 4] $args, $tiles, $method($stream)),
        }
    };
    (@instance $kernel:ident [$($generic:tt)*] [$($arg:expr),*], $tiles:expr, $method:ident($stream:expr)) => {
        $kernel::<$($generic)*>($($arg),*).tiles($tiles).$method($stream)
    };

    (
        @elementwise [$($c:ident: $ct:ty),*] [$x0:ident: $t0:ty $(, $x:ident: $t:ty)*] $result:ty, $body:tt
    ) => {{
        #[$crate::device]
        #[allow(unused_braces, unused_parens, clippy::too_many_arguments, clippy::redundant_closure_call)]
        fn fused_element($($c: $ct,)* $x0: $t0 $(, $x: $t)*) -> $result $body

        // A block of its own, whose items the expression does not see. The kernel's own names begin with `fused`, since
        // a kernel is compiled from its tokens, which have no hygiene.
        {
            use $crate::tile_id;

            #[$crate::kernel(tile, warps = 4)]
            #[allow(clippy::too_many_arguments)]
            fn fused<const M: usize, const N: usize>(
                $($c: $ct,)*
                $x0: &$crate::Tensor2<$t0>,
                $($x: &$crate::Tensor2<$t>,)*
                fused_out: &mut $crate::Tensor2<$result>,
            ) {
                let (fused_i, fused_j) = (tile_id(1), tile_id(0));
                let (fused_rows, fused_columns) = (fused_out.rows(), fused_out.cols());
                let $x0 = $x0.load::<M, N>(fused_i, fused_j);
                $(let $x = $x.load::<M, N>(fused_i, fused_j);)*
                if (fused_i + 1) * M <= fused_rows && (fused_j + 1) * N <= fused_columns {
                    let fused_values =
                        $x0.apply_with(($($x,)*), |$x0, ($($x,)*)| fused_element($($c,)* $x0 $(, $x)*));
                    fused_out.store(fused_i, fused_j, fused_values);
                } else {
                    // Padding is no element: the expression may fail on it, or go on for ever.
                    let fused_below = ($crate::Col::<usize, M>::iota() + fused_i * M).lt(fused_rows);
                    let fused_left = ($crate::Row::<usize, N>::iota() + fused_j * N).lt(fused_columns);
                    let fused_inside = fused_below.broadcast::<N>() & fused_left.broadcast::<M>();
                    let fused_values = fused_inside.apply_with(($x0, $($x,)*), |fused_inside, ($x0, $($x,)*)| {
                        if fused_inside { fused_element($($c,)* $x0 $(, $x)*) } else { <$result>::default() }
                    });
                    fused_out.store(fused_i, fused_j, fused_values);
                }
            }

            #[derive(Clone, Copy)]
            struct Fused {
                $($c: $ct,)*
            }

            #[allow(dead_code, non_camel_case_types, clippy::too_many_arguments)]
            impl Fused {
                fn eval<'a, $x0: $crate::fuse::Operand<'a, $t0> $(, $x: $crate::fuse::Operand<'a, $t>)*>(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $x0,
                    $($x: $x,)*
                ) -> $crate::Result<
                    <$crate::fuse!(@rank 'a $x0: $t0 $(, $x: $t)*) as $crate::fuse::Rank>::Tensor<$result>,
                > {
                    $crate::fuse!(@inputs $x0 $(, $x)*);
                    let axes = $crate::fuse!(@axes $x0 $(, $x)*);
                    let (out, ()) = $crate::fuse::eval::<$crate::fuse!(@rank 'a $x0: $t0 $(, $x: $t)*), $result, _>(
                        stream,
                        &axes,
                        |out| self.run(stream, $x0, $($x,)* out),
                    )?;
                    ::core::result::Result::Ok(out)
                }

                fn eval_into<'a, 'o, $x0: $crate::fuse::Operand<'a, $t0> $(, $x: $crate::fuse::Operand<'a, $t>)*>(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $x0,
                    $($x: $x,)*
                    out: impl $crate::fuse::OperandMut<'o, $result>,
                ) -> $crate::Result<()> {
                    $crate::fuse!(@inputs $x0 $(, $x)*);
                    self.run(stream, $x0, $($x,)* out.into_output())
                }

                fn report<'a, $x0: $crate::fuse::Operand<'a, $t0> $(, $x: $crate::fuse::Operand<'a, $t>)*>(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $x0,
                    $($x: $x,)*
                ) -> $crate::Result<$crate::Report> {
                    $crate::fuse!(@inputs $x0 $(, $x)*);
                    let axes = $crate::fuse!(@axes $x0 $(, $x)*);
                    let (_, report) = $crate::fuse::eval::<$crate::fuse!(@rank 'a $x0: $t0 $(, $x: $t)*), $result, _>(
                        stream,
                        &axes,
                        |mut out| {
                            let piece = $crate::fuse::plan(&axes, &out)?.whole();
                            let ($x0, $($x,)* out) =
                                ($x0.piece(&piece)?, $($x.piece(&piece)?,)* out.piece(&piece)?);
                            $crate::fuse!(
                                @width piece.width(), fused, [$(self.$c,)* $x0, $($x,)* out],
                                piece.tiles(), report(stream)
                            )
                        },
                    )?;
                    ::core::result::Result::Ok(report)
                }

                fn source(&self, target: $crate::SourceKind) -> $crate::Result<::std::borrow::Cow<'static, str>> {
                    fused::<1, 1024>::source(target)
                }

                fn run(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $crate::fuse::Input<'_, $t0>,
                    $($x: $crate::fuse::Input<'_, $t>,)*
                    mut out: $crate::fuse::Output<'_, $result>,
                ) -> $crate::Result<()> {
                    let axes = $crate::fuse!(@axes $x0 $(, $x)*);
                    for piece in $crate::fuse::plan(&axes, &out)?.pieces() {
                        let ($x0, $($x,)* out) = ($x0.piece(&piece)?, $($x.piece(&piece)?,)* out.piece(&piece)?);
                        $crate::fuse!(
                            @width piece.width(), fused, [$(self.$c,)* $x0, $($x,)* out],
                            piece.tiles(), launch(stream)
                        )?;
                    }
                    ::core::result::Result::Ok(())
                }
            }

            Fused { $($c,)* }
        }
    }};
    (
        @reduction [$($c:ident: $ct:ty),*] [$x0:ident: $t0:ty $(, $x:ident: $t:ty)*] $result:ty, $body:tt, $sum:ty,
        $reduction:ident, $bounds:path, $neutral:ident, [$($combine:tt)+], $along:ident, $all:ident
    ) => {{
        #[$crate::device]
        #[allow(unused_braces, unused_parens, clippy::too_many_arguments, clippy::redundant_closure_call)]
        fn fused_element($($c: $ct,)* $x0: $t0 $(, $x: $t)*) -> $result $body

        // A block of its own, whose items the expression does not see. The kernel's own names begin with `fused`, since
        // a kernel is compiled from its tokens, which have no hygiene.
        {
            use $crate::tile_id;

            #[$crate::kernel(tile, warps = 4)]
            #[allow(unused_parens, clippy::too_many_arguments)]
            fn fused<A: $crate::Num, const M: usize, const N: usize>(
                $($c: $ct,)*
                $x0: &$crate::Tensor2<$t0>,
                $($x: &$crate::Tensor2<$t>,)*
                fused_down: usize,
                fused_across: usize,
                fused_parts: &mut $crate::Tensor2<A>,
            ) {
                let (fused_part_i, fused_part_j) = (tile_id(1), tile_id(0));
                let (fused_rows, fused_columns) = ($x0.rows(), $x0.cols());
                let fused_last_i = ((fused_part_i + 1) * fused_down).min(fused_rows.div_ceil(M));
                let fused_last_j = ((fused_part_j + 1) * fused_across).min(fused_columns.div_ceil(N));
                let mut fused_total = $crate::Tile2::<A, M, N>::full(A::$neutral);
                for fused_i in fused_part_i * fused_down..fused_last_i {
                    for fused_j in fused_part_j * fused_across..fused_last_j {
                        let $x0 = $x0.load::<M, N>(fused_i, fused_j);
                        $(let $x = $x.load::<M, N>(fused_i, fused_j);)*
                        let fused_values = if (fused_i + 1) * M <= fused_rows && (fused_j + 1) * N <= fused_columns {
                            $x0.apply_with(($($x,)*), |$x0, ($($x,)*)| fused_element($($c,)* $x0 $(, $x)*))
                        } else {
                            let fused_below = ($crate::Col::<usize, M>::iota() + fused_i * M).lt(fused_rows);
                            let fused_left = ($crate::Row::<usize, N>::iota() + fused_j * N).lt(fused_columns);
                            let fused_inside = fused_below.broadcast::<N>() & fused_left.broadcast::<M>();
                            fused_inside.apply_with(($x0, $($x,)*), |fused_inside, ($x0, $($x,)*)| {
                                if fused_inside {
                                    fused_element($($c,)* $x0 $(, $x)*)
                                } else {
                                    <$result as $bounds>::$neutral
                                }
                            })
                        };
                        fused_total = fused_total $($combine)+ (fused_values.cast::<A>());
                    }
                }
                let fused_value = fused_total.$along::<1>().$all();
                fused_parts.store(fused_part_i, fused_part_j, $crate::Tile2::<A, 1, 1>::full(fused_value));
            }

            #[derive(Clone, Copy)]
            struct Fused {
                $($c: $ct,)*
            }

            #[allow(dead_code, non_camel_case_types, clippy::too_many_arguments)]
            impl Fused {
                fn eval<'a, $x0: $crate::fuse::Operand<'a, $t0> $(, $x: $crate::fuse::Operand<'a, $t>)*>(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $x0,
                    $($x: $x,)*
                ) -> $crate::Result<$crate::Tensor1<$sum>> {
                    $crate::fuse!(@inputs $x0 $(, $x)*);
                    $crate::fuse::eval_reduced::<$sum>(stream, |out| self.run(stream, $x0, $($x,)* out))
                }

                fn eval_into<'a, 'o, $x0: $crate::fuse::Operand<'a, $t0> $(, $x: $crate::fuse::Operand<'a, $t>)*>(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $x0,
                    $($x: $x,)*
                    out: impl $crate::fuse::OperandMut<'o, $sum>,
                ) -> $crate::Result<()> {
                    self.run(stream, $x0.into_input(), $($x.into_input(),)* out.into_output())
                }

                fn report<'a, $x0: $crate::fuse::Operand<'a, $t0> $(, $x: $crate::fuse::Operand<'a, $t>)*>(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $x0,
                    $($x: $x,)*
                ) -> $crate::Result<$crate::Report> {
                    $crate::fuse!(@inputs $x0 $(, $x)*);
                    let axes = $crate::fuse!(@axes $x0 $(, $x)*);
                    $crate::fuse::report_reduced::<$sum, _>(
                        $crate::fuse::Reduction::$reduction,
                        stream,
                        &axes,
                        |piece, parts, out| {
                            let ($x0, $($x,)*) = ($x0.piece(piece)?, $($x.piece(piece)?,)*);
                            let [down, across] = parts.length;
                            $crate::fuse!(
                                @width piece.width(), fused [$sum], [$(self.$c,)* $x0, $($x,)* down, across, out],
                                parts.tiles(), report(stream)
                            )
                        },
                    )
                }

                fn source(&self, target: $crate::SourceKind) -> $crate::Result<::std::borrow::Cow<'static, str>> {
                    fused::<$sum, 1, 1024>::source(target)
                }

                fn run(
                    &self,
                    stream: &$crate::Stream,
                    $x0: $crate::fuse::Input<'_, $t0>,
                    $($x: $crate::fuse::Input<'_, $t>,)*
                    out: $crate::fuse::Output<'_, $sum>,
                ) -> $crate::Result<()> {
                    let axes = $crate::fuse!(@axes $x0 $(, $x)*);
                    $crate::fuse::reduce::<$sum>(
                        $crate::fuse::Reduction::$reduction,
                        stream,
                        &axes,
                        out,
                        |piece, parts, out| {
                            let ($x0, $($x,)*) = ($x0.piece(piece)?, $($x.piece(piece)?,)*);
                            let [down, across] = parts.length;
                            $crate::fuse!(
                                @width piece.width(), fused [$sum], [$(self.$c,)* $x0, $($x,)* down, across, out],
                                parts.tiles(), launch(stream)
                            )
                        },
                    )
                }
            }

            Fused { $($c,)* }
        }
    }};
    (@inputs $($x:ident),*) => { $(let $x = $crate::fuse::Operand::into_input($x);)* };
    (@axes $($x:ident),*) => { [$((::core::stringify!($x), $x.axes())),*] };
}
