//! Derived equations against the worked examples and the table of surrogate elements.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_continuum::{Check, DeriveError, EquationKind, derive};
use support::{EXAMPLE_1, add_coefficient, assert_equation, derivation, model};

#[test]
fn example_1_is_the_papers() {
    let model = model(EXAMPLE_1);
    let mut derived = derivation(&model);
    assert_equation(
        &mut derived,
        "q1",
        "(m1 + m2 + m3 + rhoA*l)*q1_tt + m2*q2_tt + m3*q4_tt + rhoA*integral(q3_tt) + k1*q1 + k3*(q1 + q4) \
         - integral(f(x, t) + 0*q3)",
    );
    assert_equation(&mut derived, "q2", "m2*(q1_tt + q2_tt) + b*q2_t + k2*q2 + EI*q3_xxx(0)");
    assert_equation(&mut derived, "q3", "rhoA*(q1_tt + q3_tt) + EI*q3_xxxx - f(x, t)");
    assert_equation(&mut derived, "q4", "m3*(q1_tt + q4_tt) + k3*(q1 + q4) - EI*q3_xxx(l)");
    assert_equation(&mut derived, "q5", "J3*q5_tt + EI*q3_xx(l)");
    let ends: Vec<String> = derived
        .equations()
        .iter()
        .filter(|equation| matches!(equation.kind, EquationKind::Compatibility { .. }))
        .map(|equation| derived.text(equation))
        .collect();
    assert_eq!(ends, ["q3(0) = q2", "q3'(0) = 0", "q3(l) = q4", "q3'(l) = q5"]);
    for (name, check) in derived.verification().checks() {
        assert_eq!(*check, Check::Passed, "{name}");
    }
}

#[test]
fn example_1_reads_well() {
    let model = model(EXAMPLE_1);
    let derived = derivation(&model);
    let text = |name: &str| derived.text(derived.equation(name).unwrap());
    assert_eq!(text("q3"), "rhoA·q1_tt + rhoA·q3_tt + EI·q3'''' − f(x, t) = 0");
    assert_eq!(text("q2"), "m2·q1_tt + m2·q2_tt + k2·q2 + b·q2_t + EI·q3'''(0) = 0");
    let latex = derived.latex(derived.equation("q5").unwrap());
    assert_eq!(latex, "J_{3}\\,\\ddot{q_{5}} + \\mathrm{EI}\\,q_{3}''(l) = 0");
}

#[test]
fn the_trace_tells_all_eleven_steps() {
    let derived = derivation(&model(EXAMPLE_1));
    let trace = derived.trace();
    for step in 1..=11 {
        assert!(trace.iter().any(|line| line.starts_with(&format!("{step}. "))), "step {step}");
    }
    assert!(trace.iter().any(|line| line == "   beam: V = (EI·(q3'')²/2) Δx"), "{trace:#?}");
    assert!(trace.iter().any(|line| line == "   beam, end a: displacement = q2"));
    // The generalised forces of the example, one line each.
    let forces: Vec<&String> = trace.iter().filter(|line| line.starts_with("   Ξ(")).collect();
    let expected = [
        "   Ξ(q3): f(x, t) Δx   [beam: load]",
        "   Ξ(q1): ∫[0, l] f(x, t) dx   [beam: load]",
        "   Ξ(q2): −b·q2_t   [damper 1: damping]",
        "   Ξ(q2): −EI·q3'''(0)   [beam: load on the displacement of end a]",
        "   Ξ(q4): EI·q3'''(l)   [beam: load on the displacement of end b]",
        "   Ξ(q5): −EI·q3''(l)   [beam: load on the slope of end b]",
    ];
    assert_eq!(forces, expected, "{trace:#?}");
    assert!(
        trace.iter().any(|line| line.starts_with("   q3: ") && line.ends_with("[beam: inertia]")),
        "{trace:#?}"
    );
}

/// A member of a kind, alone, with both ends free.
fn free_member(kind: &str, fields: &str, coefficients: &[(&str, &str)], position: &str) -> String {
    let coefficients: String =
        coefficients.iter().map(|(key, value)| format!("{key} = \"{value}\"\n")).collect();
    format!(
        "[system]\ncoordinates = []\n[params]\nl = 1.0\nP = 1.0\nEI = 1.0\nEA = 1.0\nGA = 1.0\nGJ = 1.0\n\
         rhoA = 1.0\nrhoI = 1.0\nrhoJ = 1.0\nkf = 1.0\nGp = 1.0\nOm = 1.0\nr = 1.0\nc = 1.0\neta = 1.0\n\
         [[continuum]]\nname = \"m\"\nkind = \"{kind}\"\nlength = \"l\"\nfields = [{fields}]\n{coefficients}position = [{position}]\n"
    )
}

