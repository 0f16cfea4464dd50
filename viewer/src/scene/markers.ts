// Supports, joints, point masses and forces: symbols that move with their vertex.

import {
  ArrowHelper,
  BoxGeometry,
  ConeGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
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
  mass: 0xcc79a7,
  drive: 0xd55e00,
  force: 0xd55e00,
};

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
      return solid(new BoxGeometry(0.04 * size, 0.024 * size, 0.024 * size));
    case "force":
      return new ArrowHelper(direction, direction.clone().multiplyScalar(-0.12 * size), 0.11 * size, COLOURS["force"], 0.03 * size, 0.02 * size);
    default: {
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
