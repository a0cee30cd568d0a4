//! What a graph owns.

use kiln_codegen::compact::List;
use kiln_codegen::ir::Scalar;
use std::any::TypeId;
use std::sync::Arc;

use crate::buffer::{Buffer, BufferSlice, BufferSliceMut};
use crate::memory::Memory;
use crate::pinned::PinnedBuffer;
use crate::registry::scalar_id;
use crate::value::KernelType;

/// What a [`Graph`](crate::Graph) can own, and how it lends that.
///
/// | owned | lent as |
/// |---|---|
/// | [`Buffer<T>`] | [`BufferSliceMut<'_, T>`](BufferSliceMut) |
/// | `Arc<Buffer<T>>`, which others may read too | [`BufferSlice<'_, T>`](BufferSlice) |
/// | [`PinnedBuffer<T>`] | `&mut [T]` |
/// | tensors, or an `Arc` of one | exclusive views of tensors, or shared ones |
/// | tuples, arrays and vectors of these | the same of what they are lent as |
///
/// # Safety
///
/// An implementation for your own type passes both calls on to the type's parts. It promises that `visit` names all
/// memory that `views` lends, always in the same order. It also promises that nothing replaces this memory before the
/// type is dropped.
///
/// # Examples
///
/// ```
/// use kiln_runtime::{Buffer, BufferSliceMut, GraphMemory, GraphState};
///
/// struct Waves {
///     now: Buffer<f32>,
///     before: Buffer<f32>,
/// }
///
/// // SAFETY: both parts are named in order, and the fields are private: nothing replaces them.
/// unsafe impl GraphState for Waves {
///     type Views<'a> = [BufferSliceMut<'a, f32>; 2];
///
///     fn views(&mut self) -> Self::Views<'_> {
///         [self.now.views(), self.before.views()]
///     }
///
///     fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
///         self.now.visit(visit);
///         self.before.visit(visit);
///     }
/// }
/// ```
pub unsafe trait GraphState: 'static {
    /// What is lent.
    type Views<'a>
    where
        Self: 'a;

    /// Lends everything.
    fn views(&mut self) -> Self::Views<'_>;

    /// Names the memory.
    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>));
}

/// Memory that a graph has a part in, as [`GraphState::visit`] names it.
#[derive(Clone, Copy)]
pub struct GraphMemory<'s>(pub(crate) HeldKind<'s>);

#[derive(Clone, Copy)]
pub(crate) enum HeldKind<'s> {
    Device(&'s Memory),
    Host(HostPlace),
}

/// Memory of the host, with the type of its elements.
#[derive(Clone, Copy)]
pub(crate) struct HostPlace {
    pub(crate) start: u64,
    pub(crate) bytes: usize,
    pub(crate) element: TypeId,
}

impl HostPlace {
    /// That of a slice.
    pub(crate) fn of<T: 'static>(slice: &[T]) -> HostPlace {
        let start = slice.as_ptr().expose_provenance() as u64;
        HostPlace { start, bytes: size_of_val(slice), element: TypeId::of::<T>() }
    }

    /// Whether all of another place lies in this one.
    pub(crate) fn holds(&self, other: &HostPlace) -> bool {
        self.start <= other.start && other.start + other.bytes as u64 <= self.start + self.bytes as u64
    }

    /// Whether whatever the host writes here is what a copy from the other place takes it for: elements of the same
    /// type, or numbers. The slice that was lent may have been seen as one of another type, whose elements were
    /// checked when it was.
    pub(crate) fn stays(&self, other: &HostPlace) -> bool {
        let is_number = |scalar: &Scalar| *scalar != Scalar::Bool && scalar_id(*scalar) == other.element;
        self.element == other.element || Scalar::ALL.iter().any(is_number)
    }
}

// SAFETY: the buffer is the graph's, and only slices of it are lent.
unsafe impl<T: KernelType> GraphState for Buffer<T> {
    type Views<'a> = BufferSliceMut<'a, T>;

    fn views(&mut self) -> BufferSliceMut<'_, T> {
        self.as_slice_mut()
    }

    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
        visit(GraphMemory(HeldKind::Device(self.as_slice().parts().0)));
    }
}

/// What a graph may have a part in through an `Arc`, reading it, while others read it too: buffers and tensors.
///
/// # Safety
///
/// As of [`GraphState`], of the memory that `view` lends.
pub unsafe trait GraphShared: 'static {
    /// What is lent.
    type View<'a>
    where
        Self: 'a;

    /// Lends it for reading.
    fn view(&self) -> Self::View<'_>;

    /// Names the memory.
    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>));
}

// SAFETY: only a slice of the buffer is lent.
unsafe impl<T: KernelType> GraphShared for Buffer<T> {
    type View<'a> = BufferSlice<'a, T>;

    fn view(&self) -> BufferSlice<'_, T> {
        self.as_slice()
    }

    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
        GraphState::visit(self, visit);
    }
}

// SAFETY: what is shared lives as long as the graph has its part in it, and nobody writes it.
unsafe impl<S: GraphShared> GraphState for Arc<S> {
    type Views<'a> = S::View<'a>;

    fn views(&mut self) -> S::View<'_> {
        (**self).view()
    }

    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
        (**self).visit(visit);
    }
}

// SAFETY: the memory is the graph's, and only its elements are lent.
unsafe impl<T: KernelType> GraphState for PinnedBuffer<T> {
    type Views<'a> = &'a mut [T];

    fn views(&mut self) -> &mut [T] {
        self
    }

    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
        let place = HostPlace { start: self.address(), ..HostPlace::of::<T>(self) };
        visit(GraphMemory(HeldKind::Host(place)));
    }
}

// SAFETY: each part is the array's own.
unsafe impl<S: GraphState, const N: usize> GraphState for [S; N] {
    type Views<'a> = [S::Views<'a>; N];

    fn views(&mut self) -> Self::Views<'_> {
        self.each_mut().map(S::views)
    }

    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
        for part in self {
            part.visit(visit);
        }
    }
}

// SAFETY: each part is the vector's own, and only the parts' views are lent.
unsafe impl<S: GraphState> GraphState for Vec<S> {
    type Views<'a> = Vec<S::Views<'a>>;

    fn views(&mut self) -> Self::Views<'_> {
        self.iter_mut().map(S::views).list()
    }

    fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
        for part in self {
            part.visit(visit);
        }
    }
}

macro_rules! tuples {
    ($(($($part:ident),*);)*) => {$(
        // SAFETY: each part is the tuple's own.
        #[allow(non_snake_case, clippy::unused_unit, unused_variables)]
        unsafe impl<$($part: GraphState),*> GraphState for ($($part,)*) {
            type Views<'a> = ($($part::Views<'a>,)*);

            fn views(&mut self) -> Self::Views<'_> {
                let ($($part,)*) = self;
                ($($part.views(),)*)
            }

            fn visit<'s>(&'s self, visit: &mut dyn FnMut(GraphMemory<'s>)) {
                let ($($part,)*) = self;
                $($part.visit(visit);)*
            }
        }
    )*};
}

tuples! {
    ();
    (A);
    (A, B);
    (A, B, C);
    (A, B, C, D);
    (A, B, C, D, E);
    (A, B, C, D, E, F);
    (A, B, C, D, E, F, G);
    (A, B, C, D, E, F, G, H);
}
