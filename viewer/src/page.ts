// The page: warnings first, the machine, the answers, where they come from.

import { html } from "./element.ts";
import { afterPaint, Later } from "./later.ts";
import { drawMatrix } from "./plots/matrix.ts";
import { makePlot, type DrawnPlot } from "./plots/plot.ts";
import { makePanel, type Panel } from "./scene/panel.ts";
import { drawDrawing, drawEquations, drawGap, drawTable } from "./tables.ts";
import { themeButton } from "./theme.ts";
import type { Block, Page, Section } from "./wire.ts";

function drawBlock(block: Block, plots: DrawnPlot[], later: Later): HTMLElement {
  switch (block.kind) {
    case "table":
      return drawTable(block);
    case "plot": {
      const drawn = makePlot(block);
      plots.push(drawn);
      later.add(drawn.element, drawn.draw);
      return drawn.element;
    }
    case "matrix":
      return drawMatrix(block);
    case "equations":
      return drawEquations(block);
    case "drawing":
      return drawDrawing(block);
    case "gap":
      return drawGap(block);
  }
}

function drawSection(section: Section, plots: DrawnPlot[], later: Later): HTMLElement {
  const certificates = section.certificates.map(({ text, holds }) =>
    html("li", { class: holds === null ? "remark" : holds ? "held" : "doubt" }, text),
  );
  return html(
    "section",
    { class: "answer", id: `section-${section.id}` },
    html("h2", {}, section.title),
    certificates.length > 0 ? html("ul", { class: "certificates" }, ...certificates) : null,
    html("div", { class: "blocks" }, ...section.blocks.map((block) => drawBlock(block, plots, later))),
  );
}

/** Warnings and questions without an answer; nothing when there are none. */
function drawWarnings(page: Page): HTMLElement | null {
  const items = [
    ...page.gaps.map((gap) => html("li", { class: "gap" }, html("strong", {}, `no answer: ${gap.what}. `), gap.reason)),
    ...page.warnings.map((w) => html("li", {}, html("strong", {}, `${w.about}: `), w.text)),
  ];
  if (items.length === 0) return null;
  return html("section", { class: "warnings", "aria-label": "warnings" }, html("h2", {}, "Read this first"), html("ul", {}, ...items));
}

function drawFooter(page: Page): HTMLElement {
  const { model_sha256, overrides, settings } = page.provenance;
  const rows: [string, string][] = [
    ["model", page.model],
    ["SHA-256 of the model file", model_sha256],
    ["overrides", overrides.length > 0 ? overrides.join(", ") : "none"],
    ["made by", `lissom ${page.lissom}`],
    ...settings.map((s): [string, string] => [s.name, s.value]),
  ];
  const list = rows.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]);
  return html("footer", { id: "provenance" }, html("h2", {}, "Where this comes from"), html("dl", {}, ...list));
}

/** The place of the picture until it is drawn. */
function emptyPanel(): HTMLElement {
  return html("section", { class: "scene waiting", "aria-label": "the machine" }, html("div", { class: "view" }));
}

/** Builds the page inside an element: what is read at once first, then the picture, then plots that are out of view. */
export function drawPage(page: Page, root: HTMLElement): void {
  const plots: DrawnPlot[] = [];
  const later = new Later();
  let panel: Panel | null = null;
  const place = page.scene === null ? null : emptyPanel();
  const sections = page.sections.map((section) => drawSection(section, plots, later));
  const links = page.sections.map((s) => html("a", { href: `#section-${s.id}` }, s.title));
  const header = html(
    "header",
    {},
    html("h1", {}, page.model),
    html("nav", { "aria-label": "sections" }, ...links),
    themeButton(() => panel?.theme()),
  );
  const answers = html("div", { class: "answers" }, ...sections);
  const body = html("div", { class: place === null ? "columns single" : "columns" }, place, answers);
  const children = [header, drawWarnings(page), body, drawFooter(page)];
  root.replaceChildren(...children.filter((child) => child !== null));
  afterPaint(() => {
    if (page.scene !== null && place !== null) {
      panel = makePanel(page.scene);
      place.replaceWith(panel.element);
      panel.onPlace((over, value) => {
        for (const plot of plots) plot.mark(over, value ?? NaN);
      });
      panel.start();
    }
    later.whenIdle(() => {
      document.documentElement.dataset["drawn"] = "";
      performance.mark("drawn");
    });
  });
}
