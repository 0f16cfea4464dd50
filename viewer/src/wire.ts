// The wire format, version 1: what a page carries. `schema/page.schema.json` describes it for other programs.

export const VERSION = 1;

export interface Page {
  format: "lissom-page";
  version: number;
  lissom: string;
  model: string;
  warnings: { about: string; text: string }[];
  gaps: Gap[];
  scene: SceneData | null;
  sections: Section[];
  provenance: { model_sha256: string; overrides: string[]; settings: { name: string; value: string }[] };
}

/** Evidence for an answer (`true`), against it (`false`), or a remark (`null`). */
export interface Certificate {
  text: string;
  holds: boolean | null;
}

export interface Section {
  id: string;
  title: string;
  certificates: Certificate[];
  blocks: Block[];
}

export type Block = Table | Plot | Matrix | Equations | Drawing | Gap;

export interface Table {
  kind: "table";
  title: string;
  columns: { name: string; unit: string }[];
  rows: (string | null)[][];
  note: string | null;
}

export interface Axis {
  name: string;
  unit: string;
  scale: "linear" | "log";
}

export interface Series {
  name: string;
  x: (number | null)[];
  y: (number | null)[];
  points: number;
  colour: number;
  dash: number;
  marked: boolean;
  joined: boolean;
  gap: string | null;
}

export interface Plot {
  kind: "plot";
  id: string;
  title: string;
  x: Axis;
  panels: { y: Axis; series: Series[] }[];
  /** Both axes have the same scale. */
  is_equal: boolean;
  note: string | null;
}

export interface Matrix {
  kind: "matrix";
  id: string;
  title: string;
  rows: string[];
  columns: string[];
  values: number[][];
}

export interface Equations {
  kind: "equations";
  title: string;
  equations: { name: string; text: string; mathml: string[] | null }[];
}

export interface Drawing {
  kind: "drawing";
  title: string;
  svg: string;
}

export interface Gap {
  kind: "gap";
  what: string;
  reason: string;
}

export type LineKind = "beam" | "rigid" | "truss" | "spring" | "damper";

/** Cross-section of a member that is drawn as a solid: sizes across it, and its first axis in the reference configuration. */
export interface SolidData {
  sizes: [number, number];
  round: boolean;
  across: [number, number, number];
}

export interface SceneData {
  planar: boolean;
  size: number;
  vertices: string;
  nodes: { name: string; vertex: number }[];
  lines: { name: string; kind: LineKind; first: number; count: number; section: SolidData | null }[];
  surface: { name: string; triangles: string; edges: string } | null;
  markers: { kind: string; vertex: number; name: string; direction: number[] | null; across: number[] | null }[];
  notes: string[];
  /** What is to be known about the colours. */
  key_note: string | null;
  motions: MotionData[];
}

export interface MotionData {
  id: string;
  name: string;
  kind: "time" | "mode" | "stroke" | "state";
  over: { name: string; unit: string };
  values: number[];
  frames: string[];
  scale: number;
  fields: { name: string; unit: string; values: string }[];
}

/** Reads the data of a page; a page of another version is an error. */
export function readPage(text: string): Page {
  const page = JSON.parse(text) as Partial<Page>;
  if (page.format !== "lissom-page") throw new Error("this file contains no Lissom page");
  if (page.version !== VERSION) {
    throw new Error(`this page has version ${page.version} of the format, this viewer reads version ${VERSION}`);
  }
  return page as Page;
}

function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out.buffer;
}

/** Numbers of 32 bits, least significant byte first. */
export function floats(base64: string): Float32Array {
  return new Float32Array(bytes(base64));
}

/** Whole numbers of 32 bits, least significant byte first. */
export function integers(base64: string): Uint32Array {
  return new Uint32Array(bytes(base64));
}
