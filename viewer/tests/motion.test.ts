import { describe, expect, it } from "vitest";
import { decodeMotion, extent, firstMotion, firstPlace, firstShading, mixture, shadings, valueAt, writePlaces, writeShares } from "../src/scene/motion.ts";
import type { MotionData, SceneData } from "../src/wire.ts";

const base64 = (...values: number[]): string => Buffer.from(new Float32Array(values).buffer).toString("base64");

const timed: MotionData = {
  id: "time",
  name: "motion in time",
  kind: "time",
  over: { name: "time", unit: "s" },
  values: [0, 1, 3],
  frames: [base64(0, 0, 0, 0, 0, 0), base64(1, 0, 0, 0, 2, 0), base64(3, 0, 0, 0, 4, 0)],
  scale: 1,
  fields: [{ name: "bending stress", unit: "MPa", values: base64(0, NaN, 10, NaN, 40, NaN) }],
};

describe("a motion", () => {
  it("runs straight between its frames", () => {
    const motion = decodeMotion(timed);
    const [rest, out] = [new Float32Array([1, 1, 1, 0, 0, 0]), new Float32Array(6)];
    writePlaces(motion, rest, 0.75, 10, out);
    expect([...out]).toEqual([1 + 20, 1, 1, 0, 30, 0]);
    expect(valueAt(motion, 0.75)).toBe(2);
    expect(valueAt(motion, 1)).toBe(3);
    expect(mixture(motion, 1)).toEqual({ a: 1, b: 2, mix: 1, factor: 1 });
  });

  it("is coloured by its field first, and keeps what is not known apart", () => {
    const motion = decodeMotion(timed);
    expect(shadings(motion)).toEqual([
      { family: "field", name: "bending stress", unit: "MPa", top: 40 },
      { family: "displacement", name: "displacement", unit: "m", top: 4 },
    ]);
    const shares = new Float32Array(2);
    writeShares(motion, 0.5, 0, shares);
    expect([...shares]).toEqual([0.25, NaN]);
    writeShares(motion, 1, 1, shares);
    expect([...shares]).toEqual([0.75, 1]);
  });

  it("of a mode swings both ways and keeps its colours", () => {
    const mode = decodeMotion({ ...timed, kind: "mode", values: [8], frames: [base64(0, 0, 0, 0, 2, 0)], fields: [] });
    const [rest, out, shares] = [new Float32Array(6), new Float32Array(6), new Float32Array(2)];
    writePlaces(mode, rest, 0.25, 1, out);
    expect(out[4]).toBeCloseTo(2, 6);
    writePlaces(mode, rest, 0.75, 1, out);
    expect(out[4]).toBeCloseTo(-2, 6);
    writeShares(mode, 0, 0, shares);
    expect([...shares]).toEqual([0, 1]);
    expect(valueAt(mode, 0.3)).toBeNull();
  });

  it("is coloured as the reader chose, else a shape by displacement and all else by its field", () => {
    const [motion, mode] = [decodeMotion(timed), decodeMotion({ ...timed, kind: "mode" })];
    expect([firstShading(motion, null), firstShading(mode, null)]).toEqual([0, 1]);
    expect([firstShading(motion, "displacement"), firstShading(mode, "field")]).toEqual([1, 0]);
    expect(firstShading(decodeMotion({ ...timed, fields: [] }), "field")).toBe(0);
  });

  it("of a state grows with its stress, and a mode keeps its own", () => {
    const field = { name: "bending stress", unit: "MPa", values: base64(8, 4) };
    const one = { ...timed, values: [0], frames: [base64(0, 0, 0, 0, 2, 0)], fields: [field] };
    const shares = new Float32Array(2);
    writeShares(decodeMotion({ ...one, kind: "state" }), 0.5, 0, shares);
    expect([...shares]).toEqual([0.5, 0.25]);
    writeShares(decodeMotion({ ...one, kind: "mode" }), 0.5, 0, shares);
    expect([...shares]).toEqual([1, 0.5]);
  });

  it("that stands still is shown far from rest and wide, not at a dead centre", () => {
    const rest = new Float32Array([0, 0, 0, 1, 0, 0]);
    const turned = (degrees: number): string => {
      const angle = (degrees * Math.PI) / 180;
      return base64(0, 0, 0, Math.cos(angle) - 1, Math.sin(angle), 0);
    };
    const crank = decodeMotion({ ...timed, values: [0, 45, 90, 135, 180], frames: [0, 45, 90, 135, 180].map(turned) });
    expect(firstPlace(crank, rest, false)).toBe(0.75);
    expect(firstPlace(crank, rest, true)).toBe(0);
    expect(firstPlace(null, rest, false)).toBe(0);
  });

  it("is enclosed with all its frames", () => {
    const { low, high } = extent(decodeMotion(timed), new Float32Array([1, 1, 1, 0, 0, 0]), 2);
    expect([low, high]).toEqual([[0, 0, 0], [7, 8, 1]]);
  });

  it("that moves truly is shown first", () => {
    const scene = { motions: [{ ...timed, kind: "mode" }, { ...timed, kind: "stroke" }, timed] } as unknown as SceneData;
    expect(firstMotion(scene)).toBe(2);
    expect(firstMotion({ motions: [] } as unknown as SceneData)).toBe(-1);
  });
});
