"""The page of a study: scatter and parallel-coordinates plots, convergence of statistics, failures. One file, no network."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from typing import Any

from . import statistics
from .sensitivity_indices import Indices

#: Points of a plot beyond which only some rows are drawn, evenly chosen; the page says so.
_MOST_DRAWN = 2000

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1d2733; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem } svg { background: #fafbfc; border: 1px solid #d8dee6 }
.plots { display: flex; flex-wrap: wrap; gap: .8rem } text { font: 11px system-ui, sans-serif; fill: #45515f }
table { border-collapse: collapse } td, th { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid #e3e8ee } th:first-child, td:first-child { text-align: left }
.axis { stroke: #8b97a5; stroke-width: 1 } .row { fill: none; stroke-width: 1; opacity: .45 } .dim { opacity: .04 } .note { color: #5b6775 }
"""

#: Dragging along an axis keeps the rows that pass through what was dragged over.
_SCRIPT = """
const plot = document.querySelector('#parallel');
if (plot) {
  const rows = [...plot.querySelectorAll('.row')], chosen = new Map();
  const apply = () => rows.forEach(row => {
    const at = JSON.parse(row.dataset.at);
    row.classList.toggle('dim', [...chosen].some(([k, [a, b]]) => at[k] < a || at[k] > b));
  });
  const place = event => { const p = plot.createSVGPoint(); p.x = event.clientX; p.y = event.clientY; return p.matrixTransform(plot.getScreenCTM().inverse()); };
  plot.querySelectorAll('.grip').forEach((grip, k) => {
    const mark = grip.nextElementSibling; let first = null;
    grip.addEventListener('pointerdown', event => { first = place(event).y; grip.setPointerCapture(event.pointerId); });
    grip.addEventListener('pointermove', event => {
      if (first === null) return;
      const last = place(event).y, low = Math.min(first, last), high = Math.max(first, last);
      mark.setAttribute('y', low); mark.setAttribute('height', high - low); chosen.set(k, [low, high]); apply();
    });
    grip.addEventListener('pointerup', event => {
      if (Math.abs(place(event).y - first) < 2) { chosen.delete(k); mark.setAttribute('height', 0); apply(); }
      first = null;
    });
  });
}
"""


def page(study: Any, indices: Iterable[Indices] = ()) -> str:
    """The page as text."""
    import numpy

    columns = study.columns_by_name()
    names, numbers = list(study["parameters"]), list(study["columns"])
    answered = numpy.array([row["failure"] is None for row in study["rows"]])
    kept = numpy.flatnonzero(answered & numpy.all([numpy.isfinite(columns[name]) for name in numbers], axis=0)) if numbers else numpy.array([], int)
    drawn = kept if len(kept) <= _MOST_DRAWN else kept[numpy.linspace(0, len(kept) - 1, _MOST_DRAWN).astype(int)]
    data = {name: columns[name][drawn] for name in [*names, *numbers]}
    title = f"{study['model']}: {len(study['rows'])} rows"
    note = f"<p class=note>{len(drawn)} of {len(study['rows'])} rows are drawn"
    note += f"; {len(study.failures)} have no answer.</p>" if study.failures else ".</p>"
    parts = [f"<h1>{html.escape(title)}</h1>{note}"]
    if len(drawn):
        parts.append(f"<h2>All parameters and numbers</h2><p class=note>Drag along an axis to keep some rows, click to let go.</p>{_parallel(data, numbers)}")
        plots = "".join(_scatter(data[x], data[y], x, y) for y in numbers for x in names)
        parts.append(f"<h2>Numbers against parameters</h2><div class=plots>{plots}</div>")
    found = [statistics.convergence(study, name) for name in numbers if _is_known(columns[name])]
    if found:
        parts.append(f"<h2>Statistics over the first rows</h2>{_statistics(study, found)}<div class=plots>{''.join(map(_settling, found))}</div>")
    for one in indices:
        parts.append(f"<h2>What {html.escape(one.of)} depends on ({one.method})</h2>{_indices(one)}")
    if study.failures:
        rows = [[str(row), html.escape(reason)] for row, reason in study.failures.items()]
        parts.append(f"<h2>Rows without an answer</h2>{_table(['row', 'reason'], rows)}")
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title><style>{_STYLE}</style></head>'
    return f"{head}<body>{''.join(parts)}<script>{_SCRIPT}</script></body></html>\n"


def _is_known(values: Any) -> bool:
    import numpy

    return int(numpy.isfinite(values).sum()) >= 2


class _Scale:
    """Values to places along an axis."""

    def __init__(self, values: Any, first: float, last: float) -> None:
        self.low, self.high = float(values.min()), float(values.max())
        self.first, self.last = first, last

    def __call__(self, values: Any) -> Any:
        span = self.high - self.low
        if span == 0.0:
            return values * 0 + 0.5 * (self.first + self.last)
        return self.first + (values - self.low) / span * (self.last - self.first)


def _number(value: float) -> str:
    return f"{value:.4g}"


def _frame(width: int, height: int, inside: str, kind: str = "") -> str:
    return f'<svg {kind} width="{width}" height="{height}" viewBox="0 0 {width} {height}">{inside}</svg>'


