//! Attempts to misuse Kiln from safe code, by class: each is refused, or does what it says.
//!
//! What must not compile has its messages recorded in `tests/ui/fail/sound_*`:
//!
//! | attempt | case |
//! |---|---|
//! | arguments and atomics of the program's own make | `sound_forged_arguments` |
//! | answers of types, constants and device functions of the program's own make | `sound_forged_answers` |
//! | values of types that have none | `sound_forged_values` |
//! | entries and launches of kernels without the macro | `sound_forged_kernels` |
//! | an entry whose parts are changed | `sound_changed_entries` |
//! | types aligned to more than memory is | `sound_alignment` |
//! | zeros of types that say they are no value | `sound_zeros` |
//! | shared memory of types of which zeros are no value | `sound_shared` |
//!
//! `tests/ui/harness/attempts.rs` generates 500 more: arguments of every type for every other, types under the names of
//! others, impls of the `unsafe` traits, and buffers that are borrowed twice.
//!
//! What needs a GPU's driver is in `tests/driver`: `graphs::an_update_lends_host_memory_once_launches_are_over`,
//! `contexts::the_cpu_serves_only_where_there_is_no_gpu`, `streams::swapped_events_are_told`.

mod alignment;
mod devices;
mod events;
mod exchange;
mod graphs;
mod kernels;
