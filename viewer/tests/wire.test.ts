import { describe, expect, it } from "vitest";
import { floats, integers, readPage } from "../src/wire.ts";

const base64 = (array: Float32Array | Uint32Array): string => Buffer.from(array.buffer).toString("base64");

describe("the wire format", () => {
  it("carries numbers of 32 bits, gaps included", () => {
    const numbers = new Float32Array([1.5, -2e-9, NaN, 3e20]);
    expect([...floats(base64(numbers))]).toEqual([...numbers]);
    expect([...integers(base64(new Uint32Array([0, 70000, 4294967295])))]).toEqual([0, 70000, 4294967295]);
  });

  it("refuses other files and other versions with a message", () => {
    expect(() => readPage("{}")).toThrow("contains no Lissom page");
    expect(() => readPage('{"format":"lissom-page","version":99}')).toThrow("version 99");
  });
});
