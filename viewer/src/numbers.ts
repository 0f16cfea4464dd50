// Numbers for reading.

/** A number with so many significant digits, trailing zeros gone. */
export function short(value: number, digits = 4): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return "not finite";
  const size = Math.abs(value);
  const text = size >= 1e-4 && size < 1e6 ? Number(value.toPrecision(digits)).toString() : scientific(value, digits);
  return text.replaceAll("-", "−");
}

function scientific(value: number, digits: number): string {
  const [mantissa = "0", exponent = "0"] = value.toExponential(digits - 1).split("e");
  return `${Number(mantissa)}e${Number(exponent)}`;
}

/** A name with its unit. */
export function withUnit(name: string, unit: string): string {
  return unit === "" ? name : `${name} [${unit}]`;
}
