//! What cannot be in a graph, or be done to one.

/// Why a graph cannot be made, or changed, in this way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// Memory that the graph has no part in.
    #[error(
        "{what}: this memory is not the graph's, which uses it long after this call\n  help: give the buffer to `graph` or \
         `capture` with what the graph owns, and use what the closure is lent; what others read too goes in an `Arc`"
    )]
    NotOwned {
        /// The kernel and its parameter, or the method that was called.
        what: String,
    },
    /// A call that cannot be recorded.
    #[error("{what} cannot be a part of a graph\n  help: {help}")]
    Refused {
        /// The call.
        what: &'static str,
        /// What to do instead.
        help: &'static str,
    },
    /// A buffer that was made on a stream that records, used outside of that recording.
    #[error(
        "this buffer was made while a graph was recorded, and belongs to that graph\n  help: give the graph a buffer of \
         yours for what you use after a launch"
    )]
    Kept,
    /// A stream that recorded a graph, used after the graph was made.
    #[error("this stream recorded a graph that is made by now\n  help: launch the graph on another stream")]
    Over,
    /// A node, a condition, a builder or an update of another graph.
    #[error(
        "this {what} is of another graph\n  help: use what the closure of this graph was lent or has made; a builder or an \
         update that was swapped with another graph's makes neither graph"
    )]
    OtherGraph {
        /// A node, a condition, a builder or an update.
        what: &'static str,
    },
    /// A change of a node that cannot be changed.
    #[error("{why}, so it cannot be changed\n  help: {help}")]
    Fixed {
        /// What the node is.
        why: &'static str,
        /// What to do instead.
        help: &'static str,
    },
    /// A change after which two nodes would use the same memory with nothing to order them.
    #[error(
        "the change lets nodes {first} and {second} use the same memory, and nothing in the graph orders the two\n  help: make \
         another graph; a change keeps the order that the nodes had"
    )]
    Order {
        /// The number of the node that comes first.
        first: u32,
        /// The number of the other.
        second: u32,
    },
    /// A condition that is not one number.
    #[error(
        "a condition is one number, and the slice has {len} elements\n  help: pass `slice.slice_clamped(0..1)`"
    )]
    Condition {
        /// How many elements the slice has.
        len: usize,
    },
}
