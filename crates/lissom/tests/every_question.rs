//! Every question is asked of every kind of model, full and reduced: it answers, or says why not with a reason of the list.
#![allow(clippy::unwrap_used)]

use lissom::{At, Failure, FileError, Files, Machine, Overrides, Quiet, Session, Style};
use lissom_bond::BondError;

/// Files in memory: the model, and two masses in space as matrices.
struct Shelf(String);

const STIFFNESS: &str = "%%MatrixMarket matrix coordinate real symmetric\n6 6 9\n1 1 310\n2 2 320\n3 3 330\n4 1 -100\n5 2 -100\n6 3 -100\n4 4 110\n5 5 120\n6 6 130\n";
const MASS: &str =
    "%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n6 6 1\n";
const ROWS: &str = "1.1\n1.2\n1.3\n2.1\n2.2\n2.3\n";

impl Files for Shelf {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match path {
            "model.toml" => Ok(self.0.clone().into_bytes()),
            "k.mtx" => Ok(STIFFNESS.into()),
            "m.mtx" => Ok(MASS.into()),
            "rows.dof" => Ok(ROWS.into()),
            other => Err(FileError { path: other.to_owned(), reason: "not there".to_owned() }),
        }
    }
}

const FRAME: &str = "[section.s]\nEA = 1e4\nEI = 1.0\nrhoA = 1.0\n[node]\nA = [0, 0]\nB = [1, 0]\n[[beam]]\nnodes = ['A', 'B']\n\
                     section = 's'\nelements = 4\n[[fix]]\nnodes = ['A']\n[[force]]\nname = 'F'\nnode = 'B'\ndirection = 'y'\n\
                     [[output]]\nname = 'y'\nnode = 'B'\ndirection = 'y'\n";
const SPACE: &str = "[section.s]\nEA = 1e4\nEIy = 1.0\nEIz = 2.0\nGJ = 1.0\nrhoA = 1.0\nrhoJ = 0.01\n[node]\nA = [0, 0, 0]\nB = [1, 0, 0]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 4\n[[fix]]\nnodes = ['A']\n[[force]]\nname = 'F'\nnode = 'B'\ndirection = 'y'\n[[output]]\nname = 'y'\nnode = 'B'\ndirection = 'y'\n";
const PART: &str = "[[fe_part]]\nname = 'p'\nformat = 'matrix-market'\nstiffness = 'k.mtx'\nmass = 'm.mtx'\ndof = 'rows.dof'\n[[interface]]\npart = 'p'\nname = 'tip'\nrows = [4, 5, 6]\n[[force]]\nname = 'F'\nattach = 'p.tip'\ndirection = 'x'\n[[output]]\nname = 'y'\nattach = 'p.tip'\ndirection = 'x'\n";
const BODY: &str = "[[modal_body]]\nname = 'b'\nports = ['p']\nmodes = [[1.5, 1.0], [3.0, -1.0]]\nrigid_mass = 1.0\nretain = 1\nresidual = 'from-remaining-modes'\n[[force]]\nname = 'F'\nattach = 'b.p'\nvalue = 'sin(t)'\n[[output]]\nname = 'y'\nexpression = 'position(b.p)'\n";
const GRAPH: &str = "[bond_graph]\nbonds = ['F:Se -> j:1', 'j:1 -> m:I', 'j:1 -> k:C', 'j:1 -> d:R']\n[bond_graph.value]\nF = 'sin(t)'\nm = 1.0\nk = 0.25\nd = 0.1\n[[output]]\nname = 'y'\nflow = 'm'\n";
const CONTINUUM: &str = "[system]\ncoordinates = []\n[[continuum]]\nname = 'rod'\nkind = 'bernoulli-euler'\nlength = 1.0\nfields = ['w']\nEI = 1.0\nrhoA = 1.0\nposition = ['w']\nload = ['f(x, t)']\nends = { a = { displacement = '0', slope = '0' } }\n";

const JOINED: &str = "[[join]]\nplaces = ['B', 'p.tip']\ndirections = ['x', 'y', 'z']\n";

const STRUCTURE: &str = "[analysis.simulate]\nend = 0.01\npoints = 3\nbreaks = [0.004]\n[analysis.frf]\ninputs = ['F']\noutputs = ['y']\nrange = [0.1, 1]\npoints = 3\n[state.s]\nkind = 'static'\nforces = { F = 0.01 }\n";
const BONDED: &str = "[analysis.simulate]\nend = 0.01\npoints = 3\n[analysis.frf]\ninputs = ['F']\noutputs = ['y']\nrange = [0.1, 1]\npoints = 3\n";
const STROKE: &str = "[analysis.states]\ndrive = 'y'\nrange = [-0.01, 0.01]\npoints = 3\n[reduce.svd]\nmethod = 'svd-modal'\nstates = 3\n\
                      modes_per_state = 2\nkeep = 2\n";

