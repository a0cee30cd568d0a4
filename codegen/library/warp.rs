//! Reductions and scans of a warp, over exchanges between its lanes.
//!
//! A whole warp combines by a butterfly, or by doubled distances; part of one in ascending order of lanes. Lanes
//! that exchange name each other, so that those of a loop stay together.

fn sum_of_pairs<T: Number>(value: T, distance: u32) -> T {
    let other = lane_xor(value, distance);
    value + other
}

fn warp_sum<T: Number>(value: T) -> T {
    let active = warp::active_mask();
    if active == 0xffff_ffff {
        let of_2 = sum_of_pairs::<T>(value, 16);
        let of_4 = sum_of_pairs::<T>(of_2, 8);
        let of_8 = sum_of_pairs::<T>(of_4, 4);
        let of_16 = sum_of_pairs::<T>(of_8, 2);
        sum_of_pairs::<T>(of_16, 1)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut rest = active & (active - 1);
        while rest != 0 {
            let other = masked_shuffle(value, rest.trailing_zeros(), active);
            all = all + other;
            rest &= rest - 1;
        }
        all
    }
}

fn min_of_pairs<T: Number>(value: T, distance: u32) -> T {
    let other = lane_xor(value, distance);
    value.min(other)
}

fn warp_min<T: Number>(value: T) -> T {
    let active = warp::active_mask();
    if active == 0xffff_ffff {
        let of_2 = min_of_pairs::<T>(value, 16);
        let of_4 = min_of_pairs::<T>(of_2, 8);
        let of_8 = min_of_pairs::<T>(of_4, 4);
        let of_16 = min_of_pairs::<T>(of_8, 2);
        min_of_pairs::<T>(of_16, 1)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut rest = active & (active - 1);
        while rest != 0 {
            let other = masked_shuffle(value, rest.trailing_zeros(), active);
            all = all.min(other);
            rest &= rest - 1;
        }
        all
    }
}

fn max_of_pairs<T: Number>(value: T, distance: u32) -> T {
    let other = lane_xor(value, distance);
    value.max(other)
}

fn warp_max<T: Number>(value: T) -> T {
    let active = warp::active_mask();
    if active == 0xffff_ffff {
        let of_2 = max_of_pairs::<T>(value, 16);
        let of_4 = max_of_pairs::<T>(of_2, 8);
        let of_8 = max_of_pairs::<T>(of_4, 4);
        let of_16 = max_of_pairs::<T>(of_8, 2);
        max_of_pairs::<T>(of_16, 1)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut rest = active & (active - 1);
        while rest != 0 {
            let other = masked_shuffle(value, rest.trailing_zeros(), active);
            all = all.max(other);
            rest &= rest - 1;
        }
        all
    }
}

fn and_of_pairs<T: Int>(value: T, distance: u32) -> T {
    let other = lane_xor(value, distance);
    value & other
}

fn warp_and<T: Int>(value: T) -> T {
    let active = warp::active_mask();
    if active == 0xffff_ffff {
        let of_2 = and_of_pairs::<T>(value, 16);
        let of_4 = and_of_pairs::<T>(of_2, 8);
        let of_8 = and_of_pairs::<T>(of_4, 4);
        let of_16 = and_of_pairs::<T>(of_8, 2);
        and_of_pairs::<T>(of_16, 1)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut rest = active & (active - 1);
        while rest != 0 {
            let other = masked_shuffle(value, rest.trailing_zeros(), active);
            all = all & other;
            rest &= rest - 1;
        }
        all
    }
}

fn or_of_pairs<T: Int>(value: T, distance: u32) -> T {
    let other = lane_xor(value, distance);
    value | other
}

fn warp_or<T: Int>(value: T) -> T {
    let active = warp::active_mask();
    if active == 0xffff_ffff {
        let of_2 = or_of_pairs::<T>(value, 16);
        let of_4 = or_of_pairs::<T>(of_2, 8);
        let of_8 = or_of_pairs::<T>(of_4, 4);
        let of_16 = or_of_pairs::<T>(of_8, 2);
        or_of_pairs::<T>(of_16, 1)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut rest = active & (active - 1);
        while rest != 0 {
            let other = masked_shuffle(value, rest.trailing_zeros(), active);
            all = all | other;
            rest &= rest - 1;
        }
        all
    }
}

fn xor_of_pairs<T: Int>(value: T, distance: u32) -> T {
    let other = lane_xor(value, distance);
    value ^ other
}

fn warp_xor<T: Int>(value: T) -> T {
    let active = warp::active_mask();
    if active == 0xffff_ffff {
        let of_2 = xor_of_pairs::<T>(value, 16);
        let of_4 = xor_of_pairs::<T>(of_2, 8);
        let of_8 = xor_of_pairs::<T>(of_4, 4);
        let of_16 = xor_of_pairs::<T>(of_8, 2);
        xor_of_pairs::<T>(of_16, 1)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut rest = active & (active - 1);
        while rest != 0 {
            let other = masked_shuffle(value, rest.trailing_zeros(), active);
            all = all ^ other;
            rest &= rest - 1;
        }
        all
    }
}

