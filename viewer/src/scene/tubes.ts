// Members as tubes, or as solids with their own cross-sections, that follow their vertices.

import { BackSide, BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial, MeshLambertMaterial } from "three";
import type { LineKind, SceneData, SolidData } from "../wire.ts";

const SIDES = 8;

/** The outline, against the tube: it keeps dark colours apart from a dark ground and light ones from a light. */
const OUTLINE = 1.3;

/** Radius of a member as a share of the machine. */
const RADIUS: Record<LineKind, number> = { beam: 0.006, rigid: 0.011, truss: 0.005, spring: 0.003, damper: 0.003 };

/** Least half size of a solid as a share of the machine: a thin leaf spring is still seen. */
const THINNEST = 0.0012;

type Vec = [number, number, number];

const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vec): Vec => {
  const size = Math.hypot(...a);
  return size === 0 ? [1, 0, 0] : [a[0] / size, a[1] / size, a[2] / size];
};

/** All members of a scene in one mesh. */
export class Tubes {
  readonly mesh: Mesh;
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute;
  private readonly colour: BufferAttribute;

  constructor(private readonly scene: SceneData, private readonly isOutline: boolean) {
    const rings = scene.lines.reduce((sum, line) => sum + line.count, 0);
    const geometry = new BufferGeometry();
    this.position = new BufferAttribute(new Float32Array(rings * SIDES * 3), 3);
    this.normal = new BufferAttribute(new Float32Array(rings * SIDES * 3), 3);
    this.colour = new BufferAttribute(new Float32Array(rings * SIDES * 3), 3);
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("normal", this.normal);
    geometry.setAttribute("color", this.colour);
    geometry.setIndex(this.index());
    const paint = isOutline ? new MeshBasicMaterial({ side: BackSide }) : new MeshLambertMaterial({ vertexColors: true });
    this.mesh = new Mesh(geometry, paint);
    this.mesh.frustumCulled = false;
  }

  private index(): number[] {
    const index: number[] = [];
    let ring = 0;
    for (const line of this.scene.lines) {
      for (let k = 0; k + 1 < line.count; k++) {
        for (let s = 0; s < SIDES; s++) {
          const [a, b] = [(ring + k) * SIDES + s, (ring + k) * SIDES + ((s + 1) % SIDES)];
          index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
        }
      }
      // Solids are closed at both ends.
      if (line.section !== null) {
        for (let s = 1; s + 1 < SIDES; s++) {
          const [first, last] = [ring * SIDES, (ring + line.count - 1) * SIDES];
          index.push(first, first + s + 1, first + s, last, last + s, last + s + 1);
        }
      }
      ring += line.count;
    }
    return index;
  }

  /** Moves the tubes; `colours` has three numbers for each vertex. */
  update(places: Float32Array, colours: Float32Array, rigid: Vec): void {
    let ring = 0;
    for (const line of this.scene.lines) {
      const at = (k: number): Vec => {
        const i = 3 * (line.first + k);
        return [places[i] ?? 0, places[i + 1] ?? 0, places[i + 2] ?? 0];
      };
      let side: Vec | null = null;
      for (let k = 0; k < line.count; k++) {
        const [p, q] = [at(Math.max(k - 1, 0)), at(Math.min(k + 1, line.count - 1))];
        const tangent = unit([q[0] - p[0], q[1] - p[1], q[2] - p[2]]);
        // The side is carried along, so that a tube does not twist.
        const from: Vec = side ?? line.section?.across ?? (Math.abs(tangent[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
        const along = dot(from, tangent);
        side = unit([from[0] - along * tangent[0], from[1] - along * tangent[1], from[2] - along * tangent[2]]);
        const vertex = line.first + k;
        const tint: Vec =
          line.kind === "rigid" || !Number.isFinite(colours[3 * vertex])
            ? rigid
            : [colours[3 * vertex] ?? 0, colours[3 * vertex + 1] ?? 0, colours[3 * vertex + 2] ?? 0];
        const other = cross(tangent, side);
        if (line.section !== null && !line.section.round) this.bar(ring + k, at(k), side, other, line.section, tint);
        else this.ring(ring + k, at(k), side, other, this.radius(line.kind, line.section), tint);
      }
      ring += line.count;
    }
    for (const attribute of [this.position, this.normal, this.colour]) attribute.needsUpdate = true;
  }

  private radius(kind: LineKind, section: SolidData | null): number {
    const radius = section === null ? RADIUS[kind] * this.scene.size : Math.max(0.5 * section.sizes[0], THINNEST * this.scene.size);
    return this.isOutline ? radius + (OUTLINE - 1) * RADIUS[kind] * this.scene.size : radius;
  }

  /** A rectangle: each corner twice, with the normals of both faces. */
  private bar(ring: number, centre: Vec, u: Vec, v: Vec, section: SolidData, tint: Vec): void {
    const edge = this.isOutline ? (OUTLINE - 1) * RADIUS.beam * this.scene.size : 0;
    const half = section.sizes.map((size) => Math.max(0.5 * size, THINNEST * this.scene.size) + edge) as [number, number];
    const faces: [number, number][] = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    faces.forEach(([a, b], face) => {
      for (const end of [-1, 1]) {
        // Both corners of a face, one after the other in the sense of the ring.
        const [p, q] = [(a - b * end) * half[0], (b + a * end) * half[1]];
        const i = ring * SIDES + 2 * face + (end > 0 ? 1 : 0);
        this.position.setXYZ(i, centre[0] + p * u[0] + q * v[0], centre[1] + p * u[1] + q * v[1], centre[2] + p * u[2] + q * v[2]);
        this.normal.setXYZ(i, a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]);
        this.colour.setXYZ(i, ...tint);
      }
    });
  }

  private ring(ring: number, centre: Vec, u: Vec, v: Vec, radius: number, tint: Vec): void {
    for (let s = 0; s < SIDES; s++) {
      const [c, n] = [Math.cos((2 * Math.PI * s) / SIDES), Math.sin((2 * Math.PI * s) / SIDES)];
      const out: Vec = [c * u[0] + n * v[0], c * u[1] + n * v[1], c * u[2] + n * v[2]];
      const i = ring * SIDES + s;
      this.position.setXYZ(i, centre[0] + radius * out[0], centre[1] + radius * out[1], centre[2] + radius * out[2]);
      this.normal.setXYZ(i, ...out);
      this.colour.setXYZ(i, ...tint);
    }
  }
}
