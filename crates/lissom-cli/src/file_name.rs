//! Names of a model as names of files: they stay in their folder, on every system, and stay apart.

/// Characters that no file name has everywhere.
const FORBIDDEN: &str = "/\\:*?\"<>|";

/// The longest name \[B\]: file systems allow 255, with room for an ending.
const LONGEST: usize = 120;

/// Names that Windows keeps for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// File names for some names, in their order: harmless, and no two alike even where case does not count.
pub fn distinct(names: &[String]) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let safe = safe(name);
        let mut free = safe.clone();
        let mut count = 2;
        while taken.iter().any(|other| other.to_lowercase() == free.to_lowercase()) {
            free = format!("{safe}-{count}");
            count += 1;
        }
        taken.push(free);
    }
    taken
}

/// One file name for a name.
pub fn safe(name: &str) -> String {
    let mut kept = String::new();
    for c in name.chars() {
        let harmful = FORBIDDEN.contains(c) || lissom::is_hidden(c);
        let c = if harmful { '_' } else { c };
        if kept.len() + c.len_utf8() > LONGEST {
            break;
        }
        kept.push(c);
    }
    // A leading dot hides a file, a leading hyphen makes it an option, trailing dots and blanks get lost.
    let kept = kept.trim_end_matches(['.', ' ']);
    let first = kept.chars().next();
    let stem = kept.split('.').next().unwrap_or_default().to_lowercase();
    let device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    if device || matches!(first, None | Some('.' | '-' | '~' | ' ')) {
        format!("_{kept}")
    } else {
        kept.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for (name, file) in [
            ("svd5", "svd5"),
            ("Grösse 2.b", "Grösse 2.b"),
            ("/somewhere/else/evil", "_somewhere_else_evil"),
            ("../../x", "_.._.._x"),
            ("..", "_"),
            ("", "_"),
            ("-rf", "_-rf"),
            ("a\u{1b}[31mb\0", "a_[31mb_"),
            ("con", "_con"),
            ("COM1.x", "_COM1.x"),
            ("contact", "contact"),
        ] {
            assert_eq!(safe(name), file);
        }
        assert!(safe(&"é".repeat(300)).len() <= LONGEST);
    }

    #[test]
    fn no_two_names_become_one_file() {
        let names = ["a/b", "a:b", "A_b", "a_b-2", "c"].map(str::to_owned);
        let files = distinct(&names);
        let mut lower: Vec<String> = files.iter().map(|f| f.to_lowercase()).collect();
        lower.sort();
        lower.dedup();
        assert_eq!(lower.len(), names.len(), "{files:?}");
        assert_eq!(files[4], "c");
    }
}
