//! A universal file written by pyuff from modes of CalculiX.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::modal_body::{MeasuredPort, ModeTable};
use lissom_bond::uff::{Record, read};
use lissom_bond::{Assembly, BondError, CausalGraph, Motion, PortId, StateEquations};
use lissom_linalg::Dense;

const BRACKET: &[u8] = include_bytes!("data/bracket_modal.unv");

fn drive_point() -> [MeasuredPort; 1] {
    [MeasuredPort { name: "face".into(), node: 63, component: 2 }]
}

#[test]
fn every_dataset_is_found() {
    let records = read(BRACKET).unwrap();
    let count = |f: fn(&Record) -> bool| records.iter().filter(|r| f(r)).count();
    assert_eq!(count(|r| matches!(r, Record::Nodes(list) if list.len() == 108)), 2);
    assert_eq!(count(|r| matches!(r, Record::NodalData(data) if data.values.len() == 108)), 6);
    assert_eq!(count(|r| matches!(r, Record::PassedOver { dataset: 151 | 164 | 2412, .. })), 3);
    let Some(Record::Function(function)) = records.iter().find(|r| matches!(r, Record::Function(_))) else {
        panic!("there is one function");
    };
    assert_eq!((function.response, function.reference, function.values.len()), ((63, 3), (63, 3), 2000));
    assert_eq!((function.abscissa[0], function.abscissa[1999]), (1.0, 7997.0));
    assert_eq!(function.values[0].re, 5.837_969_175_15e-8);
}

#[test]
fn modes_and_residual_of_the_bracket() {
    let table = ModeTable::from_universal("bracket", &read(BRACKET).unwrap(), &drive_point()).unwrap();
    assert_eq!((table.rigid.len(), table.elastic.len()), (0, 6));
    assert!((table.elastic[0].angular_frequency() / std::f64::consts::TAU - 2224.5).abs() < 1e-9);
    assert!(
        (table.elastic[0].damping / (2.0 * 0.01 * table.elastic[0].angular_frequency()) - 1.0).abs() < 1e-12
    );
    // Six modes give 5.83798e-8 m/N, the whole structure 6.24590e-8 m/N.
    let whole = 6.245_902_871_51e-8;
    let body = table.with_statics(6, &Dense::from_rows(&[&[whole]])).unwrap();
    assert!((body.modal_compliance()[(0, 0)] / 5.837_977e-8 - 1.0).abs() < 2e-5);
    assert!((body.static_compliance()[(0, 0)] / whole - 1.0).abs() < 1e-15);
}

#[test]
fn response_is_the_one_in_the_file() {
    // The function of the file was computed from the same six modes.
    let records = read(BRACKET).unwrap();
    let table = ModeTable::from_universal("bracket", &records, &drive_point()).unwrap();
    let mut assembly = Assembly::new();
    assembly.add_body(table.truncated(6).unwrap());
    let port = PortId { body: 0, port: 0 };
    assembly.force("F", port);
    assembly.observe("u", vec![(1.0, Motion::Position, port)]);
    let equations = StateEquations::derive(CausalGraph::assign(assembly.graph().unwrap()).unwrap()).unwrap();
    let Some(Record::Function(function)) = records.iter().find(|r| matches!(r, Record::Function(_))) else {
        panic!("there is one function");
    };
    for k in [0, 100, 500, 1500] {
        let found = equations.frequency_response(&[function.abscissa[k]]).unwrap()[0].values[0][0];
        let size = function.values[k].abs();
        // Shapes have six digits in the file.
        assert!((found - function.values[k]).abs() < 1e-3 * size, "{k}: {found:?} {:?}", function.values[k]);
    }
}

#[test]
fn broken_files_are_refused_with_the_line() {
    let line_of = |text: &str| match read(text.as_bytes()) {
        Err(BondError::UniversalFile { line, .. }) => line,
        other => panic!("{other:?}"),
    };
    assert_eq!(line_of("    -1\n    15\n         1         0         0         0  0.0 oops\n    -1\n"), 3);
    assert_eq!(line_of("    -1\n  2411\n         1         0         0        11\n    -1\n"), 4);
    assert_eq!(line_of("    -1\n    15\n"), 2, "not closed");
    assert_eq!(line_of("hello\n"), 1);
    assert_eq!(line_of("    -1\n    58b     1     2\n    -1\n"), 2);
    assert_eq!(line_of("    -1\nmodes\n    -1\n"), 2);
    assert_eq!(read(b"\r\n    -1\r\n   151\r\nabc\r\n    -1\r\n").unwrap().len(), 1);
    assert_eq!(read(b"").unwrap(), []);
}
