// Light or dark: the system setting until the user chooses. Style sheets use the attribute only.

import { html } from "./element.ts";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = (): boolean => root.dataset["theme"] === "dark";
const set = (dark: boolean): void => void (root.dataset["theme"] = dark ? "dark" : "light");

/** The button that changes between light and dark; `changed` is called after every change. Paper is white. */
export function themeButton(changed: () => void): HTMLElement {
  let chosen = false;
  const button = html("button", { type: "button", class: "theme" });
  const show = (dark: boolean): void => {
    set(dark);
    button.textContent = dark ? "light" : "dark";
    changed();
  };
  button.addEventListener("click", () => {
    chosen = true;
    show(!isDark());
  });
  system.addEventListener("change", () => {
    if (!chosen) show(system.matches);
  });
  let before = false;
  addEventListener("beforeprint", () => {
    before = isDark();
    show(false);
  });
  addEventListener("afterprint", () => show(before));
  set(system.matches);
  button.textContent = system.matches ? "light" : "dark";
  return button;
}
