// What a vertex is called, and names of nodes over the picture.

import { html } from "../element.ts";
import type { SceneData } from "../wire.ts";
import type { Stage } from "./stage.ts";

/** Names of a vertex: its node, the members at it, and its signs. */
export function nameOf(scene: SceneData, vertex: number): string {
  const node = scene.nodes.find((n) => n.vertex === vertex);
  const line = scene.lines.find((l) => vertex >= l.first && vertex < l.first + l.count);
  const signs = scene.markers.filter((m) => m.vertex === vertex).map((m) => m.name);
  const own = [node === undefined ? null : `node ${node.name}`, line === undefined ? null : `${line.kind} ${line.name}`];
  return [...own.filter((name) => name !== null), ...signs].join("\n");
}

/** Names of nodes, each shown where it does not cover another. */
export class NodeNames {
  readonly element = html("div", { class: "names", "aria-hidden": "true" });
  private readonly labels: { vertex: number; label: HTMLElement }[];

  constructor(scene: SceneData, most: number) {
    const shown = scene.surface === null && scene.nodes.length <= most ? scene.nodes : [];
    this.labels = shown.map(({ name, vertex }) => ({ vertex, label: html("span", {}, name) }));
    this.element.append(...this.labels.map(({ label }) => label));
  }

  update(stage: Stage): void {
    const taken: { x: number; y: number; width: number }[] = [];
    for (const { vertex, label } of this.labels) {
      const [at, y] = stage.onScreen(vertex);
      const width = 7.2 * (label.textContent?.length ?? 0) + 8;
      // At the right edge a name is placed to the left of its node.
      const x = at + 8 + width > stage.width ? at - width - 8 : at + 8;
      const covers = taken.some((t) => Math.abs(t.y - y) < 15 && x < t.x + t.width && t.x < x + width);
      const outside = x < 0 || y < 12 || at > stage.width || y > stage.height;
      label.style.display = covers || outside ? "none" : "";
      // In shares of the view: paper has another size and no callback.
      label.style.left = `${((100 * x) / stage.width).toFixed(2)}%`;
      label.style.top = `${((100 * (y - 20)) / stage.height).toFixed(2)}%`;
      if (!covers && !outside) taken.push({ x, y, width });
    }
  }
}
