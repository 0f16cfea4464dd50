// Colours of numbers: viridis, even in lightness, so that it reads without colour vision and in grey print.

const MAP: [number, number, number][] = [
  [68, 1, 84],
  [71, 44, 122],
  [59, 81, 139],
  [44, 113, 142],
  [33, 144, 141],
  [39, 173, 129],
  [92, 200, 99],
  [170, 220, 50],
  [253, 231, 37],
];

/** Red, green, blue from 0 to 255 of a share from 0 to 1. */
export function mapRgb(share: number): [number, number, number] {
  if (!Number.isFinite(share)) return [128, 128, 128];
  const place = Math.min(Math.max(share, 0), 1) * (MAP.length - 1);
  const below = Math.min(Math.floor(place), MAP.length - 2);
  const [a, b] = [MAP[below], MAP[below + 1]];
  if (a === undefined || b === undefined) return [128, 128, 128];
  const mix = place - below;
  return [a[0] + mix * (b[0] - a[0]), a[1] + mix * (b[1] - a[1]), a[2] + mix * (b[2] - a[2])];
}

/** The colour of a share from 0 to 1, for style sheets. */
export function mapColour(share: number): string {
  return `rgb(${mapRgb(share).map(Math.round).join(" ")})`;
}
