//! Identification of the files of a part by content, then by name.

use super::error::ImportError;
use super::lines::quoted;
use super::part::PartFiles;
use super::source::{FileWindow, Source};
use super::{Importer, detect};

/// Heading of the frequencies of CalculiX.
const FREQUENCIES: &str = "E I G E N V A L U E";

/// The identified files of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecognisedFiles {
    /// The files by role.
    pub files: PartFiles,
    /// The format of each matrix file, stiffness first.
    pub formats: Vec<&'static str>,
    /// Frequencies that the program printed.
    pub printed: Option<String>,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Stiffness,
    Mass,
    Damping,
    /// Several matrices in one file.
    Container,
    Dof,
    Mesh,
    Printed,
}

/// Identifies each file.
///
/// # Errors
/// When a file cannot be read, fits no role, or two fit the same one.
pub fn recognise(
    name: Option<&str>,
    paths: &[String],
    window: &dyn FileWindow,
) -> Result<RecognisedFiles, ImportError> {
    let mut found = RecognisedFiles::default();
    let mut matrices: Vec<(&'static str, &'static str)> = Vec::new();
    for path in paths {
        let source = Source::open(path, window)?;
        let (role, format) = role(&source)?;
        let optional = match role {
            Role::Dof => Some(&mut found.files.dof),
            Role::Mesh => Some(&mut found.files.mesh),
            Role::Damping => Some(&mut found.files.damping),
            Role::Printed => Some(&mut found.printed),
            Role::Stiffness | Role::Mass | Role::Container => None,
        };
        if let Some(other) = optional.and_then(|slot| slot.replace(path.clone())) {
            return Err(twice(path, &other, role));
        }
        for (wanted, slot) in
            [(Role::Stiffness, &mut found.files.stiffness), (Role::Mass, &mut found.files.mass)]
        {
            if role == wanted || role == Role::Container {
                if !slot.is_empty() {
                    return Err(twice(path, slot, wanted));
                }
                slot.clone_from(path);
                matrices.push((if wanted == Role::Stiffness { "K" } else { "M" }, format));
            }
        }
    }
    matrices.sort_unstable();
    found.formats = matrices.into_iter().map(|(_, format)| format).collect();
    demand(&found.files, paths)?;
    if let Some(wrong) = name.filter(|name| name.trim().is_empty() || !name.chars().all(is_part_of_names)) {
        let expected = "a name of the part without dots, quotes and control characters";
        return Err(ImportError::whole("--name", expected, quoted(wrong)));
    }
    found.files.name = name.map_or_else(|| part_name(&found.files.stiffness), str::to_owned);
    Ok(found)
}

fn twice(path: &str, other: &str, role: Role) -> ImportError {
    let role = match role {
        Role::Stiffness => "the stiffness",
        Role::Mass => "the mass",
        Role::Damping => "the damping",
        Role::Container => "all matrices",
        Role::Dof => "the row names",
        Role::Mesh => "the mesh",
        Role::Printed => "the printed frequencies",
    };
    let found = format!(
        "two that look like {role}: this one and {other} (by name, …_K or .sti is a stiffness, …_M or .mas \
         a mass, \
         a container without such a name is both)"
    );
    ImportError::whole(path, "files of one part with different roles", found)
}

/// A part needs a stiffness and a mass.
fn demand(files: &PartFiles, paths: &[String]) -> Result<(), ImportError> {
    for (what, file, example) in
        [("stiffness", &files.stiffness, "job.sti, part_K.mtx"), ("mass", &files.mass, "job.mas, part_M.mtx")]
    {
        if file.is_empty() {
            let expected = format!("a file named as the {what}, such as {example}");
            return Err(ImportError::whole(&paths.join(", "), expected, "none"));
        }
    }
    Ok(())
}

/// The role of a file, and the format if it holds matrices.
fn role(source: &Source<'_>) -> Result<(Role, &'static str), ImportError> {
    let line = source.first_line();
    let line = line.trim();
    let text = String::from_utf8_lossy(source.head()).into_owned();
    if source.extension() == "dof" || is_row_name(line) || words(source.stem()).any(|word| word == "dof") {
        return Ok((Role::Dof, ""));
    }
    if text.contains(FREQUENCIES) {
        return Ok((Role::Printed, ""));
    }
    if is_mesh(&text, &source.extension()) {
        return Ok((Role::Mesh, ""));
    }
    let importer: &dyn Importer = detect(source)?;
    let format = importer.name();
    if let Some(role) = named_role(&source.extension(), source.stem()) {
        return Ok((role, format));
    }
    if matches!(format, "op4" | "mat" | "npz") {
        return Ok((Role::Container, format));
    }
    let expected =
        "a name that identifies its role: …_K, …STIF…, .sti for a stiffness, …_M, …MASS…, .mas for a mass";
    Err(ImportError::whole(source.name(), expected, quoted(source.stem())))
}

/// `9001.1`: a row of CalculiX's `.dof`.
fn is_row_name(line: &str) -> bool {
    line.split_once('.').is_some_and(|(node, direction)| {
        node.parse::<i64>().is_ok() && matches!(direction, "1" | "2" | "3" | "4" | "5" | "6")
    })
}

