"""The journal of a study that runs on other machines: the same lines that the program writes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from .errors import UsageError

if TYPE_CHECKING:
    from .sweeps import Study


class Kept:
    """Finished rows by number, in memory and in a journal."""

    def __init__(self, question: Any, plan: Study, path: str | os.PathLike[str] | None) -> None:
        self._plan = plan
        self.rows: dict[int, dict[str, Any]] = {}
        self._file: Any = None
        if path is None:
            return
        head = json.dumps(
            {
                "lissom_study": "distributed",
                "version": plan["lissom"],
                "flags": question.flags,
                "options": question.options,
                "list": question.list,
                "model_sha256": plan["provenance"]["model_sha256"],
            },
            sort_keys=True,
        )
        self._open(path, head)

    def _open(self, path: str | os.PathLike[str], head: str) -> None:
        text = b""
        if os.path.exists(path):
            with open(path, "rb") as file:
                text = file.read()
        # A line that was cut when the program was killed does not count.
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.decode("utf-8").splitlines()
        if lines and lines[0] != head:
            raise UsageError(f"the journal {os.fspath(path)} belongs to another study; use another one, or remove it")
        for line in lines[1:]:
            row = json.loads(line)
            self.rows.setdefault(row["row"], row)
        self._file = open(path, "r+b" if os.path.exists(path) else "w+b")
        self._file.truncate(len(whole))
        self._file.seek(0, os.SEEK_END)
        if not lines:
            self._write(head)

    def _write(self, line: str) -> None:
        self._file.write(line.encode("utf-8") + b"\n")
        self._file.flush()

    def add(self, row: dict[str, Any]) -> None:
        """Keeps a row, once."""
        if row["row"] in self.rows:
            return
        self.rows[row["row"]] = row
        if self._file is not None:
            # Python writes the shortest text that gives the same number again.
            self._write(json.dumps(row))

    def study(self) -> Study:
        """All rows as one answer."""
        from .sweeps import Study

        if self._file is not None:
            self._file.close()
        rows = [self.rows[row] for row in sorted(self.rows)]
        columns = list(dict.fromkeys(label for row in rows for label in row["values"]))
        failed = sum(row["failure"] is not None for row in rows)
        data = {**self._plan.data, "rows": rows, "columns": columns, "failed": failed}
        data["warnings"] = [f"{failed} of {len(rows)} rows have no answer"] if failed else []
        text = f"{data['model']}: {data['question']} for {len(rows)} points, {failed} without an answer\n"
        return Study(json.dumps(data), {}, text, failed == 0)