/// The field equations and the loads at the first and second end, as the table of the paper has them.
struct Row<'a> {
    text: String,
    added: &'a [(&'a str, &'a str)],
    fields: &'a [(&'a str, &'a str)],
    ends: &'a [(&'a str, &'a str)],
}

fn assert_row(row: &Row<'_>) {
    let mut model = model(&row.text);
    for (key, value) in row.added {
        add_coefficient(&mut model, 0, key, value);
    }
    let mut derived = derivation(&model);
    for (name, expected) in row.fields.iter().chain(row.ends) {
        assert_equation(&mut derived, name, expected);
    }
    for (name, check) in derived.verification().checks() {
        assert_eq!(*check, Check::Passed, "{name} of {:?}", row.fields);
    }
}

#[test]
fn every_row_of_the_table_of_surrogate_elements() {
    assert_row(&Row {
        text: free_member("string", "\"w\"", &[("tension", "P"), ("rhoA", "rhoA")], "\"w\""),
        added: &[],
        fields: &[("w", "rhoA*w_tt - P*w_xx")],
        ends: &[("displacement of m, end a", "P*w_x(0)"), ("displacement of m, end b", "-P*w_x(l)")],
    });
    assert_row(&Row {
        text: free_member("rod", "\"u\"", &[("EA", "EA"), ("rhoA", "rhoA")], "\"u\""),
        added: &[("kelvin_voigt", "eta"), ("viscous", "c")],
        fields: &[("u", "rhoA*u_tt + c*u_t - EA*(u_xx + eta*u_txx)")],
        ends: &[
            ("displacement of m, end a", "EA*(u_x(0) + eta*u_tx(0))"),
            ("displacement of m, end b", "-EA*(u_x(l) + eta*u_tx(l))"),
        ],
    });
    assert_row(&Row {
        text: free_member("shaft", "\"phi\"", &[("GJ", "GJ"), ("rhoJ", "rhoJ")], "\"phi\""),
        added: &[],
        fields: &[("phi", "rhoJ*phi_tt - GJ*phi_xx")],
        ends: &[("rotation of m, end a", "GJ*phi_x(0)"), ("rotation of m, end b", "-GJ*phi_x(l)")],
    });
    assert_row(&Row {
        text: free_member("bernoulli-euler", "\"w\"", &[("EI", "EI"), ("rhoA", "rhoA")], "\"w\""),
        added: &[("kelvin_voigt", "eta")],
        fields: &[("w", "rhoA*w_tt + EI*(w_xxxx + eta*w_txxxx)")],
        ends: &[
            ("displacement of m, end a", "-EI*(w_xxx(0) + eta*w_txxx(0))"),
            ("slope of m, end a", "EI*(w_xx(0) + eta*w_txx(0))"),
            ("displacement of m, end b", "EI*(w_xxx(l) + eta*w_txxx(l))"),
            ("slope of m, end b", "-EI*(w_xx(l) + eta*w_txx(l))"),
        ],
    });
    assert_row(&Row {
        text: free_member("rayleigh", "\"w\"", &[("EI", "EI"), ("rhoA", "rhoA"), ("rhoI", "rhoI")], "\"w\""),
        added: &[],
        fields: &[("w", "rhoA*w_tt - rhoI*w_ttxx + EI*w_xxxx")],
        ends: &[
            ("displacement of m, end a", "-EI*w_xxx(0) + rhoI*w_ttx(0)"),
            ("displacement of m, end b", "EI*w_xxx(l) - rhoI*w_ttx(l)"),
            ("slope of m, end b", "-EI*w_xx(l)"),
        ],
    });
}

