// The picture with its controls: which motion, where in it, how fast, how large, coloured by what.

import { mapColour } from "../colours.ts";
import { html } from "../element.ts";
import { short, withUnit } from "../numbers.ts";
import type { SceneData } from "../wire.ts";
import { decodeMotion, extent, firstMotion, firstPlace, firstShading, shadings, valueAt, writePlaces, writeShares, type Motion } from "./motion.ts";
import { nameOf, NodeNames } from "./names.ts";
import { Stage, type Side } from "./stage.ts";

/** Seconds of one run through a motion at speed 1. */
const RUN = 4;
const STEPS = 1000;

export interface Panel {
  element: HTMLElement;
  /** Draws, once the element is on the page. */
  start(): void;
  /** Called with what the motion runs over and its value there. */
  onPlace(listener: (over: { name: string; unit: string }, value: number | null) => void): void;
  theme(): void;
}

function select(label: string, options: string[], chosen: number): { element: HTMLElement; input: HTMLSelectElement } {
  const input = html("select", {}, ...options.map((text, i) => html("option", { value: i, selected: i === chosen }, text)));
  return { element: html("label", {}, label, input), input };
}

function range(label: string, min: number, max: number, step: number | "any", value: number) {
  const input = html("input", { type: "range", min, max, step, value });
  const output = html("output");
  return { element: html("label", {}, label, input, output), input, output };
}

