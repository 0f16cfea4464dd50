//! What happens to files: answers replace nothing that is needed, arrive whole or not at all, and models read no further than
//! their own folder.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use crate::program;

use program::{Folder, json, root, stderr, stdout};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A cantilever that is answered in no time.
const BEAM: &str = "lissom = 1\n[model]\nname = 'beam'\n[section.s]\nEI = 1\nEA = 1e4\nrhoA = 1\n[node]\na = [0, 0]\nb = [1, 0]\n\
    [[beam]]\nnodes = ['a', 'b']\nsection = 's'\nelements = 2\n[[fix]]\nnodes = ['a']\n\
    [[force]]\nname = 'f'\nnode = 'b'\ndirection = 'y'\n[[output]]\nname = 'o'\nnode = 'b'\ndirection = 'y'\n\
    [analysis.modes]\ncount = 2\n[analysis.frf]\ninputs = ['f']\noutputs = ['o']\nrange = [0.1, 1]\npoints = 3\n";

const MATRIX: &str = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4\n2 2 9\n";

/// Runs `lissom` without permission for any other folder.
fn lissom_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lissom"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn with_beam(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("m.toml", BEAM);
    folder
}

/// A model of a part whose stiffness is in the given file.
fn part(stiffness: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = 'p'\ndim = 3\n[[fe_part]]\nname = 'p'\nstiffness = '{stiffness}'\nmass = 'm.mtx'\n\
         [analysis.modes]\ncount = 2\n"
    )
}

/// No file beside those that are expected: nothing is left over from writing.
fn files(folder: &Folder) -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(&folder.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    all.sort();
    all
}

