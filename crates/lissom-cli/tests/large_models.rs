//! Models of many members: a check takes little more than reading them, and work that would take hours is refused.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom_in, stderr};
use std::fmt::Write;
use std::time::{Duration, Instant};

const HEAD: &str = "lissom = 1\n[model]\nname = 'g'\n[section.s]\nEI = 1\nEA = 100\nrhoA = 1\n[node]\n";

fn bar(text: &mut String, name: &str, nodes: [&str; 2], rigid: bool) {
    let flexible = if rigid { "flexible = []\n" } else { "" };
    let [a, b] = nodes;
    let _ = writeln!(text, "[[beam]]\nname = '{name}'\nnodes = ['{a}', '{b}']\nsection = 's'\n{flexible}");
}

fn hinge(text: &mut String, at: &str, between: [&str; 2]) {
    let [a, b] = between;
    let _ = writeln!(text, "[[hinge]]\nat = '{at}'\nbetween = ['{a}', '{b}']");
}

/// Bars one behind the other in a zigzag, hinged, the first to ground.
fn chain(bars: usize, rigid: bool) -> String {
    let mut text = HEAD.to_owned();
    for i in 0..=bars {
        let _ = writeln!(text, "n{i} = [{i}, {}]", i % 2);
    }
    for i in 0..bars {
        bar(&mut text, &format!("b{i}"), [&format!("n{i}"), &format!("n{}", i + 1)], rigid);
        let before = if i == 0 { "ground".to_owned() } else { format!("b{}", i - 1) };
        hinge(&mut text, &format!("n{i}"), [&before, &format!("b{i}")]);
    }
    text
}

/// A ladder of parallelograms of rigid bars, standing on two hinges.
fn ladder(steps: usize) -> String {
    let mut text = HEAD.to_owned();
    for i in 0..=steps {
        let _ = writeln!(text, "a{i} = [0, {i}]\nc{i} = [1, {i}]");
    }
    for i in 0..steps {
        let [a, c, next] = [format!("a{i}"), format!("c{i}"), format!("a{}", i + 1)];
        let [left, right, rung] = [format!("l{i}"), format!("r{i}"), format!("s{}", i + 1)];
        bar(&mut text, &left, [&a, &next], true);
        bar(&mut text, &right, [&c, &format!("c{}", i + 1)], true);
        bar(&mut text, &rung, [&next, &format!("c{}", i + 1)], true);
        let below = if i == 0 { "ground".to_owned() } else { format!("s{i}") };
        for (at, above, post) in [(&a, &next, &left), (&c, &format!("c{}", i + 1), &right)] {
            hinge(&mut text, at, [&below, post]);
            hinge(&mut text, above, [&rung, post]);
        }
    }
    text
}

/// Degrees of freedom and redundant constraints that `check` finds, and how long it took.
fn check(name: &str, model: &str) -> (u64, usize, Duration) {
    let folder = Folder::new(&format!("large-{name}"));
    folder.write("m.toml", model);
    let start = Instant::now();
    let output = lissom_in(&folder.0, &["check", "m.toml", "--json"]);
    let time = start.elapsed();
    assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
    let answer = json(&output);
    (answer["dof"].as_u64().unwrap(), answer["constraints"]["redundant"].as_array().unwrap().len(), time)
}

/// A chain of n rigid bars on a hinge has n angles. Expressing every coordinate by all bars before it took minutes and
/// gigabytes for ten thousand.
#[test]
fn chains_of_rigid_bars_are_counted_bar_by_bar() {
    // Below and above the number from which the coordinates are counted without the matrices.
    for bars in [50, 150, 250, 1000, 10_000] {
        let (dof, redundant, time) = check(&format!("chain-{bars}"), &chain(bars, true));
        assert_eq!((dof, redundant), (bars as u64, 0), "{bars} bars");
        assert!(time < Duration::from_secs(20), "{bars} bars took {time:?}");
    }
}

/// A ladder of n parallelograms has n motions: each rung moves by itself along a circle, and stays parallel.
#[test]
fn ladders_of_rigid_bars_close_their_loops() {
    for steps in [20, 100, 3000] {
        let (dof, redundant, time) = check(&format!("ladder-{steps}"), &ladder(steps));
        assert_eq!((dof, redundant), (steps as u64, 0), "{steps} steps");
        assert!(time < Duration::from_secs(20), "{steps} steps took {time:?}");
    }
}

/// Members at hinges were searched for among all members.
#[test]
fn chains_of_flexible_bars_are_checked_quickly() {
    let (dof, _, time) = check("flexible", &chain(20_000, false));
    assert_eq!(dof, 4 * 20_000, "far ends, and the angles of both ends");
    assert!(time < Duration::from_secs(20), "{time:?}");
}

/// A bar held twice along its line is counted as redundant by both routes.
#[test]
fn redundant_supports_of_long_chains_are_named() {
    for bars in [50, 1000] {
        let straight = chain(bars, true).replace(", 1]", ", 0]");
        let held = format!("{straight}[[fix]]\nnodes = ['n{bars}']\ndirections = ['x']\n");
        let (dof, redundant, _) = check(&format!("held-{bars}"), &held);
        assert_eq!((dof, redundant), (bars as u64, 1), "{bars} bars");
    }
}

#[test]
fn full_matrices_of_rigid_chains_are_refused() {
    let folder = Folder::new("large-modes");
    folder.write("m.toml", &chain(10_000, true));
    let start = Instant::now();
    let output = lissom_in(&folder.0, &["modes", "m.toml"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("rigid members couple the"), "{}", stderr(&output));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// A crank that its drive turns has no freedom of its own: `simulate` answers it, and `check` called it a mistake.
#[test]
fn what_drives_alone_move_is_no_mistake() {
    let driven =
        chain(1, true) + "[[drive]]\nhinge = 'hinge 1'\nangle = '2*t'\n[analysis.simulate]\nend = 1\n";
    let named = driven.replacen("[[hinge]]\n", "[[hinge]]\nname = 'hinge 1'\n", 1);
    assert_eq!(check("driven", &named).0, 0);
}
