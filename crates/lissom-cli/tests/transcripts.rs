//! The commands that the documents show, run and compared with what the documents say they print.
//!
//! A fenced block of `lissom …` or `cargo run --profile first -- …` lines holds commands. All of them are run and must end with exit
//! code 0, or with the one that their comment names (`# … exit code 1`). A block of a single command must be followed by its
//! transcript, a `text` block. A line `…` in a transcript stands for any lines left out. Residuals, hashes and the width of
//! columns are not compared. After a change of what the program prints, write the transcripts anew with
//! `LISSOM_WRITE=1 cargo test -p lissom-cli --test transcripts`: excerpts keep the lines most like those that they had.
#![allow(clippy::unwrap_used)]

mod program;

use program::{Folder, root, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Stands for lines left out.
const ELLIPSIS: &str = "…";

/// What begins a command in a document.
const PROGRAMS: [&str; 2] = ["lissom ", "cargo run --profile first -- "];

/// A fenced block: its lines are `first..last` of the document, without the fences.
struct Block {
    language: String,
    first: usize,
    last: usize,
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let (mut found, mut open) = (Vec::new(), None);
    for (index, line) in lines.iter().enumerate() {
        let Some(language) = line.strip_prefix("```") else { continue };
        open = match open.take() {
            None => Some((language.trim().to_owned(), index + 1)),
            Some((language, first)) => {
                found.push(Block { language, first, last: index });
                None
            }
        };
    }
    assert!(open.is_none(), "a fence is not closed");
    found
}

/// The commands of a block, or nothing if it holds something else.
fn commands<'a>(lines: &[&'a str], block: &Block) -> Vec<&'a str> {
    let inside = &lines[block.first..block.last];
    let is_command = |line: &&str| PROGRAMS.iter().any(|program| line.starts_with(program));
    if !["", "sh"].contains(&block.language.as_str()) || !inside.iter().any(is_command) {
        return Vec::new();
    }
    let other = inside.iter().find(|line| !is_command(line) && !line.starts_with("bash tools/"));
    assert!(other.is_none(), "{other:?} stands among commands");
    inside.iter().copied().filter(is_command).collect()
}

/// The transcript of a block of commands: the `text` block after it, with nothing but blank lines between.
fn transcript<'a>(lines: &[&str], block: &Block, next: Option<&'a Block>) -> Option<&'a Block> {
    next.filter(|next| {
        let between = &lines[block.last + 1..next.first - 1];
        next.language == "text" && between.iter().all(|line| line.trim().is_empty())
    })
}

/// What a command that is run in a folder prints: standard output, then standard error.
fn run(folder: &Path, command: &str) -> String {
    let program = PROGRAMS.iter().find(|program| command.starts_with(**program)).unwrap();
    let words = format!("'{}' {}", env!("CARGO_BIN_EXE_lissom"), &command[program.len()..]);
    let output = Command::new("sh").args(["-c", &words]).current_dir(folder).output().unwrap();
    let comment = command.split_once(" # ").map_or("", |(_, comment)| comment);
    let code = comment.split_once("exit code ").map_or(0, |(_, code)| code[..1].parse().unwrap());
    let shown = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{command} in {}\n{shown}", folder.display());
    shown
}

/// A line without what differs from machine to machine.
fn masked(line: &str) -> String {
    line.split_whitespace().map(masked_word).collect::<Vec<_>>().join(" ")
}

fn masked_word(word: &str) -> String {
    let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_hash = inner.len() >= 12
        && inner.chars().all(|c| c.is_ascii_hexdigit())
        && inner.chars().any(|c| c.is_ascii_digit());
    // Two digits of less than a millionth are a residual, a bound or a difference by rounding, more digits of less than 1e-14
    // what rounding leaves of zero.
    let is_small = inner.split_once("e-").is_some_and(|(digits, exponent)| {
        let least = if digits.len() <= 3 { 6 } else { 14 };
        digits.parse::<f64>().is_ok() && exponent.parse::<u32>().is_ok_and(|e| e >= least)
    });
    if is_hash {
        word.replace(inner, "HASH")
    } else if is_small {
        word.trim_start_matches('-').replace(inner, "SMALL")
    } else {
        word.to_owned()
    }
}

