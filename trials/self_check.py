"""The independent routes against closed forms, before they judge anything."""

import tomllib

import numpy as np
import scipy.linalg
from scipy.integrate import solve_ivp

from .model_text import model_text
from .oracles import beam, elastica, pencil, reduction
from .oracles.bearing import BearingRotor
from .oracles.bond_graph import Graph
from .oracles.buckling import StressedFrame
from .oracles.feedback import Loops, crossings
from .oracles.frame import Frame
from .oracles.ladder import Ladder
from .oracles.member import eigenvalues_of
from .oracles.particles import Particles
from .oracles.rotor import Rotor
from .oracles.truss_path import TrussPath
from .shrink import shrink

STEEL = {"EA": 1e6, "EI": 1.0, "rhoA": 1.0}
ROUND = {"EA": 1e9, "EIy": 1e5, "EIz": 1e5, "GJ": 8e4, "rhoA": 10.0, "rhoIy": 0.0, "rhoIz": 0.0, "rhoJ": 0.0}


def near(found, wanted, tolerance):
    apart = np.max(np.abs(np.asarray(found) - np.asarray(wanted)) / np.maximum(np.abs(wanted), 1e-12))
    assert apart <= tolerance, f"{found} for {wanted}: {apart:.1e} apart"


def member(kind, ends, length="1.0", **coefficients):
    entry = {"name": "c", "kind": kind, "length": length, "fields": ["w"], "position": ["w"], "ends": ends, **coefficients}
    return {"system": {"coordinates": []}, "continuum": [entry]}


def cantilever(elements, dim=2, section=None):
    axis = [[0.0] * dim, [1.0] + [0.0] * (dim - 1)]
    return {"model": {"name": "c", "dim": dim}, "section": {"s": section or STEEL}, "node": {"O": axis[0], "T": axis[1]},
            "beam": [{"name": "b", "nodes": ["O", "T"], "section": "s", "elements": elements}], "fix": [{"nodes": ["O"]}]}


def lowest(model, count=3):
    frame = Frame(model)
    return np.sqrt(pencil.eigenvalues(frame.stiffness, frame.mass)[0][:count])


def check_pencil():
    """Two masses on a spring, one row without mass between, one without anything."""
    k = np.array([[1, -1, 0, 0], [-1, 2, -1, 0], [0, -1, 1, 0], [0, 0, 0, 0]], float) * 6
    values, errors = pencil.eigenvalues(k, np.diag([2.0, 0, 1, 0]))
    near(values[1], 3 * 1.5, 1e-13)  # springs of 6 in a row: 3; reduced mass 2/3
    assert abs(values[0]) < 100 * errors[0] and len(values) == 2
    hourglass = np.array([[1.0, 0], [0, 1], [1, 1]])
    k3, m3 = hourglass @ np.diag([4.0, 9]) @ hourglass.T, hourglass @ np.eye(2) @ hourglass.T
    near(pencil.eigenvalues(*pencil.drop_common(k3, m3))[0], [4, 9], 1e-13)
    # −123 ± 6e4 is the quotient of two roundings: no rigid motion; 1e-12 ± 1e-12 is one.
    values, errors = np.array([-123.0, 1e-12, 2.5, 5.2]), np.array([6e4, 1e-12, 1e-11, 1e-11])
    assert pencil.split(values, errors)[0] == 1


def check_beams():
    """Cantilever 3.516…, order four; both planes of space alike; a hinge; an eccentric point mass."""
    exact = 1.875104068711961**2
    errors = [lowest(cantilever(n))[0] / exact - 1 for n in (2, 4, 8)]
    assert 3.8 < np.log2(errors[1] / errors[2]) < 4.2, errors
    space = lowest(cantilever(8, 3, {**ROUND, "EIy": 1.0, "EIz": 1.0, "rhoA": 1.0, "rhoJ": 1.0}), 2)
    near(space, [exact * (1 + errors[2])] * 2, 1e-9)
    k = beam.bending_stiffness(2.0, 3.0, 0.7)
    near(np.linalg.solve(k[2:, 2:], [1.0, 0])[0], 27 / 6 * (1 + 0.7 / 4), 1e-12)  # l³/3EI + l/κGA
    rigid = cantilever(1)
    rigid["beam"][0]["flexible"] = []
    rigid["fix"] = [{"nodes": ["O"], "directions": ["x", "y"]}]
    rigid["spring"] = [{"nodes": ["T", "ground"], "direction": "y", "stiffness": 5.0}]
    rigid["mass"] = [{"node": "T", "mass": 2.0, "offset": [0.0, 0.5], "inertia": 0.1}]
    near(lowest(rigid, 1), np.sqrt(5.0 / (1 / 3 + 2 * 1.25 + 0.1)), 1e-10)
    hinged = cantilever(4)
    hinged["node"]["E"] = [2.0, 0.0]
    hinged["beam"].append({"name": "c", "nodes": ["T", "E"], "section": "s", "elements": 4})
    hinged["hinge"] = [{"at": "T", "between": ["b", "c"]}]
    assert lowest(hinged, 2)[0] < 1e-3 < lowest(hinged, 2)[1]


