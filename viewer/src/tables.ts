// Tables, equations, drawings, gaps.

import { html, parsed } from "./element.ts";
import type { Drawing, Equations, Gap, Table } from "./wire.ts";

/** Rows that are shown at once; longer tables open on demand. */
const SHOWN = 16;

/** Words longer than this are not broken into a column of syllables where a table is wide. */
const LONG = 12;

/** A table with units in its head. */
export function drawTable(table: Table): HTMLElement {
  const isNumber = (text: string | null): boolean => text !== null && /^[-−]?\d/.test(text);
  // A word among numbers, such as `rigid`, does not make a text column.
  const isWord = (column: number): boolean => {
    const told = table.rows.map((cells) => cells[column] ?? null).filter((text) => text !== null);
    return told.filter(isNumber).length < told.length / 2;
  };
  const head = table.columns.map((c, i) =>
    html("th", { scope: "col", class: isWord(i) ? "word" : "number" }, c.name, c.unit === "" ? null : html("span", { class: "unit" }, ` [${c.unit}]`)),
  );
  // A missing value is shown in place of a number.
  const kind = (text: string | null, column: number): string => {
    if (isNumber(text) || (text === null && !isWord(column))) return "number";
    return text !== null && text.length > LONG ? "word long" : "word";
  };
  const row = (cells: (string | null)[]): HTMLElement =>
    html("tr", {}, ...cells.map((text, i) => html("td", { class: kind(text, i) }, text ?? "–")));
  const body = html("tbody", {}, ...table.rows.slice(0, SHOWN).map(row));
  const figure = html(
    "figure",
    { class: "table" },
    html("figcaption", {}, table.title),
    html("div", { class: "scroll", tabindex: 0 }, html("table", {}, html("thead", {}, html("tr", {}, ...head)), body)),
  );
  if (table.rows.length > SHOWN) {
    const more = html("button", { type: "button", class: "more" }, `show all ${table.rows.length} rows`);
    let isWhole = false;
    const open = (): void => {
      if (!isWhole) body.append(...table.rows.slice(SHOWN).map(row));
      isWhole = true;
      more.remove();
    };
    more.addEventListener("click", open);
    // Paper has no button.
    addEventListener("beforeprint", open, { once: true });
    figure.append(more);
  }
  if (table.note !== null) figure.append(html("p", { class: "note" }, table.note));
  return figure;
}

/** Terms one behind the other, so that a long equation breaks between them; `null` where a term cannot be read. */
function mathematics(terms: string[]): HTMLElement | null {
  const parts = terms.map((term) =>
    parsed(`<math xmlns="http://www.w3.org/1998/Math/MathML" displaystyle="true">${term}</math>`, "application/xml"),
  );
  if (parts.some((part) => part === null)) return null;
  return html("div", { class: "mathematics" }, ...parts.flatMap((part) => [part, " "]));
}

/** Equations as mathematics; as text where they could not be set. */
export function drawEquations(block: Equations): HTMLElement {
  const items = block.equations.map((equation) => {
    const math = equation.mathml === null ? null : mathematics(equation.mathml);
    const shown = math ?? html("code", {}, equation.text);
    return html(
      "li",
      {},
      html("span", { class: "about" }, equation.name),
      shown,
      math === null
        ? null
        : html("details", {}, html("summary", {}, "as text"), html("code", {}, equation.text)),
    );
  });
  return html(
    "figure",
    { class: "equations" },
    html("figcaption", {}, block.title),
    html("ol", {}, ...items),
  );
}

/** A drawing that the program made. */
export function drawDrawing(block: Drawing): HTMLElement {
  const image = parsed(block.svg, "image/svg+xml");
  const shown = image ?? html("p", { class: "note gap" }, "the drawing cannot be read");
  if (image !== null) {
    image.setAttribute("role", "img");
    image.setAttribute("aria-label", block.title);
  }
  return html("figure", { class: "drawing" }, html("figcaption", {}, block.title), html("div", { class: "scroll" }, shown));
}

/** What has no answer, and why. */
export function drawGap(gap: Gap): HTMLElement {
  return html("p", { class: "gap", role: "note" }, html("strong", {}, `no answer: ${gap.what}`), html("br"), gap.reason);
}
