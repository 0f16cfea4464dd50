"""Bond graphs: random trees and meshes of junctions with I, C, R, TF, GY and sources; the transfer functions of the state
equations against the descriptor system of the whole graph."""

import numpy as np

from ..oracles.bond_graph import Graph
from ..outcome import Comparison, Unsuitable
from .frames import spread

NAME = "bond"
SHARE = 2.0
REFUSALS = 0.02
TOLERANCE = 1e-8  # of the largest entry; the descriptor system is solved below a condition of 1e11, so 1e-5 at worst is seen


def draw(rng):
    junctions = [(f"j{i}", str(rng.choice(["0", "1"]))) for i in range(int(rng.integers(1, 6)))]
    bonds, value, outputs, count = [], {}, [], 0

    def named(pair):
        return f"{pair[0]}:{pair[1]}"

    def fresh(kind):
        nonlocal count
        count += 1
        name = f"{kind.lower()}{count}"
        if kind not in ("Se", "Sf"):
            value[name] = spread(rng, 0.05, 20)
        return (name, kind)

    def join(a, b):
        between = rng.random()
        if between < 0.3:
            middle = fresh(str(rng.choice(["TF", "GY"])))
            bonds.append(f"{named(a)} -> {named(middle)}")
            bonds.append(f"{named(middle)} -> {named(b)}")
        else:
            bonds.append(f"{named(a)} -> {named(b)}")

    for i in range(1, len(junctions)):
        pair = [junctions[int(rng.integers(0, i))], junctions[i]]
        join(*(pair if rng.random() < 0.5 else pair[::-1]))
    if len(junctions) > 2 and rng.random() < 0.2:
        a, b = rng.choice(len(junctions), size=2, replace=False)
        join(junctions[a], junctions[b])
    source = fresh(str(rng.choice(["Se", "Sf"])))
    bonds.append(f"{named(source)} -> {named(junctions[0])}")
    for junction in junctions:
        for _ in range(int(rng.integers(1, 4))):
            element = fresh(str(rng.choice(["I", "C", "R"])))
            bonds.append(f"{named(junction)} -> {named(element)}")
            if rng.random() < 0.4:
                outputs.append({"name": f"y{len(outputs)}", str(rng.choice(["flow", "effort"])): element[0]})
    if not outputs:
        outputs.append({"name": "y0", "flow": element[0]})
    return {"model": {"name": NAME}, "bond_graph": {"bonds": bonds, "value": value}, "output": outputs, "_verb": ["bond"]}


def compare(model, program):
    graph = Graph(model)
    places = [0.3 + 0.7j, 2.0 + 1.0j, 0.05 + 11.0j]
    wanted = [graph.response(s, model["output"]) for s in places]
    answer = program.ask(model)
    size = len(answer["states"])
    if not answer["inputs"]:
        raise Unsuitable("no input")
    a, b, c, d, e, f = (np.array(answer[k], float) for k in "ABCDEF")
    inputs, outputs = len(answer["inputs"]), len(model["output"])
    a, b, e = a.reshape(size, size), b.reshape(size, inputs), e.reshape(size, inputs)
    c, d, f = c.reshape(outputs, size), d.reshape(outputs, inputs), f.reshape(outputs, inputs)
    compared = []
    for s, truth in zip(places, wanted):
        found = c @ np.linalg.solve(s * np.eye(size) - a, b + s * e) + d + s * f if size else d + s * f
        order = [answer["inputs"].index(n) for n in graph.inputs]
        apart = np.max(np.abs(found[:, order] - truth)) / max(np.max(np.abs(truth)), 1e-12)
        compared.append(Comparison(f"response: at s = {s}", str(found.tolist()), str(truth.tolist()), float(apart), TOLERANCE))
    return compared