def check_continua():
    """Stiff strings of every ratio, Timoshenko's beam, the hanging cable as bending vanishes, a stepped rod."""
    n = np.arange(1, 6) * np.pi
    pinned = {"a": {"displacement": "0"}, "b": {"displacement": "0"}}
    for tension in (0.0, 1.0, 1e4, 1e8):
        model = member("bernoulli-euler", pinned, EI="1.0", rhoA="1.0", tension=repr(tension))
        near(np.sqrt(eigenvalues_of(model)[:5]), n * np.sqrt(tension + n**2), 1e-11)
    model = member("timoshenko", pinned, EI="1.0", GA="30.0", rhoI="0.01", rhoA="1.0")
    near(np.sqrt(eigenvalues_of(model)[0]), np.sqrt(np.roots([0.01, -(30 + 1.3 * np.pi**2), 30 * np.pi**4])[1]), 1e-11)
    cable = member("bernoulli-euler", {"a": {"displacement": "0"}}, EI="1e-9", rhoA="1.0")
    cable["system"]["gravity"], cable["continuum"][0]["position"] = ["9.81", "0"], ["x", "w"]
    near(np.sqrt(eigenvalues_of(cable)[:3]), np.array([2.404825558, 5.520078110, 8.653727913]) / 2 * np.sqrt(9.81), 1e-5)
    step = "if(x < 0.5, 4.0, 1.0)"
    model = member("rod", {"a": {"displacement": "0"}}, EA=step, rhoA="1.0")
    w = np.sqrt(eigenvalues_of(model)[0])
    near(2 * np.cos(w / 4) * np.cos(w / 2), np.sin(w / 4) * np.sin(w / 2), 1e-9)  # both forces and displacements meet
    column = member("bernoulli-euler", {"a": {"displacement": "0", "slope": "0"}}, EI="1.0", rhoA="1.0")
    column["params"], column["continuum"][0]["position"] = {"A": 5.0}, ["A*t^2/2 + x", "w"]
    near(np.sqrt(eigenvalues_of(column)[0]), 2.118486, 1e-6)
    column["params"]["A"] = 30.0  # beyond 7.837347, before the next critical acceleration 55.98
    assert list(eigenvalues_of(column)[:3] < 0) == [True, False, False]


def check_steps():
    """Beams that step twice, in every way of writing it, against the product of the exponentials of their spans."""
    a, b, l = 0.371, 0.8117, 1.3
    spans = [(a, 3.0, 2.0), (b - a, 1.0, 0.5), (l - b, 7.0, 0.5)]  # length, EI, rhoA

    def held(w):
        """Determinant of what a clamped first end does to moment and shear of a free second one."""
        whole = np.eye(4)  # deflection, slope, moment EI w″, shear (EI w″)′
        for length, stiffness, mass in spans:
            step = np.diag([1.0, 1 / stiffness, 1.0], 1) + mass * w * w * np.eye(4)[:, [0]].T * np.eye(4)[:, [3]]
            whole = scipy.linalg.expm(step * length) @ whole
        return np.linalg.det(whole[2:, 2:])

    ways = {"EI": ["if(x < 0.371, 3.0, if(x < c, 1.0, 7.0))", "if(c <= x, 7.0, if(0.371 > x, 3.0, 1.0))",
                   "1.0 + (1 - sign(x - 0.371)) + 3*(1 + sign(x - c))"],
            "rhoA": ["if(x <= 0.371, 2.0, 0.5)", "if(x > 0.371, 0.5, 2.0)"]}
    for stiffness in ways["EI"]:
        for mass in ways["rhoA"]:
            model = member("bernoulli-euler", {"a": {"displacement": "0", "slope": "0"}}, "1.3", EI=stiffness, rhoA=mass)
            model["params"] = {"c": b}
            for w in np.sqrt(eigenvalues_of(model)[:4]):
                assert held(w * (1 - 1e-9)) * held(w * (1 + 1e-9)) < 0, (stiffness, mass, w)


