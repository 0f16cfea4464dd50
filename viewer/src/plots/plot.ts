// A plot: panels above each other over one axis, a legend that switches curves, a cursor that reads them.

import { html, svg } from "../element.ts";
import { short, withUnit } from "../numbers.ts";
import type { Plot, Series } from "../wire.ts";
import { labels, share, tight, ticksOver, valueAt, type Ticks } from "./ticks.ts";

const WIDTH = 640;
const PANEL = 230;
const BETWEEN = 18;
const LEFT = 78;
const RIGHT = 18;
const TOP = 10;
const BOTTOM = 46;

export const CURVES = 7;
const DASHES = ["", "7 4", "2 3", "10 3 2 3", "12 4"];

/** A plot on the page. `mark` shows where the animation is, when it runs over the same axis. */
export interface DrawnPlot {
  element: HTMLElement;
  mark(over: { name: string; unit: string }, value: number): void;
}

interface Geometry {
  x: Ticks;
  panels: { y: Ticks; top: number }[];
  height: number;
}

const px = (s: number): number => LEFT + s * (WIDTH - LEFT - RIGHT);
const py = (s: number, top: number): number => top + PANEL * (1 - s);

function geometry(plot: Plot, hidden: ReadonlySet<string>): Geometry {
  const shown = (list: Series[]): Series[] => list.filter((s) => !hidden.has(s.name));
  const all = plot.panels.flatMap((panel) => panel.series);
  const xs = all.flatMap((s) => s.x).filter((v): v is number => v !== null && (plot.x.scale === "linear" || v > 0));
  const low = xs.reduce((a, b) => Math.min(a, b), Infinity);
  const high = xs.reduce((a, b) => Math.max(a, b), -Infinity);
  const x = tight(ticksOver(xs, plot.x.scale === "log", 7), low, high);
  const panels = plot.panels.map((panel, k) => {
    const ys = shown(panel.series).flatMap((s) => s.y).filter((v): v is number => v !== null);
    return { y: ticksOver(ys, panel.y.scale === "log", 5), top: TOP + k * (PANEL + BETWEEN) };
  });
  return { x, panels, height: TOP + panels.length * PANEL + (panels.length - 1) * BETWEEN + BOTTOM };
}

/** The path of a curve, lifted where it has a gap. */
export function curvePath(series: Series, x: Ticks, y: Ticks, top: number): string {
  let path = "";
  let down = false;
  for (let i = 0; i < series.x.length; i++) {
    const [sx, sy] = [share(x, series.x[i] ?? null), share(y, series.y[i] ?? null)];
    if (sx === null || sy === null) {
      down = false;
      continue;
    }
    path += `${down ? "L" : "M"}${px(sx).toFixed(1)} ${py(sy, top).toFixed(1)}`;
    down = true;
  }
  return path;
}

function axes(plot: Plot, g: Geometry): SVGGElement {
  const group = svg("g", { class: "axes" });
  const last = g.panels.length - 1;
  g.panels.forEach(({ y, top }, k) => {
    const [across, upwards] = [labels(g.x), labels(y)];
    for (const [i, tick] of g.x.at.entries()) {
      const at = px(share(g.x, tick) ?? 0);
      group.append(svg("path", { class: "grid", d: `M${at} ${top}v${PANEL}` }));
      if (k === last) group.append(svg("text", { x: at, y: top + PANEL + 17, "text-anchor": "middle" }, across[i]));
    }
    for (const [i, tick] of y.at.entries()) {
      const at = py(share(y, tick) ?? 0, top);
      group.append(svg("path", { class: "grid", d: `M${LEFT} ${at}H${WIDTH - RIGHT}` }));
      group.append(svg("text", { x: LEFT - 7, y: at + 4, "text-anchor": "end" }, upwards[i]));
    }
    group.append(svg("rect", { class: "frame", x: LEFT, y: top, width: WIDTH - LEFT - RIGHT, height: PANEL }));
    const middle = top + PANEL / 2;
    const label = withUnit(plot.panels[k]?.y.name ?? "", plot.panels[k]?.y.unit ?? "");
    group.append(
      svg("text", { class: "label y", x: 15, y: middle, "text-anchor": "middle", transform: `rotate(-90 15 ${middle})` }, label),
    );
  });
  const name = withUnit(plot.x.name, plot.x.unit);
  group.append(svg("text", { class: "label x", x: px(0.5), y: g.height - 8, "text-anchor": "middle" }, name));
  return group;
}

function curves(plot: Plot, g: Geometry, hidden: ReadonlySet<string>): SVGGElement {
  const group = svg("g", { class: "curves" });
  plot.panels.forEach((panel, k) => {
    const { y, top } = g.panels[k] ?? { y: g.x, top: 0 };
    for (const series of panel.series.filter((s) => !hidden.has(s.name))) {
      const colour = `var(--curve-${series.colour % CURVES})`;
      const d = curvePath(series, g.x, y, top);
      const dash = DASHES[series.dash % DASHES.length] ?? "";
      group.append(svg("path", { class: "curve", d, stroke: colour, "stroke-dasharray": dash, "data-series": series.name }));
      if (!series.marked) continue;
      series.x.forEach((value, i) => {
        const [sx, sy] = [share(g.x, value), share(y, series.y[i] ?? null)];
        if (sx !== null && sy !== null) group.append(svg("circle", { cx: px(sx), cy: py(sy, top), r: 2.4, fill: colour }));
      });
    }
  });
  return group;
}

