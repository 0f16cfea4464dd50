"""A model as a dictionary, written as a model file.

Keys that begin with an underscore are not part of the file: `_files` holds sparse matrices to be written beside it, and
`_verb` the arguments with which the program is asked.
"""

import json
from pathlib import Path

import scipy.sparse


def _value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, int):
        return str(value)
    return repr(float(value))


def _key(key):
    return key if key.replace("_", "a").isalnum() else json.dumps(key)


def model_text(model):
    """The TOML text of a model."""
    lines = ["lissom = 1"]
    for name, section in model.items():
        if name.startswith("_"):
            continue
        if isinstance(section, list):
            for entry in section:
                lines.append(f"[[{name}]]")
                lines += [f"{_key(k)} = {_value(v)}" for k, v in entry.items()]
        elif section and all(isinstance(v, dict) for v in section.values()):
            for key, entry in section.items():
                lines.append(f"[{name}.{_key(key)}]")
                lines += [f"{_key(k)} = {_value(v)}" for k, v in entry.items()]
        else:
            lines.append(f"[{name}]")
            lines += [f"{_key(k)} = {_value(v)}" for k, v in section.items()]
    return "\n".join(lines) + "\n"


def write_model(model, folder):
    """Writes `model.toml` and its matrices; returns the path of the model file."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, matrix in model.get("_files", {}).items():
        scipy.sparse.save_npz(folder / name, scipy.sparse.csr_matrix(matrix), compressed=False)
    path = folder / "model.toml"
    path.write_text(model_text(model))
    return path
