// Round numbers along an axis.

import { short } from "../numbers.ts";

export interface Ticks {
  low: number;
  high: number;
  at: number[];
  log: boolean;
}

/** Limits around the values, and about so many round numbers between them. */
export function ticksOver(values: Iterable<number>, log: boolean, wanted: number): Ticks {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value) || (log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = log ? [1, 10] : [0, 1];
  return log ? logTicks(low, high) : linearTicks(low, high, wanted);
}

/** One, two or five times a power of ten. */
export function roundStep(span: number, wanted: number): number {
  const rough = span / Math.max(wanted, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((f) => f * power >= 0.999 * rough) ?? 10;
  return factor * power;
}

/** Values that differ by less of their size are one value. */
const CONSTANT = 1e-9;

/** Below this share of the numbers the step between them is lost in four digits. */
const FINE = 1e-3;

function linearTicks(low: number, high: number, wanted: number): Ticks {
  const noise = CONSTANT * Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= noise) {
    const room = high === 0 ? 1 : 0.1 * Math.abs(high);
    [low, high] = [low - room, high + room];
  }
  const step = roundStep(high - low, wanted);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  const at: number[] = [];
  for (let i = first; i <= last; i++) at.push(i * step);
  return { low: first * step, high: last * step, at, log: false };
}

const MOST_DECADES = 7;

function logTicks(low: number, high: number): Ticks {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(high) - 1e-9), first + 1);
  const every = 1 + Math.floor((last - first - 1) / MOST_DECADES);
  const factors = last - first <= 2 ? [1, 2, 5] : [1];
  const at: number[] = [];
  for (let d = first; d <= last; d += every) {
    for (const f of factors) if (f * 10 ** d <= 1.000001 * 10 ** last) at.push(f * 10 ** d);
  }
  return { low: 10 ** first, high: 10 ** last, at, log: true };
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Labels of all ticks: powers of ten as such where an axis reaches far, as many digits as it takes to tell them apart. */
export function labels(ticks: Ticks): string[] {
  const step = (ticks.at[1] ?? Infinity) - (ticks.at[0] ?? 0);
  if (!ticks.log && step < FINE * Math.max(Math.abs(ticks.low), Math.abs(ticks.high))) {
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return ticks.at.map((value) => value.toFixed(Math.min(decimals, 20)).replace("-", "−"));
  }
  const far = ticks.log && (ticks.high > 1.001e4 || ticks.low < 0.999e-3);
  return ticks.at.map((value) => {
    const power = Math.round(Math.log10(Math.abs(value)));
    if (!far || Math.abs(Math.log10(value) - power) > 1e-6) return short(value);
    const digits = [...String(Math.abs(power))].map((d) => RAISED[Number(d)] ?? "").join("");
    return `10${power < 0 ? "⁻" : ""}${digits}`;
  });
}

/** Limits at the values themselves: for the axis that runs along. */
export function tight(ticks: Ticks, low: number, high: number): Ticks {
  if (!(low < high)) return ticks;
  const slack = 1e-9 * (high - low);
  return { ...ticks, low, high, at: ticks.at.filter((t) => t >= low - slack && t <= high + slack) };
}

type Limits = [number, number];

/** Axes with the same scale on so many pixels, around what they must show and with a little room beside it. */
export function equalTicks(limits: [Limits, Limits], room: [number, number]): [Ticks, Ticks] {
  const span = (k: 0 | 1): number => (1.1 * (limits[k][1] - limits[k][0])) / room[k];
  const scale = Math.max(span(0), span(1), 1e-300);
  const axis = (k: 0 | 1): Ticks => {
    const [middle, half] = [(limits[k][0] + limits[k][1]) / 2, (scale * room[k]) / 2];
    const ends: Limits = [middle - half, middle + half];
    return tight(ticksOver(ends, false, 7), ...ends);
  };
  return [axis(0), axis(1)];
}

/** Where a value is, from 0 to 1; `null` where it has no place. */
export function share(ticks: Ticks, value: number | null): number | null {
  if (value === null || !Number.isFinite(value) || (ticks.log && value <= 0)) return null;
  return ticks.log
    ? Math.log(value / ticks.low) / Math.log(ticks.high / ticks.low)
    : (value - ticks.low) / (ticks.high - ticks.low);
}

/** The value at a share of the axis. */
export function valueAt(ticks: Ticks, s: number): number {
  return ticks.log ? ticks.low * (ticks.high / ticks.low) ** s : ticks.low + s * (ticks.high - ticks.low);
}
