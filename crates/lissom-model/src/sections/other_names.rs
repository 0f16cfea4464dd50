//! What other programs and fields call sections: a hint that names the one to write is better than the nearest spelling.

/// Other names of sections, and the section.
const SECTIONS: &[(&str, &str)] = &[
    ("actuator", "[[drive]], or [[torque]] and [[force]]"),
    ("anchor", "[[fix]]"),
    ("bar", "[[truss]], which carries only tension and compression, or [[beam]]"),
    ("bc", "[[fix]]"),
    ("body", "[[rigid_body]]"),
    ("boundary", "[[fix]]"),
    ("boundary_condition", "[[fix]]"),
    ("cable", "[[truss]], or [[beam]] with a thin section"),
    ("clamp", "[[fix]]"),
    ("constraint", "[[fix]] for supports, or joints such as [[hinge]] and [[weld]]"),
    ("contact", "[[stop]]"),
    ("element", "[[beam]], [[truss]] or [[spring]]"),
    ("gravity", "`gravity` in [model]"),
    (
        "joint",
        "[[hinge]], [[slide]], [[spherical]], [[universal]], [[cylindrical]], [[planar]], [[screw]] or [[weld]]",
    ),
    ("link", "[[beam]], [[truss]] or [[rigid_body]]"),
    ("load", "[[force]] or [[torque]]"),
    ("moment", "[[torque]]"),
    ("motor", "[[drive]] or [[torque]]"),
    ("parameters", "[params]"),
    ("pin", "[[hinge]]"),
    ("pivot", "[[hinge]]"),
    ("point_mass", "[[mass]]"),
    ("prismatic", "[[slide]]"),
    ("restraint", "[[fix]]"),
    ("revolute", "[[hinge]]"),
    ("rod", "[[truss]], which carries only tension and compression, or [[beam]]"),
    ("sensor", "[[output]]"),
    ("slider", "[[slide]]"),
    ("spc", "[[fix]]"),
    ("spring_damper", "[[spring]] with `damping`"),
    ("strut", "[[truss]]"),
    ("substructure", "[[fe_part]]"),
    ("superelement", "[[fe_part]]"),
    ("support", "[[fix]]"),
];

/// Other names of analyses, and what to write.
const ANALYSES: &[(&str, &str)] = &[
    ("buckling", "no section: ask `lissom buckling`"),
    ("eigen", "[analysis.modes]"),
    ("frequency", "[analysis.modes], or [analysis.frf] for responses"),
    ("harmonic", "[analysis.frf]"),
    ("modal", "[analysis.modes]"),
    ("static", "[state.NAME] with kind = \"static\", or [analysis.states] along a stroke"),
    ("time", "[analysis.simulate]"),
    ("transient", "[analysis.simulate]"),
];

/// What to write in place of a section with another name.
pub(crate) fn of_section(name: &str) -> Option<&'static str> {
    find(SECTIONS, name)
}

/// What to write in place of an analysis with another name.
pub(crate) fn of_analysis(name: &str) -> Option<&'static str> {
    find(ANALYSES, name)
}

fn find(names: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let is_it = |known: &&(&str, &str)| known.0 == name || name.strip_suffix('s') == Some(known.0);
    names.iter().find(is_it).map(|(_, hint)| *hint)
}