def _axes(x: _Scale, y: _Scale, across: str, up: str) -> str:
    left, bottom, right, top = x.first, y.first, x.last, y.last
    made = f'<path class="axis" fill="none" d="M{left} {top}V{bottom}H{right}"/>'
    made += f'<text x="{left}" y="{bottom + 14}">{_number(x.low)}</text><text x="{right}" y="{bottom + 14}" text-anchor="end">{_number(x.high)}</text>'
    made += f'<text x="{(left + right) / 2}" y="{bottom + 27}" text-anchor="middle">{html.escape(across)}</text>'
    made += f'<text x="{left - 4}" y="{bottom}" text-anchor="end">{_number(y.low)}</text><text x="{left - 4}" y="{top + 8}" text-anchor="end">{_number(y.high)}</text>'
    return made + f'<text x="{left}" y="{top - 6}">{html.escape(up)}</text>'


def _scatter(x: Any, y: Any, across: str, up: str) -> str:
    sx, sy = _Scale(x, 62.0, 290.0), _Scale(y, 170.0, 22.0)
    dots = "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2" fill="#2f6fb2" opacity=".55"/>' for a, b in zip(sx(x), sy(y)))
    return _frame(300, 202, _axes(sx, sy, across, up) + dots, 'class="scatter"')


def _settling(one: statistics.Convergence) -> str:
    import numpy

    picked = numpy.unique(numpy.linspace(0, len(one.rows) - 1, min(400, len(one.rows))).astype(int))
    rows, mean, error = one.rows[picked].astype(float), one.mean[picked], 2 * one.error[picked]
    # The first rows say nothing and would set the scale.
    late = rows >= 0.05 * rows[-1]
    sx = _Scale(rows, 62.0, 290.0)
    sy = _Scale(numpy.concatenate([(mean - error)[late], (mean + error)[late]]), 170.0, 22.0)

    def points(values: Any) -> list[str]:
        return [f"{a:.1f},{min(max(b, 0.0), 200.0):.1f}" for a, b in zip(sx(rows), sy(values))]

    band = f'<polygon points="{" ".join(points(mean + error) + points(mean - error)[::-1])}" fill="#2f6fb2" opacity=".18"/>'
    line = f'<polyline points="{" ".join(points(mean))}" fill="none" stroke="#2f6fb2" stroke-width="1.5"/>'
    return _frame(300, 202, band + line + _axes(sx, sy, "rows", f"mean of {one.name} ± 2 standard errors"), 'class="settling"')


def _parallel(data: dict[str, Any], numbers: list[str]) -> str:
    import numpy

    names = list(data)
    step = max(110, min(180, 1000 // max(len(names), 1)))
    scales = [_Scale(data[name], 250.0, 40.0) for name in names]
    places = numpy.array([scale(data[name]) for scale, name in zip(scales, names)])
    shade = _Scale(data[numbers[0]], 0.0, 1.0)(data[numbers[0]])
    lines = []
    for k in range(places.shape[1]):
        points = " ".join(f"{50 + step * j},{places[j, k]:.1f}" for j in range(len(names)))
        colour = f"hsl({220 - 200 * shade[k]:.0f} 70% 45%)"
        at = json.dumps([round(float(place), 1) for place in places[:, k]])
        lines.append(f'<polyline class="row" stroke="{colour}" data-at="{at}" points="{points}"/>')
    axes = []
    for j, (name, scale) in enumerate(zip(names, scales)):
        x = 50 + step * j
        axes.append(f'<path class="axis" d="M{x} 40V250"/><text x="{x}" y="18" text-anchor="middle">{html.escape(name)}</text>')
        axes.append(f'<text x="{x}" y="32" text-anchor="middle">{_number(scale.high)}</text><text x="{x}" y="266" text-anchor="middle">{_number(scale.low)}</text>')
        axes.append(f'<rect class="grip" x="{x - 12}" y="36" width="24" height="218" fill="transparent"/>')
        axes.append(f'<rect x="{x - 6}" y="40" width="12" height="0" fill="#f0a030" opacity=".5" pointer-events="none"/>')
    return _frame(100 + step * (len(names) - 1), 280, "".join(lines + axes), 'id="parallel"')


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{one}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _statistics(study: Any, found: list[statistics.Convergence]) -> str:
    rows = []
    for one in found:
        all_rows = statistics.of(study, one.name)
        settled = "yes" if one.settled else "no"
        values = [all_rows.mean, all_rows.error, all_rows.deviation, all_rows.least, all_rows.largest]
        rows.append([html.escape(one.name), str(all_rows.rows), *map(_number, values), settled])
    return _table(["number", "rows", "mean", "standard error", "deviation", "least", "largest", "mean settled"], rows)


def _indices(one: Indices) -> str:
    rows = []
    for k, name in enumerate(one.names):
        rows.append([html.escape(name), *(_number(column[k]) for column in one.values.values()), _number(one.confidence[k])])
    return _table(["parameter", *one.values, "confidence (95 %)"], rows)
