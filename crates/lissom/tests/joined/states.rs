//! Operating states of a cut beam are those of the whole one: motion, deformation, energies, power, section forces, reactions.

use super::pieces::*;
use crate::common::open;
use lissom::{FoundState, Quiet, Session};

fn states(session: &Session) -> Vec<(String, FoundState)> {
    let all = session.operating_states(&Quiet).unwrap().value;
    let found = |report: lissom::StateReport| {
        let found = report.found.unwrap_or_else(|reason| panic!("{}: {reason}", report.name));
        (report.name, found)
    };
    all.into_iter().map(found).collect()
}

/// Frame from P0 to P2, and the part `right` without its first third: joined at P1, loaded at the tip of the part.
fn cut_in_the_middle(more: &str) -> Session {
    let pieces = STRAIGHT.frame(0, 1)
        + &part("right")
        + &interface("right", "begin", 1, "rigid")
        + &interface("right", "tip", 3, "rigid")
        + &join("P1", "right.begin");
    let more = more
        .replace("node = 'P3'", "attach = 'right.tip'")
        .replace("nodes = ['P3', 'ground']", "attach = ['right.tip', 'ground']");
    halves(&STRAIGHT)
        .open(&format!("{}{pieces}{more}", HEADER.replace("dim = 3\n", "dim = 3\ngravity = [0, 0, -9.81]\n")))
}

fn whole(more: &str) -> Session {
    let header = HEADER.replace("dim = 3\n", "dim = 3\ngravity = [0, 0, -9.81]\n");
    // A cut beam stands by linear equations.
    let more = more.replace("kind = 'static'", "kind = 'static'\nlinear = true");
    open(&format!("{header}{}{more}", STRAIGHT.frame(0, 3)))
}

/// Of the largest number of a list.
fn alike(what: &str, own: &[f64], other: &[f64], tolerance: f64) {
    assert_eq!(own.len(), other.len(), "{what}");
    let largest = other.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for (a, b) in own.iter().zip(other) {
        assert!((a - b).abs() <= tolerance * largest, "{what}: {own:?} {other:?}");
    }
}

fn same(name: &str, own: &FoundState, other: &FoundState) {
    let of = |state: &FoundState| {
        let rates = |list: &[(lissom_model::model::Coordinate, f64)]| {
            list.iter().map(|(_, v)| *v).collect::<Vec<_>>()
        };
        let p = &state.power;
        [
            rates(&state.velocity),
            rates(&state.acceleration),
            vec![state.elastic_energy],
            state.outputs.iter().map(|(_, _, v)| *v).collect(),
            vec![p.supplied, p.dissipated],
        ]
    };
    // The pieces have as many digits as the whole: what differs is rounding, times the condition of a beam in twelve
    // elements, about 1e5.
    let words = ["velocity", "acceleration", "energy", "outputs", "power"];
    for ((a, b), what) in of(own).iter().zip(&of(other)).zip(words) {
        alike(&format!("{name}, {what}"), a, b, 1e-9);
    }
    assert_eq!(own.stationary, other.stationary);
    // Of a change it is the indicator of what goes on too fast, not rounding.
    let residual = if own.change.is_some() { (own.residual - other.residual).abs() } else { own.residual };
    assert!(residual < 1e-9 && own.gauge < 1e-8, "{name}: {} {}", own.residual, own.gauge);
}

const PORTS: &str = "[[force]]\nname = 'F'\nnode = 'P3'\ndirection = [0.2, 0.5, 1]\n[[output]]\nname = 'z'\nnode = 'P3'\ndirection = 'z'\n\
    [[output]]\nname = 'ry'\nnode = 'P3'\ndirection = 'ry'\n";

