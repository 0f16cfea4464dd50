"""The program under test: run through its command line, with JSON answers."""

import json
import re
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

from .model_text import write_model
from .outcome import Broken, Refused

SECONDS = 60  # of processor time: a small model that takes longer hangs
PATIENCE = 5  # times as long by the clock, for machines that do other things besides


class Program:
    def __init__(self, binary):
        self.binary = str(Path(binary).resolve())
        self.calls = 0

    def ask(self, model, *arguments):
        """The answer to `lissom VERB model.toml --json …`; the arguments are those of the model unless given."""
        arguments = list(arguments) or list(model["_verb"])
        with tempfile.TemporaryDirectory(prefix="trial-") as folder:
            path = write_model(model, folder)
            command = [self.binary, arguments[0], str(path), "--json", "--threads", "1", *arguments[1:]]
            self.calls += 1
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * SECONDS,
                                      preexec_fn=_limit)
            except subprocess.TimeoutExpired:
                raise Broken(f"no answer within {SECONDS} s: {' '.join(arguments)}") from None
            if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                raise Broken(f"no answer within {SECONDS} s: {' '.join(arguments)}")
        return _read(done, arguments)


def _limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))


def _read(done, arguments):
    if done.returncode not in (0, 1, 2) or "panicked at" in done.stderr:
        raise Broken(f"{' '.join(arguments)}: exit code {done.returncode}: {done.stderr.strip()[-400:]}")
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError as error:
        if done.returncode == 0:
            raise Broken(f"not JSON: {error}") from None
        raise Refused(_without_numbers((done.stderr.strip().splitlines() or ["without a message"])[0])) from None
    if done.returncode == 0 or "error" not in answer:  # an answer that is not certified ends with exit code 1
        return answer
    codes = [d["code"] for d in answer.get("diagnostics", []) if d.get("severity") == "error"]
    raise Refused(": ".join(codes[:1] + [_without_numbers(str(answer["error"]))]))


def _without_numbers(text):
    """A message without its numbers, so that refusals can be counted by reason."""
    return re.sub(r"[-+]?\d[\d.eE+-]*", "#", text)[:120]
