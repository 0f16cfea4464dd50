// Elements without markup in strings: names from a model are text, never HTML.

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | EventListener>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

/** An HTML element. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Markup that the program wrote (a drawing, an equation), parsed strictly and without anything that could run. */
export function parsed(markup: string, type: "image/svg+xml" | "application/xml"): Element | null {
  const root = new DOMParser().parseFromString(markup, type).documentElement;
  if (root.querySelector("parsererror") !== null || root.tagName === "parsererror") return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (["script", "foreignobject", "iframe", "a"].includes(element.localName.toLowerCase())) {
      element.remove();
      continue;
    }
    for (const attribute of [...element.attributes]) {
      if (attribute.name.startsWith("on") || attribute.name.endsWith("href")) element.removeAttribute(attribute.name);
    }
  }
  return document.importNode(root, true);
}