#[test]
fn free_states_are_those_of_the_whole() {
    let more = format!(
        "{PORTS}[[damper]]\nname = 'a'\nnodes = ['P3', 'ground']\ndamping = 4\n[[damper]]\nname = 'b'\nnodes = ['P0', 'ground']\ndamping = 9\n\
         [[damper]]\nname = 'c'\nnodes = ['P0', 'ground']\ndirection = [0.9, 0.5, -0.4]\ndamping = 2\n\
         [[damper]]\nname = 'd'\nnodes = ['P0', 'ground']\ndirection = 'rx'\ndamping = 3\n\
         [state.push]\nkind = 'acceleration'\nforces = {{ F = 40 }}\n[state.drift]\nkind = 'velocity'\nforces = {{ F = 40 }}\n"
    );
    let [own, other] = [states(&cut_in_the_middle(&more)), states(&whole(&more))];
    // The first third of a bar pushed at its far end, along it or across it, has a third of the force: its centre is
    // accelerated by 1 − 2 of the mean. Weight falls with it.
    let join: Vec<f64> = own[0]
        .1
        .forces
        .as_ref()
        .unwrap()
        .reactions
        .iter()
        .filter(|r| r.unit == "N")
        .map(|r| r.value)
        .collect();
    let size = join.iter().map(|f| f * f).sum::<f64>().sqrt();
    assert!((size - 40.0 / 3.0).abs() < 1e-9, "{join:?}");
    assert_eq!(own.len(), other.len());
    for ((name, a), (_, b)) in own.iter().zip(&other) {
        same(name, a, b);
        let [p, q] = [a.forces.as_ref().unwrap(), b.forces.as_ref().unwrap()];
        assert!(p.imbalance < 1e-8, "{name}: {}", p.imbalance);
        // The frame has the first beam of the whole.
        assert!(!p.members.is_empty() && p.members.len() <= q.members.len());
        for (m, n) in p.members.iter().zip(&q.members) {
            let values = |e: &lissom_mech::elements::EndForces| {
                [vec![e.axial, e.torsion], e.shear.to_vec(), e.bending.to_vec()].concat()
            };
            alike(&format!("{name}, {}", m.name), &values(&m.ends[1]), &values(&n.ends[1]), 1e-7);
        }
    }
    // How a slow change goes on after it has begun.
    let [p, q] = [&own[0].1, &other[0].1].map(|state| state.slow_load.as_ref().unwrap());
    alike("one vector", &[p.one_vector.stiffness], &[q.one_vector.stiffness], 1e-9);
    alike("its mass", &[p.one_vector.mass], &[q.one_vector.mass], 1e-9);
    alike("terms", &p.terms, &q.terms, 1e-9);
    alike("range", &[p.series_below_hz], &[q.series_below_hz], 1e-7);
}

#[test]
fn held_states_and_their_reactions_are_those_of_the_whole() {
    let more =
        format!("{PORTS}[[fix]]\nnodes = 'P0'\n[state.stands]\nkind = 'static'\nforces = {{ F = 40 }}\n");
    let [own, other] = [states(&cut_in_the_middle(&more)), states(&whole(&more))];
    same("stands", &own[0].1, &other[0].1);
    let [p, q] = [own[0].1.forces.as_ref().unwrap(), other[0].1.forces.as_ref().unwrap()];
    for reaction in &q.reactions {
        let found = p.reactions.iter().find(|r| r.name == reaction.name).unwrap();
        assert!((found.value - reaction.value).abs() < 1e-7 * 60.0, "{found:?} {reaction:?}");
    }
    // The same beam held at an interface of a part: its reactions have the part's names.
    let [left, right] = cut("rigid");
    let text = more
        .replace("node = 'P3'", "attach = 'right.tip'")
        .replace("[[fix]]\nnodes = 'P0'", "[[fix]]\ninterfaces = 'root'");
    let header = HEADER.replace("dim = 3\n", "dim = 3\ngravity = [0, 0, -9.81]\n");
    let parts =
        halves(&STRAIGHT).open(&format!("{header}{left}{right}{}{text}", join("left.end", "right.begin")));
    let held = states(&parts);
    same("stands", &held[0].1, &other[0].1);
    let found = held[0].1.forces.as_ref().unwrap();
    for (kind, motion) in ["x", "y", "z", "rx", "ry", "rz"].iter().zip(["x", "y", "z", "rx", "ry", "rz"]) {
        let own = found.reactions.iter().find(|r| r.name == format!("support of left.root, {kind}")).unwrap();
        let other = q.reactions.iter().find(|r| r.name == format!("support of P0.{motion}")).unwrap();
        assert!((own.value - other.value).abs() < 1e-7 * 60.0, "{own:?} {other:?}");
    }
}

#[test]
fn slow_changes_are_those_of_the_whole() {
    let more = "[[force]]\nname = 'F'\nnode = 'P3'\ndirection = 'y'\nvalue = '30*(1 - cos(3*t))'\n[[output]]\nname = 'y'\nnode = 'P3'\ndirection = 'y'\n\
        [state.slow]\nkind = 'change'\nend = 1\npoints = 21\n";
    let [own, other] = [states(&cut_in_the_middle(more)), states(&whole(more))];
    same("slow", &own[0].1, &other[0].1);
    let [p, q] = [&own[0].1, &other[0].1].map(|state| &state.change.as_ref().unwrap().change);
    alike("energy", &p.elastic_energy, &q.elastic_energy, 1e-8);
    assert!((p.first_frequency / q.first_frequency - 1.0).abs() < 1e-9);
}
