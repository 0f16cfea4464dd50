//! Nodes of components that are nodes of the model: two names of one node.

use std::collections::HashMap;

use crate::components::use_section::Connect;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::vector::{difference, length};
use crate::sections::nodes::Nodes;

/// Nodes closer than this share of the size of the model are at the same place \[-\].
const CLOSE: f64 = 1e-9;

/// What `[[use]]` connects.
#[derive(Default)]
pub(crate) struct Connections {
    /// By the full name of the component's node: the node of the using file.
    listed: HashMap<String, Name>,
    /// Their names as written in `connect`, in order.
    written: Vec<(String, Name)>,
    /// Components whose nodes are connected by their place.
    coincident: Vec<String>,
    /// Connected nodes, until the nodes of the model are known.
    held: Vec<(Name, Option<[f64; 3]>)>,
}

impl Connections {
    /// Adds what one placed component connects.
    pub fn add(&mut self, component: &str, connect: &Connect) {
        match connect {
            Connect::Coincident => self.coincident.push(component.to_owned()),
            Connect::Listed(pairs) => {
                for (own, target) in pairs {
                    let full = format!("{component}.{}", own.text);
                    self.listed.insert(full.clone(), target.clone());
                    self.written.push((full, own.clone()));
                }
            }
        }
    }

    /// The node of the using file that a node of a component is.
    pub fn target(&self, name: &Name) -> Option<&Name> {
        self.listed.get(&name.text)
    }

    pub fn hold(&mut self, name: Name, position: Option<[f64; 3]>) {
        self.held.push((name, position));
    }

    /// Makes every connected node a further name of its counterpart, and checks that both are at one place.
    pub fn join(mut self, cx: &Context<'_>, nodes: &mut Nodes) {
        self.report_unknown(cx, nodes);
        let size = size(nodes);
        // A counterpart may be connected itself: each round settles those whose counterpart is settled.
        loop {
            let before = self.held.len();
            let held = std::mem::take(&mut self.held);
            for (name, position) in held {
                match self.listed.get(&name.text).and_then(|target| nodes.position(&target.text)) {
                    Some(at) => self.settle(cx, nodes, &name, position, at, size),
                    None => self.held.push((name, position)),
                }
            }
            if self.held.len() == before {
                break;
            }
        }
        for (name, _) in std::mem::take(&mut self.held) {
            if let Some(target) = self.listed.get(&name.text) {
                nodes.find(cx, target);
            }
            // Without a position the model is not resolved, so that no consequences are reported.
            nodes.add(cx, name, None);
        }
        self.join_coincident(nodes, size);
    }

    fn settle(
        &self,
        cx: &Context<'_>,
        nodes: &mut Nodes,
        name: &Name,
        position: Option<[f64; 3]>,
        at: usize,
        size: f64,
    ) {
        let target = &self.listed[&name.text];
        if let (Some(here), Some(there)) = (position, nodes.item(at).value)
            && length(difference(here, there)) > CLOSE * size
        {
            let shown = |place: [f64; 3]| {
                let used: Vec<String> = place[..cx.components()].iter().map(|c| format!("{c:.9}")).collect();
                format!("[{}]", used.join(", "))
            };
            let message = format!(
                "node \"{}\" of the component lies at {}, but \"{}\" at {}",
                name.text,
                shown(here),
                target.text,
                shown(there)
            );
            cx.report(
                Diagnostic::error(codes::CONNECTED_APART, target.span, message)
                    .related(name.span, "the node of the component")
                    .related(nodes.item(at).name.span, format!("node \"{}\"", target.text))
                    .hint("place the component by `at`, `angle` and `mirror` so that both coincide [m]"),
            );
        }
        nodes.alias(&name.text, at);
        nodes.mark_used(at);
    }

    /// Names in `connect` that are no nodes of the component.
    fn report_unknown(&self, cx: &Context<'_>, nodes: &mut Nodes) {
        for (full, own) in &self.written {
            let is_node = self.held.iter().any(|(name, _)| name.text == *full);
            if is_node || nodes.position(full).is_some() || cx.is_lost(full) {
                continue;
            }
            let component = &full[..full.len() - own.text.len()];
            let all = nodes.names().chain(self.held.iter().map(|(name, _)| name.text.as_str()));
            let known: Vec<&str> = all.filter_map(|name| name.strip_prefix(component)).collect();
            let message = format!("the component has no node \"{}\"", own.text);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, own.span, message);
            cx.report(diagnostic.suggest(&own.text, known));
            nodes.push(Name { text: full.clone(), span: own.span }, None);
        }
    }

    /// Nodes of components that lie at the place of an earlier node become further names of it.
    fn join_coincident(&self, nodes: &mut Nodes, size: f64) {
        if self.coincident.is_empty() {
            return;
        }
        let of_component = |name: &str| {
            let inside = |c: &String| name.strip_prefix(c.as_str()).is_some_and(|rest| rest.starts_with('.'));
            self.coincident.iter().any(inside)
        };
        let mut places = Places::new((CLOSE * size).max(f64::MIN_POSITIVE));
        let mut joined = Vec::new();
        for (at, item) in nodes.items().iter().enumerate() {
            let Some(place) = item.value else { continue };
            match places.near(place).filter(|_| of_component(&item.name.text)) {
                Some(first) => joined.push((at, first)),
                None => places.add(place, at),
            }
        }
        nodes.join(&joined);
    }
}

/// The largest distance from the origin, for tolerances \[m\].
fn size(nodes: &Nodes) -> f64 {
    let places = nodes.items().iter().filter_map(|item| item.value);
    places.map(length).filter(|size| size.is_finite()).fold(0.0, f64::max)
}

/// Places in cells, so that a near one is found without looking at all.
struct Places {
    cell: f64,
    found: HashMap<[i64; 3], Vec<([f64; 3], usize)>>,
}

impl Places {
    fn new(close: f64) -> Self {
        Self { cell: close, found: HashMap::new() }
    }

    fn key(&self, place: [f64; 3]) -> [i64; 3] {
        place.map(|component| (component / self.cell).floor() as i64)
    }

    fn add(&mut self, place: [f64; 3], at: usize) {
        let key = self.key(place);
        self.found.entry(key).or_default().push((place, at));
    }

    fn near(&self, place: [f64; 3]) -> Option<usize> {
        let key = self.key(place);
        let around = (0..27).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1]);
        let cells = around.map(|step| [0, 1, 2].map(|c: usize| key[c].saturating_add(step[c])));
        let candidates = cells.filter_map(|cell| self.found.get(&cell)).flatten();
        let close = candidates.filter(|(other, _)| length(difference(*other, place)) <= self.cell);
        close.map(|(_, at)| *at).min()
    }
}
