//! What a session remembers: answers by the question that led to them.
//!
//! A question is worked out once, also when several threads ask it: the second waits for the first. Failures are not
//! remembered.

use crate::failure::Failure;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Where one answer is kept; locked while it is worked out.
type Place<V> = Arc<Mutex<Option<Arc<V>>>>;

/// Answers by question.
#[derive(Debug)]
pub(crate) struct Memory<K, V> {
    answers: Mutex<HashMap<K, Place<V>>>,
}

impl<K, V> Default for Memory<K, V> {
    fn default() -> Self {
        Self { answers: Mutex::new(HashMap::new()) }
    }
}

impl<K: Eq + Hash, V> Memory<K, V> {
    /// A result, computed on first use.
    pub fn get_or_make(&self, key: K, make: impl FnOnce() -> Result<V, Failure>) -> Result<Arc<V>, Failure> {
        // A panic elsewhere leaves these maps whole: entries are written at once or not at all.
        let place = {
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(answers.entry(key).or_default())
        };
        let mut answer = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*answer {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(make()?);
        *answer = Some(Arc::clone(&made));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_question_is_worked_out_once_by_all_threads() {
        let (memory, made) = (Memory::<u32, u32>::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let make = || {
                        made.fetch_add(1, Ordering::SeqCst);
                        Ok(7)
                    };
                    assert_eq!(*memory.get_or_make(3, make).unwrap(), 7);
                });
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn failures_are_not_remembered() {
        let memory = Memory::<u32, u32>::default();
        let fails = || Err(Failure::Resources("no memory".to_owned()));
        assert!(memory.get_or_make(1, fails).is_err());
        assert_eq!(*memory.get_or_make(1, || Ok(2)).unwrap(), 2);
    }
}
