//! Threads that run questions, kept for the next one: starting a thread takes longer than a short question.

use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Work of one question. It catches its own panics.
type Work = Box<dyn FnOnce() + Send>;

/// Stack of a computation \[B\]: that of a main thread.
const STACK: usize = 16 << 20;

/// Threads that wait for work, and the process they belong to: they do not survive a fork.
struct Idle {
    process: u32,
    waiting: Vec<Sender<Work>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, waiting: Vec::new() });

/// Runs work in a thread that waits, or in a new one.
///
/// # Errors
/// When no thread can be started.
pub fn run(work: Work) -> io::Result<()> {
    match waiting() {
        Some(worker) => worker.send(work).or_else(|unsent| start(unsent.0)),
        None => start(work),
    }
}

/// A thread that waits for work. The lock may have been held when this process was forked, so it is not waited for.
fn waiting() -> Option<Sender<Work>> {
    let mut idle = IDLE.try_lock().ok()?;
    let process = std::process::id();
    if idle.process != process {
        std::mem::take(&mut idle.waiting).into_iter().for_each(std::mem::forget);
        idle.process = process;
    }
    idle.waiting.pop()
}

fn start(work: Work) -> io::Result<()> {
    let (send, receive) = mpsc::channel::<Work>();
    let life = move || {
        let mut next = work;
        loop {
            next();
            // Beside others at work the thread ends if it cannot be kept at once.
            let Ok(mut idle) = IDLE.try_lock() else { return };
            idle.waiting.push(send.clone());
            drop(idle);
            match receive.recv() {
                Ok(work) => next = work,
                Err(_) => return,
            }
        }
    };
    thread::Builder::new().name("lissom".to_owned()).stack_size(STACK).spawn(life).map(drop)
}