/// Every method that reduces linear structures, each under its name; `turns` has a basis for each interval between breaks.
const REDUCTIONS: &[(&str, &str)] = &[
    ("modal", "method = 'modal'\nmodes = 2"),
    ("krylov", "method = 'krylov'\ninputs = ['F']\norder = 2"),
    ("turns", "method = 'krylov'\ninputs = ['F']\norder = 2\ncarry = 2"),
    ("guyan", "method = 'guyan'\ninterfaces = ['PLACE']"),
    ("craig-bampton", "method = 'craig-bampton'\ninterfaces = ['PLACE']\nmodes = 2"),
    ("rubin", "method = 'rubin'\ninterfaces = ['PLACE']\nmodes = 2"),
    ("macneal", "method = 'macneal'\ninterfaces = ['PLACE']\nmodes = 2"),
    ("balanced", "method = 'balanced'\ninputs = ['F']\noutputs = ['y']\nmodes = 4\nkeep = 2"),
];

/// Models besides the linear reductions: the full one, that of large motion, and modal bodies with and without residual.
const OTHERS: &[&str] = &["full", "svd", "residual", "no-residual"];

/// The reductions of a model with one interface.
fn reductions(place: &str) -> String {
    let section =
        |(name, keys): &(&str, &str)| format!("[reduce.{name}]\n{}\n", keys.replace("PLACE", place));
    REDUCTIONS.iter().map(section).collect()
}

fn open(name: &str, dimension: usize, parts: &[&str]) -> Session {
    let text = format!("lissom = 1\n[model]\nname = '{name}'\ndim = {dimension}\n{}", parts.concat());
    let session = Session::open(Shelf(text), "model.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{name}: {}", session.render_diagnostics(Style::Plain));
    session
}

fn simulate(session: &Session, model: &str) -> Result<(), Failure> {
    let found = session.simulate(model, &session.simulate_settings()?, &Quiet)?.value;
    assert!(!found.trajectory.outputs.is_empty(), "{model}");
    Ok(())
}

fn respond(session: &Session, model: &str, at: Option<At>) -> Result<(), Failure> {
    let mut settings = session.response_settings()?;
    settings.at = at;
    if settings.range == [0.0; 2] {
        (settings.range, settings.points) = ([0.1, 1.0], 3);
    }
    let answer = session.frequency_response(model, &settings, &Quiet)?.value;
    let finite =
        answer.pairs.iter().flat_map(|pair| &pair.values).all(|z| z.re.is_finite() && z.im.is_finite());
    assert!(finite && !answer.pairs.is_empty());
    Ok(())
}

