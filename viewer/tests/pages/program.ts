// The program under test, and the browser that looks at its pages.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Page as Tab } from "playwright-core";
import type { Page } from "../../src/wire.ts";

export const top = join(import.meta.dirname, "..", "..", "..");
export const out = join(top, "viewer", "out");
mkdirSync(out, { recursive: true });

function program(): string {
  const target = process.env["CARGO_TARGET_DIR"] ?? join(top, "target");
  const candidates = [process.env["LISSOM"], join(target, "release", "lissom"), join(target, "debug", "lissom")];
  const found = candidates.filter((path) => path !== undefined && existsSync(path));
  if (found[0] === undefined) throw new Error("build the program first: cargo build -p lissom-cli");
  return found[0];
}

export interface Report {
  html: string;
  page: Page;
}

const made = new Map<string, Report>();

/** The page of a model file, made once; a page with gaps is still a page. */
export function report(model: string, name: string): Report {
  const known = made.get(name);
  if (known !== undefined) return known;
  const html = join(out, `${name}.html`);
  const run = spawnSync(program(), ["report", model, "-o", html], { encoding: "utf8" });
  if (run.status !== 0 && run.status !== 1) throw new Error(`${run.status}: ${run.stderr}`);
  const text = readFileSync(html, "utf8");
  const data = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(text)?.[1];
  if (data === undefined) throw new Error("the page carries no data");
  const done = { html, page: JSON.parse(data) as Page };
  made.set(name, done);
  return done;
}

/** Chromium of the machine, drawing in software. */
export function browser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
}

export interface Visit {
  tab: Tab;
  /** Everything the page complained about, and every address it asked for besides itself. */
  complaints: string[];
}

/** Opens a page and waits until it is drawn. Motion is reduced, so that pictures are the same each time. */
export async function visit(chrome: Browser, html: string, dark: boolean): Promise<Visit> {
  const context = await chrome.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const tab = await context.newPage();
  const complaints: string[] = [];
  const address = `file://${html}`;
  tab.on("console", (message) => {
    // The software renderer remarks on its own speed.
    if (["error", "warning"].includes(message.type()) && !message.text().includes("GL Driver Message")) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  tab.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  tab.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("blob:")) complaints.push(`asks for ${request.url()}`);
  });
  await tab.goto(address);
  await tab.waitForSelector("html[data-drawn]", { state: "attached" });
  await tab.waitForTimeout(100);
  return { tab, complaints };
}
