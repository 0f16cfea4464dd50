// Reads the data embedded in the page and draws it. Errors are shown on the page.

import { html } from "./element.ts";
import { drawPage } from "./page.ts";
import { readPage } from "./wire.ts";

const root = document.getElementById("page");
if (root !== null) {
  try {
    drawPage(readPage(document.getElementById("page-data")?.textContent ?? ""), root);
  } catch (error) {
    root.replaceChildren(html("p", { class: "gap", role: "alert" }, `this page cannot be shown: ${String(error)}`));
    throw error;
  }
}
