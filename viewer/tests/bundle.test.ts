import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const here = join(import.meta.dirname, "..");

it("the bundle in the repository is the one these sources give", () => {
  const folder = mkdtempSync(join(tmpdir(), "viewer-"));
  try {
    execFileSync(process.execPath, [join(here, "build.mjs"), folder], { cwd: here, stdio: "pipe" });
    for (const file of ["viewer.js", "viewer.css"]) {
      const [fresh, kept] = [folder, join(here, "dist")].map((f) => readFileSync(join(f, file), "utf8"));
      expect(fresh === kept, `${file} is out of date: run \`npm run build\` in viewer/`).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("the bundle names no address it could load from", () => {
  const program = readFileSync(join(here, "dist", "viewer.js"), "utf8");
  expect(program.length).toBeLessThan(1_000_000);
  expect(program).not.toMatch(/fetch\(|XMLHttpRequest\(|new WebSocket|importScripts/);
});
