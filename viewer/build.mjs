// Builds dist/viewer.js and dist/viewer.css, which the Rust program embeds. The same sources give the same bytes.
import { build } from "esbuild";
import { readFile, writeFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "dist");
await mkdir(out, { recursive: true });

await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  legalComments: "none",
  charset: "utf8",
  outfile: join(out, "viewer.js"),
  banner: { js: "/* Lissom viewer, MIT OR Apache-2.0. Contains three.js, Copyright 2010-2026 three.js authors, MIT. */" },
  logLevel: "warning",
});
const style = await build({
  absWorkingDir: here,
  entryPoints: ["src/style.css"],
  minify: true,
  bundle: true,
  outfile: join(out, "viewer.css"),
  logLevel: "warning",
});
if (style.errors.length > 0) process.exit(1);
const size = (await readFile(join(out, "viewer.js"))).length + (await readFile(join(out, "viewer.css"))).length;
await writeFile(join(out, "README.md"), "Built by `npm run build` in `viewer/`; do not edit. A test rebuilds and compares.\n");
console.log(`viewer: ${(size / 1e3).toFixed(0)} kB`);
