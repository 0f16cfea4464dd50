import { describe, expect, it } from "vitest";
import { equalTicks, labels, share, tight, ticksOver, valueAt } from "../src/plots/ticks.ts";

describe("ticks", () => {
  it("are round and enclose the values", () => {
    const ticks = ticksOver([0.13, 9.4], false, 5);
    expect(ticks.at).toEqual([0, 2, 4, 6, 8, 10]);
    expect(share(ticks, 5)).toBeCloseTo(0.5, 12);
  });

  it("count decades on a logarithmic axis and refuse what is not above zero", () => {
    const ticks = ticksOver([3e-3, -1, 0, 40], true, 5);
    expect([ticks.low, ticks.high]).toEqual([1e-3, 100]);
    expect(share(ticks, 0)).toBeNull();
    expect(share(ticks, -2)).toBeNull();
    expect(valueAt(ticks, share(ticks, 0.7) ?? 0)).toBeCloseTo(0.7, 12);
  });

  it("of equal axes make a circle round", () => {
    const [x, y] = equalTicks([[-1, 1], [-1, 1]], [540, 400]);
    expect((x.high - x.low) / 540).toBeCloseTo((y.high - y.low) / 400, 12);
    expect([x.low < -1.2, y.low < -1, y.low > -1.2]).toEqual([true, true, true]);
    expect(y.at.filter((t) => Math.abs(t) < 1.01).length).toBeGreaterThan(2);
  });

  it("exist for constants and for nothing at all", () => {
    for (const values of [[], [3, 3], [0], [NaN], [1, 1 + 1e-15]]) {
      const ticks = ticksOver(values, false, 5);
      expect(ticks.high).toBeGreaterThan(ticks.low);
      expect(ticks.at.length).toBeGreaterThan(1);
      expect(ticks.at.length).toBeLessThan(20);
    }
  });

  it("have labels that differ", () => {
    for (const values of [[0.99999, 1], [1, 1 + 1e-12], [1234, 1234.5], [-2.0001, -2], [0, 1e-7]]) {
      const all = labels(ticksOver(values, false, 5));
      expect(all.length).toBeGreaterThan(2);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it("can end where the values end", () => {
    const ticks = tight(ticksOver([0, 0.7], false, 7), 0, 0.7);
    expect(ticks.high).toBe(0.7);
    expect(ticks.at.every((t) => t <= 0.7 + 1e-9)).toBe(true);
  });
});