/// An input file of CalculiX or Abaqus: keywords after one asterisk, comments after two.
fn is_mesh(text: &str, extension: &str) -> bool {
    let keyword = |line: &str| line.starts_with('*') && !line.starts_with("**");
    matches!(extension, "inp" | "inc" | "msh" | "nam") && text.lines().any(|line| keyword(line.trim_start()))
}

/// The role by extension and name.
fn named_role(extension: &str, stem: &str) -> Option<Role> {
    match extension {
        "sti" => return Some(Role::Stiffness),
        "mas" => return Some(Role::Mass),
        _ => {}
    }
    // One letter is a role at the end of a name only: in `c_frame_K` the first is part of the name.
    if let Some("c" | "d" | "e") = words(stem).next_back().as_deref() {
        return Some(Role::Damping);
    }
    words(stem).rev().find_map(|word| match word.as_str() {
        "k" | "kaa" | "kgg" | "kxx" | "kff" => Some(Role::Stiffness),
        "m" | "maa" | "mgg" | "mxx" | "mff" => Some(Role::Mass),
        "baa" | "bgg" => Some(Role::Damping),
        word if word.starts_with("stif") => Some(Role::Stiffness),
        word if word.starts_with("mass") => Some(Role::Mass),
        word if word.starts_with("damp") => Some(Role::Damping),
        _ => None,
    })
}

/// Whether a word of a name marks a stiffness.
fn is_role(word: &str) -> bool {
    named_role("", word) == Some(Role::Stiffness)
}

/// The words of a file name, in small letters.
fn words(stem: &str) -> impl DoubleEndedIterator<Item = String> + '_ {
    stem.split(['_', '-', '.', ' ']).map(str::to_ascii_lowercase)
}

/// Whether names in model files may have the character.
fn is_part_of_names(c: char) -> bool {
    !c.is_control() && !matches!(c, '.' | '"')
}

/// The name of a part from that of its stiffness: without the word of its role.
fn part_name(path: &str) -> String {
    let file = path.strip_suffix(".gz").unwrap_or(path);
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let own: Vec<&str> =
        stem.split(['_', '-', '.', ' ']).filter(|word| !is_role(word) && !word.is_empty()).collect();
    let joined: String = own.join("_").chars().map(|c| if is_part_of_names(c) { c } else { '_' }).collect();
    if joined.trim().is_empty() { "part".to_owned() } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Result<RecognisedFiles, ImportError> {
        let window = |path: &str| {
            let file = files.iter().find(|(name, _)| *name == path);
            file.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| "there is none".to_owned())
        };
        let paths: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
        recognise(None, &paths, &window)
    }

    const ENTRY: &str = "1 1 2.0\n";
    const MARKET: &str = "%%MatrixMarket matrix coordinate real symmetric\n1 1 1\n1 1 2.0\n";

    #[test]
    fn roles_are_told_by_content_and_name() {
        let files = [
            ("a/job.mas", ENTRY),
            ("a/job.dof", "1.1\n"),
            ("a/job.sti", ENTRY),
            ("a/job.inp", "** mesh\n*NODE\n1, 0, 0, 0\n"),
            ("a/job.dat", "\n     E I G E N V A L U E   O U T P U T\n"),
        ];
        let all = found(&files).unwrap();
        assert_eq!((&all.files.stiffness[..], &all.files.mass[..]), ("a/job.sti", "a/job.mas"));
        assert_eq!(
            (all.files.dof.as_deref(), all.files.mesh.as_deref()),
            (Some("a/job.dof"), Some("a/job.inp"))
        );
        assert_eq!((all.printed.as_deref(), &all.files.name[..]), (Some("a/job.dat"), "job"));
        assert_eq!(all.formats, ["calculix", "calculix"]);
        let market =
            found(&[("arm_M.mtx", MARKET), ("arm_K.mtx", MARKET), ("arm_damping.mtx", MARKET)]).unwrap();
        assert_eq!((&market.files.stiffness[..], &market.files.name[..]), ("arm_K.mtx", "arm"));
        assert_eq!(market.files.damping.as_deref(), Some("arm_damping.mtx"));
        let abaqus =
            found(&[("b_STIF1.mtx", "1,1, 1,1, 2.0\n"), ("b_MASS1.mtx", "1,1, 1,1, 2.0\n")]).unwrap();
        assert_eq!((&abaqus.formats[..], &abaqus.files.name[..]), (&["abaqus"; 2][..], "b"));
    }

    #[test]
    fn doubt_is_said() {
        let lacking = found(&[("job.sti", ENTRY)]).unwrap_err().to_string();
        assert!(lacking.contains("named as the mass"), "{lacking}");
        let two = found(&[("a.sti", ENTRY), ("b.sti", ENTRY)]).unwrap_err().to_string();
        assert!(two.contains("b.sti") && two.contains("the stiffness: this one and a.sti"), "{two}");
        let nameless = found(&[("left.mtx", MARKET), ("right.mtx", MARKET)]).unwrap_err().to_string();
        assert!(nameless.contains("left.mtx: expected a name that identifies its role"), "{nameless}");
        let foreign = found(&[("a.bin", "hello\n")]).unwrap_err().to_string();
        assert!(foreign.contains("one of the formats"), "{foreign}");
    }
}
