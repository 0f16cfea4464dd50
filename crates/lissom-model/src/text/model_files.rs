//! Other files of a model: components and included files, and what files of FE parts say about places; reached through
//! the caller.

use crate::model::{FePart, Interface, StateSpaceFile};

/// Reads the files that a model file names.
pub trait ModelFiles {
    /// The bytes of a file. The path is that of the naming file's folder with the name in the file.
    ///
    /// # Errors
    /// Why it cannot be read, as a plain sentence.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The position of an interface of an FE part in the reference configuration, from the files of the part \[m\].
    ///
    /// # Errors
    /// Why it is not known, as a plain sentence.
    fn interface_place(&self, _: &FePart, _: &Interface) -> Result<[f64; 3], String> {
        Err("the files of FE parts cannot be reached from here".to_owned())
    }

    /// The state space that a file of a controller holds. The path is as for [`ModelFiles::read`].
    ///
    /// # Errors
    /// Why it cannot be read, as a plain sentence.
    fn state_space(&self, _: &str) -> Result<StateSpaceFile, String> {
        Err("the files of controllers cannot be reached from here".to_owned())
    }
}

impl<F: Fn(&str) -> Result<Vec<u8>, String>> ModelFiles for F {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self(path)
    }
}

/// No other files.
pub struct NoFiles;

impl ModelFiles for NoFiles {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("no other files can be reached from here".to_owned())
    }
}

/// Whether a name leads out of the folder that it counts from, by an absolute path or by steps upwards.
pub(crate) fn leads_out(name: &str) -> bool {
    let path = beside("", &name.replace('\\', "/"));
    path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':') || path.starts_with("..")
}

/// The path of a file that is named in another: relative names count from the folder of that file. Steps such as
/// `a/../b` are removed, so that a file has one path.
pub(crate) fn beside(naming: &str, name: &str) -> String {
    let is_absolute = name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':');
    let folder = naming.rfind(['/', '\\']).map_or("", |end| &naming[..=end]);
    let whole = if is_absolute { name.to_owned() } else { format!("{folder}{name}") };
    let mut steps: Vec<&str> = Vec::new();
    for step in whole.split('/') {
        match step {
            "." => {}
            ".." if steps.last().is_some_and(|last| !["..", ""].contains(last)) => drop(steps.pop()),
            "" if !steps.is_empty() => {}
            step => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::{beside, leads_out};

    #[test]
    fn names_that_leave_the_folder_are_known() {
        for out in ["/k.mat", "../k.mat", "a/../../k.mat", "C:\\k.mat", "a\\..\\..\\k.mat", "\\k.mat"] {
            assert!(leads_out(out), "{out}");
        }
        for inside in ["k.mat", "a/k.mat", "./k.mat", "a/../k.mat", "a\\k.mat"] {
            assert!(!leads_out(inside), "{inside}");
        }
    }

    #[test]
    fn names_count_from_the_folder_of_the_naming_file() {
        for (naming, name, path) in [
            ("model.toml", "leg.toml", "leg.toml"),
            ("a/model.toml", "leg.toml", "a/leg.toml"),
            ("a/model.toml", "./b/../leg.toml", "a/leg.toml"),
            ("a/model.toml", "../leg.toml", "leg.toml"),
            ("model.toml", "../leg.toml", "../leg.toml"),
            ("../model.toml", "../leg.toml", "../../leg.toml"),
            ("/a/model.toml", "b//leg.toml", "/a/b/leg.toml"),
            ("a/model.toml", "/leg.toml", "/leg.toml"),
        ] {
            assert_eq!(beside(naming, name), path, "{name} in {naming}");
        }
    }
}
