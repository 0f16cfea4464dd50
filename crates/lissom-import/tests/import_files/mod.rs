//! The sample files, and the window to them.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use lissom_import::{ImportedMatrix, ImportedPart, PartFiles, read_matrices, read_part};

/// The stage belongs to an example and is not kept twice.
pub const STAGE: &str = "../../../../examples/stage_fe/data/stage";

pub fn window(path: &str) -> Result<Vec<u8>, String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lissom-import/tests/data/");
    std::fs::read(format!("{folder}{path}")).map_err(|error| error.to_string())
}

/// The matrix with this name in a file.
pub fn read_one(file: &str, name: &str) -> ImportedMatrix {
    let mut all = read_matrices(file, &window).unwrap_or_else(|error| panic!("{error}"));
    let place = all.iter().position(|matrix| matrix.name == name);
    let place = place.unwrap_or_else(|| panic!("{file} has no {name}"));
    all.swap_remove(place)
}

pub fn bracket_files() -> PartFiles {
    let folder = "calculix/bracket/bracket";
    PartFiles {
        name: "bracket".to_owned(),
        format: Some("calculix".to_owned()),
        stiffness: format!("{folder}.sti"),
        mass: format!("{folder}.mas.gz"),
        damping: None,
        stress: None,
        dof: Some(format!("{folder}.dof")),
        mesh: Some(format!("{folder}.inp")),
    }
}

pub fn bracket() -> ImportedPart {
    read_part(&bracket_files(), &window).expect("the sample is read")
}

pub fn stage() -> ImportedPart {
    let folder = STAGE;
    let files = PartFiles {
        name: "stage".to_owned(),
        format: Some("calculix".to_owned()),
        stiffness: format!("{folder}.sti.gz"),
        mass: format!("{folder}.mas.gz"),
        damping: None,
        stress: None,
        dof: Some(format!("{folder}.dof")),
        mesh: Some(format!("{folder}.inc")),
    };
    read_part(&files, &window).expect("the sample is read")
}

pub fn free_bracket() -> ImportedPart {
    let folder = "calculix/bracketfree/bracketfree";
    let files = PartFiles {
        name: "free bracket".to_owned(),
        format: None,
        stiffness: format!("{folder}.sti.gz"),
        mass: format!("{folder}.mas.gz"),
        damping: None,
        stress: None,
        dof: Some(format!("{folder}.dof")),
        mesh: Some(format!("{folder}.inp")),
    };
    read_part(&files, &window).expect("the sample is read")
}

/// The guidance of OpenSees, with the six digits of `printA -file` or with all.
pub fn guidance(six_digits: bool) -> ImportedPart {
    let (folder, end) = if six_digits { ("ops_guidance_", ".txt") } else { ("ops_guidance_full_", ".mtx") };
    let files = PartFiles {
        name: "guidance".to_owned(),
        stiffness: format!("opensees/{folder}K{end}"),
        mass: format!("opensees/{folder}M{end}"),
        ..PartFiles::default()
    };
    read_part(&files, &window).expect("the sample is read")
}