def check_rotor():
    """A disc at the middle of a light stiff shaft on two springs: conical modes I_d ω² ∓ I_p Ω ω − k l²/2 = 0."""
    k, polar, diametral, speed = 1e4, 3.0, 2.0, 40.0
    model = {"model": {"name": "r", "dim": 3}, "section": {"s": {**ROUND, "EIy": 1e8, "EIz": 1e8, "rhoA": 1e-4, "rhoJ": 1e-9}},
             "node": {"a": [0.0, 0, 0], "m": [0.5, 0, 0], "b": [1.0, 0, 0]},
             "beam": [{"name": n, "nodes": e, "section": "s"} for n, e in (("x", ["a", "m"]), ("y", ["m", "b"]))],
             "mass": [{"node": "m", "mass": 7.0, "inertia": [polar, diametral, diametral]}],
             "spring": [{"nodes": [n, "ground"], "direction": d, "stiffness": k} for n in "ab" for d in "yz"]}
    poles = Rotor(model).poles(speed)
    for sign in (1, -1):
        w = max(np.roots([diametral, -sign * polar * speed, -k / 2]).real)
        near(np.min(np.abs(poles - 1j * w)) + w, w, 1e-4)
    near(np.min(np.abs(poles - 1j * np.sqrt(2 * k / 7))) + 50, 50, 1e-4)
    for entry in model["beam"]:
        entry.update(kelvin_voigt=1e-3)
    soft = {**ROUND, "rhoA": 1.0, "rhoIy": 1e-4, "rhoIz": 1e-4, "rhoJ": 2e-4}
    model.update(section={"s": soft}, mass=[], spring=[], fix=[{"nodes": [n], "directions": ["x", "y", "z"]} for n in "ab"])
    first = np.pi**2 * np.sqrt(1e5)
    growth = [np.max(Rotor(model).poles(first * f).real) for f in (0.8, 1.2)]
    assert growth[0] < 0 < growth[1], growth  # damping inside the shaft: unstable beyond its first critical speed
    free = {"model": model["model"], "section": {"s": {**ROUND, "rhoIy": 0.1, "rhoIz": 0.1, "rhoJ": 0.2}}, "node": model["node"],
            "beam": model["beam"][:1], "mass": [{"node": "a", "mass": 7.0, "inertia": [polar, diametral, diametral]}]}
    free["beam"][0].pop("kelvin_voigt")
    cone = Rotor(free).precession(speed / 10)[1]  # slow compared with its bending, fast enough for the dense method
    near(np.min(np.abs(Rotor(free).poles(speed / 10) - cone)) + abs(cone), abs(cone), 1e-5)


def check_bearings():
    """A stiff rotor on bearings with k, c and ∓h beside the diagonal: m s² + 2c s + 2k ∓ 2i h = 0."""
    k, c, h = 1e5, 500.0, 2e4
    bearing = {"stiffness": [[k, f"{h}*speed/40"], [-h, k]], "damping": [[c, 0.0], [0.0, c]]}
    model = {"model": {"name": "r", "dim": 3}, "section": {"s": {**ROUND, "EIy": 1e9, "EIz": 1e9, "EA": 1e12, "rhoA": 100.0, "rhoJ": 1e-6}},
             "node": {"a": [0.0, 0, 0], "b": [1.0, 0, 0]}, "beam": [{"name": "x", "nodes": ["a", "b"], "section": "s"}],
             "fix": [{"nodes": ["a"], "directions": ["x", "rx"]}], "bearing": [{"node": n, **bearing} for n in "ab"]}
    poles = BearingRotor(model).poles(40.0)
    for sign in (1, -1):
        for root in np.roots([100.0, 2 * c, 2 * k + 2j * sign * h]):
            near(np.min(np.abs(poles - root)) + abs(root), abs(root), 1e-4)