/// A question that is asked of a model as a whole.
type Question = (&'static str, fn(&Session) -> Result<(), Failure>);

const QUESTIONS: &[Question] = &[
    ("check", |s| s.structure().map(drop)),
    ("modes", |s| s.modes(&s.modes_request()?, &Quiet).map(drop)),
    ("modes --at rest", |s| s.poles_at(&At::Rest, &Quiet).map(drop)),
    ("modes --at s", |s| s.modes_at("s", &s.modes_request()?, &Quiet).map(drop)),
    ("modes --exact", |s| s.exact_modes(2).map(drop)),
    ("poles", |s| s.oscillations(s.modes_request()?.range).map(drop)),
    ("states along the stroke", |s| s.states(None, &Quiet).map(drop)),
    ("operating states", |s| s.operating_states(&Quiet).map(drop)),
    ("frf full --at rest", |s| respond(s, "full", Some(At::Rest))),
    ("frf full --at s", |s| respond(s, "full", Some(At::State("s".to_owned())))),
    ("frf svd --at rest", |s| respond(s, "svd", Some(At::Rest))),
    ("frf guyan --at s", |s| respond(s, "guyan", Some(At::State("s".to_owned())))),
    ("campbell", |s| s.campbell(&s.campbell_settings()?, &Quiet).map(drop)),
    ("cycle", |s| s.cycle(&s.cycle_settings()?, &Quiet).map(drop)),
    ("bond", |s| s.bond().map(drop)),
    ("derive", |s| s.derive(false).map(drop)),
];

/// A question that is asked of each model of the file by its name.
type OfModel = (&'static str, fn(&Session, &str) -> Result<(), Failure>);

const OF_MODELS: &[OfModel] = &[
    ("reduce", |s, model| s.reduce(model, &Quiet).map(drop)),
    ("reduce structure", |s, model| s.reduce_structure(model, None, &Quiet).map(drop)),
    ("simulate", simulate),
    ("frf", |s, model| respond(s, model, None)),
    ("compare", |s, model| s.compare_with_reduced(model, &s.modes_request()?, &Quiet).map(drop)),
];

/// Reasons that may stand instead of an answer: the question does not fit the model, or the model lacks what it needs.
fn is_reason(failure: &Failure) -> bool {
    match failure {
        Failure::Bond(error) => matches!(**error, BondError::NothingToConnect { .. }),
        failure => matches!(
            failure,
            Failure::Refused(_)
                | Failure::MissingSection { .. }
                | Failure::UnknownName { .. }
                | Failure::NoPolesAt { .. }
        ),
    }
}

/// Asks all questions of all models; gives the names of those that are answered.
fn answered(session: &Session) -> Vec<String> {
    let name = &session.model().unwrap().name;
    let mut all = Vec::new();
    let mut note = |question: String, answer: Result<(), Failure>| match answer {
        Ok(()) => all.push(question),
        Err(failure) => {
            assert!(is_reason(&failure), "{name}, {question}: {failure:?}");
            assert!(!failure.to_string().is_empty(), "{name}, {question}");
        }
    };
    for (question, ask) in QUESTIONS {
        note((*question).to_owned(), ask(session));
    }
    let models = || OTHERS.iter().copied().chain(REDUCTIONS.iter().map(|(name, _)| *name));
    for (question, ask) in OF_MODELS {
        for model in models() {
            note(format!("{question} {model}"), ask(session, model));
        }
    }
    all
}

/// Questions as a whole, then those of the full model and of every reduction of a structure, in the order they are asked.
fn of_structures(whole: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = whole.iter().map(|question| (*question).to_owned()).collect();
    for verb in ["reduce structure", "simulate", "frf", "compare"] {
        if matches!(verb, "simulate" | "frf") {
            all.push(format!("{verb} full"));
        }
        all.extend(REDUCTIONS.iter().map(|(name, _)| format!("{verb} {name}")));
    }
    all
}

/// What a frame answers that is also a mechanism: all but what is left out, of all its reductions.
fn of_mechanisms(left_out: &[&str]) -> Vec<String> {
    let whole: Vec<&str> =
        QUESTIONS.iter().map(|(name, _)| *name).filter(|name| !left_out.contains(name)).collect();
    let mut expected = of_structures(&whole);
    let motion = ["reduce svd", "reduce modal", "simulate svd", "frf svd", "compare svd"];
    expected.extend(motion.map(str::to_owned));
    expected.sort();
    expected
}

#[test]
fn a_planar_frame_answers_as_a_structure_and_as_a_mechanism() {
    let session = open("plane", 2, &[FRAME, STRUCTURE, STROKE, &reductions("B")]);
    assert_eq!(session.machine().unwrap(), Machine::PlanarFrame);
    let mut found = answered(&session);
    found.sort();
    assert_eq!(found, of_mechanisms(&["poles", "campbell", "cycle", "bond", "derive"]));
}

#[test]
fn a_spatial_frame_answers_as_a_structure_and_as_a_mechanism() {
    let session = open("space", 3, &[SPACE, STRUCTURE, STROKE, &reductions("B")]);
    assert_eq!(session.machine().unwrap(), Machine::SpatialFrame);
    let mut found = answered(&session);
    found.sort();
    let left_out = ["modes --exact", "poles", "campbell", "cycle", "bond", "derive"];
    assert_eq!(found, of_mechanisms(&left_out));
}

/// A file that asks for small motions in time gets them, in both dimensions; `modal` then reduces the structure.
#[test]
fn a_frame_in_small_motion_moves_as_a_structure() {
    let linear = STRUCTURE.replace("points = 3\nbreaks", "points = 3\nmotion = 'linear'\nbreaks");
    for (name, dimension, frame) in [("plane", 2, FRAME), ("space", 3, SPACE)] {
        let session = open(name, dimension, &[frame, &linear, &reductions("B")]);
        let found = answered(&session);
        for question in ["simulate full", "simulate modal", "reduce structure modal", "simulate turns"] {
            assert!(found.iter().any(|own| own == question), "{name}: {question} of {found:?}");
        }
    }
}

#[test]
fn imported_parts_answer_as_structures_alone_and_joined() {
    let alone = open("part", 3, &[PART, STRUCTURE, &reductions("tip")]);
    let part = PART.replace("rows = [4, 5, 6]", "rows = [4, 5, 6]\nat = [1, 0, 0]");
    let part = part.split("[[force]]").next().unwrap();
    let joined = open("joined", 3, &[SPACE, part, JOINED, STRUCTURE, &reductions("B")]);
    for session in [alone, joined] {
        assert_eq!(session.machine().unwrap(), Machine::Parts);
        let whole = ["check", "modes", "operating states"];
        assert_eq!(answered(&session), of_structures(&whole));
    }
}

#[test]
fn modal_bodies_and_bond_graphs_answer_by_their_state_equations() {
    let whole = ["poles", "bond"];
    let body = open("body", 1, &[BODY, BONDED]);
    assert_eq!(body.machine().unwrap(), Machine::ModalBodies);
    let variants = ["full", "residual", "no-residual"];
    let of_variants = ["simulate", "frf"].map(|verb| variants.map(|model| format!("{verb} {model}")));
    let expected: Vec<String> =
        whole.map(str::to_owned).into_iter().chain(of_variants.into_iter().flatten()).collect();
    assert_eq!(answered(&body), expected);
    let graph = open("graph", 1, &[GRAPH, BONDED]);
    assert_eq!(graph.machine().unwrap(), Machine::BondGraph);
    assert_eq!(answered(&graph), expected);
}

#[test]
fn a_continuum_answers_exactly() {
    let session = open("continuum", 1, &[CONTINUUM]);
    assert_eq!(session.machine().unwrap(), Machine::Continuum);
    assert_eq!(answered(&session), ["modes --exact", "derive", "frf full"]);
}
