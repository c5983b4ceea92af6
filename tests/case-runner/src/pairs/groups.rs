//! Which cards lie on a table together, so that few tables have all pairs.

use std::collections::BTreeSet;

/// Groups of at most `size` cards that have each of these pairs at least once. `has_room` says whether one more card finds a place
/// beside others.
pub(super) fn groups(
    pairs: impl IntoIterator<Item = (usize, usize)>,
    size: usize,
    has_room: impl Fn(&[usize], usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut open = Open::of(pairs);
    let mut groups = Vec::new();
    while let Some((one, other)) = open.next() {
        let mut group = vec![one];
        // A pair that finds no room together is given up.
        if has_room(&group, other) {
            group.push(other);
        }
        while group.len() < size {
            let Some(card) = open.best(&group, &has_room) else {
                break;
            };
            group.push(card);
        }
        open.remove(one, other);
        for (at, &one) in group.iter().enumerate() {
            group[at + 1..].iter().for_each(|&other| open.remove(one, other));
        }
        if group.len() > 1 {
            groups.push(group);
        }
    }
    groups
}

/// The pairs that no group has yet: for each card those with which it is open.
struct Open(Vec<BTreeSet<usize>>);

impl Open {
    fn of(pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut with: Vec<BTreeSet<usize>> = Vec::new();
        for (one, other) in pairs {
            let most = one.max(other) + 1;
            with.resize(with.len().max(most), BTreeSet::new());
            with[one].insert(other);
            with[other].insert(one);
        }
        Self(with)
    }

    /// A pair of the card that has the most.
    fn next(&self) -> Option<(usize, usize)> {
        let cards = self.0.iter().enumerate().filter(|(_, with)| !with.is_empty());
        let (one, with) = cards.max_by_key(|(at, with)| (with.len(), std::cmp::Reverse(*at)))?;
        let busiest = with
            .iter()
            .max_by_key(|&&other| (self.0[other].len(), std::cmp::Reverse(other)))?;
        Some((one, *busiest))
    }

    /// The card that has the most open pairs with a group.
    fn best(&self, group: &[usize], has_room: &impl Fn(&[usize], usize) -> bool) -> Option<usize> {
        let near: BTreeSet<usize> = group.iter().flat_map(|&one| &self.0[one]).copied().collect();
        let worth = |card: &usize| {
            let shared = group.iter().filter(|one| self.0[**one].contains(card)).count();
            (shared, self.0[*card].len(), std::cmp::Reverse(*card))
        };
        let free = near
            .into_iter()
            .filter(|card| !group.contains(card) && has_room(group, *card));
        free.max_by_key(worth)
    }

    fn remove(&mut self, one: usize, other: usize) {
        self.0[one].remove(&other);
        self.0[other].remove(&one);
    }
}

#[cfg(test)]
mod tests {
    use super::groups;
    use std::collections::BTreeSet;

    #[test]
    fn every_pair_is_in_some_group() {
        let pairs: Vec<(usize, usize)> = (0..12)
            .flat_map(|one| (one + 1..12).map(move |other| (one, other)))
            .collect();
        for size in [2, 4, 6] {
            let groups = groups(pairs.iter().copied(), size, |_, _| true);
            let inside: BTreeSet<(usize, usize)> = groups
                .iter()
                .flat_map(|group| {
                    group
                        .iter()
                        .flat_map(|&one| group.iter().map(move |&other| (one, other)))
                })
                .collect();
            assert!(
                pairs
                    .iter()
                    .all(|pair| inside.contains(pair) || inside.contains(&(pair.1, pair.0)))
            );
            assert!(groups.iter().all(|group| group.len() <= size));
        }
    }

    #[test]
    fn cards_that_find_no_room_together_are_given_up() {
        let room = |group: &[usize], card: usize| {
            let is_pair = |one, other| group.contains(&one) && card == other;
            !is_pair(0, 1) && !is_pair(1, 0)
        };
        assert_eq!(groups([(0, 1), (1, 2)], 6, room), [vec![1, 2]]);
    }
}