def check_feedback():
    """A mass of 2 kg under P = 8, D = 2: s² + s + 4, |L| = 1 at ω² = (1 + √65)/2; sampled, the double integrator in z."""
    model = {"model": {"name": "l", "dim": 2}, "node": {"A": [0.0, 0.0]}, "slide": [{"node": "A", "direction": "x"}],
             "mass": [{"node": "A", "mass": 2.0}], "force": [{"name": "f", "node": "A", "direction": "x"}],
             "output": [{"name": "x", "node": "A", "direction": "x"}, {"name": "v", "quantity": "velocity", "node": "A", "direction": "x"}],
             "controller": [{"measure": "x", "rate": "v", "act": "f", "proportional": 8.0, "derivative": 2.0}]}
    loops = Loops(model)
    near(np.sort(np.linalg.eigvals(loops.closed()).imag)[-1], np.sqrt(3.75), 1e-12)
    (found, _), = crossings(*loops.cut((0, 0)), None)[0]
    near(found, np.sqrt((1 + np.sqrt(65)) / 2), 1e-9)
    t = 0.1
    model["controller"][0].update(sample=t, delay=t)  # one period of delay: z³ − 2z² + (1 + a + b) z + a − b, with a state of delay
    a, b = 8 * t * t / 4, 2 * t / 2
    exact = np.roots([1, -2, 1 + a + b, a - b])
    poles = np.linalg.eigvals(Loops(model).closed())
    for root in exact:
        near(np.min(np.abs(poles - root)) + 1, 1.0, 1e-12)


def check_truss_path():
    """Two bars snap through where l³ = l₀ (half span one)."""
    model = {"node": {"a": [-1.0, 0], "b": [1.0, 0], "t": [0.0, 0.3]}, "fix": [{"nodes": ["a", "b"]}],
             "truss": [{"nodes": [n, "t"], "stiffness": 1e3} for n in "ab"],
             "force": [{"name": "P", "node": "t", "direction": [0.0, -1.0]}]}
    path = TrussPath(model)
    z = np.sqrt(np.hypot(1, 0.3) ** (2 / 3) - 1)
    near([place for place, *_ in path.critical(path.follow(0.65))], [0.3 - z, 0.3 + z], 1e-9)


def check_ladder():
    """A branch R into a node C: q = (1 − e^(−t/RC)) C u; a node without C divides efforts."""
    model = {"bond_graph": {"bonds": ["u:Se -> b1:1", "b1 -> R1:R", "b1 -> n1:0", "n1 -> G1:R", "n1 -> b2:1", "b2 -> R2:R", "b2 -> n2:0",
                                      "n2 -> C2:C"],
                            "value": {"u": "3.0", "R1": 2.0, "R2": 1.0, "C2": 0.5}, "law": {"G1": "0.5*effort"}}}
    rows = Ladder(model).motion(np.linspace(0, 2, 5), [{"name": "q", "stored": "C2"}])
    near(rows["q"], 0.75 * (1 - np.exp(-np.linspace(0, 2, 5))), 1e-8)  # 1.5 V behind 1 Ω + 1 Ω


