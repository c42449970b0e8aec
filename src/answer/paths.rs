//! `Paths`: subtrees of a search tree, each written as what it has beyond the one before it.

/// The path from the root of a search tree to a subtree, in the engine's encoding; the empty path is the root.
pub(crate) type Path = Vec<u32>;

/// Paths to subtrees, in order. Of each only what follows its common prefix with the one before is kept: a search that is
/// stopped 10,000 levels deep leaves 10,000 subtrees, whose paths have 50 million numbers together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Paths {
    /// For each path, how many numbers it shares with the one before, and where its own numbers end.
    ends: Vec<(usize, usize)>,
    /// The numbers that are not shared.
    numbers: Vec<u32>,
}

impl Paths {
    /// The whole tree.
    pub(crate) fn whole() -> Self {
        Self { ends: vec![(0, 0)], numbers: Vec::new() }
    }

    pub(crate) fn is_whole(&self) -> bool {
        *self == Self::whole()
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a path of which exactly this many numbers are shared with the one before.
    pub(crate) fn push(&mut self, shared: usize, path: &[u32]) {
        let shared = if self.is_empty() { 0 } else { shared };
        self.push_tail(shared, &path[shared..]);
    }

    fn push_tail(&mut self, shared: usize, tail: &[u32]) {
        self.numbers.extend_from_slice(tail);
        self.ends.push((shared, self.numbers.len()));
    }

    /// Each path as the number of numbers that it shares with the one before, and those that follow.
    pub(crate) fn tails(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let begins = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        self.ends.iter().zip(begins).map(|((shared, end), begin)| (*shared, &self.numbers[begin..*end]))
    }

    /// Makes paths of what [`tails`](Self::tails) gives; `None` if no paths give that.
    #[cfg(feature = "serde")]
    pub(crate) fn from_tails<'a>(tails: impl IntoIterator<Item = (usize, &'a [u32])>) -> Option<Self> {
        let (mut paths, mut before): (Self, Path) = Default::default();
        for (shared, tail) in tails {
            if shared > before.len() || (shared < before.len() && tail.first() == before.get(shared)) {
                return None;
            }
            before.truncate(shared);
            before.extend_from_slice(tail);
            paths.push_tail(shared, tail);
        }
        Some(paths)
    }

    /// Calls a function for each path.
    pub(crate) fn each(&self, mut call: impl FnMut(&[u32])) {
        let mut path = Path::new();
        for (shared, tail) in self.tails() {
            path.truncate(shared);
            path.extend_from_slice(tail);
            call(&path);
        }
    }

    /// Writes out every path: for engines whose paths are short.
    pub(crate) fn to_vec(&self) -> Vec<Path> {
        let mut all = Vec::with_capacity(self.len());
        self.each(|path| all.push(path.to_vec()));
        all
    }
}

impl FromIterator<Path> for Paths {
    fn from_iter<I: IntoIterator<Item = Path>>(all: I) -> Self {
        let (mut paths, mut before): (Self, Path) = Default::default();
        for path in all {
            paths.push(shared(&before, &path), &path);
            before = path;
        }
        paths
    }
}

/// How many numbers two paths share from the root.
pub(crate) fn shared(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// Paths that are taken one after the other.
pub(crate) struct Queue {
    paths: Paths,
    /// How many have been taken, and where the numbers of the next begin.
    taken: usize,
    begin: usize,
    /// The next path, if there is one.
    next: Path,
}

impl Queue {
    pub(crate) fn new(paths: Paths) -> Self {
        let next = paths.tails().next().map(|(_, tail)| tail.to_vec()).unwrap_or_default();
        Self { paths, taken: 0, begin: 0, next }
    }

    /// The number of paths that are left, and of all.
    pub(crate) fn left_of(&self) -> (usize, usize) {
        (self.paths.len() - self.taken, self.paths.len())
    }

    pub(crate) fn peek(&self) -> Option<&[u32]> {
        (self.taken < self.paths.len()).then_some(&self.next)
    }

    /// Returns all that are left.
    pub(crate) fn left(&self) -> Paths {
        let mut left = Paths::default();
        self.append_to(&mut left, &[]);
        left
    }

    /// Drops the next path.
    pub(crate) fn take(&mut self) {
        self.begin = self.paths.ends[self.taken].1;
        self.taken += 1;
        if let Some((shared, end)) = self.paths.ends.get(self.taken) {
            self.next.truncate(*shared);
            self.next.extend_from_slice(&self.paths.numbers[self.begin..*end]);
        }
    }

    /// Adds all that are left to a list whose last path is another.
    pub(crate) fn append_to(&self, list: &mut Paths, last: &[u32]) {
        let Some(next) = self.peek() else { return };
        list.push(shared(last, next), next);
        let mut begin = self.paths.ends[self.taken].1;
        for (shared, end) in &self.paths.ends[self.taken + 1..] {
            list.push_tail(*shared, &self.paths.numbers[begin..*end]);
            begin = *end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Path> {
        vec![vec![0, 0, 1], vec![0, 0, 2], vec![0, 1], vec![1], vec![2, 5, 5, 5], vec![2, 5, 6]]
    }

    #[test]
    fn what_is_shared_is_kept_once() {
        let paths: Paths = all().into_iter().collect();
        assert_eq!(paths.to_vec(), all());
        assert_eq!(paths.ends, [(0, 3), (2, 4), (1, 5), (0, 6), (0, 10), (2, 11)]);
        assert!(Paths::whole().is_whole() && !Paths::default().is_whole());
        assert_eq!(Paths::whole(), [Path::new()].into_iter().collect());
    }

    #[cfg(feature = "serde")]
    #[test]
    fn only_tails_of_paths_are_read() {
        let paths: Paths = all().into_iter().collect();
        assert_eq!(Paths::from_tails(paths.tails()), Some(paths.clone()));
        // More shared than there is, and a number that is shared but said not to be.
        assert_eq!(Paths::from_tails([(0, &[1, 2][..]), (3, &[4])]), None);
        assert_eq!(Paths::from_tails([(0, &[1, 2][..]), (1, &[2, 4])]), None);
    }

    #[test]
    fn what_is_left_of_a_queue_is_appended_after_any_other_path() {
        for taken in 0..=all().len() {
            let mut queue = Queue::new(all().into_iter().collect());
            for path in &all()[..taken] {
                assert_eq!(queue.peek(), Some(&path[..]));
                queue.take();
            }
            assert_eq!(queue.left_of(), (all().len() - taken, all().len()));
            for last in [vec![0, 0, 0], vec![2, 5, 0], vec![7]] {
                let mut list: Paths = [last.clone()].into_iter().collect();
                queue.append_to(&mut list, &last);
                let expected: Vec<Path> = [last].into_iter().chain(all().split_off(taken)).collect();
                assert_eq!(list.to_vec(), expected);
                assert_eq!(list, expected.into_iter().collect());
            }
            assert_eq!(queue.left().to_vec(), all().split_off(taken));
        }
    }
}
