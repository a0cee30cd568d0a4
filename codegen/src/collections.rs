//! Maps and sets as sorted vectors, and one way to sort.
//!
//! What a kernel has of anything is counted in dozens, and its numbers are given out in ascending order: a binary
//! search finds, and what is new goes to the end. So these are as fast as std's trees and hash tables, and have an
//! order for all texts to be the same. What they are for is the build of a user's program: each pair of types costs
//! it a tenth of what a tree does.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::ops::Index;

/// A map, in the order of its keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map::new()
    }
}

impl<K, V> Map<K, V> {
    /// A map of nothing.
    #[must_use]
    pub const fn new() -> Map<K, V> {
        Map { entries: Vec::new() }
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Keys and values in the order of the keys.
    #[must_use]
    pub fn iter(&self) -> Pairs<'_, K, V> {
        Pairs(self.entries.iter())
    }

    /// Keys and values, to be changed, in the order of the keys.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|entry| (&entry.0, &mut entry.1))
    }

    /// The keys in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.entries.iter().map(|entry| &entry.0)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.entries.iter().map(|entry| &entry.1)
    }

    /// The values, to be changed, in the order of their keys.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.iter_mut().map(|entry| &mut entry.1)
    }

    /// The values in the order of their keys, without the map.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.entries.into_iter().map(|entry| entry.1)
    }

    /// Keeps what `keep` says.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|entry| keep(&entry.0, &mut entry.1));
    }

    /// The value of the greatest key.
    #[must_use]
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.entries.last().map(|entry| (&entry.0, &entry.1))
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Where a key is, or would be.
    #[inline(never)]
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        let (mut from, mut to) = (0, self.entries.len());
        // What is asked for is often what came last.
        let mut middle = to.wrapping_sub(1);
        while from < to {
            match self.entries[middle].0.borrow().cmp(key) {
                Ordering::Equal => return Ok(middle),
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
            }
            middle = usize::midpoint(from, to);
        }
        Err(from)
    }

    /// The value of a key.
    #[inline(never)]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        match self.place(key) {
            Ok(at) => Some(&self.entries[at].1),
            Err(_) => None,
        }
    }

    /// The value of a key, and the key that the map has.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some((&self.entries[at].0, &self.entries[at].1))
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        match self.place(key) {
            Ok(at) => Some(&mut self.entries[at].1),
            Err(_) => None,
        }
    }

    /// Whether a key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Gives a key a value, and the value that it had.
    #[inline(never)]
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key and its value out.
    #[inline(never)]
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        match self.place(key) {
            Ok(at) => Some(self.entries.remove(at).1),
            Err(_) => None,
        }
    }

    /// The value of a key, which is made if it has none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = match self.place(&key) {
            Ok(at) => at,
            Err(at) => {
                self.entries.insert(at, (key, make()));
                at
            }
        };
        &mut self.entries[at].1
    }

    /// The value of a key, which is its type's default if it has none.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// The value of a key, which is `value` if it has none.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        self.or_insert_with(key, || value)
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the map has this key")
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, all: I) {
        for (key, value) in all {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(all: I) -> Self {
        let mut map = Map::new();
        map.extend(all);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(all: [(K, V); N]) -> Self {
        all.into_iter().collect()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Pairs<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// What [`Map::iter`] gives.
#[derive(Clone, Debug)]
pub struct Pairs<'a, K, V>(std::slice::Iter<'a, (K, V)>);

impl<'a, K, V> Iterator for Pairs<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|entry| (&entry.0, &entry.1))
    }
}

impl<K, V> DoubleEndedIterator for Pairs<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|entry| (&entry.0, &entry.1))
    }
}

/// A set, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<T> {
    items: Vec<T>,
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set::new()
    }
}

impl<T> Set<T> {
    /// A set of nothing.
    #[must_use]
    pub const fn new() -> Set<T> {
        Set { items: Vec::new() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// All, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// The least.
    #[must_use]
    pub fn first(&self) -> Option<&T> {
        self.items.first()
    }

    /// The greatest.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.items.last()
    }

    /// Takes the greatest out.
    pub fn pop_last(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// Keeps what `keep` says.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.items.retain(keep);
    }
}

impl<T: Ord> Set<T> {
    /// Where something is, or would be.
    #[inline(never)]
    fn place<Q: Ord + ?Sized>(&self, item: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        let (mut from, mut to) = (0, self.items.len());
        let mut middle = to.wrapping_sub(1);
        while from < to {
            match self.items[middle].borrow().cmp(item) {
                Ordering::Equal => return Ok(middle),
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
            }
            middle = usize::midpoint(from, to);
        }
        Err(from)
    }

