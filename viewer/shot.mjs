import { chromium } from "playwright-core";
const [,, html, png, script, w, h] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--use-gl=angle","--use-angle=swiftshader","--enable-unsafe-swiftshader","--disable-background-networking"] });
const c = await b.newContext({ viewport: { width: Number(w ?? 1440), height: Number(h ?? 900) }, reducedMotion: "reduce" });
const t = await c.newPage();
t.on("console", m => console.log(m.type(), m.text()));
t.on("pageerror", e => console.log("pageerror", e.message));
await t.goto("file://" + html); await t.waitForTimeout(400);
if (script) { await t.evaluate(script); await t.waitForTimeout(300); }
await t.screenshot({ path: png });
await b.close();