/** The point of a curve nearest to a place on the axis. */
export function nearest(series: Series, x: number, log: boolean): number | null {
  let best: number | null = null;
  let least = Infinity;
  series.x.forEach((value, i) => {
    if (value === null || series.y[i] === null) return;
    const distance = log ? Math.abs(Math.log(value / x)) : Math.abs(value - x);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

function reading(plot: Plot, hidden: ReadonlySet<string>, x: number): { at: number; text: string } | null {
  const lines: string[] = [];
  let at: number | null = null;
  for (const panel of plot.panels) {
    for (const series of panel.series.filter((s) => !hidden.has(s.name)).slice(0, 8)) {
      const i = nearest(series, x, plot.x.scale === "log");
      if (i === null) continue;
      at ??= series.x[i] ?? null;
      const what = plot.panels.length > 1 ? `${series.name}, ${panel.y.name}` : series.name;
      lines.push(`${what}: ${short(series.y[i] ?? NaN, 5)} ${panel.y.unit}`);
    }
  }
  return at === null ? null : { at, text: [`${plot.x.name} ${short(at, 5)} ${plot.x.unit}`, ...lines].join("\n") };
}

function legend(plot: Plot, hidden: Set<string>, redraw: () => void): HTMLElement | null {
  const all = plot.panels.flatMap((panel) => panel.series);
  const named = all.filter((s, i) => all.findIndex((t) => t.name === s.name) === i);
  if (named.length < 2) return null;
  const list = html("div", { class: "legend" });
  for (const series of named) {
    const sample = svg(
      "svg",
      { width: 26, height: 10, "aria-hidden": "true" },
      svg("path", {
        d: "M0 5h26",
        class: "curve",
        stroke: `var(--curve-${series.colour % CURVES})`,
        "stroke-dasharray": DASHES[series.dash % DASHES.length] ?? "",
      }),
    );
    const button = html("button", { type: "button", "aria-pressed": "true", title: "show or hide" }, sample, series.name);
    button.addEventListener("click", () => {
      const hide = !hidden.has(series.name);
      if (hide) hidden.add(series.name);
      else hidden.delete(series.name);
      button.setAttribute("aria-pressed", String(!hide));
      redraw();
    });
    list.append(button);
  }
  return list;
}

/** Draws a plot. */
export function drawPlot(plot: Plot): DrawnPlot {
  const hidden = new Set<string>();
  let g = geometry(plot, hidden);
  const label = `${plot.title}: ${plot.panels.map((p) => withUnit(p.y.name, p.y.unit)).join(", ")} against ${withUnit(plot.x.name, plot.x.unit)}`;
  const image = svg("svg", { viewBox: `0 0 ${WIDTH} ${g.height}`, role: "img", "aria-label": label, tabindex: 0 });
  const cursor = svg("path", { class: "cursor", d: "" });
  const marker = svg("path", { class: "marker", d: "" });
  const bubble = html("output", { class: "reading", "aria-live": "polite" });
  const redraw = (): void => {
    g = geometry(plot, hidden);
    image.replaceChildren(axes(plot, g), curves(plot, g, hidden), marker, cursor);
  };
  redraw();
  const upright = (value: number): string => {
    const s = share(g.x, value);
    return s === null || s < -1e-6 || s > 1 + 1e-6 ? "" : `M${px(s).toFixed(1)} ${TOP}V${g.height - BOTTOM}`;
  };
  let read = 0.5;
  const show = (s: number): void => {
    read = Math.min(Math.max(s, 0), 1);
    const found = reading(plot, hidden, valueAt(g.x, read));
    cursor.setAttribute("d", found === null ? "" : upright(found.at));
    bubble.textContent = found?.text ?? "";
  };
  const leave = (): void => {
    cursor.setAttribute("d", "");
    bubble.textContent = "";
  };
  image.addEventListener("pointermove", (event) => {
    const box = image.getBoundingClientRect();
    show(((event.clientX - box.left) * (WIDTH / box.width) - LEFT) / (WIDTH - LEFT - RIGHT));
  });
  image.addEventListener("pointerleave", leave);
  image.addEventListener("blur", leave);
  image.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.01, ArrowRight: 0.01, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(read + step);
  });
  const gaps = plot.panels.flatMap((p) => p.series.flatMap((s) => (s.gap === null ? [] : [s.gap])));
  const thinned = plot.panels.flatMap((p) => p.series).find((s) => s.points > s.x.length);
  const notes = [plot.note, ...gaps.map((gap) => `gap: ${gap}`)];
  if (thinned !== undefined) notes.push(`${thinned.points} points are drawn with ${thinned.x.length}: every peak is kept`);
  const element = html(
    "figure",
    { class: "plot", "data-plot": plot.id },
    html("figcaption", {}, plot.title),
    legend(plot, hidden, redraw),
    html("div", { class: "sheet" }, image, bubble),
    ...notes.map((note) => (note === null ? null : html("p", { class: note.startsWith("gap: ") ? "note gap" : "note" }, note))),
  );
  return {
    element,
    mark: (over, value) => {
      const same = over.name === plot.x.name && (over.unit === plot.x.unit || plot.x.unit === "");
      marker.setAttribute("d", same ? upright(value) : "");
    },
  };
}