#[test]
fn rows_with_two_fields_and_with_preload() {
    assert_row(&Row {
        text: free_member(
            "timoshenko",
            "\"w\", \"phi\"",
            &[("EI", "EI"), ("GA", "GA"), ("rhoA", "rhoA"), ("rhoI", "rhoI")],
            "\"w\"",
        ),
        added: &[],
        fields: &[
            ("w", "rhoA*w_tt - GA*(w_xx - phi_x)"),
            ("phi", "rhoI*phi_tt - EI*phi_xx - GA*(w_x - phi)"),
        ],
        ends: &[
            ("displacement of m, end a", "GA*(w_x(0) - phi(0))"),
            ("rotation of m, end a", "EI*phi_x(0)"),
            ("displacement of m, end b", "-GA*(w_x(l) - phi(l))"),
            ("rotation of m, end b", "-EI*phi_x(l)"),
        ],
    });
    assert_row(&Row {
        text: free_member(
            "bernoulli-euler",
            "\"w\"",
            &[("EI", "EI"), ("rhoA", "rhoA"), ("tension", "P")],
            "\"w\"",
        ),
        added: &[("foundation", "kf"), ("shear_foundation", "Gp")],
        fields: &[("w", "rhoA*w_tt + EI*w_xxxx - (P + Gp)*w_xx + kf*w")],
        ends: &[
            ("displacement of m, end a", "-EI*w_xxx(0) + (P + Gp)*w_x(0)"),
            ("displacement of m, end b", "EI*w_xxx(l) - (P + Gp)*w_x(l)"),
        ],
    });
    assert_row(&Row {
        text: free_member(
            "frame",
            "\"u\", \"w\"",
            &[("EA", "EA"), ("EI", "EI"), ("rhoA", "rhoA")],
            "\"u\", \"w\"",
        ),
        added: &[],
        fields: &[("u", "rhoA*u_tt - EA*u_xx"), ("w", "rhoA*w_tt + EI*w_xxxx")],
        ends: &[("axial of m, end b", "-EA*u_x(l)"), ("slope of m, end b", "-EI*w_xx(l)")],
    });
    assert_row(&Row {
        text: free_member(
            "von-karman",
            "\"u\", \"w\"",
            &[("EA", "EA"), ("EI", "EI"), ("rhoA", "rhoA")],
            "\"u\", \"w\"",
        ),
        added: &[],
        fields: &[
            ("u", "rhoA*u_tt - EA*(u_xx + w_x*w_xx)"),
            ("w", "rhoA*w_tt + EI*w_xxxx - EA*(u_xx + w_x*w_xx)*w_x - EA*(u_x + w_x^2/2)*w_xx"),
        ],
        ends: &[
            ("axial of m, end a", "EA*(u_x(0) + w_x(0)^2/2)"),
            ("displacement of m, end b", "EI*w_xxx(l) - EA*(u_x(l) + w_x(l)^2/2)*w_x(l)"),
        ],
    });
}

#[test]
fn a_member_that_rotates_at_a_constant_speed() {
    assert_row(&Row {
        text: free_member(
            "frame",
            "\"u\", \"w\"",
            &[("EA", "EA"), ("EI", "EI"), ("rhoA", "rhoA")],
            "\"(r + x + u)*cos(Om*t) - w*sin(Om*t)\", \"(r + x + u)*sin(Om*t) + w*cos(Om*t)\"",
        ),
        added: &[],
        fields: &[
            ("u", "rhoA*(u_tt - 2*Om*w_t - Om^2*(r + x + u)) - EA*u_xx"),
            ("w", "rhoA*(w_tt + 2*Om*u_t - Om^2*w) + EI*w_xxxx"),
        ],
        ends: &[],
    });
}

#[test]
fn coefficients_that_vary_along_the_member() {
    assert_row(&Row {
        text: free_member(
            "bernoulli-euler",
            "\"w\"",
            &[("EI", "EI(x)"), ("rhoA", "rhoA*(1 - x/l)")],
            "\"w\"",
        ),
        added: &[],
        fields: &[],
        ends: &[],
    });
    let text = free_member("rod", "\"u\"", &[("EA", "EA*(1 + x^2)"), ("rhoA", "rhoA")], "\"u\"");
    let fields: &[(&str, &str)] = &[("u", "rhoA*u_tt - EA*(1 + x^2)*u_xx - 2*EA*x*u_x")];
    let ends = &[("displacement of m, end b", "-EA*(1 + l^2)*u_x(l)")];
    assert_row(&Row { text, added: &[], fields, ends });
}

