//! Every question is asked of every kind of model, full and reduced: it answers, or says why not with a reason of the list.
#![allow(clippy::unwrap_used)]

use lissom::{At, Failure, FileError, Files, Machine, Overrides, Quiet, Session, Style};

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

const STRUCTURE: &str = "[analysis.simulate]\nend = 0.01\npoints = 3\n[analysis.frf]\ninputs = ['F']\noutputs = ['y']\nrange = [0.1, 1]\npoints = 3\n";
const STROKE: &str = "[analysis.states]\ndrive = 'y'\nrange = [-0.01, 0.01]\npoints = 3\n[reduce.svd]\nmethod = 'svd-modal'\nstates = 3\n\
                      modes_per_state = 2\nkeep = 2\n";
const REDUCED: &str = "[reduce.modal]\nmethod = 'modal'\nmodes = 2\n[reduce.krylov]\nmethod = 'krylov'\ninputs = ['F']\norder = 2\n[state.s]\nkind = 'static'\nforces = { F = 0.01 }\n";

fn open(name: &str, dimension: usize, parts: &[&str]) -> Session {
    let text = format!("lissom = 1\n[model]\nname = '{name}'\ndim = {dimension}\n{}", parts.concat());
    let session = Session::open(Shelf(text), "model.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{name}: {}", session.render_diagnostics(Style::Plain));
    session
}

type Question = (&'static str, fn(&Session) -> Result<(), Failure>);

fn simulate(session: &Session, model: &str) -> Result<(), Failure> {
    session.simulate(model, &session.simulate_settings()?, &Quiet).map(drop)
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

const QUESTIONS: &[Question] = &[
    ("check", |s| s.structure().map(drop)),
    ("modes", |s| s.modes(&s.modes_request()?, &Quiet).map(drop)),
    ("modes --at rest", |s| s.poles_at(&At::Rest, &Quiet).map(drop)),
    ("modes --at s", |s| s.modes_at("s", &s.modes_request()?, &Quiet).map(drop)),
    ("modes --exact", |s| s.exact_modes(2).map(drop)),
    ("poles", |s| s.oscillations(s.modes_request()?.range).map(drop)),
    ("states along the stroke", |s| s.states(None, &Quiet).map(drop)),
    ("operating states", |s| s.operating_states(&Quiet).map(drop)),
    ("reduce modal", |s| s.reduce("modal", &Quiet).map(drop)),
    ("reduce modal of the structure", |s| s.reduce_structure("modal", None, &Quiet).map(drop)),
    ("reduce krylov", |s| s.reduce_structure("krylov", None, &Quiet).map(drop)),
    ("reduce svd", |s| s.reduce("svd", &Quiet).map(drop)),
    ("simulate full", |s| simulate(s, "full")),
    ("simulate modal", |s| simulate(s, "modal")),
    ("simulate krylov", |s| simulate(s, "krylov")),
    ("simulate svd", |s| simulate(s, "svd")),
    ("frf full", |s| respond(s, "full", None)),
    ("frf modal", |s| respond(s, "modal", None)),
    ("frf krylov", |s| respond(s, "krylov", None)),
    ("frf svd", |s| respond(s, "svd", None)),
    ("frf full --at rest", |s| respond(s, "full", Some(At::Rest))),
    ("frf svd --at rest", |s| respond(s, "svd", Some(At::Rest))),
    ("compare modal", |s| s.compare_with_reduced("modal", &s.modes_request()?, &Quiet).map(drop)),
    ("compare krylov", |s| s.compare_with_reduced("krylov", &s.modes_request()?, &Quiet).map(drop)),
    ("compare svd", |s| s.compare_with_reduced("svd", &s.modes_request()?, &Quiet).map(drop)),
    ("campbell", |s| s.campbell(&s.campbell_settings()?, &Quiet).map(drop)),
    ("cycle", |s| s.cycle(&s.cycle_settings()?, &Quiet).map(drop)),
    ("bond", |s| s.bond().map(drop)),
    ("derive", |s| s.derive(false).map(drop)),
];

/// Reasons that may stand instead of an answer: the question does not fit the model, or the model lacks what it needs.
fn is_reason(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Refused(_)
            | Failure::MissingSection { .. }
            | Failure::UnknownName { .. }
            | Failure::NoPolesAt { .. }
            | Failure::Bond(_)
    )
}

/// Asks all questions; gives the names of those that are answered.
fn answered(session: &Session) -> Vec<&'static str> {
    let name = &session.model().unwrap().name;
    let mut all = Vec::new();
    for (question, ask) in QUESTIONS {
        match ask(session) {
            Ok(()) => all.push(*question),
            Err(failure) => {
                assert!(is_reason(&failure), "{name}, {question}: {failure:?}");
                assert!(!failure.to_string().is_empty(), "{name}, {question}");
            }
        }
    }
    all
}

const OF_STRUCTURES: &[&str] = &[
    "check",
    "modes",
    "operating states",
    "reduce modal of the structure",
    "reduce krylov",
    "simulate full",
    "simulate modal",
    "simulate krylov",
    "frf full",
    "frf modal",
    "frf krylov",
    "compare modal",
    "compare krylov",
];

#[test]
fn a_planar_frame_answers_as_a_structure_and_as_a_mechanism() {
    let session = open("plane", 2, &[FRAME, STRUCTURE, STROKE, REDUCED]);
    assert_eq!(session.machine().unwrap(), Machine::PlanarFrame);
    let unanswered = ["poles", "campbell", "cycle", "bond", "derive"];
    let all: Vec<&str> = QUESTIONS.iter().map(|(name, _)| *name).collect();
    let expected: Vec<&str> = all.into_iter().filter(|name| !unanswered.contains(name)).collect();
    assert_eq!(answered(&session), expected);
}

#[test]
fn a_spatial_frame_answers_as_a_structure() {
    let session = open("space", 3, &[SPACE, STRUCTURE, REDUCED]);
    assert_eq!(session.machine().unwrap(), Machine::SpatialFrame);
    let mut expected = OF_STRUCTURES.to_vec();
    expected.insert(2, "modes --at s");
    assert_eq!(answered(&session), expected);
}

#[test]
fn an_imported_part_answers_as_a_structure() {
    let session = open("part", 3, &[PART, STRUCTURE, REDUCED]);
    assert_eq!(session.machine().unwrap(), Machine::Parts);
    assert_eq!(answered(&session), OF_STRUCTURES);
}

#[test]
fn modal_bodies_and_bond_graphs_answer_by_their_state_equations() {
    let body = open("body", 1, &[BODY, STRUCTURE]);
    assert_eq!(body.machine().unwrap(), Machine::ModalBodies);
    let expected = ["poles", "simulate full", "frf full", "bond"];
    assert_eq!(answered(&body), expected);
    let graph = open("graph", 1, &[GRAPH, STRUCTURE]);
    assert_eq!(graph.machine().unwrap(), Machine::BondGraph);
    assert_eq!(answered(&graph), expected);
}

#[test]
fn a_continuum_answers_exactly() {
    let session = open("continuum", 1, &[CONTINUUM]);
    assert_eq!(session.machine().unwrap(), Machine::Continuum);
    assert_eq!(answered(&session), ["modes --exact", "frf full", "derive"]);
}
