// A plot: panels above each other over one axis, a legend that switches curves, a cursor that reads them.

import { html, svg } from "../element.ts";
import { short, withUnit } from "../numbers.ts";
import type { Plot, Series } from "../wire.ts";
import { equalTicks, labels, share, tight, ticksOver, valueAt, type Ticks } from "./ticks.ts";

const WIDTH = 640;
const PANEL = 230;
/** A panel in which both axes have the same scale is higher. */
const EQUAL_PANEL = 400;
const BETWEEN = 18;
const LEFT = 94;
const RIGHT = 22;
const TOP = 10;
const BOTTOM = 46;
/** About the width of a letter of a label. */
const LETTER = 6.4;

export const CURVES = 7;
const DASHES = ["", "7 4", "2 3", "10 3 2 3", "12 4", "4 2"];

/** A plot on the page, with its place kept until it is drawn. `mark` shows where the animation is, when it runs over the
 * same axis. */
export interface DrawnPlot {
  element: HTMLElement;
  draw(): void;
  mark(over: { name: string; unit: string }, value: number): void;
}

interface Geometry {
  x: Ticks;
  panels: { y: Ticks; top: number }[];
  /** Height of a panel. */
  tall: number;
  height: number;
}

const px = (s: number): number => LEFT + s * (WIDTH - LEFT - RIGHT);
const py = (s: number, top: number, tall: number): number => top + tall * (1 - s);

const tallOf = (plot: Plot): number => (plot.is_equal ? EQUAL_PANEL : PANEL);
const heightOf = (plot: Plot): number => TOP + plot.panels.length * (tallOf(plot) + BETWEEN) - BETWEEN + BOTTOM;

const limitsOf = (values: number[]): [number, number] =>
  values.reduce(([low, high], v): [number, number] => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);

function geometry(plot: Plot, hidden: ReadonlySet<string>): Geometry {
  const tall = tallOf(plot);
  const known = (values: (number | null)[]): number[] => values.filter((v): v is number => v !== null);
  const all = plot.panels.flatMap((panel) => panel.series);
  const xs = known(all.flatMap((s) => s.x)).filter((v) => plot.x.scale === "linear" || v > 0);
  let x = tight(ticksOver(xs, plot.x.scale === "log", 7), ...limitsOf(xs));
  const panels = plot.panels.map((panel, k) => {
    const shown = panel.series.filter((s) => plot.is_equal || !hidden.has(s.name));
    const ys = known(shown.flatMap((s) => s.y));
    let y = ticksOver(ys, panel.y.scale === "log", 5);
    if (plot.is_equal) [x, y] = equalTicks([limitsOf(xs), limitsOf(ys)], [WIDTH - LEFT - RIGHT, tall]);
    return { y, top: TOP + k * (tall + BETWEEN) };
  });
  return { x, panels, tall, height: heightOf(plot) };
}

/** The path of a curve, lifted where it has a gap. */
export function curvePath(series: Series, x: Ticks, y: Ticks, top: number, tall = PANEL): string {
  let path = "";
  let down = false;
  for (let i = 0; i < series.x.length; i++) {
    const [sx, sy] = [share(x, series.x[i] ?? null), share(y, series.y[i] ?? null)];
    if (sx === null || sy === null) {
      down = false;
      continue;
    }
    path += `${down ? "L" : "M"}${px(sx).toFixed(1)} ${py(sy, top, tall).toFixed(1)}`;
    down = true;
  }
  return path;
}

/** The points of a curve, as strokes of no length that round ends make to dots. */
function dotPath(series: Series, x: Ticks, y: Ticks, top: number, tall: number): string {
  let path = "";
  series.x.forEach((value, i) => {
    const [sx, sy] = [share(x, value), share(y, series.y[i] ?? null)];
    if (sx !== null && sy !== null) path += `M${px(sx).toFixed(1)} ${py(sy, top, tall).toFixed(1)}h0`;
  });
  return path;
}