/// The first line of a transcript that the program does not print, if there is one.
fn first_difference<'a>(transcript: &[&'a str], printed: &[&str]) -> Option<&'a str> {
    let printed: Vec<String> = printed.iter().map(|line| masked(line)).collect();
    let pieces: Vec<&[&str]> = transcript.split(|line| *line == ELLIPSIS).collect();
    let mut at = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let wanted: Vec<String> = piece.iter().map(|line| masked(line)).collect();
        let is_at = |start: &usize| printed.get(*start..start + wanted.len()) == Some(&wanted[..]);
        let start = if index == 0 {
            at
        } else if index + 1 == pieces.len() {
            at.max(printed.len().saturating_sub(wanted.len()))
        } else {
            (at..printed.len()).find(is_at).unwrap_or(printed.len())
        };
        if let Some(k) = (0..wanted.len()).find(|k| printed.get(start + k) != Some(&wanted[*k])) {
            return Some(piece[k]);
        }
        at = start + wanted.len();
    }
    (at < printed.len()).then_some("(the end)")
}

/// How alike two lines are: the share of words in common, between 0 and 1.
fn likeness(a: &str, b: &str) -> f64 {
    let (a, mut b): (Vec<_>, Vec<_>) = (a.split_whitespace().collect(), b.split_whitespace().collect());
    let whole = a.len().max(b.len()).max(1);
    let common = a.iter().filter(|word| {
        let place = b.iter().position(|other| other == *word);
        place.map(|place| b.swap_remove(place)).is_some()
    });
    common.count() as f64 / whole as f64
}

/// The lines of an excerpt as the program prints them now: those in order that are most like the old ones.
fn rewritten(old: &[&str], printed: &[&str]) -> Vec<String> {
    if !old.contains(&ELLIPSIS) {
        return printed.iter().map(|line| (*line).to_owned()).collect();
    }
    let kept: Vec<&str> = old.iter().copied().filter(|line| *line != ELLIPSIS).collect();
    let (n, m) = (kept.len(), printed.len());
    // best[i][j]: greatest likeness of the last i lines kept to lines among the last j printed.
    let mut best = vec![vec![0.0_f64; m + 1]; n + 1];
    let pair = |i: usize, j: usize| likeness(kept[n - i], printed[m - j]);
    for i in 1..=n {
        for j in 1..=m {
            best[i][j] = (best[i - 1][j - 1] + pair(i, j)).max(best[i][j - 1]).max(best[i - 1][j]);
        }
    }
    let (mut i, mut j, mut chosen) = (n, m, Vec::new());
    while i > 0 && j > 0 {
        if pair(i, j) > 0.0 && best[i][j] == best[i - 1][j - 1] + pair(i, j) {
            chosen.push(m - j);
            (i, j) = (i - 1, j - 1);
        } else if best[i][j] == best[i][j - 1] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
    let (mut written, mut next) = (Vec::new(), 0);
    for line in chosen {
        if line > next {
            written.push(ELLIPSIS.to_owned());
        }
        written.push(printed[line].to_owned());
        next = line + 1;
    }
    if next < m {
        written.push(ELLIPSIS.to_owned());
    }
    written
}

/// What became of a document: its text as the program would have it, and where the text it has differs.
fn follow(path: &str, text: &str, folder: &Path, problems: &mut Vec<String>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = blocks(&lines);
    let mut made: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let mut replaced: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let commands = commands(&lines, block);
        let shown = transcript(&lines, block, blocks.get(index + 1));
        let place = format!("{path}:{}", block.first + 1);
        let printed: Vec<String> = commands.iter().map(|command| run(folder, command)).collect();
        let (Some(shown), [command], [printed]) = (shown, &commands[..], &printed[..]) else {
            match (commands.len(), shown) {
                (1, None) => problems.push(format!("{place}: no transcript of `{}`", commands[0])),
                (0 | 1, _) | (_, None) => {}
                (_, Some(_)) => problems.push(format!("{place}: a transcript of several commands")),
            }
            continue;
        };
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let old = &lines[shown.first..shown.last];
        if let Some(line) = first_difference(old, &printed) {
            let all = printed.join("\n");
            problems.push(format!("{place}: `{command}` does not print\n{line}\nbut\n{all}\n"));
            replaced.push((shown.first, shown.last, rewritten(old, &printed)));
        }
    }
    for (first, last, new) in replaced.into_iter().rev() {
        made.splice(first..last, new);
    }
    made.join("\n") + "\n"
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
        if path.is_dir() {
            copy_folder(&path, &to.join(name));
        } else {
            std::fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

/// The pages with transcripts, and the folders that their commands are run in.
fn pages() -> Vec<(PathBuf, PathBuf)> {
    let here = |folder: &str| -> Vec<PathBuf> {
        let mut list: Vec<PathBuf> =
            std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        list.sort();
        list.iter().map(|path| Path::new(folder).join(path.file_name().unwrap())).collect()
    };
    let mut pages = vec![(PathBuf::from("README.md"), PathBuf::new())];
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    for folder in ["docs", "docs/book"] {
        pages.extend(here(folder).into_iter().filter(is_page).map(|path| (path, PathBuf::new())));
    }
    let examples = here("examples");
    assert!(examples.len() >= 15, "{examples:?}");
    pages.extend(examples.into_iter().map(|folder| (folder.join("README.md"), folder)));
    pages
}

#[test]
fn every_transcript_is_what_the_program_prints() {
    let write = std::env::var_os("LISSOM_WRITE").is_some();
    let (pages, problems) = (Mutex::new(pages()), Mutex::new(Vec::new()));
    let compared = Mutex::new(0);
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let (pages, problems, compared) = (&pages, &problems, &compared);
            scope.spawn(move || {
                let scratch = Folder::new(&format!("transcripts-{worker}"));
                copy_folder(&root().join("examples"), &scratch.0.join("examples"));
                loop {
                    let Some((page, folder)) = pages.lock().unwrap().pop() else { break };
                    let text = std::fs::read_to_string(root().join(&page))
                        .unwrap_or_else(|error| panic!("{}: {error}", page.display()));
                    let mut found = Vec::new();
                    let made = follow(&page.to_string_lossy(), &text, &scratch.0.join(folder), &mut found);
                    if write && made != text {
                        std::fs::write(root().join(&page), made).unwrap();
                    }
                    *compared.lock().unwrap() += text.matches("```text").count();
                    problems.lock().unwrap().extend(found);
                }
            });
        }
    });
    let problems = problems.into_inner().unwrap();
    assert!(problems.is_empty(), "{}\n(see the top of this test)", problems.join("\n"));
    assert!(compared.into_inner().unwrap() >= 15, "transcripts are missing");
}