/** The picture of a scene; `null` is no picture, with a reason on the page. */
export function makePanel(scene: SceneData): Panel {
  const canvas = html("canvas", { tabindex: 0, role: "img", "aria-label": "the machine in space; keys: space plays, left and right step, up and down zoom, a and d turn, + and − scale, c changes the colours, f fits" });
  const tip = html("div", { class: "tip", hidden: true });
  const status = html("p", { class: "status" });
  const view = html("div", { class: "view" }, canvas, tip);
  let stage: Stage;
  let pending = false;
  const request = (): void => {
    if (pending) return;
    pending = true;
    requestAnimationFrame(draw);
  };
  try {
    stage = new Stage(scene, canvas, request);
  } catch (error) {
    const reason = `no picture: this browser has no WebGL (${String(error)}); \`lissom plot\` draws without it`;
    return { element: html("section", { class: "scene" }, html("p", { class: "gap" }, reason)), start: () => {}, onPlace: () => {}, theme: () => {} };
  }

  const motions: (Motion | null)[] = scene.motions.map(() => null);
  const motionAt = (i: number): Motion | null => {
    const data = scene.motions[i];
    if (data === undefined) return null;
    return (motions[i] ??= decodeMotion(data));
  };
  const shares = new Float32Array(stage.rest.length / 3);
  const names = new NodeNames(scene, 60);
  view.append(names.element);
  let place = 0;
  let isPlaying = scene.motions.length > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let scale = 1;
  let last: number | null = null;
  let listener: Parameters<Panel["onPlace"]>[0] = () => {};

  const motion = select("motion", scene.motions.map((m) => m.name), firstMotion(scene));
  const colour = select("colour", ["displacement"], 0);
  const speed = select("speed", ["× 0.1", "× 0.25", "× 0.5", "× 1", "× 2", "× 4"], 3);
  const play = html("button", { type: "button", class: "play" });
  const slider = range("", 0, STEPS, 1, 0);
  slider.input.setAttribute("aria-label", "place in the motion");
  slider.input.classList.add("place");
  const size = range("scale", -2, 2, "any", 0);
  const ghost = html("input", { type: "checkbox", checked: true });
  const labels = html("input", { type: "checkbox", checked: scene.nodes.length <= 24 });
  const bar = html("div", { class: "bar", style: `background:linear-gradient(to right, ${[...Array(17).keys()].map((i) => mapColour(i / 16)).join(",")})` });
  const [low, high, what] = [html("span"), html("span"), html("span", { class: "what" })];
  const remark = scene.key_note === null ? null : html("p", { class: "note" }, scene.key_note);
  const key = html("div", { class: "key" }, what, bar, html("div", { class: "ends" }, low, high), remark);
  // The colouring chosen by the user, for other motions too; none until then.
  let wanted: string | null = null;

  const current = (): Motion | null => motionAt(Number(motion.input.value));
  const place01 = (): void => {
    const own = current();
    const value = own === null ? null : valueAt(own, place);
    const over = own?.data.over ?? { name: "", unit: "" };
    slider.input.value = String(Math.round(place * STEPS));
    slider.output.textContent = value === null ? `${Math.round(100 * place)} %` : `${over.name} ${short(value)} ${over.unit}`;
    listener(over, value);
  };
  const showKey = (): void => {
    const own = current();
    const shading = own === null ? undefined : shadings(own)[Number(colour.input.value)];
    key.hidden = shading === undefined;
    if (shading === undefined) return;
    what.textContent = withUnit(shading.name, shading.unit);
    // The remark is about stress: it is hidden while another quantity is shown.
    if (remark !== null) remark.hidden = shading.family === "displacement" && (own?.fields.length ?? 0) > 0;
    low.textContent = "0";
    high.textContent = short(shading.top);
  };
  const showScale = (): void => {
    const own = current();
    const isMode = own?.data.kind === "mode";
    size.output.textContent = isMode ? "free" : scale === 1 ? "true to scale" : `× ${short(scale, 3)}`;
  };
  function paint(): void {
    const own = current();
    writePlaces(own, stage.rest, place, scale, stage.places);
    writeShares(own, place, Number(colour.input.value), shares);
    stage.draw(shares);
    names.update(stage);
  }
  function draw(now: number): void {
    pending = false;
    if (isPlaying) {
      const rate = [0.1, 0.25, 0.5, 1, 2, 4][Number(speed.input.value)] ?? 1;
      place = (place + ((now - (last ?? now)) / 1000 / RUN) * rate) % 1;
      place01();
    }
    last = now;
    paint();
    if (isPlaying) request();
  }
  const setPlaying = (on: boolean): void => {
    isPlaying = on && scene.motions.length > 0;
    last = null;
    play.textContent = isPlaying ? "pause" : "play";
    play.setAttribute("aria-pressed", String(isPlaying));
    request();
  };
  const choose = (): void => {
    const own = current();
    const list = own === null ? [] : shadings(own);
    const chosen = own === null ? 0 : firstShading(own, wanted);
    colour.input.replaceChildren(...list.map((s, i) => html("option", { value: i, selected: i === chosen }, s.name)));
    scale = own?.data.scale ?? 1;
    size.input.value = "0";
    place = firstPlace(own, stage.rest, isPlaying);
    showScale();
    showKey();
    place01();
    fit();
  };
  const fit = (): void => {
    const { low, high } = extent(current(), stage.rest, scale);
    stage.show(low, high);
    request();
  };

  motion.input.addEventListener("change", choose);
  const recolour = (): void => {
    const own = current();
    wanted = own === null ? null : (shadings(own)[Number(colour.input.value)]?.family ?? null);
    showKey();
    request();
  };
  colour.input.addEventListener("change", recolour);
  play.addEventListener("click", () => setPlaying(!isPlaying));
  slider.input.addEventListener("input", () => {
    setPlaying(false);
    place = Number(slider.input.value) / STEPS;
    place01();
    request();
  });
  const rescale = (): void => {
    scale = (current()?.data.scale ?? 1) * 10 ** Number(size.input.value);
    showScale();
    request();
  };
  size.input.addEventListener("input", rescale);
  ghost.addEventListener("change", () => {
    stage.showGhost(ghost.checked);
    request();
  });
  const showNames = (): void => {
    names.element.hidden = !labels.checked;
  };
  labels.addEventListener("change", showNames);
  showNames();

  const sides: [string, Side][] = scene.planar
    ? [["fit", "top"], ["oblique", "oblique"]]
    : [["fit", "oblique"], ["front", "front"], ["right", "right"], ["top", "top"]];
  const views = sides.map(([name, side]) =>
    html("button", { type: "button", click: () => (fit(), stage.look(side)) }, name),
  );
  const step = (by: number): void => {
    setPlaying(false);
    const frames = current()?.frames.length ?? 1;
    place = Math.min(Math.max(place + by / Math.max(frames - 1, 40), 0), 1);
    place01();
    request();
  };
  const keys: Record<string, () => void> = {
    " ": () => setPlaying(!isPlaying),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowUp: () => stage.zoom(1.15),
    ArrowDown: () => stage.zoom(1 / 1.15),
    a: () => stage.turn(0.12),
    d: () => stage.turn(-0.12),
    "+": () => ((size.input.value = String(Number(size.input.value) + 0.1)), rescale()),
    "-": () => ((size.input.value = String(Number(size.input.value) - 0.1)), rescale()),
    c: () => ((colour.input.selectedIndex = (colour.input.selectedIndex + 1) % colour.input.length), recolour()),
    f: fit,
  };
  canvas.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  canvas.addEventListener("pointermove", (event) => {
    const vertex = event.buttons === 0 ? stage.pick(event.offsetX, event.offsetY, 16) : null;
    tip.hidden = vertex === null;
    if (vertex === null) return;
    tip.textContent = nameOf(scene, vertex);
    tip.style.transform = `translate(${event.offsetX + 14}px, ${event.offsetY + 10}px)`;
  });
  canvas.addEventListener("pointerleave", () => (tip.hidden = true));
  new ResizeObserver(() => {
    stage.resize();
    request();
  }).observe(view);

  status.textContent = scene.notes.join(" ");
  choose();
  setPlaying(isPlaying);
  const hasMotion = scene.motions.length > 0;
  const element = html(
    "section",
    { class: "scene", id: "scene", "aria-label": "the machine" },
    view,
    hasMotion ? html("div", { class: "row" }, play, slider.element) : null,
    hasMotion ? html("div", { class: "row" }, motion.element, colour.element, speed.element) : null,
    hasMotion ? key : null,
    html(
      "div",
      { class: "row" },
      hasMotion ? size.element : null,
      html("label", { class: "check" }, ghost, "undeformed"),
      scene.surface === null ? html("label", { class: "check" }, labels, "names") : null,
      html("span", { class: "views" }, ...views),
    ),
    scene.notes.length > 0 ? status : null,
  );
  return {
    element,
    start: () => {
      stage.theme(getComputedStyle(document.documentElement));
      fit();
    },
    onPlace: (f) => {
      listener = f;
      place01();
    },
    theme: () => {
      stage.theme(getComputedStyle(document.documentElement));
      // At once: paper does not wait for the next picture.
      paint();
    },
  };
}