def check_particles():
    """The pendulum from the horizontal has the period 2.36784 s at g = 9.81; a double pendulum keeps its energy."""
    model = {"model": {"dim": 2, "gravity": [0.0, -9.81]}, "node": {"O": [0.0, 0], "A": [1.0, 0]}, "fix": [{"nodes": ["O"]}],
             "truss": [{"nodes": ["O", "A"], "flexible": []}], "mass": [{"node": "A", "mass": 2.0}]}
    motion, _ = Particles(model).motion([0.0, 1.18392, 2.36784])
    near(motion[1:, 2], [-1.0, 1.0], 1e-9)
    model["node"]["B"] = [1.0, 1.0]
    model["truss"].append({"nodes": ["A", "B"], "flexible": [], "mass": 1.0})
    points = Particles(model)
    start = np.concatenate([points.start, 0 * points.start])
    end = solve_ivp(points._rate, (0, 2), start, method="DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    near(points.energy(end[:6], end[6:]) + 100, points.energy(points.start, 0 * points.start) + 100, 1e-9)


def check_elastica():
    """A moment makes an arc; P l²/EI = 10 bends the tip down by 0.81061 l [Mattiasson1981]."""
    x, y, turn = elastica.tip(2.0, np.inf, 1.0, 0.0, (0, 0), 4.0)
    near([x, y, turn], [np.sin(2) / 2 - 1, (1 - np.cos(2)) / 2, 2.0], 1e-8)
    near(elastica.tip(1.0, np.inf, 1.0, 0.0, (0, 10.0), 0.0)[1], 0.81061, 1e-5)
    near(elastica.tip(1.0, 50.0, 1.0, 0.3, (2 * np.cos(0.3), 2 * np.sin(0.3)), 0.0)[0], 0.04 * np.cos(0.3), 1e-8)


def check_bond():
    """A motor: speed per voltage k/((L s + R)(J s + d) + k²)."""
    model = {"bond_graph": {"bonds": ["u:Se -> e:1", "e:1 -> L:I", "e:1 -> R:R", "e:1 -> m:GY", "m:GY -> w:1", "w:1 -> J:I",
                                      "w:1 -> d:R"], "value": {"L": 0.1, "R": 2.0, "m": 0.5, "J": 0.3, "d": 0.04}}}
    s = 0.3 + 2j
    near(Graph(model).response(s, [{"flow": "J"}])[0, 0], 0.5 / ((0.1 * s + 2) * (0.3 * s + 0.04) + 0.25), 1e-13)


def check_reduction():
    """All modes leave no error; one static deformation none at rest; held interfaces leave statics exact."""
    frame = Frame(cantilever(3))
    k, m = frame.stiffness, frame.mass
    force = frame.place("T", "y")
    nothing = 0 * k
    assert reduction.energy_error(k, nothing, m, force, reduction.modal(k, m, len(k)), 0.3)[0] < 1e-9
    assert reduction.energy_error(k, nothing, m, force, reduction.krylov(k, m, force, 1), 1e-6)[0] < 1e-9
    places = frame.free[frame.rows["T"]]
    assert reduction.energy_error(k, nothing, m, force, reduction.condensed(k, m, places), 1e-6)[0] < 1e-9
    one, _ = reduction.energy_error(k, nothing, m, force, reduction.modal(k, m, 1), 1e-6)
    modes = pencil.eigenvalues(k, m)[0]
    shape = reduction.modal(k, m, 1)[:, 0]
    static = force @ np.linalg.solve(k, force)
    near(one, np.sqrt(1 - (shape @ force) ** 2 / (shape @ m @ shape) / modes[0] / static), 1e-6)


def check_buckling():
    """Euler's column in the plane, about both axes in space, and turned; a thin cantilever buckles sideways [Timoshenko and Gere]."""
    column = cantilever(8, 2, {"EA": 1e4, "EI": 2.0, "rhoA": 1.0})
    push = [{"node": "T", "direction": "-x", "value": "1.0"}]
    near(StressedFrame(column).factors(push, 1)[0], np.pi**2 / 2, 1e-5)
    column["node"]["T"], push[0]["direction"] = [0.6, 0.8], [-0.6, -0.8]
    near(StressedFrame(column).factors(push, 1)[0], np.pi**2 / 2, 1e-5)
    thick = {"EA": 1e6, "EIy": 2.0, "EIz": 6.0, "GJ": 3.0, "rhoA": 1.0, "rhoJ": 1.0}
    push[0]["direction"] = "-x"
    near(StressedFrame(cantilever(8, 3, thick)).factors(push, 2)[0], np.pi**2 / 4 * np.array([2.0, 6.0]), 1e-5)
    thin = {"EA": 1e7, "EIy": 1.0, "EIz": 1e6, "GJ": 0.5, "rhoA": 1.0, "rhoJ": 1.0}
    push[0]["direction"] = "y"
    near(StressedFrame(cantilever(32, 3, thin)).factors(push, 1)[0], 4.012599 * np.sqrt(0.5), 1e-3)


def check_files():
    """What is written is read back; a failure shrinks to what causes it."""
    model = {"model": {"name": 'a "b"', "dim": 2}, "node": {"n 1": [1e-7, 2.0]}, "beam": [{"x": True}], "_verb": ["modes"]}
    read = tomllib.loads(model_text(model))
    assert read["node"]["n 1"] == [1e-7, 2.0] and read["beam"][0]["x"] is True and read["model"]["name"] == 'a "b"'
    large = {"mass": [{"mass": 1.234 + i, "name": f"m{i}"} for i in range(8)], "node": {"n": [3.3]}}
    small = shrink(large, lambda m: any(e.get("mass", 0) > 6 for e in m.get("mass", [])))
    assert len(small["mass"]) == 1 and "name" not in small["mass"][0], small


CHECKS = [check_pencil, check_beams, check_continua, check_steps, check_rotor, check_particles, check_elastica, check_bond,
          check_reduction, check_buckling, check_bearings, check_feedback, check_truss_path, check_ladder, check_files]


def self_check():
    failed = 0
    for check in CHECKS:
        try:
            check()
            print(f"ok      {check.__name__}")
        except AssertionError as error:
            failed += 1
            print(f"FAILED  {check.__name__}: {error}")
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0