    /// Whether something is in it.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(item).is_ok()
    }

    /// Adds something; whether it is new.
    #[inline(never)]
    pub fn insert(&mut self, item: T) -> bool {
        match self.place(&item) {
            Ok(_) => false,
            Err(at) => {
                self.items.insert(at, item);
                true
            }
        }
    }

    /// Takes something out; whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        match self.place(item) {
            Ok(at) => {
                self.items.remove(at);
                true
            }
            Err(_) => false,
        }
    }

    /// Whether all of these are in the other.
    #[must_use]
    pub fn is_subset(&self, other: &Set<T>) -> bool {
        self.items.iter().all(|item| other.contains(item))
    }

    /// Whether none of these is in the other.
    #[must_use]
    pub fn is_disjoint(&self, other: &Set<T>) -> bool {
        !self.items.iter().any(|item| other.contains(item))
    }

    /// Those that are in the other too.
    pub fn intersection<'a>(&'a self, other: &'a Set<T>) -> impl Iterator<Item = &'a T> {
        self.items.iter().filter(|item| other.contains(*item))
    }

    /// Those that are not in the other.
    pub fn difference<'a>(&'a self, other: &'a Set<T>) -> impl Iterator<Item = &'a T> {
        self.items.iter().filter(|item| !other.contains(*item))
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, all: I) {
        for item in all {
            self.insert(item);
        }
    }
}

impl<'a, T: Ord + Copy + 'a> Extend<&'a T> for Set<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, all: I) {
        for item in all {
            self.insert(*item);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut set = Set::new();
        set.extend(all);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for Set<T> {
    fn from(all: [T; N]) -> Self {
        all.into_iter().collect()
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

/// How many are sorted by moving each to its place.
const FEW: usize = 20;

/// Sorts; equals stay in their order.
pub fn sort_by<T>(items: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    if items.len() <= FEW {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && compare(&items[at], &items[at - 1]).is_lt() {
                items.swap(at, at - 1);
                at -= 1;
            }
        }
        return;
    }
    let mut from = sorted(items.len(), &mut |one, other| compare(&items[one], &items[other]));
    for at in 0..items.len() {
        // What belongs here may have been swapped away, to where that swap says.
        let mut source = from[at];
        while source < at {
            source = from[source];
        }
        items.swap(at, source);
        from[at] = source;
    }
}

/// Sorts; equals stay in their order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, &mut T::cmp);
}

/// Sorts by what `key` gives of each; equals stay in their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, &mut |one, other| key(one).cmp(&key(other)));
}

/// The numbers below `len` in the order that `compare` gives them.
#[inline(never)]
fn sorted(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut all: Vec<usize> = (0..len).collect();
    all.sort_by(|one, other| compare(*one, *other));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Numbers that look like chance, the same each time.
    fn numbers() -> impl FnMut(u32) -> u32 {
        let mut state = 1u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % below
        }
    }

    #[test]
    fn a_map_does_what_std_s_does() {
        let mut next = numbers();
        for size in [1, 5, 60] {
            let (mut ours, mut theirs) = (Map::new(), BTreeMap::new());
            for value in 0..300 {
                let key = next(size);
                match next(4) {
                    0 => assert_eq!(ours.insert(key, value), theirs.insert(key, value)),
                    1 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    2 => {
                        *ours.or_insert(key, 7) += 1;
                        *theirs.entry(key).or_insert(7) += 1;
                    }
                    _ => assert_eq!(ours.get(&key), theirs.get(&key)),
                }
                assert_eq!(ours.contains_key(&key), theirs.contains_key(&key));
                assert_eq!(ours.len(), theirs.len());
                assert!(ours.iter().eq(theirs.iter()));
            }
        }
    }

    #[test]
    fn a_set_does_what_std_s_does() {
        let mut next = numbers();
        for size in [1, 5, 60] {
            let (mut ours, mut theirs) = (Set::new(), BTreeSet::new());
            for _ in 0..300 {
                let item = next(size);
                if next(3) > 0 {
                    assert_eq!(ours.insert(item), theirs.insert(item));
                } else {
                    assert_eq!(ours.remove(&item), theirs.remove(&item));
                }
                assert_eq!(ours.contains(&item), theirs.contains(&item));
                assert!(ours.iter().eq(theirs.iter()));
            }
        }
    }

    #[test]
    fn sorting_is_stable_whatever_the_length() {
        let mut next = numbers();
        for len in (0..50).chain([100, 1000]) {
            let mut ours: Vec<(u32, u32)> = (0..len).map(|number| (next(9), number)).collect();
            let mut theirs = ours.clone();
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
        }
    }
}
