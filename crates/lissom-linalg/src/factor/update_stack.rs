//! Updates that wait for their parents, in one reusable piece of memory.
//!
//! Supernodes come children first, so that the children of a supernode are always the last that wait, \[Liu1992\].

/// An update that leaves its stack: the lower triangle a supernode adds to its parent.
pub(crate) struct Update {
    pub from: usize,
    pub values: Vec<f64>,
}

/// The updates that wait, the latest last.
#[derive(Default)]
pub(crate) struct UpdateStack {
    values: Vec<f64>,
    /// Supernode, and where its update begins.
    entries: Vec<(usize, usize)>,
    used: usize,
    /// The update that is being made, at the end of what is used.
    open: usize,
}

impl UpdateStack {
    /// The stack with room for so many values.
    pub fn with_room(mut self, length: usize) -> Self {
        if self.values.len() < length {
            // The old content is not needed: fresh zeros cost nothing until they are touched.
            self.values = vec![0.0; length];
        }
        self
    }

    /// The waiting updates of which `child` is true, in their order, and room for a new one, all zero. There must be room.
    pub fn open(
        &mut self,
        child: impl Fn(usize) -> bool,
        length: usize,
    ) -> (impl Iterator<Item = (usize, &[f64])>, &mut [f64]) {
        self.open = length;
        let (waiting, free) = self.values.split_at_mut(self.used);
        let update = &mut free[..length];
        update.fill(0.0);
        let first = first_child(&self.entries, child);
        let ends = self.entries[first..].iter().skip(1).map(|&(_, begin)| begin).chain([self.used]);
        let waiting = &*waiting;
        (
            self.entries[first..].iter().zip(ends).map(|(&(from, begin), end)| (from, &waiting[begin..end])),
            update,
        )
    }

    /// Ends what [`Self::open`] began: the children are gone, the new update takes their place if a parent
    /// waits for it.
    pub fn close(&mut self, child: impl Fn(usize) -> bool, from: Option<usize>) {
        let first = first_child(&self.entries, child);
        let begin = self.entries.get(first).map_or(self.used, |&(_, begin)| begin);
        self.entries.truncate(first);
        match from {
            Some(from) => {
                self.values.copy_within(self.used..self.used + self.open, begin);
                self.entries.push((from, begin));
                self.used = begin + self.open;
            }
            None => self.used = begin,
        }
    }

    /// Removes all waiting updates.
    pub fn hand_over(&mut self) -> Vec<Update> {
        let mut end = self.used;
        self.used = 0;
        let taken = self.entries.drain(..).rev().map(|(from, begin)| {
            let values = self.values[begin..end].to_vec();
            end = begin;
            Update { from, values }
        });
        taken.collect()
    }
}

/// The first of the children at the end of the stack.
fn first_child(entries: &[(usize, usize)], child: impl Fn(usize) -> bool) -> usize {
    entries.iter().rposition(|&(from, _)| !child(from)).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_make_room_for_their_parent_and_the_rest_is_handed_over() {
        let mut stack = UpdateStack::default().with_room(9);
        for (from, value) in [(0, 1.0), (1, 2.0), (2, 3.0)] {
            let (children, update) = stack.open(|_| false, 2);
            assert_eq!(children.count(), 0);
            update.fill(value);
            stack.close(|_| false, Some(from));
        }
        let child = |from: usize| from > 0;
        let (children, update) = stack.open(child, 3);
        let found: Vec<(usize, Vec<f64>)> = children.map(|(from, values)| (from, values.to_vec())).collect();
        assert_eq!(found, [(1, vec![2.0; 2]), (2, vec![3.0; 2])]);
        assert_eq!(update, [0.0; 3]);
        update.fill(5.0);
        stack.close(child, Some(3));
        let handed: Vec<(usize, Vec<f64>)> =
            stack.hand_over().into_iter().map(|u| (u.from, u.values)).collect();
        assert_eq!(handed, [(3, vec![5.0; 3]), (0, vec![1.0; 2])]);
        // What was used before is zero when it is used again.
        let (children, update) = stack.open(|_| true, 4);
        assert_eq!((children.count(), &*update), (0, [0.0; 4].as_slice()));
        stack.close(|_| true, None);
        assert!(stack.hand_over().is_empty());
    }
}