function axes(plot: Plot, g: Geometry): SVGGElement {
  const group = svg("g", { class: "axes" });
  const last = g.panels.length - 1;
  g.panels.forEach(({ y, top }, k) => {
    const [across, upwards] = [labels(g.x), labels(y)];
    for (const [i, tick] of g.x.at.entries()) {
      const at = px(share(g.x, tick) ?? 0);
      group.append(svg("path", { class: "grid", d: `M${at} ${top}v${g.tall}` }));
      if (k === last) group.append(svg("text", { x: at, y: top + g.tall + 17, "text-anchor": "middle" }, across[i]));
    }
    for (const [i, tick] of y.at.entries()) {
      const at = py(share(y, tick) ?? 0, top, g.tall);
      group.append(svg("path", { class: "grid", d: `M${LEFT} ${at}H${WIDTH - RIGHT}` }));
      group.append(svg("text", { x: LEFT - 7, y: at + 4, "text-anchor": "end" }, upwards[i]));
    }
    group.append(svg("rect", { class: "frame", x: LEFT, y: top, width: WIDTH - LEFT - RIGHT, height: g.tall }));
    const middle = top + g.tall / 2;
    const label = withUnit(plot.panels[k]?.y.name ?? "", plot.panels[k]?.y.unit ?? "");
    // A long name is narrowed rather than cut off.
    const room = g.tall + BETWEEN;
    const narrowed = label.length * LETTER > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
    const at = { class: "label y", x: 15, y: middle, "text-anchor": "middle", transform: `rotate(-90 15 ${middle})` };
    group.append(svg("text", { ...at, ...narrowed }, label));
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
      const dash = DASHES[series.dash % DASHES.length] ?? "";
      // Points that no line joins are a path of dots.
      const d = series.joined ? curvePath(series, g.x, y, top, g.tall) : dotPath(series, g.x, y, top, g.tall);
      const kind = series.joined ? "curve" : "curve dots";
      group.append(svg("path", { class: kind, d, stroke: colour, "stroke-dasharray": dash, "data-series": series.name }));
      if (series.marked && series.joined) {
        group.append(svg("path", { class: "curve marks", d: dotPath(series, g.x, y, top, g.tall), stroke: colour }));
      }
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
    // In a plane a line has no value at a place of the axis.
    const readable = panel.series.filter((s) => !hidden.has(s.name) && !(plot.is_equal && s.joined));
    for (const series of readable.slice(0, 8)) {
      const i = nearest(series, x, plot.x.scale === "log");
      if (i === null) continue;
      at ??= series.x[i] ?? null;
      const what = plot.panels.length > 1 ? `${series.name}, ${panel.y.name}` : series.name;
      lines.push(`${what}: ${short(series.y[i] ?? NaN, 5)} ${panel.y.unit}`.trimEnd());
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
        d: series.joined ? "M0 5h26" : "M13 5h0",
        class: series.joined ? "curve" : "curve dots",
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

/** A plot that is drawn when somebody asks. */
export function makePlot(plot: Plot): DrawnPlot {
  const hidden = new Set<string>();
  let drawn: Geometry | null = null;
  const label = `${plot.title}: ${plot.panels.map((p) => withUnit(p.y.name, p.y.unit)).join(", ")} against ${withUnit(plot.x.name, plot.x.unit)}`;
  const image = svg("svg", { viewBox: `0 0 ${WIDTH} ${heightOf(plot)}`, role: "img", "aria-label": label, tabindex: 0 });
  const cursor = svg("path", { class: "cursor", d: "" });
  const marker = svg("path", { class: "marker", d: "" });
  const bubble = html("output", { class: "reading", "aria-live": "polite" });
  let marked = NaN;
  const redraw = (): Geometry => {
    drawn = geometry(plot, hidden);
    image.replaceChildren(axes(plot, drawn), curves(plot, drawn, hidden), marker, cursor);
    marker.setAttribute("d", upright(drawn, marked));
    return drawn;
  };
  const upright = (g: Geometry, value: number): string => {
    const s = share(g.x, value);
    return s === null || s < -1e-6 || s > 1 + 1e-6 ? "" : `M${px(s).toFixed(1)} ${TOP}V${g.height - BOTTOM}`;
  };
  let read = 0.5;
  const show = (s: number): void => {
    read = Math.min(Math.max(s, 0), 1);
    const g = drawn ?? redraw();
    const found = reading(plot, hidden, valueAt(g.x, read));
    cursor.setAttribute("d", found === null ? "" : upright(g, found.at));
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
    legend(plot, hidden, () => void redraw()),
    html("div", { class: "sheet" }, image, bubble),
    ...notes.map((note) => (note === null ? null : html("p", { class: note.startsWith("gap: ") ? "note gap" : "note" }, note))),
  );
  return {
    element,
    draw: () => void (drawn ?? redraw()),
    mark: (over, value) => {
      const same = over.name === plot.x.name && (over.unit === plot.x.unit || plot.x.unit === "");
      marked = same ? value : NaN;
      if (drawn !== null) marker.setAttribute("d", upright(drawn, marked));
    },
  };
}
