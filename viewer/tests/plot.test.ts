import { describe, expect, it } from "vitest";
import { mapRgb } from "../src/colours.ts";
import { short, withUnit } from "../src/numbers.ts";
import { curvePath, nearest } from "../src/plots/plot.ts";
import { ticksOver } from "../src/plots/ticks.ts";
import type { Series } from "../src/wire.ts";

const series: Series = {
  name: "full",
  x: [0, 1, 2, 3],
  y: [0, 1, null, 2],
  points: 4,
  colour: 0,
  dash: 0,
  marked: false,
  joined: true,
  gap: "full: 1 value is not finite, at 2 s (4 in all)",
};

describe("a curve", () => {
  it("lifts the pen at a gap", () => {
    const path = curvePath(series, ticksOver([0, 3], false, 5), ticksOver([0, 2], false, 5), 0);
    expect(path.match(/M/g)?.length).toBe(2);
    expect(path.match(/L/g)?.length).toBe(1);
  });

  it("is read at its nearest point that is there", () => {
    expect(nearest(series, 1.9, false)).toBe(1);
    expect(nearest(series, 2.6, false)).toBe(3);
    expect(nearest({ ...series, y: [null, null, null, null] }, 1, false)).toBeNull();
  });
});

describe("numbers", () => {
  it("are short and keep their unit", () => {
    expect(short(8.771464)).toBe("8.771");
    expect(short(-0.00001234)).toBe("−1.234e−5");
    expect(short(0)).toBe("0");
    expect(short(NaN)).toBe("not finite");
    expect(withUnit("time", "s")).toBe("time [s]");
    expect(withUnit("share", "")).toBe("share");
  });

  it("have colours that grow lighter", () => {
    const light = [...Array(41).keys()].map((i) => {
      const [r, g, b] = mapRgb(i / 40);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    expect(light.every((value, i) => i === 0 || value > (light[i - 1] ?? 0))).toBe(true);
  });
});