/// Two masses joined by a member; the field from ground, or from the first mass [Singer1994, Appendix B].
fn appendix_b(kind: &str, coefficient: &str, is_relative: bool) -> String {
    let (names, position, left, right, field) = if is_relative {
        (["q1", "q3"], "q1 + q2", "0", "q3 - q1", "q2")
    } else {
        (["r1", "r3"], "r2", "r1", "r3", "r2")
    };
    let [first, third] = names;
    let slope = if kind == "rod" { "" } else { ", slope = \"0\"" };
    format!(
        "[system]\ncoordinates = [\"{first}\", \"{third}\"]\n[params]\nm1 = 1.0\nm3 = 1.0\nl = 1.0\n\
         {coefficient} = 1.0\nrhoA = 1.0\n[[continuum]]\nname = \"m\"\nkind = \"{kind}\"\nlength = \"l\"\n\
         fields = [\"{field}\"]\n{coefficient} = \"{coefficient}\"\nrhoA = \"rhoA\"\nposition = [\"{position}\"]\n\
         ends = {{ a = {{ displacement = \"{left}\"{slope} }}, b = {{ displacement = \"{right}\"{slope} }} }}\n\
         [[mass]]\nmass = \"m1\"\nposition = [\"{first}\"]\n[[mass]]\nmass = \"m3\"\nposition = [\"{third}\"]\n"
    )
}

#[test]
fn appendix_b_in_both_coordinate_choices() {
    for (kind, coefficient, load) in [("bernoulli-euler", "EI", "EI*FIELD_xxx"), ("rod", "EA", "-EA*FIELD_x")]
    {
        let mut ground = derivation(&model(&appendix_b(kind, coefficient, false)));
        let at = |field: &str, end: &str| format!("{}({end})", load.replace("FIELD", field));
        assert_equation(&mut ground, "r1", &format!("m1*r1_tt + {}", at("r2", "0")));
        assert_equation(&mut ground, "r3", &format!("m3*r3_tt - ({})", at("r2", "l")));
        assert!(ground.verification().holds());

        let mut relative = derivation(&model(&appendix_b(kind, coefficient, true)));
        let first = format!("m1*q1_tt + integral(rhoA*(q1_tt + q2_tt)) + {}", at("q2", "l"));
        assert_equation(&mut relative, "q1", &first);
        assert_equation(&mut relative, "q3", &format!("m3*q3_tt - ({})", at("q2", "l")));
        for (name, check) in relative.verification().checks() {
            assert_eq!(*check, Check::Passed, "{name}");
        }
        // On shell the relative choice gives the equation of the other: the spatial derivatives of both fields
        // are the same.
        let equation = relative.equation("q1").unwrap().clone();
        let reduced = relative.on_shell(&equation).unwrap();
        let expected = relative.read(&format!("m1*q1_tt + {}", at("q2", "0"))).unwrap();
        assert!(relative.equal(reduced, expected));
    }
}

#[test]
fn a_hub_carries_an_arm_through_its_inertia_or_through_its_loads() {
    let arm = |position: &str, ends: &str| {
        format!(
            "[system]\ncoordinates = [\"th\"]\n[params]\nJ = 1.0\nr = 0.1\nl = 1.0\nEI = 1.0\nrhoA = 1.0\n\
             [[continuum]]\nname = \"arm\"\nkind = \"bernoulli-euler\"\nlength = \"l\"\nfields = [\"w\"]\nEI = \"EI\"\n\
             rhoA = \"rhoA\"\nposition = {position}\nends = {{ a = {ends} }}\n\
             [[mass]]\nmass = \"0\"\ninertia = \"J\"\nposition = [\"0\"]\nangle = \"th\"\n[[force]]\nname = \"tau\"\nat = \"th\"\n"
        )
    };
    let held = "{ displacement = \"0\", slope = \"0\" }";
    let turning = "[\"(r + x)*cos(th) - w*sin(th)\", \"(r + x)*sin(th) + w*cos(th)\"]";
    let mut relative = derivation(&model(&arm(turning, held)));
    // The pull N = θ̇² ν, ν = ρA (l − x)(l + x + 2r)/2 with ν' = − ρA (r + x), stiffens the arm.
    assert_equation(
        &mut relative,
        "w",
        "rhoA*(w_tt + (r + x)*th_tt - w*th_t^2) + EI*w_xxxx \
         - th_t^2*rhoA*((l - x)*(l + x + 2*r)/2*w_xx - (r + x)*w_x)",
    );
    assert_equation(
        &mut relative,
        "th",
        "J*th_tt + rhoA*integral((r + x)*w_tt + ((r + x)^2 + w^2)*th_tt + 2*w*w_t*th_t) - tau(t) \
         - rhoA*integral((l - x)*(l + x + 2*r)/2*(th_tt*w_x^2 + 2*th_t*w_x*w_tx))",
    );
    let carried = "{ displacement = \"r*th\", slope = \"th\" }";
    let mut absolute = derivation(&model(&arm("[\"w\"]", carried)));
    assert_equation(&mut absolute, "th", "J*th_tt + r*EI*w_xxx(0) - EI*w_xx(0) - tau(t)");
    for derived in [&relative, &absolute] {
        for (name, check) in derived.verification().checks() {
            assert_eq!(*check, Check::Passed, "{name}");
        }
    }
}

