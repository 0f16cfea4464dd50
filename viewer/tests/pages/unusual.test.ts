// Pages of unusual data: hostile names, failed runs, long series, large meshes.

import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page, Plot } from "../../src/wire.ts";
import { browser, out, report, top, visit } from "./program.ts";

let chrome: Browser;
const folder = mkdtempSync(join(tmpdir(), "pages-"));
beforeAll(async () => void (chrome = await browser()));
afterAll(async () => {
  await chrome.close();
  rmSync(folder, { recursive: true });
});

const strip = (name: string, beam: string, more: string): string => `lissom = 1
[model]
name = ${JSON.stringify(name)}
[section.s]
EA = 1e4
EI = 1.0
rhoA = 1.0
[node]
A = [0, 0]
B = [1, 0]
[[beam]]
name = ${JSON.stringify(beam)}
nodes = ["A", "B"]
section = "s"
elements = 4
[[fix]]
nodes = ["A"]
${more}`;

it("a name with quotes, markup and other letters is a name", async () => {
  const name = 'Fräse "5" </script><script>document.title="taken"</script> & Söhne <img src=x onerror=alert(1)> 轴';
  const file = join(folder, "name.toml");
  writeFileSync(file, strip(name, "<b>beam</b>", ""));
  const { html, page } = report(file, "unusual.name");
  const { tab, complaints } = await visit(chrome, html, false);
  expect(await tab.locator("h1").textContent()).toBe(name);
  expect(await tab.title()).toBe(`${name} · Lissom`);
  expect(await tab.locator("img").count()).toBe(0);
  expect(page.scene?.lines[0]?.name).toBe("<b>beam</b>");
  expect(complaints).toEqual([]);
  await tab.context().close();
});

