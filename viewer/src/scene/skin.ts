// The surface of an imported part.

import { BufferAttribute, BufferGeometry, DoubleSide, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial } from "three";
import { integers, type SceneData } from "../wire.ts";

/** The surface and its folds; both share the places of the vertices. */
export class Skin {
  readonly mesh: Mesh;
  readonly folds: LineSegments;
  private readonly position: BufferAttribute;
  private readonly colour: BufferAttribute;

  constructor(surface: NonNullable<SceneData["surface"]>, vertices: number) {
    this.position = new BufferAttribute(new Float32Array(3 * vertices), 3);
    this.colour = new BufferAttribute(new Float32Array(3 * vertices), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("color", this.colour);
    geometry.setIndex(new BufferAttribute(integers(surface.triangles), 1));
    const paint = new MeshLambertMaterial({
      vertexColors: true,
      flatShading: true,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.mesh = new Mesh(geometry, paint);
    const lines = new BufferGeometry();
    lines.setAttribute("position", this.position);
    lines.setIndex(new BufferAttribute(integers(surface.edges), 1));
    this.folds = new LineSegments(lines, new LineBasicMaterial({ transparent: true, opacity: 0.45 }));
    this.mesh.frustumCulled = this.folds.frustumCulled = false;
  }

  update(places: Float32Array, colours: Float32Array): void {
    this.position.copyArray(places);
    this.colour.copyArray(colours);
    this.position.needsUpdate = this.colour.needsUpdate = true;
  }
}
