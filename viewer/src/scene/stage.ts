// The stage: camera, light, and everything that is drawn of a scene at one instant.

import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  LineBasicMaterial,
  LineSegments,
  type MeshBasicMaterial,
  OrthographicCamera,
  Points,
  PointsMaterial,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { mapRgb } from "../colours.ts";
import { floats, integers, type SceneData } from "../wire.ts";
import { Markers } from "./markers.ts";
import { Skin } from "./skin.ts";
import { Tubes } from "./tubes.ts";

export type Side = "oblique" | "front" | "top" | "right";

/** Directions from which one looks; the planar front shows x to the right and y upwards. */
const FROM: Record<Side, [number, number, number]> = {
  oblique: [0.55, -0.78, 0.5],
  front: [0, -1, 0],
  top: [0, 0, 1],
  right: [1, 0, 0],
};

export class Stage {
  readonly rest: Float32Array;
  readonly places: Float32Array;
  private readonly colours: Float32Array;
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera();
  private readonly renderer: WebGLRenderer;
  private readonly orbit: OrbitControls;
  private readonly ghost: LineSegments;
  private readonly tubes: Tubes | null;
  private readonly outline: Tubes | null;
  private readonly skin: Skin | null;
  private readonly markers: Markers;
  private readonly dots: Points;
  private readonly dotPlaces: BufferAttribute;
  private readonly from = new Vector3(0, 0, 1);
  private readonly box = new Box3();
  private half = 1;
  width = 0;
  height = 0;
  private rigid: [number, number, number] = [0.4, 0.4, 0.4];

