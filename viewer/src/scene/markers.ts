// Supports, joints, point masses and forces: symbols that move with their vertex.

import {
  ArrowHelper,
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  type Object3D,
} from "three";
import type { SceneData } from "../wire.ts";

type Marker = SceneData["markers"][number];

const COLOURS: Record<string, number> = {
  fix: 0x8a8f98,
  hinge: 0xe69f00,
  slide: 0x56b4e9,
  spherical: 0xe69f00,
  universal: 0xe69f00,
  cylindrical: 0x56b4e9,
  planar: 0x56b4e9,
  screw: 0x009e73,
  weld: 0x8a8f98,
  bushing: 0x009e73,
  mass: 0xcc79a7,
  drive: 0xd55e00,
  force: 0xd55e00,
};

/** Parts of a joint whose axis is z and whose second axis is x. */
function joint(kind: string, size: number, solid: (geometry: ConstructorParameters<typeof Mesh>[0]) => Mesh): Object3D[] {
  // Cylinders of three.js are along y.
  const along = (axis: "x" | "z", radius: number, length: number): Mesh => {
    const bar = solid(new CylinderGeometry(radius * size, radius * size, length * size, 20));
    if (axis === "z") bar.rotation.x = Math.PI / 2;
    else bar.rotation.z = Math.PI / 2;
    return bar;
  };
  const ring = (radius: number, place = 0): Mesh => {
    const torus = solid(new TorusGeometry(radius * size, 0.003 * size, 10, 28));
    torus.position.z = place * size;
    return torus;
  };
  switch (kind) {
    case "spherical":
      return [solid(new SphereGeometry(0.013 * size, 20, 14)), ring(0.014)];
    case "universal":
      return [along("z", 0.005, 0.044), along("x", 0.005, 0.044)];
    case "slide":
      return [solid(new BoxGeometry(0.022 * size, 0.022 * size, 0.036 * size)), along("z", 0.004, 0.08)];
    case "cylindrical":
      return [along("z", 0.012, 0.034), along("z", 0.005, 0.08)];
    case "planar":
      return [solid(new BoxGeometry(0.05 * size, 0.05 * size, 0.003 * size)), along("z", 0.006, 0.02)];
    case "screw":
      return [along("z", 0.006, 0.08), ...[-0.024, -0.012, 0, 0.012, 0.024].map((place) => ring(0.009, place))];
    case "weld":
      return [solid(new OctahedronGeometry(0.013 * size))];
    case "bushing":
      return [solid(new TorusGeometry(0.012 * size, 0.006 * size, 12, 28))];
    default:
      return [along("z", 0.008, 0.04)];
  }
}

/** Turns z to the axis of a joint and x to its second axis. */
function turned(object: Object3D, axis: Vector3, across: number[] | null): Object3D {
  if (across === null) {
    object.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), axis);
    return object;
  }
  const x = new Vector3(...across).normalize();
  const basis = new Matrix4().makeBasis(x, new Vector3().crossVectors(axis, x), axis);
  object.quaternion.setFromRotationMatrix(basis);
  return object;
}

function sign(marker: Marker, size: number, planar: boolean): Object3D {
  const paint = new MeshLambertMaterial({ color: COLOURS[marker.kind] ?? 0x8a8f98 });
  const solid = (geometry: ConstructorParameters<typeof Mesh>[0]): Mesh => new Mesh(geometry, paint);
  const direction = new Vector3(...(marker.direction ?? [0, 0, 1])).normalize();
  switch (marker.kind) {
    case "fix": {
      const cone = solid(new ConeGeometry(0.022 * size, 0.032 * size, 4));
      if (!planar) cone.rotation.x = Math.PI / 2;
      // The tip holds the node.
      cone.position.set(0, planar ? -0.016 * size : 0, planar ? 0 : -0.016 * size);
      return new Group().add(cone);
    }
    case "mass":
      return solid(new SphereGeometry(0.02 * size, 16, 12));
    case "slide":
      if (planar) return solid(new BoxGeometry(0.04 * size, 0.024 * size, 0.024 * size));
      return turned(new Group().add(...joint("slide", size, solid)), direction, marker.across);
    case "force":
      return new ArrowHelper(direction, direction.clone().multiplyScalar(-0.12 * size), 0.11 * size, COLOURS["force"], 0.03 * size, 0.02 * size);
    default: {
      if (!planar && marker.kind !== "drive") return turned(new Group().add(...joint(marker.kind, size, solid)), direction, marker.across);
      const ring = solid(new TorusGeometry((marker.kind === "drive" ? 0.026 : 0.014) * size, 0.004 * size, 10, 28));
      ring.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), direction);
      return ring;
    }
  }
}

/** All signs of a scene. */
export class Markers {
  readonly group = new Group();
  private readonly signs: { vertex: number; object: Object3D }[] = [];

  constructor(scene: SceneData) {
    for (const marker of scene.markers) {
      const object = new Group().add(sign(marker, scene.size, scene.planar));
      this.signs.push({ vertex: marker.vertex, object });
      this.group.add(object);
    }
  }

  update(places: Float32Array): void {
    for (const { vertex, object } of this.signs) {
      object.position.set(places[3 * vertex] ?? 0, places[3 * vertex + 1] ?? 0, places[3 * vertex + 2] ?? 0);
    }
  }
}