/// The highest of the lanes below this one; the own where there is none.
fn lane_below(active: u32, lane: u32) -> u32 {
    let below = active & ((1 << lane) - 1);
    if below == 0 { lane } else { 31 - below.leading_zeros() }
}

fn sum_from_below<T: Number>(value: T, lane: u32, distance: u32) -> T {
    let below = masked_shuffle(value, lane - distance, 0xffff_ffff);
    if lane >= distance { below + value } else { value }
}

fn sum_up_to<T: Number>(value: T, active: u32, lane: u32) -> T {
    if active == 0xffff_ffff {
        let of_2 = sum_from_below::<T>(value, lane, 1);
        let of_4 = sum_from_below::<T>(of_2, lane, 2);
        let of_8 = sum_from_below::<T>(of_4, lane, 4);
        let of_16 = sum_from_below::<T>(of_8, lane, 8);
        sum_from_below::<T>(of_16, lane, 16)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut own = all;
        let mut rest = active & (active - 1);
        while rest != 0 {
            let next = rest.trailing_zeros();
            let other = masked_shuffle(value, next, active);
            all = all + other;
            own = if lane >= next { all } else { own };
            rest &= rest - 1;
        }
        own
    }
}

fn warp_inclusive_sum<T: Number>(value: T) -> T {
    sum_up_to::<T>(value, warp::active_mask(), lane_id() as u32)
}

fn warp_exclusive_sum<T: Number>(value: T) -> T {
    let active = warp::active_mask();
    let lane = lane_id() as u32;
    let up_to = sum_up_to::<T>(value, active, lane);
    let from = lane_below(active, lane);
    let below = masked_shuffle(up_to, from, active);
    if from == lane { T::ZERO } else { below }
}

fn min_from_below<T: Number>(value: T, lane: u32, distance: u32) -> T {
    let below = masked_shuffle(value, lane - distance, 0xffff_ffff);
    if lane >= distance { below.min(value) } else { value }
}

fn min_up_to<T: Number>(value: T, active: u32, lane: u32) -> T {
    if active == 0xffff_ffff {
        let of_2 = min_from_below::<T>(value, lane, 1);
        let of_4 = min_from_below::<T>(of_2, lane, 2);
        let of_8 = min_from_below::<T>(of_4, lane, 4);
        let of_16 = min_from_below::<T>(of_8, lane, 8);
        min_from_below::<T>(of_16, lane, 16)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut own = all;
        let mut rest = active & (active - 1);
        while rest != 0 {
            let next = rest.trailing_zeros();
            let other = masked_shuffle(value, next, active);
            all = all.min(other);
            own = if lane >= next { all } else { own };
            rest &= rest - 1;
        }
        own
    }
}

fn warp_inclusive_min<T: Number>(value: T) -> T {
    min_up_to::<T>(value, warp::active_mask(), lane_id() as u32)
}

fn warp_exclusive_min<T: Number>(value: T) -> T {
    let active = warp::active_mask();
    let lane = lane_id() as u32;
    let up_to = min_up_to::<T>(value, active, lane);
    let from = lane_below(active, lane);
    let below = masked_shuffle(up_to, from, active);
    if from == lane { T::GREATEST } else { below }
}

fn max_from_below<T: Number>(value: T, lane: u32, distance: u32) -> T {
    let below = masked_shuffle(value, lane - distance, 0xffff_ffff);
    if lane >= distance { below.max(value) } else { value }
}

fn max_up_to<T: Number>(value: T, active: u32, lane: u32) -> T {
    if active == 0xffff_ffff {
        let of_2 = max_from_below::<T>(value, lane, 1);
        let of_4 = max_from_below::<T>(of_2, lane, 2);
        let of_8 = max_from_below::<T>(of_4, lane, 4);
        let of_16 = max_from_below::<T>(of_8, lane, 8);
        max_from_below::<T>(of_16, lane, 16)
    } else {
        let mut all = masked_shuffle(value, active.trailing_zeros(), active);
        let mut own = all;
        let mut rest = active & (active - 1);
        while rest != 0 {
            let next = rest.trailing_zeros();
            let other = masked_shuffle(value, next, active);
            all = all.max(other);
            own = if lane >= next { all } else { own };
            rest &= rest - 1;
        }
        own
    }
}

fn warp_inclusive_max<T: Number>(value: T) -> T {
    max_up_to::<T>(value, warp::active_mask(), lane_id() as u32)
}

fn warp_exclusive_max<T: Number>(value: T) -> T {
    let active = warp::active_mask();
    let lane = lane_id() as u32;
    let up_to = max_up_to::<T>(value, active, lane);
    let from = lane_below(active, lane);
    let below = masked_shuffle(up_to, from, active);
    if from == lane { T::LEAST } else { below }
}