#[test]
fn differences_are_found_and_mended() {
    let printed = ["one  1.1e-16", "two 2.5", "three", "four", "five"];
    let same = |transcript: &[&str]| first_difference(transcript, &printed).is_none();
    assert!(same(&["one 9.7e-15", "two 2.5", "three", "four", "five"]));
    assert!(
        same(&["one 9.7e-15", ELLIPSIS]) && same(&[ELLIPSIS, "five"]) && same(&[ELLIPSIS, "three", ELLIPSIS])
    );
    assert!(same(&["one 9.7e-15", ELLIPSIS, "three", ELLIPSIS, "five"]));
    assert!(!same(&["one 9.7e-15", "two 2.5", "three", "four"]), "shorter");
    assert!(!same(&["one 9.7e-15", "two 2.5", "three", "four", "five", "six"]), "longer");
    assert!(!same(&["one 1.1e-3", ELLIPSIS]), "not small");
    assert_eq!(masked("a  -1.05710e-17, (2.9e-7) 2.90001e-7"), "a SMALL, (SMALL) 2.90001e-7");
    assert_eq!(masked("0123456789ab: 3.5"), "HASH: 3.5");
    assert!(!same(&["one 1.1e-16", "two 2.6", ELLIPSIS]) && !same(&[ELLIPSIS, "four", "five", "six"]));
    assert!(!same(&[ELLIPSIS, "four", ELLIPSIS, "three", ELLIPSIS]), "order");
    assert!(!same(&["two 2.5", ELLIPSIS]) && !same(&[ELLIPSIS, "four"]), "ends are ends");
    let new = rewritten(&["one 1.1e-16", ELLIPSIS, "the three", ELLIPSIS], &printed);
    assert_eq!(new, ["one  1.1e-16", ELLIPSIS, "three", ELLIPSIS]);
    assert_eq!(rewritten(&["one"], &printed), printed);
}

#[test]
fn pages_without_pairs_are_found() {
    let scratch = Folder::new("transcripts-pairs");
    let problems = |text: &str| {
        let mut found = Vec::new();
        let made = follow("page.md", text, &scratch.0, &mut found);
        (found.join("\n"), made)
    };
    let shown = run(&scratch.0, "lissom --version");
    let right = format!("```\nlissom --version\n```\n\n```text\n{shown}```\n");
    assert_eq!(problems(&right), (String::new(), right.clone()));
    let (found, made) = problems(&right.replace("lissom 0", "lissom 9"));
    assert!(found.contains("does not print") && made == right, "{found}\n{made}");
    assert!(problems("```sh\nlissom --version\n```\nprose\n").0.contains("no transcript of"));
    let two = "```\nlissom --version\nlissom --version\n```\n";
    assert_eq!(problems(two).0, "");
    assert!(problems(&format!("{two}```text\nx\n```\n")).0.contains("several commands"));
    let fails = "```\nlissom modes none.toml # exit code 2\nlissom --version\n```\n";
    assert_eq!(problems(fails).0, "");
    assert!(std::panic::catch_unwind(|| run(&scratch.0, "lissom modes none.toml")).is_err());
}