it("a failed run is a named gap at the top, and the rest of the page is there", async () => {
  const file = join(folder, "gap.toml");
  writeFileSync(file, strip("half", "b", '[reduce.r]\nfile = "missing.json"\n'));
  const { html } = report(file, "unusual.gap");
  const { tab, complaints } = await visit(chrome, html, false);
  expect(await tab.locator(".warnings li.gap").textContent()).toContain("no answer: reduction r");
  expect(await tab.locator("#section-modes table").count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await tab.context().close();
});

it("values that are not there are a gap in the curve and a sentence below it", async () => {
  const { html } = report(join(top, "examples", "guidance", "model.toml"), "unusual.values");
  // What a run that went wrong would leave behind: numbers that are not finite, which the program writes as null.
  const text = readFileSync(html, "utf8");
  const data = /(<script type="application\/json" id="page-data">)(.*)(<\/script>)/;
  const page = JSON.parse(data.exec(text)?.[2] ?? "") as Page;
  const plot = page.sections.flatMap((s) => s.blocks).find((b): b is Plot => b.kind === "plot" && b.id === "motion-1");
  const series = plot?.panels[0]?.series[0];
  if (series === undefined) throw new Error("no curve");
  series.y.fill(null, 100, 103);
  series.gap = "full: 3 values are not finite, between 0.1 s and 0.102 s (201 in all)";
  writeFileSync(html, text.replace(data, (_, head, __, tail) => `${head}${JSON.stringify(page)}${tail}`));
  const { tab, complaints } = await visit(chrome, html, false);
  expect(await tab.locator("p.note.gap", { hasText: "3 values are not finite" }).count()).toBe(1);
  const d = await tab.locator("figure[data-plot='motion-1'] .curve[data-series='full']").getAttribute("d");
  expect(d?.match(/M/g)?.length, "the pen is lifted once").toBe(2);
  expect(d).not.toContain("NaN");
  expect(complaints).toEqual([]);
  await tab.context().close();
});

it("a hundred thousand points keep their peaks and say how many are drawn", async () => {
  const text = readFileSync(join(top, "examples", "swing_stage", "model.toml"), "utf8");
  const file = join(folder, "long.toml");
  writeFileSync(file, text.replace("end = 3.0", "end = 3.0\npoints = 100001"));
  const { html, page } = report(file, "unusual.long");
  const { tab, complaints } = await visit(chrome, html, false);
  const plot = page.sections.flatMap((s) => s.blocks).find((b): b is Plot => b.kind === "plot" && b.id === "motion-1");
  expect(plot?.panels[0]?.series[0]?.points).toBe(100_001);
  expect(await tab.locator("figure[data-plot='motion-1'] p.note").textContent()).toContain("100001 points are drawn with");
  expect(complaints).toEqual([]);
  await tab.context().close();
});

it("a page that cannot be read says why", async () => {
  const { html } = report(join(top, "examples", "portal_frame", "model.toml"), "unusual.version");
  writeFileSync(html, readFileSync(html, "utf8").replace('"version":1', '"version":7'));
  const context = await chrome.newContext();
  const tab = await context.newPage();
  await tab.goto(`file://${html}`);
  expect(await tab.locator("[role=alert]").textContent()).toContain("version 7");
  await context.close();
});

/** A plate of n × n × 2 nodes whose matrices are one long chain: large, but quick to analyse. */
function plate(n: number): string {
  const number = (i: number, j: number, k: number): number => 1 + i + n * (j + n * k);
  const nodes: string[] = [];
  const elements: string[] = [];
  for (let k = 0; k < 2; k++) {
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) {
        nodes.push(`${number(i, j, k)}, ${i}, ${j}, ${k}`);
        if (i === n - 1 || j === n - 1 || k === 1) continue;
        const ring = (l: number): number[] => [number(i, j, l), number(i + 1, j, l), number(i + 1, j + 1, l), number(i, j + 1, l)];
        elements.push([elements.length + 1, ...ring(k), ...ring(k + 1)].join(", "));
      }
    }
  }
  const rows = 3 * nodes.length;
  const matrix = (lines: string[]): string =>
    `%%MatrixMarket matrix coordinate real symmetric\n${rows} ${rows} ${lines.length}\n${lines.join("\n")}\n`;
  const [stiffness, mass, dofs]: string[][] = [[], [], []];
  for (let r = 1; r <= rows; r++) {
    stiffness?.push(`${r} ${r} ${r === rows ? 1 : 2}`);
    if (r > 1) stiffness?.push(`${r} ${r - 1} -1`);
    mass?.push(`${r} ${r} 1`);
    dofs?.push(`${Math.ceil(r / 3)}.${((r - 1) % 3) + 1}`);
  }
  writeFileSync(join(folder, "mesh.inp"), `*NODE\n${nodes.join("\n")}\n*ELEMENT, TYPE=C3D8, ELSET=E\n${elements.join("\n")}\n`);
  writeFileSync(join(folder, "k.mtx"), matrix(stiffness ?? []));
  writeFileSync(join(folder, "m.mtx"), matrix(mass ?? []));
  writeFileSync(join(folder, "rows.dof"), `${dofs?.join("\n")}\n`);
  const file = join(folder, "plate.toml");
  writeFileSync(
    file,
    `lissom = 1\n[model]\nname = "plate"\ndim = 3\n[[fe_part]]\nname = "plate"\nformat = "matrix-market"\nstiffness = "k.mtx"
mass = "m.mtx"\ndof = "rows.dof"\nmesh = "mesh.inp"\n[analysis.modes]\ncount = 2\n`,
  );
  return file;
}

it("a part of fifty thousand nodes opens, simplified, and says so", async () => {
  const { html, page } = report(plate(160), "unusual.plate");
  const vertices = page.scene?.nodes.length ?? 0;
  expect(vertices).toBeGreaterThan(2000);
  expect(vertices).toBeLessThanOrEqual(8000);
  const { tab, complaints } = await visit(chrome, html, false);
  expect(await tab.locator(".status").textContent()).toContain("51200");
  await tab.screenshot({ path: join(out, "unusual.plate.png") });
  expect(complaints).toEqual([]);
  await tab.context().close();
});
