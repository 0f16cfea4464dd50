// Numbers between 0 and 1 as a matrix of fields.

import { mapColour } from "../colours.ts";
import { html } from "../element.ts";
import type { Matrix } from "../wire.ts";

/** Draws a matrix as a table, so that it can be read without colours. */
export function drawMatrix(matrix: Matrix): HTMLElement {
  const head = html("tr", {}, html("th"), ...matrix.columns.map((name) => html("th", { scope: "col" }, name)));
  const rows = matrix.values.map((row, i) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, matrix.rows[i] ?? ""),
      ...row.map((value) => {
        const ink = value < 0.6 ? "#fff" : "#000";
        return html("td", { style: `background:${mapColour(value)};color:${ink}` }, value.toFixed(2));
      }),
    ),
  );
  return html(
    "figure",
    { class: "matrix", "data-plot": matrix.id },
    html("figcaption", {}, matrix.title),
    html("div", { class: "scroll" }, html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows))),
  );
}
