"""Validates a unit with FMPy and simulates it by both kinds, against a reference. The last line is the answer as JSON."""

import json
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

import fmpy
import fmpy.fmi2
import numpy as np
import scipy.signal
from fmpy.validation import validate_fmu

job = json.loads(Path(sys.argv[1]).read_text())
unit, end = job["unit"], job["end"]


def state_space(unit):
    """A, B, C, D as the unit holds them."""
    content = json.loads(zipfile.ZipFile(unit).read("resources/unit.json"))
    return [np.array(content[letter]) for letter in "ABCD"]


def stepper(unit, name):
    """An instance for co-simulation, its references by name, and the folder it was unpacked to."""
    description = fmpy.read_model_description(unit)
    references = {variable.name: variable.valueReference for variable in description.modelVariables}
    folder = fmpy.extract(unit)
    instance = fmpy.fmi2.FMU2Slave(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName=name,
    )
    instance.instantiate()
    instance.setupExperiment(startTime=0.0)
    instance.enterInitializationMode()
    instance.exitInitializationMode()
    return instance, references, folder


def coupled(beam, controller, end, gain=0.8, load=1.0, steps=500):
    """F = load + gain · filtered y, exchanged at the end of every step; the same loop of both exact discrete state spaces."""
    step = end / steps
    (plant, of_plant, one), (filtering, of_filter, two) = stepper(beam, "beam"), stepper(controller, "filter")
    discrete = [scipy.signal.cont2discrete(state_space(unit), step, method="zoh") for unit in (beam, controller)]
    (pa, pb, pc, *_), (fa, fb, fc, *_) = discrete
    x, z = np.zeros(len(pa)), np.zeros(len(fa))
    y = held = 0.0
    largest = worst = 0.0
    for k in range(steps):
        force = load + gain * held
        plant.setReal([of_plant["F"]], [force])
        filtering.setReal([of_filter["u"]], [plant.getReal([of_plant["y"]])[0]])
        plant.doStep(k * step, step)
        filtering.doStep(k * step, step)
        held = filtering.getReal([of_filter["held"]])[0]
        force = load + gain * (fc @ z)[0]
        seen = (pc @ x)[0]
        x, z = pa @ x + pb @ [force], fa @ z + fb @ [seen]
        y = plant.getReal([of_plant["y"]])[0]
        largest, worst = max(largest, abs(y)), max(worst, abs(y - (pc @ x)[0]))
    loop = np.block([[pa, gain * pb @ fc], [fb @ pc, fa]])
    for instance, folder in ((plant, one), (filtering, two)):
        instance.terminate()
        instance.freeInstance()
        shutil.rmtree(folder, ignore_errors=True)
    return {"error": worst / largest, "spectral_radius": float(max(abs(np.linalg.eigvals(loop))))}


if job["kind"] == "coupled":
    print(json.dumps(coupled(unit, job["controller"], end)))
    sys.exit()
answer = {"problems": list(validate_fmu(unit)), "errors": {}}

step = end / 500
times = np.arange(501) * step
signal = None
if job["kind"] == "linear":
    # A force that jumps on and off, at times of the grid.
    force = np.where((times >= 20 * step) & (times < 200 * step), 1.5, 0.0)
    a, b, c, d = state_space(unit)
    n = len(a)
    discrete = scipy.signal.cont2discrete((a, b, c, d), step, method="zoh")
    x, exact = np.zeros(n), []
    for u in force:
        exact.append(c @ x + d @ [u])
        x = discrete[0] @ x + discrete[1] @ [u]
    exact = np.array(exact)
    reference = (times, {"y": exact[:, 0]})
    on, off = times[20], times[200]
    jumps = [(0.0, 0.0), (on, 0.0), (on, 1.5), (off, 1.5), (off, 0.0), (end, 0.0)]
    signal = np.array(jumps, dtype=[("time", float), ("F", float)])
else:
    given = job["reference"]
    reference = (np.array(given["times"]), dict(zip(given["names"], given["outputs"])))

for kind in ["CoSimulation", "ModelExchange"]:
    found = fmpy.simulate_fmu(
        unit,
        fmi_type=kind,
        stop_time=end,
        output_interval=step,
        step_size=step,
        relative_tolerance=job.get("tolerance", 1e-9),
        input=signal,
        output=list(reference[1]),
    )
    for name, exact in reference[1].items():
        exact = np.asarray(exact)
        # Only times that both have, and not those of jumps.
        places = {round(time / step, 6): k for k, time in enumerate(found["time"])}
        pairs = [(places[key], k) for k, time in enumerate(reference[0]) if (key := round(time / step, 6)) in places]
        assert len(pairs) >= 100, len(pairs)
        own = np.array([found[name][i] for i, _ in pairs])
        exact = np.array([exact[k] for _, k in pairs])
        answer["errors"][f"{kind} {name}"] = float(np.max(np.abs(own - exact)) / np.max(np.abs(exact)))

# Two ways to damage the resources: the host gets an error, and lives on.
answer["refused"] = []
for damage in [lambda text: text[: len(text) // 2], lambda text: text.replace(b"1", b"2", 1)]:
    folder = Path(tempfile.mkdtemp())
    try:
        fmpy.extract(unit, str(folder))
        path = folder / "resources/unit.json"
        path.write_bytes(damage(path.read_bytes()))
        try:
            fmpy.simulate_fmu(str(folder), stop_time=step, fmi_type="CoSimulation")
            answer["refused"].append(False)
        except Exception:
            answer["refused"].append(True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
print(json.dumps(answer))