  constructor(private readonly data: SceneData, readonly canvas: HTMLCanvasElement, private readonly changed: () => void) {
    this.rest = floats(data.vertices);
    this.places = Float32Array.from(this.rest);
    this.colours = new Float32Array(this.rest.length);
    // The buffer is kept, so that the picture is there when the page is printed.
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    // Our shaders are those of three.js: asking whether they compiled would only wait for them.
    this.renderer.debug.checkShaderErrors = false;
    this.scene.add(new AmbientLight(0xffffff, 1.7));
    const light = new DirectionalLight(0xffffff, 1.9);
    light.position.set(0.4, -0.7, 1);
    this.camera.add(light);
    this.scene.add(this.camera);
    this.tubes = data.lines.length > 0 ? new Tubes(data, false) : null;
    this.outline = data.lines.length > 0 ? new Tubes(data, true) : null;
    this.skin = data.surface === null ? null : new Skin(data.surface, this.rest.length / 3);
    this.markers = new Markers(data);
    this.ghost = this.makeGhost();
    const dots = new BufferGeometry();
    this.dotPlaces = new BufferAttribute(new Float32Array(data.surface === null ? 3 * data.nodes.length : 0), 3);
    dots.setAttribute("position", this.dotPlaces);
    this.dots = new Points(dots, new PointsMaterial({ size: 6, sizeAttenuation: false }));
    this.dots.frustumCulled = false;
    for (const object of [this.tubes?.mesh, this.outline?.mesh, this.skin?.mesh, this.skin?.folds, this.markers.group, this.ghost, this.dots]) {
      if (object !== undefined) this.scene.add(object);
    }
    this.camera.up.set(0, data.planar ? 1 : 0, data.planar ? 0 : 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener("change", () => this.changed());
    this.box.setFromArray(this.rest);
    this.look(data.planar ? "top" : "oblique");
  }

  /** Lines of the reference configuration: members, or folds of the surface. */
  private makeGhost(): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.rest, 3));
    const index: number[] = [];
    for (const line of this.data.lines) {
      for (let k = 0; k + 1 < line.count; k++) index.push(line.first + k, line.first + k + 1);
    }
    if (this.data.surface !== null) index.push(...integers(this.data.surface.edges));
    geometry.setIndex(index);
    return new LineSegments(geometry, new LineBasicMaterial({ transparent: true, opacity: 0.55 }));
  }

  /** Colours of the theme; numbers are coloured alike in light and dark. */
  theme(style: CSSStyleDeclaration): void {
    const read = (name: string): Color => new Color(style.getPropertyValue(name).trim() || "#888888");
    (this.ghost.material as LineBasicMaterial).color = read("--ghost");
    (this.dots.material as PointsMaterial).color = read("--ink");
    if (this.skin !== null) (this.skin.folds.material as LineBasicMaterial).color = read("--ink");
    if (this.outline !== null) (this.outline.mesh.material as MeshBasicMaterial).color = read("--outline");
    const grey = read("--rigid");
    this.rigid = [grey.r, grey.g, grey.b];
  }

  /** Looks from a side. */
  look(side: Side): void {
    this.from.set(...FROM[side]).normalize();
    this.aim();
  }

  /** Keeps everything between two corners in view. */
  show(low: number[], high: number[]): void {
    this.box.set(new Vector3(...low), new Vector3(...high));
    this.aim();
  }

  private aim(): void {
    const box = this.box;
    const centre = box.getCenter(new Vector3());
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-12);
    this.camera.position.copy(centre).addScaledVector(this.from, 10 * radius);
    this.camera.near = 0.01 * radius;
    this.camera.far = 100 * radius;
    this.orbit.target.copy(centre);
    this.camera.lookAt(centre);
    this.camera.updateMatrixWorld();
    this.fit(box);
    this.orbit.update();
    this.changed();
  }

  /** Zooms so that the corners of a box are in view from where the camera is. */
  private fit(box: Box3): void {
    const inverse = this.camera.matrixWorld.clone().invert();
    const [low, high] = [box.min, box.max];
    let [wide, tall] = [1e-12, 1e-12];
    for (let i = 0; i < 8; i++) {
      const corner = new Vector3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z).applyMatrix4(inverse);
      wide = Math.max(wide, Math.abs(corner.x));
      tall = Math.max(tall, Math.abs(corner.y));
    }
    this.measure();
    const aspect = this.width / Math.max(this.height, 1);
    this.half = 1.18 * Math.max(tall, wide / Math.max(aspect, 1e-6));
    this.camera.zoom = 1;
    this.resize();
  }

  /** Size of the canvas on the page; reading it makes the browser lay the page out, so it is kept. */
  private measure(): void {
    [this.width, this.height] = [this.canvas.clientWidth, this.canvas.clientHeight];
  }

  resize(): void {
    this.measure();
    const { width, height } = this;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(window.devicePixelRatio, 2);
    const held = this.renderer.getSize(new Vector2());
    // A new size is a new picture, so an old one is left alone.
    if (held.x !== width || held.y !== height || this.renderer.getPixelRatio() !== ratio) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
    }
    const aspect = width / height;
    Object.assign(this.camera, { left: -this.half * aspect, right: this.half * aspect, top: this.half, bottom: -this.half });
    this.camera.updateProjectionMatrix();
  }

  /** Zooms by a factor, for the keyboard. */
  zoom(factor: number): void {
    this.camera.zoom *= factor;
    this.camera.updateProjectionMatrix();
    this.changed();
  }

  /** Turns about the vertical by an angle, for the keyboard. */
  turn(angle: number): void {
    const arm = this.camera.position.clone().sub(this.orbit.target).applyAxisAngle(this.camera.up, angle);
    this.camera.position.copy(this.orbit.target).add(arm);
    this.orbit.update();
    this.changed();
  }

  showGhost(shown: boolean): void {
    this.ghost.visible = shown;
  }

  /** Draws the current positions; `shares` has one number for each vertex, NaN for none. */
  draw(shares: Float32Array): void {
    const plain = new Color(0x56789a);
    shares.forEach((value, i) => {
      const known = Number.isFinite(value);
      const [r, g, b] = known ? mapRgb(value).map((c) => c / 255) : [NaN, NaN, NaN];
      const tint = known ? new Color().setRGB(r ?? 0, g ?? 0, b ?? 0, "srgb") : plain;
      this.colours.set([tint.r, tint.g, tint.b], 3 * i);
    });
    this.tubes?.update(this.places, this.colours, this.rigid);
    this.outline?.update(this.places, this.colours, this.rigid);
    this.skin?.update(this.places, this.colours);
    this.markers.update(this.places);
    this.data.nodes.slice(0, this.dotPlaces.count).forEach(({ vertex }, i) => {
      this.dotPlaces.setXYZ(i, this.places[3 * vertex] ?? 0, this.places[3 * vertex + 1] ?? 0, this.places[3 * vertex + 2] ?? 0);
    });
    this.dotPlaces.needsUpdate = true;
    this.renderer.render(this.scene, this.camera);
  }

  /** Where a vertex is on the canvas, in pixels of the page. */
  onScreen(vertex: number): [number, number] {
    const point = new Vector3(this.places[3 * vertex], this.places[3 * vertex + 1], this.places[3 * vertex + 2]).project(this.camera);
    return [((point.x + 1) / 2) * this.width, ((1 - point.y) / 2) * this.height];
  }

  /** The vertex nearest to a place on the canvas, within a distance; nodes win over points of members. */
  pick(x: number, y: number, within: number): number | null {
    let [best, least] = [null as number | null, within];
    for (let vertex = 0; vertex < this.places.length / 3; vertex++) {
      const [px, py] = this.onScreen(vertex);
      const distance = Math.hypot(px - x, py - y);
      if (distance < least) [best, least] = [vertex, distance];
    }
    return best;
  }
}
