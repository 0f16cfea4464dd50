//! Pictures, motions and universal files as other programs read them.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::{Value, json};
use std::process::Command;
use support::{FRAME, export, of, promised, python, session, write};

#[test]
fn other_programs_read_pictures_and_motions() {
    let own = session(FRAME);
    let mut files = Vec::new();
    for format in ["vtk", "gltf", "uff", "csv", "motion-npz", "parquet"] {
        files.extend(export(format, &own, &of("full")).unwrap());
    }
    let folder = write("pictures", &files);
    let modes = own.modes(&own.modes_request().unwrap(), &lissom::Quiet).unwrap().value;
    let hertz: Vec<f64> = modes.modes.iter().map(|mode| mode.frequency_hz()).collect();
    let settings = own.simulate_settings().unwrap();
    let run = own.simulate("full", &settings, &lissom::Quiet).unwrap().value;
    let wanted = json!({ "hertz": hertz, "times": run.trajectory.times, "outputs": run.trajectory.outputs });
    std::fs::write(folder.join("wanted.json"), wanted.to_string()).unwrap();
    python("numpy, meshio, pyvista, pyuff, pyarrow", "pictures.py", &[folder.to_str().unwrap()]);
}

/// The parts of the file by its own tables: every view lies in the buffer, every accessor in its view, and bounds are those of
/// the numbers.
#[test]
fn tables_of_gltf_describe_its_numbers() {
    let files = export("gltf", &session(FRAME), &of("full")).unwrap();
    let bytes = &files[0].bytes;
    assert_eq!(&bytes[..8], b"glTF\x02\0\0\0");
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(word(8), bytes.len());
    let length = word(12);
    let whole: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let data = &bytes[28 + length..];
    assert_eq!(word(20 + length), data.len());
    for accessor in whole["accessors"].as_array().unwrap() {
        let view = &whole["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let (offset, size) =
            (view["byteOffset"].as_u64().unwrap() as usize, view["byteLength"].as_u64().unwrap());
        let components = if accessor["type"] == "VEC3" { 3 } else { 1 };
        assert_eq!(size, 4 * components * accessor["count"].as_u64().unwrap());
        let part = &data[offset..offset + size as usize];
        if let Some(low) = accessor["min"].as_array() {
            for (k, low) in low.iter().enumerate() {
                let numbers = part.chunks(4).skip(k).step_by(components as usize);
                let least =
                    numbers.map(|n| f32::from_le_bytes(n.try_into().unwrap())).fold(f32::INFINITY, f32::min);
                assert_eq!(low.as_f64().unwrap() as f32, least);
            }
        }
    }
    let mesh = &whole["meshes"][0];
    let targets = mesh["extras"]["targetNames"].as_array().unwrap().len();
    assert!(targets >= 4 && mesh["weights"].as_array().unwrap().len() == targets);
    assert!(
        mesh["primitives"]
            .as_array()
            .unwrap()
            .iter()
            .all(|p| p["targets"].as_array().unwrap().len() == targets)
    );
}

/// The npm package `gltf-validator`, in the folder that `LISSOM_CLIENTS` names, must find nothing to say.
#[test]
fn the_validator_of_gltf_is_silent() {
    let Some(modules) = promised() else { return };
    let folder = write("gltf", &export("gltf", &session(FRAME), &of("full")).unwrap());
    let script = "const v=require('gltf-validator'),fs=require('fs');v.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])))\
         .then(r=>console.log(JSON.stringify(r.issues)))";
    let output = Command::new("node")
        .args(["-e", script, folder.join("sample.glb").to_str().unwrap()])
        .env("NODE_PATH", modules)
        .output()
        .unwrap();
    let issues: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(issues["numErrors"] == 0 && issues["numWarnings"] == 0, "{issues}");
}
