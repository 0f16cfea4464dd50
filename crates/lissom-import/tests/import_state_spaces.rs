//! State spaces that SciPy and NumPy wrote: values and names, other shapes, and damage at every byte.

use crate::import_files::window;
use lissom_import::{ImportError, read_state_space};
use lissom_model::model::StateSpaceFile;

fn read(name: &str) -> Result<StateSpaceFile, ImportError> {
    read_state_space(&format!("control/{name}"), &window)
}

fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<StateSpaceFile, ImportError> {
    let files = move |_: &str| -> Result<Vec<u8>, String> { Ok(bytes.clone()) };
    read_state_space(name, &files)
}

fn refused(text: &str) -> String {
    of_bytes("k.json", text.as_bytes().to_vec()).unwrap_err().to_string()
}

fn rows(rows: &[&[f64]]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| row.to_vec()).collect()
}

#[test]
fn files_of_scipy_and_numpy_hold_the_same_system() {
    for (name, period) in [("two_inputs.mat", 0.002), ("two_inputs.npz", 0.002), ("structure.mat", 0.0)] {
        let found = read(name).unwrap();
        assert_eq!(found.a, rows(&[&[-1.5, 0.25], &[0.0, -3.0]]), "{name}");
        assert_eq!(found.b, rows(&[&[1.0, 0.5], &[0.0, 2.0]]), "{name}");
        assert_eq!((found.c, found.d), (rows(&[&[1.0, -1.0]]), rows(&[&[0.125, 0.0]])), "{name}");
        assert_eq!(found.period, Some(period), "{name}");
        assert_eq!(
            (found.inputs, found.outputs),
            (vec!["x".to_owned(), "v".to_owned()], vec!["motor".to_owned()])
        );
    }
}

/// `dt = True` says that a system samples, not how often; lists are columns of B and rows of C; a missing D is zero.
#[test]
fn what_a_file_does_not_say_is_not_invented() {
    for name in ["unstated.npz", "unstated.mat"] {
        let found = read(name).unwrap();
        assert_eq!((found.period, found.inputs.len()), (None, 0), "{name}");
        assert_eq!(found.a, rows(&[&[-1.5, 0.25], &[0.0, -3.0]]), "{name}");
    }
    let found = read("single_input.npz").unwrap();
    assert_eq!(
        (found.b, found.c, found.d),
        (rows(&[&[1.0], &[0.0]]), rows(&[&[1.0, -1.0]]), rows(&[&[0.0]]))
    );
    assert_eq!(found.period, Some(0.0));
    let gain = of_bytes("k.json", br#"{"D": [[2, 3]], "dt": true}"#.to_vec()).unwrap();
    assert_eq!((gain.a.len(), gain.d, gain.period), (0, rows(&[&[2.0, 3.0]]), None));
}

#[test]
fn files_that_are_no_state_space_say_what_is_missing() {
    for (text, word) in [
        ("{", "a JSON object"),
        ("[1]", "a file of another kind"),
        ("root:x:0:0:secret", "a file of another kind"),
        (r#"{"A": [[1]], "B": [[1]], "D": [[1]]}"#, "the matrices A, B and C"),
        (r#"{"other": 1}"#, "the matrices A, B, C and D"),
        (r#"{"A": [[1, 2]], "B": [[1]], "C": [[1]]}"#, "shapes fit together, found A 1 × 2"),
        (r#"{"A": [[1, 2], [3]], "B": [[1]], "C": [[1]]}"#, "1 numbers in row 2, 2 in the first"),
        (r#"{"A": [["one"]], "B": [[1]], "C": [[1]]}"#, "finite numbers in A"),
        (r#"{"A": [[1e999]], "B": [[1]], "C": [[1]]}"#, "JSON object"),
        (r#"{"D": [[1]], "dt": [1, 2]}"#, "one number in dt"),
    ] {
        let found = refused(text);
        assert!(found.contains(word), "{text}: {found}");
        assert!(!found.contains("secret"), "what a file of another kind holds is not shown: {found}");
    }
    let deep = refused(&("{\"A\":".to_owned() + &"[".repeat(100_000)));
    assert!(deep.contains("a JSON object"), "{deep}");
    let wide = format!("{{\"D\": [[{}1]]}}", "1,".repeat(3000));
    assert!(refused(&wide).contains("at most 2000"), "{}", refused(&wide));
}

/// Whatever is cut off or changed, there is no panic; what is read has the shapes of a state space.
#[test]
fn damaged_files_are_refused_or_still_state_spaces() {
    for name in ["two_inputs.mat", "structure.mat", "two_inputs.npz", "unstated.npz"] {
        let whole = window(&format!("control/{name}")).unwrap();
        let check = |bytes: Vec<u8>| {
            if let Ok(found) = of_bytes(name, bytes) {
                let n = found.a.len();
                assert!(found.a.iter().all(|row| row.len() == n) && found.b.len() == n, "{name}");
                assert!(found.a.iter().flatten().all(|value| value.is_finite()), "{name}");
            }
        };
        (0..whole.len()).for_each(|end| check(whole[..end].to_vec()));
        for place in 0..whole.len() {
            for value in [0x00, 0xff, whole[place] ^ 0x01, whole[place] ^ 0x80] {
                let mut changed = whole.clone();
                changed[place] = value;
                check(changed);
            }
        }
    }
}