#[test]
fn an_answer_never_replaces_what_was_read() {
    let folder = with_beam("own-input");
    symlink("m.toml", folder.0.join("link.json")).unwrap();
    std::fs::hard_link(folder.0.join("m.toml"), folder.0.join("twin.json")).unwrap();
    let absolute = folder.0.join("m.toml").to_str().unwrap().to_owned();
    for target in ["m.toml", "./m.toml", absolute.as_str(), "link.json", "twin.json"] {
        for arguments in [["modes", "m.toml", "-o", target], ["frf", "m.toml", "--csv", target]] {
            let output = lissom_in(&folder.0, &arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
            assert!(stderr(&output).contains("would replace the input m.toml"), "{}", stderr(&output));
            assert!(stdout(&output).is_empty(), "before the work");
        }
    }
    assert_eq!(std::fs::read_to_string(folder.0.join("m.toml")).unwrap(), BEAM);
    assert_eq!(files(&folder), ["link.json", "m.toml", "twin.json"]);
}

#[test]
fn an_answer_never_replaces_a_matrix_of_the_model() {
    let folder = Folder::new("own-data");
    folder.write("k.json", MATRIX);
    folder.write("m.mtx", MATRIX);
    folder.write("p.toml", &part("k.json"));
    let output = lissom_in(&folder.0, &["modes", "p.toml", "-o", "k.json", "--json"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        json(&output)["error"].as_str().unwrap().contains("would replace the input k.json"),
        "{}",
        stdout(&output)
    );
    assert_eq!(std::fs::read_to_string(folder.0.join("k.json")).unwrap(), MATRIX);
    let other = lissom_in(&folder.0, &["import", "k.json", "m.mtx", "-o", "m.mtx", "--force"]);
    assert_eq!(other.status.code(), Some(2), "{}", stderr(&other));
    assert_eq!(std::fs::read_to_string(folder.0.join("m.mtx")).unwrap(), MATRIX);
}

#[test]
fn two_answers_need_two_names() {
    let folder = with_beam("one-name");
    for second in ["a.json", "./a.json"] {
        let output = lissom_in(&folder.0, &["frf", "m.toml", "-o", "a.json", "--csv", second]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("are the same file: use different names"), "{}", stderr(&output));
    }
    assert_eq!(files(&folder), ["m.toml"]);
}

#[test]
fn links_are_followed_and_modes_are_kept() {
    let folder = with_beam("links");
    folder.write("real.json", "old");
    std::fs::set_permissions(folder.0.join("real.json"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("real.json", folder.0.join("near.json")).unwrap();
    symlink("near.json", folder.0.join("far.json")).unwrap();
    symlink("fresh.json", folder.0.join("dangling.json")).unwrap();
    for target in ["far.json", "dangling.json"] {
        let output = lissom_in(&folder.0, &["modes", "m.toml", "-o", target]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    for link in ["near.json", "far.json", "dangling.json"] {
        assert!(folder.0.join(link).symlink_metadata().unwrap().is_symlink(), "{link}");
    }
    let real = std::fs::read_to_string(folder.0.join("real.json")).unwrap();
    assert!(real.contains("frequencies_hz"));
    let mode = folder.0.join("real.json").metadata().unwrap().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(folder.0.join("fresh.json").is_file());
}

/// A pipe stays a pipe, and its reader gets the answer.
#[test]
fn what_is_no_file_is_written_through() {
    let folder = with_beam("pipe");
    let pipe = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    let output = lissom_in(&folder.0, &["modes", "m.toml", "-o", "pipe"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let read = reader.wait_with_output().unwrap();
    let object: serde_json::Value = serde_json::from_slice(&read.stdout).unwrap();
    assert_eq!(object["verb"], "modes");
    assert!(pipe.metadata().unwrap().file_type().is_fifo());
    let null = lissom_in(&folder.0, &["modes", "m.toml", "-o", "/dev/null"]);
    assert_eq!(null.status.code(), Some(0), "{}", stderr(&null));
    assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
    let out = lissom_in(&folder.0, &["modes", "m.toml", "-o", "/dev/stdout"]);
    let object: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(object["verb"], "modes", "words go to standard error then");
    assert!(stderr(&out).contains("certified"), "{}", stderr(&out));
    assert_eq!(files(&folder), ["m.toml", "pipe"]);
}

#[test]
fn a_target_that_cannot_be_written_is_found_before_the_work() {
    let folder = with_beam("unwritable");
    std::fs::create_dir(folder.0.join("folder.json")).unwrap();
    symlink("round.json", folder.0.join("round.json")).unwrap();
    for (target, why) in [
        ("no/such/a.json", "folder not found"),
        ("folder.json", "it is a folder"),
        ("round.json", "circular link"),
        ("/proc/a.json", "cannot write /proc/a.json"),
    ] {
        let output = lissom_in(&folder.0, &["modes", "m.toml", "-o", target, "--json"]);
        assert_eq!(output.status.code(), Some(1), "{target}: {}", stderr(&output));
        assert!(stderr(&output).contains(why), "{target}: {}", stderr(&output));
        assert!(json(&output)["error"].is_string() && json(&output)["frequencies_hz"].is_null());
    }
    assert_eq!(files(&folder), ["folder.json", "m.toml", "round.json"]);
}

/// A full disk: the old file is whole, and nothing is left of the attempt.
#[test]
fn a_disk_that_is_full_leaves_the_old_file() {
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 1; exec \"$0\" modes \"$1\" --shapes -o /dev/shm/lissom-full.json"])
        .arg(env!("CARGO_BIN_EXE_lissom"))
        .arg(root().join("examples/portal_frame/model.toml"))
        .output()
        .unwrap();
    let left = Path::new("/dev/shm/lissom-full.json").exists();
    let _ = std::fs::remove_file("/dev/shm/lissom-full.json");
    assert!(!left && output.status.code() != Some(0), "{}", stderr(&output));
}

#[test]
fn a_full_standard_output_is_a_failure_and_a_closed_one_is_not() {
    let folder = with_beam("full");
    for arguments in
        [&["modes", "m.toml"][..], &["check", "m.toml", "--json"], &["schema"], &["--help"], &["explain"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_lissom"))
            .args(arguments)
            .current_dir(&folder.0)
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
    }
    let script = "\"$0\" schema | head -c 10 > /dev/null; echo ${PIPESTATUS[0]}";
    let output =
        Command::new("bash").args(["-c", script]).arg(env!("CARGO_BIN_EXE_lissom")).output().unwrap();
    assert_eq!((stdout(&output).trim(), stderr(&output).as_str()), ("0", ""));
}

#[test]
fn names_of_reductions_stay_in_their_folder() {
    let folder = with_beam("escape");
    let names = ["/lissom-evil", "a/b", "a:b", "A/B", "-x", "con"];
    let more: String =
        names.iter().map(|name| format!("[reduce.\"{name}\"]\nmethod = 'modal'\nmodes = 1\n")).collect();
    folder.write("m.toml", &format!("{BEAM}{more}"));
    let output = lissom_in(&folder.0, &["reduce", "m.toml", "--save", "kept", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(files(&folder), ["kept", "m.toml"]);
    let kept = Folder(folder.0.join("kept"));
    assert_eq!(files(&kept).len(), names.len(), "{:?}", files(&kept));
    assert!(!Path::new("/lissom-evil.reduced.json").exists());
    for (found, name) in json(&output)["reductions"].as_array().unwrap().iter().zip(names) {
        assert_eq!(found["name"], name);
        assert!(folder.0.join(found["file"].as_str().unwrap()).is_file());
    }
}

#[test]
fn a_model_reads_at_or_below_its_folder_only() {
    let folder = Folder::new("confined");
    for inner in ["model/data", "other"] {
        std::fs::create_dir_all(folder.0.join(inner)).unwrap();
    }
    for place in ["model/m.mtx", "model/data/k.mtx", "other/k.mtx"] {
        folder.write(place, MATRIX);
    }
    symlink("../other/k.mtx", folder.0.join("model/link.mtx")).unwrap();
    symlink("../other", folder.0.join("model/links")).unwrap();
    let outside = folder.0.join("other/k.mtx").to_str().unwrap().to_owned();
    let ask = |stiffness: &str, more: &[&str]| {
        folder.write("model/p.toml", &part(stiffness));
        lissom_in(&folder.0, &[&["check", "model/p.toml", "--json"], more].concat())
    };
    assert_eq!(ask("data/k.mtx", &[]).status.code(), Some(0));
    for name in ["../other/k.mtx", &outside, "link.mtx", "links/k.mtx", "/etc/passwd", "../other/none.mtx"] {
        let output = ask(name, &[]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
        // The folder beside a link is allowed already: what must be allowed is where it leads.
        let said = match name {
            "link.mtx" => "a link out of the folder of the model file; --allow-path with its target folder",
            _ => "outside the folder of the model file",
        };
        assert!(stderr(&output).contains(said), "{name}: {}", stderr(&output));
        assert!(!stderr(&output).contains("root:") && !stdout(&output).contains("root:"));
    }
    for name in ["../other/k.mtx", &outside, "link.mtx", "links/k.mtx"] {
        let output = ask(name, &["--allow-path", "other"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
    }
    assert!(stderr(&ask("data/none.mtx", &[])).contains("file not found"));
}

/// Lines of files that are neither models nor matrices are not shown, wherever they are requested.
#[test]
fn lines_of_other_files_are_not_quoted() {
    let folder = Folder::new("secret");
    let secret = "hunter2-secret: line\nhunter2-second = [\n";
    for name in
        ["secret", "secret.sti", "secret.mtx", "secret.dof", "secret.inp", "secret.unv", "secret.json"]
    {
        folder.write(name, secret);
    }
    folder.write("m.mtx", MATRIX);
    folder.write("k.mtx", MATRIX);
    let mut runs = vec![
        lissom_in(&folder.0, &["check", "secret"]),
        lissom_in(&folder.0, &["check", "secret", "--json"]),
        lissom_in(&folder.0, &["import", "k.mtx", "m.mtx", "secret.dof"]),
        lissom_in(&folder.0, &["import", "secret.sti", "m.mtx"]),
    ];
    for stiffness in ["secret", "secret.sti", "secret.mtx"] {
        folder.write("p.toml", &part(stiffness));
        runs.push(lissom_in(&folder.0, &["check", "p.toml"]));
    }
    for more in ["dof = 'secret.dof'\n", "mesh = 'secret.inp'\n", "mesh = 'including.inp'\n"] {
        folder.write("including.inp", "*NODE\n*INCLUDE, INPUT=secret.inp\n");
        folder.write("p.toml", &part("k.mtx").replace("[analysis", &format!("{more}[analysis")));
        runs.push(lissom_in(&folder.0, &["check", "p.toml"]));
    }
    folder.write(
        "p.toml",
        "lissom = 1\n[model]\nname = 'p'\ndim = 3\n[[fe_part]]\nname = 'p'\nreduced = 'secret.json'\n",
    );
    runs.push(lissom_in(&folder.0, &["check", "p.toml"]));
    for output in &runs {
        assert!(matches!(output.status.code(), Some(1 | 2)), "{}", stderr(output));
        let all = stderr(output) + &stdout(output);
        assert!(!all.contains("hunter2"), "{all}");
    }
    // A typing error in a model is shown with its line.
    folder.write("typo.toml", &BEAM.replace("name = 'beam'", "name = beam"));
    assert!(stderr(&lissom_in(&folder.0, &["check", "typo.toml"])).contains("name = beam"));
}

#[test]
fn devices_are_not_read_and_pipes_are_read_once() {
    let folder = with_beam("devices");
    folder.write("m.mtx", MATRIX);
    for device in ["/dev/zero", "/dev/urandom"] {
        let output = lissom_in(&folder.0, &["check", device]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("a device, not a file"), "{}", stderr(&output));
        let output = lissom_in(&folder.0, &["import", device, "m.mtx"]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
    // A file that a model names must be a file.
    folder.write("p.toml", &part("pipe.mtx"));
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe.mtx")).status().unwrap().success());
    let output = lissom_in(&folder.0, &["check", "p.toml"]);
    assert!(stderr(&output).contains("not a regular file"), "{}", stderr(&output));
    let piped = "\"$0\" modes <(cat m.toml) --json && \"$0\" import k_K.mtx <(cat m.mtx) && cat m.toml | \"$0\" modes /dev/stdin";
    folder.write("k_K.mtx", MATRIX);
    let output = Command::new("bash")
        .args(["-c", &piped.replace(" && \"$0\" import k_K.mtx <(cat m.mtx)", "")])
        .arg(env!("CARGO_BIN_EXE_lissom"))
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// Eight megabytes that unpack to eight gigabytes.
#[test]
fn a_packed_file_that_never_ends_is_refused() {
    let folder = Folder::new("bomb");
    folder.write("m.mtx", MATRIX);
    let script = "(printf '%%%%MatrixMarket matrix coordinate real symmetric\\n2 2 2\\n' | gzip; \
                  head -c 67108864 /dev/zero | tr '\\0' '%' | gzip -9 > block; for i in $(seq 64); do cat block; done) > k.mtx";
    assert!(Command::new("bash").args(["-c", script]).current_dir(&folder.0).status().unwrap().success());
    folder.write("p.toml", &part("k.mtx"));
    for arguments in [&["check", "p.toml"][..], &["import", "k.mtx", "m.mtx"]] {
        let output = lissom_in(&folder.0, arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("compressed bytes expand to more than"), "{}", stderr(&output));
    }
}

/// Ctrl-C ends the longest work at once, with the code that shells know.
#[test]
fn an_interrupt_ends_the_program() {
    let folder = Folder::new("interrupt");
    let long = "[analysis.simulate]\nend = 2e3\nrtol = 1e-9\natol = 1e-9\nmost_steps = 1000000000\n";
    folder.write(
        "m.toml",
        &format!("{BEAM}{long}")
            .replace("direction = 'y'\n[[output]]", "direction = 'y'\nvalue = 'sin(1e3*t)'\n[[output]]"),
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_lissom"))
        .args(["simulate", "m.toml", "-o", "a.json"])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "it is still at work");
    let before = std::time::Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    while child.try_wait().unwrap().is_none() && before.elapsed().as_secs_f64() < 10.0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let ended = before.elapsed().as_secs_f64();
    let _ = child.kill();
    assert_eq!(child.wait().unwrap().code(), Some(130), "after {ended} s");
    assert!(ended < 2.0, "{ended} s");
    assert_eq!(files(&folder), ["m.toml"]);
}
