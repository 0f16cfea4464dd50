"""A frame in the plane or in space, assembled densely from the dictionary of its model.

Constraints (supports, slides, rigid bodies, deformations that may not occur) are rows C u = 0, and what remains is the
null space of C by singular values: another way than eliminating coordinates one by one.
"""

import numpy as np
import scipy.linalg

from . import beam

AXES = {"x": 0, "y": 1, "z": 2}


class Frame:
    """Stiffness, damping and mass of the motions that remain."""

    def __init__(self, model):
        self.model = model
        self.dim = model["model"]["dim"]
        self.turns = 1 if self.dim == 2 else 3  # rotations of a node
        self.node = {name: np.array(at, float) for name, at in model["node"].items()}
        self.rows, self.constraints, self.extra_turns = {}, [], {}
        self.size = 0
        for name in self.node:
            self._new(name)
        self.entries = []  # (rows, stiffness, damping, mass)
        self._hinges()
        for kind, add in (("beam", self._beam), ("truss", self._truss), ("mass", self._mass), ("spring", self._link),
                          ("damper", self._link), ("rigid_body", self._body), ("fix", self._fix), ("slide", self._slide)):
            for index, entry in enumerate(model.get(kind, [])):
                add(entry, index)
        self._assemble()

    def _new(self, name):
        width = self.dim + self.turns
        self.rows[name] = np.arange(self.size, self.size + width)
        self.size += width

    def _assemble(self):
        n = self.size
        full = [np.zeros((n, n)) for _ in range(3)]
        for rows, *matrices in self.entries:
            for total, matrix in zip(full, matrices):
                if matrix is not None:
                    total[np.ix_(rows, rows)] += matrix
        free = scipy.linalg.null_space(self._constraint_rows(), rcond=1e-10) if self.constraints else np.eye(n)
        self.free, self.full = free, full
        self.stiffness, self.damping, self.mass = (free.T @ m @ free for m in full)

    def _constrain(self, rows, values):
        self.constraints.append((np.asarray(rows), np.asarray(values, float)))

    def _constraint_rows(self):
        c = np.zeros((len(self.constraints), self.size))
        for row, (rows, values) in zip(c, self.constraints):
            np.add.at(row, rows, values / np.linalg.norm(values))
        return c

    # ---- joints

    def _hinges(self):
        """The second of `between` turns on its own: about the axis in space, at all in the plane."""
        for hinge in self.model.get("hinge", []):
            first, second = hinge["between"]
            if "ground" in (first, second):
                for row in self.rows[hinge["at"]][: self.dim]:
                    self._constrain([row], [1.0])
                continue
            extra = self.size
            self.size += 1
            axis = np.array([1.0]) if self.dim == 2 else np.array(hinge["axis"], float) / np.linalg.norm(hinge["axis"])
            self.extra_turns[(second, hinge["at"])] = (extra, axis)
            self.entries.append(([extra], np.array([[hinge.get("stiffness", 0.0)]]),
                                 np.array([[hinge.get("damping", 0.0)]]), None))

    def _end(self, member, node):
        """Matrix from all rows of a node (and of its hinge) to (translation, rotation) of the member's end there."""
        rows = list(self.rows[node])
        width = len(rows)
        if (member, node) not in self.extra_turns:
            return rows, np.eye(width)
        extra, axis = self.extra_turns[(member, node)]
        column = np.concatenate([np.zeros(self.dim), axis])
        return rows + [extra], np.column_stack([np.eye(width), column])

    # ---- members

    def section(self, entry):
        s = dict(self.model["section"][entry["section"]])
        by_geometry = "A" in s
        if by_geometry:
            m = self.model["material"][entry["material"]]
            shear = m.get("G", m["E"] / (2 * (1 + m.get("nu", 0.3))))
            if self.dim == 2:
                s = {"EA": m["E"] * s["A"], "EI": m["E"] * s["I"], "GA": s.get("kappa", np.nan) * shear * s["A"],
                     "rhoA": m["density"] * s["A"], "rhoI": m["density"] * s["I"]}
            else:
                s = {"EA": m["E"] * s["A"], "EIy": m["E"] * s["Iy"], "EIz": m["E"] * s["Iz"], "GJ": shear * s["J"],
                     "GAy": s.get("kappa", np.nan) * shear * s["A"], "GAz": s.get("kappa", np.nan) * shear * s["A"],
                     "rhoA": m["density"] * s["A"], "rhoIy": m["density"] * s["Iy"], "rhoIz": m["density"] * s["Iz"],
                     "rhoJ": m["density"] * (s["Iy"] + s["Iz"])}
        theory = entry.get("theory", "bernoulli-euler")
        if theory != "timoshenko":
            s = {k: v for k, v in s.items() if not k.startswith("GA")}
        if theory == "bernoulli-euler" and by_geometry:  # given as a number it is always meant
            s = {k: v for k, v in s.items() if not k.startswith("rhoI")}
        return s

    def axes(self, entry):
        """Rows are the local axes."""
        a, b = (self.node[n] for n in entry["nodes"])
        x = (b - a) / np.linalg.norm(b - a)
        if self.dim == 2:
            return np.array([x, [-x[1], x[0]]])
        if "y_axis" in entry:
            y = np.array(entry["y_axis"], float)
            y = y - (y @ x) * x
        else:
            y = np.cross([0, 0, 1], x)
            if np.linalg.norm(y) < 1e-6:
                y = np.array([0.0, 1, 0])
        y = y / np.linalg.norm(y)
        return np.array([x, y, np.cross(x, y)])

    def _beam(self, entry, index):
        name, count = entry.get("name", f"beam {index + 1}"), entry.get("elements", 1)
        a, b = (self.node[n] for n in entry["nodes"])
        length = np.linalg.norm(b - a) / count
        axes = self.axes(entry)
        inner = [f"{name} {index} #{i}" for i in range(1, count)]
        for i in inner:
            self._new(i)
        stations = [entry["nodes"][0], *inner, entry["nodes"][1]]
        for p, q in zip(stations, stations[1:]):
            self._element(entry, name, p, q, length, axes)

    def _element(self, entry, name, p, q, length, axes):
        s = self.section(entry)
        if self.dim == 2:
            k, m = beam.planar_beam(s["EA"], s["EI"], s.get("GA", np.inf), s["rhoA"], s.get("rhoI", 0.0), length)
            turn = np.zeros((3, 3))
            turn[:2, :2], turn[2, 2] = axes, 1
            measures = _planar_measures(length)
        else:
            s = {"rhoJ": 0.0, **s}
            k, m = beam.spatial_beam(s, length)
            turn = np.zeros((6, 6))
            turn[:3, :3], turn[3:, 3:] = axes, axes
            measures = _spatial_measures(length)
        (rows_p, end_p), (rows_q, end_q) = self._end(name, p), self._end(name, q)
        to_local = scipy.linalg.block_diag(turn @ end_p, turn @ end_q)
        rows = rows_p + rows_q
        eta = entry.get("kelvin_voigt", 0.0)
        allowed = entry.get("flexible", list(measures))
        for kind, vectors in measures.items():
            if kind not in allowed:
                for vector in vectors:
                    self._constrain(rows, vector @ to_local)
        if len(allowed) < len(measures):
            k = _only(k, measures, allowed)
        self.entries.append((rows, to_local.T @ k @ to_local, eta * to_local.T @ k @ to_local, to_local.T @ m @ to_local))

    def _truss(self, entry, index):
        a, b = (self.node[n] for n in entry["nodes"])
        length = np.linalg.norm(b - a)
        x = (b - a) / length
        rows = np.concatenate([self.rows[n][: self.dim] for n in entry["nodes"]])
        stretch = np.concatenate([-x, x])
        if "section" in entry:
            s = self.section(entry)
            k, mass = s["EA"] / length, s["rhoA"] * length
        else:
            k, mass = entry.get("stiffness", 0.0), entry.get("mass", 0.0)
        m = mass / 6 * np.kron([[2, 1], [1, 2]], np.eye(self.dim))
        if entry.get("flexible", ["elongation"]):
            k = k * np.outer(stretch, stretch)
            self.entries.append((rows, k, entry.get("kelvin_voigt", 0.0) * k, m))
        else:
            self._constrain(rows, stretch)
            self.entries.append((rows, None, None, m))

    # ---- what sits at nodes

    def _lump(self, node, mass, inertia, arm):
        """Inertia at the end of an arm from a node."""
        rows, d = self.rows[node], self.dim
        carry = np.zeros((d, d + self.turns))
        carry[:, :d] = np.eye(d)
        if d == 2:
            carry[:, 2] = [-arm[1], arm[0]]
            turning = np.array([[inertia]], float)
        else:
            x, y, z = arm
            carry[:, 3:] = -np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            turning = np.diag(np.broadcast_to(np.array(inertia, float), 3))
        m = mass * carry.T @ carry
        m[d:, d:] += turning
        self.entries.append((rows, None, None, m))

    def _mass(self, entry, index):
        arm = np.array(entry.get("offset", [0.0] * self.dim), float)
        self._lump(entry["node"], entry.get("mass", 0.0), entry.get("inertia", 0.0), arm)

    def _body(self, entry, index):
        first = entry["nodes"][0]
        for other in entry["nodes"][1:]:
            self._carry(first, other)
        arm = np.array(entry.get("centre", self.node[first]), float) - self.node[first]
        self._lump(first, entry.get("mass", 0.0), entry.get("inertia", 0.0), arm)

    def _carry(self, first, other):
        """The other node moves with the first as one rigid body: u₂ = u₁ + θ × arm, θ₂ = θ₁."""
        arm, one, two, d = self.node[other] - self.node[first], self.rows[first], self.rows[other], self.dim
        for i in range(d):
            if d == 2:
                turning = [arm[1] if i == 0 else -arm[0]]
            else:
                turning = [-np.cross(np.eye(3)[j], arm)[i] for j in range(3)]
            self._constrain([two[i], one[i], *one[d:]], [1, -1, *turning])
        for i in range(d, d + self.turns):
            self._constrain([two[i], one[i]], [1, -1])

    def _link(self, entry, index):
        value, damping = entry.get("stiffness"), entry.get("damping")
        ends = entry["nodes"]
        grounded = "ground" in ends
        nodes = [n for n in ends if n != "ground"]
        vectors = self._directions(entry.get("direction"), nodes, grounded)
        width = self.dim + self.turns
        for vector in vectors:
            full = vector if grounded else np.concatenate([-vector, vector])
            rows = self.rows[nodes[0]] if grounded else np.concatenate([self.rows[n] for n in nodes])
            assert len(full) == len(rows) and len(vector) == width
            outer = np.outer(full, full)
            self.entries.append((rows, None if value is None else value * outer,
                                 None if damping is None else damping * outer, None))

    def _directions(self, direction, nodes, grounded):
        width = self.dim + self.turns
        if direction is None:
            if grounded:
                return [np.eye(width)[i] for i in range(self.dim)]
            gap = self.node[nodes[1]] - self.node[nodes[0]]
            return [np.concatenate([gap / np.linalg.norm(gap), np.zeros(self.turns)])]
        return [self.direction(direction)]

    def direction(self, direction):
        width = self.dim + self.turns
        if isinstance(direction, str):
            sign = -1 if direction.startswith("-") else 1
            name = direction.lstrip("-")
            if name == "phi":
                return sign * np.eye(width)[2]
            if name.startswith("r"):
                return sign * np.eye(width)[self.dim + AXES[name[1]]]
            return sign * np.eye(width)[AXES[name]]
        vector = np.array(direction, float) / np.linalg.norm(direction)
        return np.concatenate([vector, np.zeros(self.turns)])

    # ---- supports

    def _fix(self, entry, index):
        nodes = entry["nodes"] if isinstance(entry["nodes"], list) else [entry["nodes"]]
        for node in nodes:
            for i, row in enumerate(self.rows[node]):
                name = (["x", "y", "phi"] if self.dim == 2 else ["x", "y", "z", "rx", "ry", "rz"])[i]
                if "directions" not in entry or name in entry["directions"]:
                    self._constrain([row], [1.0])

    def _slide(self, entry, index):
        along = self.direction(entry["direction"])[: self.dim]
        for normal in scipy.linalg.null_space(along[None, :]).T:
            self._constrain(self.rows[entry["node"]][: self.dim], normal)

    # ---- results

    def place(self, node, direction):
        """Gradient of a displacement with respect to the motions that remain."""
        row = np.zeros(self.size)
        row[self.rows[node]] = self.direction(direction)
        return row @ self.free


def _planar_measures(l):
    return {"elongation": [np.array([-1.0, 0, 0, 1, 0, 0])],
            "bending": [np.array([0, 1 / l, 1, 0, -1 / l, 0]), np.array([0, 1 / l, 0, 0, -1 / l, 1])]}


def _spatial_measures(l):
    def row(**values):
        names = ["u1", "v1", "w1", "a1", "b1", "c1", "u2", "v2", "w2", "a2", "b2", "c2"]
        return np.array([values.get(n, 0.0) for n in names])

    return {"elongation": [row(u1=-1.0, u2=1.0)],
            "bending": [row(v1=1 / l, c1=1, v2=-1 / l), row(v1=1 / l, c2=1, v2=-1 / l),
                        row(w1=-1 / l, b1=1, w2=1 / l), row(w1=-1 / l, b2=1, w2=1 / l)],
            "torsion": [row(a1=-1.0, a2=1.0)]}


def _only(stiffness, measures, allowed):
    """Stiffness without what may not deform: the constraint holds it, and large numbers would only add rounding."""
    gone = [v for kind, vectors in measures.items() if kind not in allowed for v in vectors]
    keep = scipy.linalg.null_space(np.array(gone))
    projector = keep @ keep.T
    return projector @ stiffness @ projector
