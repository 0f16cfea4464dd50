//! The keywords of the model file match the implementations.
#![allow(clippy::unwrap_used)]

use lissom_model::{INTEGRATORS, PART_FORMATS, REDUCTION_METHODS};
use std::collections::BTreeSet;

fn names<'n>(list: impl IntoIterator<Item = &'n str>) -> BTreeSet<&'n str> {
    list.into_iter().collect()
}

#[test]
fn methods_of_reduction_are_those_that_reduce() {
    let linear = lissom_reduce::linear::LINEAR_REDUCTIONS.iter().map(|method| method.name());
    let of_motion = lissom_reduce::BASES.iter().map(|method| method.name());
    assert_eq!(names(REDUCTION_METHODS.iter().map(|method| method.name)), names(linear.chain(of_motion)));
}

#[test]
fn integrators_are_those_that_step() {
    assert_eq!(
        names(INTEGRATORS.iter().map(|choice| choice.name)),
        names(lissom_dynamics::INTEGRATORS.iter().map(|integrator| integrator.name()))
    );
}

#[test]
fn formats_of_parts_are_those_that_are_read() {
    assert_eq!(
        names(PART_FORMATS.iter().map(|choice| choice.name)),
        names(lissom_import::IMPORTERS.iter().map(|importer| importer.name()))
    );
}

#[test]
fn every_choice_says_what_it_is_and_knows_keys_that_exist() {
    let section = lissom_model::SECTIONS.iter().find(|section| section.name == "reduce").unwrap();
    for method in REDUCTION_METHODS {
        assert!(!method.doc.is_empty(), "{}", method.name);
        for key in [method.needs, method.needs_one_of, method.knows].concat() {
            assert!(section.keys.iter().any(|known| known.name == key), "{}: {key}", method.name);
        }
    }
    for choice in INTEGRATORS.iter().chain(&PART_FORMATS) {
        assert!(!choice.doc.is_empty(), "{}", choice.name);
    }
}