#[test]
fn what_an_end_does_not_carry_is_refused_with_a_reason() {
    let refused = |kind: &str, fields: &str, coefficients: &[(&str, &str)], quantity: &str| {
        let text = free_member(kind, fields, coefficients, "\"w\"");
        let mut model = model(&text);
        let zero = lissom_model::model::Law {
            text: "0".to_owned(),
            expr: model.expressions.zero(),
            span: lissom_model::Span::default(),
        };
        model.system.as_mut().unwrap().continua[0].ends[0].push((quantity.to_owned(), zero));
        derive(model.system.as_ref().unwrap(), &model.expressions).err().unwrap()
    };
    let string = refused("string", "\"w\"", &[("tension", "P"), ("rhoA", "rhoA")], "slope");
    assert!(string.to_string().contains("cannot prescribe `slope`"), "{string}");
    let coefficients = [("EI", "EI"), ("GA", "GA"), ("rhoA", "rhoA"), ("rhoI", "rhoI")];
    let beam = refused("timoshenko", "\"w\", \"phi\"", &coefficients, "slope");
    assert!(
        matches!(beam, DeriveError::EndQuantity { ref allowed, .. } if *allowed == ["displacement", "rotation"])
    );
}

/// A planar arm: each link is carried by the bent tip of the one before it.
fn arm(links: usize) -> String {
    let (mut coordinates, mut parts) = (Vec::new(), String::new());
    let (mut x, mut y, mut angle) = ("0".to_owned(), "0".to_owned(), String::new());
    for k in 1..=links {
        coordinates.push(format!("\"th{k}\", \"q{k}\", \"s{k}\""));
        angle = if k == 1 { "th1".to_owned() } else { format!("{angle} + s{} + th{k}", k - 1) };
        let place = |along: &str, across: &str| {
            [
                format!("{x} + {along}*cos({angle}) - {across}*sin({angle})"),
                format!("{y} + {along}*sin({angle}) + {across}*cos({angle})"),
            ]
        };
        let ([px, py], [tx, ty]) = (place("x", &format!("w{k}")), place("l", &format!("q{k}")));
        parts += &format!(
            "[[continuum]]\nname = \"link{k}\"\nkind = \"bernoulli-euler\"\nlength = \"l\"\nfields = [\"w{k}\"]\nEI = \"EI\"\n\
             rhoA = \"rhoA\"\nposition = [\"{px}\", \"{py}\"]\nends = {{ a = {{ displacement = \"0\", slope = \"0\" }}, \
             b = {{ displacement = \"q{k}\", slope = \"s{k}\" }} }}\n[[mass]]\nmass = \"m\"\nposition = [\"{tx}\", \"{ty}\"]\n"
        );
        (x, y) = (tx, ty);
    }
    format!(
        "[system]\ncoordinates = [{}]\n[params]\nl = 1.0\nEI = 1.0\nrhoA = 1.0\nm = 1.0\n{parts}",
        coordinates.join(", ")
    )
}

#[test]
fn an_arm_of_five_links_is_derived_and_verified() {
    let derived = derivation(&model(&arm(5)));
    assert_eq!(derived.equations().len(), 5 + 15 + 20);
    for (name, check) in derived.verification().checks() {
        assert_eq!(*check, Check::Passed, "{name}");
    }
}

/// A hundred and twenty sines inside each other: their derivatives share parts, and written out they would fill a library.
#[test]
fn equations_too_large_to_write_are_refused() {
    let nested = (0..120).fold("x".to_owned(), |inner, _| format!("sin({inner})"));
    let text = format!(
        "[system]\ncoordinates = []\n[[continuum]]\nname = \"beam\"\nkind = \"bernoulli-euler\"\nlength = \"1\"\n\
         fields = [\"w\"]\nEI = \"2 + {nested}\"\nrhoA = \"1\"\nposition = [\"w\"]\n"
    );
    let derived = derivation(&model(&text));
    let error = derived.check_writable().unwrap_err().to_string();
    assert!(error.contains("`w`") && error.contains("nest fewer functions"), "{error}");
    let plain = text.replace(&nested, "sin(sin(x))");
    assert!(derivation(&model(&plain)).check_writable().is_ok());
}
