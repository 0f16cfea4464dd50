// Where every vertex is at any place of a motion, and the number it is coloured by. Nothing here draws.

import { floats, type MotionData, type SceneData } from "../wire.ts";

export interface Motion {
  data: MotionData;
  frames: Float32Array[];
  fields: { name: string; unit: string; values: Float32Array }[];
  largest: number;
}

export function decodeMotion(data: MotionData): Motion {
  const frames = data.frames.map(floats);
  let largest = 0;
  for (const frame of frames) {
    for (let i = 0; i < frame.length; i += 3) {
      largest = Math.max(largest, Math.hypot(frame[i] ?? 0, frame[i + 1] ?? 0, frame[i + 2] ?? 0));
    }
  }
  return { data, frames, fields: data.fields.map((f) => ({ ...f, values: floats(f.values) })), largest };
}

/** How a place of the slider, from 0 to 1, mixes two frames, and with which factor. */
export function mixture(motion: Motion, place: number): { a: number; b: number; mix: number; factor: number } {
  const kind = motion.data.kind;
  if (kind === "mode") return { a: 0, b: 0, mix: 0, factor: Math.sin(2 * Math.PI * place) };
  if (kind === "state") return { a: 0, b: 0, mix: 0, factor: place };
  const at = Math.min(Math.max(place, 0), 1) * (motion.frames.length - 1);
  const a = Math.min(Math.floor(at), Math.max(motion.frames.length - 2, 0));
  return { a, b: Math.min(a + 1, motion.frames.length - 1), mix: at - a, factor: 1 };
}

/** The value that a motion runs over, at a place of the slider; `null` for a mode or a state. */
export function valueAt(motion: Motion, place: number): number | null {
  if (motion.data.kind === "mode" || motion.data.kind === "state") return null;
  const { a, b, mix } = mixture(motion, place);
  const [first, second] = [motion.data.values[a] ?? 0, motion.data.values[b] ?? 0];
  return first + mix * (second - first);
}

/** Writes the places of all vertices: rest + scale × displacement. */
export function writePlaces(motion: Motion | null, rest: Float32Array, place: number, scale: number, out: Float32Array): void {
  out.set(rest);
  if (motion === null) return;
  const { a, b, mix, factor } = mixture(motion, place);
  const [first, second] = [motion.frames[a], motion.frames[b]];
  if (first === undefined || second === undefined) return;
  const [wa, wb] = [scale * factor * (1 - mix), scale * factor * mix];
  for (let i = 0; i < out.length; i++) out[i] = (rest[i] ?? 0) + wa * (first[i] ?? 0) + wb * (second[i] ?? 0);
}

/** Lowest and highest places of all vertices over a whole motion. */
export function extent(motion: Motion | null, rest: Float32Array, scale: number): { low: number[]; high: number[] } {
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  const include = (frame: Float32Array | null, factor: number): void => {
    for (let i = 0; i < rest.length; i++) {
      const place = (rest[i] ?? 0) + factor * (frame?.[i] ?? 0);
      low[i % 3] = Math.min(low[i % 3] ?? 0, place);
      high[i % 3] = Math.max(high[i % 3] ?? 0, place);
    }
  };
  include(null, 0);
  for (const frame of motion?.frames ?? []) {
    include(frame, scale);
    if (motion?.data.kind === "mode") include(frame, -scale);
  }
  return { low, high };
}

export interface Shading {
  /** What is alike in all motions: one of these is chosen for all of them. */
  family: "field" | "displacement";
  name: string;
  unit: string;
  /** Largest value of the whole motion: the upper end of the colours. */
  top: number;
}

/** What a motion can be coloured by: its fields, and the displacement. */
export function shadings(motion: Motion): Shading[] {
  const all: Shading[] = motion.fields.map((field) => {
    let top = 0;
    for (const value of field.values) if (Number.isFinite(value)) top = Math.max(top, Math.abs(value));
    return { family: "field" as const, name: field.name, unit: field.unit, top };
  });
  const isMode = motion.data.kind === "mode";
  all.push({ family: "displacement", name: "displacement", unit: isMode ? "share of the largest" : "m", top: isMode ? 1 : motion.largest });
  return all;
}

/** What a motion is coloured by at first: as wanted, else a shape by its displacement and all else by its field. */
export function firstShading(motion: Motion, wanted: string | null): number {
  const usual = motion.data.kind === "mode" ? "displacement" : "field";
  const found = shadings(motion).findIndex((s) => s.family === (wanted ?? usual));
  return Math.max(found, 0);
}

/** Writes the value of every vertex as a share of the top; NaN where it is not known. */
export function writeShares(motion: Motion | null, place: number, shading: number, out: Float32Array): void {
  const list = motion === null ? [] : shadings(motion);
  const own = list[shading];
  if (motion === null || own === undefined || own.top === 0) {
    out.fill(motion === null ? NaN : 0);
    return;
  }
  const { a, b, mix, factor } = mixture(motion, place);
  // A mode keeps its colours while it swings: they show the shape, not the instant.
  const swing = motion.data.kind === "mode" ? 1 : Math.abs(factor);
  const field = motion.fields[shading];
  if (field !== undefined) {
    const n = out.length;
    for (let i = 0; i < n; i++) {
      const value = (1 - mix) * (field.values[a * n + i] ?? NaN) + mix * (field.values[b * n + i] ?? NaN);
      out[i] = (swing * Math.abs(value)) / own.top;
    }
    return;
  }
  const [first, second] = [motion.frames[a], motion.frames[b]];
  for (let i = 0; i < out.length; i++) {
    const part = (k: number): number => (1 - mix) * (first?.[3 * i + k] ?? 0) + mix * (second?.[3 * i + k] ?? 0);
    out[i] = motion.largest === 0 ? 0 : (swing * Math.hypot(part(0), part(1), part(2))) / motion.largest;
  }
}

/** Share of the furthest displacement that counts as far. */
const FAR = 0.6;

/** Where the slider begins: a picture that stands still shows the widest of the frames that have gone far. A crank at its
 * dead centre has gone furthest, and hides its rod. */
export function firstPlace(motion: Motion | null, rest: Float32Array, isPlaying: boolean): number {
  if (motion === null) return 0;
  if (motion.data.kind === "state") return 1;
  if (motion.data.kind === "mode") return 0.25;
  if (isPlaying || motion.frames.length < 2) return 0;
  const sizes = motion.frames.map((frame) => frame.reduce((most, d) => Math.max(most, Math.abs(d)), 0));
  const furthest = Math.max(...sizes);
  const spread = motion.frames.map((frame, k) => {
    if ((sizes[k] ?? 0) < FAR * furthest) return -1;
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    for (let i = 0; i < rest.length; i++) {
      const place = (rest[i] ?? 0) + motion.data.scale * (frame[i] ?? 0);
      low[i % 3] = Math.min(low[i % 3] ?? 0, place);
      high[i % 3] = Math.max(high[i % 3] ?? 0, place);
    }
    const [x = 0, y = 0, z = 0] = high.map((top, k) => top - (low[k] ?? 0));
    return x * y + y * z + z * x;
  });
  return spread.indexOf(Math.max(...spread)) / (motion.frames.length - 1);
}

/** The motion to begin with: what moves truly before what only may. */
export function firstMotion(scene: SceneData): number {
  const order = ["time", "stroke", "mode", "state"];
  const best = scene.motions.map((m, i) => ({ i, rank: order.indexOf(m.kind) })).sort((p, q) => p.rank - q.rank || p.i - q.i);
  return best[0]?.i ?? -1;
}
