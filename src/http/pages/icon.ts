// The icon of the service, a notebook: as SVG, and as an ICO file for browsers that ask for one. Both are drawn from
// the same few shapes.
import { encodePng, type Pixel } from '../../values/png.ts';

interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The radius of its corners. */
  round: number;
  colour: Pixel;
}

const SIZE = 32;
const BLUE: Pixel = [36, 88, 143, 255];
const WHITE: Pixel = [255, 255, 255, 255];

const shapes: readonly Shape[] = [
  { x: 0, y: 0, width: 32, height: 32, round: 7, colour: BLUE },
  { x: 7, y: 6, width: 18, height: 20, round: 2.5, colour: WHITE },
  { x: 10, y: 6, width: 2, height: 20, round: 0, colour: BLUE },
  ...[10, 15, 20].map((y) => ({ x: 14, y, width: 8, height: 2, round: 1, colour: BLUE })),
];

export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${shapes
  .map(
    ({ x, y, width, height, round, colour: [red, green, blue] }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="rgb(${red} ${green} ${blue})"/>`,
  )
  .join('')}</svg>`;

/** An ICO file with the icon in the sizes of tabs and bookmarks. */
export function iconIco(sizes: readonly number[] = [16, 32, 48]): Buffer {
  const images = sizes.map(iconPng);
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const size = sizes[index] as number;
    const entry = 6 + 16 * index;
    head.set([size, size], entry);
    head.writeUInt16LE(1, entry + 4); // colour planes
    head.writeUInt16LE(32, entry + 6); // bits per pixel
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}

function iconPng(size: number): Buffer {
  return encodePng(size, size, (x, y) => pixelOf(x, y, SIZE / size));
}

const SAMPLES = 4;

/** The mean of several points within the pixel, for smooth edges. */
function pixelOf(x: number, y: number, scale: number): Pixel {
  const sums = [0, 0, 0, 0] as [number, number, number, number];
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const at = (place: number, step: number) => (place + (step + 0.5) / SAMPLES) * scale;
      const [red, green, blue, alpha] = colourAt(at(x, column), at(y, row));
      sums[0] += red * alpha;
      sums[1] += green * alpha;
      sums[2] += blue * alpha;
      sums[3] += alpha;
    }
  }
  const [red, green, blue, alpha] = sums;
  if (alpha === 0) return [0, 0, 0, 0];
  return [red / alpha, green / alpha, blue / alpha, alpha / SAMPLES ** 2];
}

function colourAt(x: number, y: number): Pixel {
  return shapes.findLast((shape) => covers(shape, x, y))?.colour ?? [0, 0, 0, 0];
}

function covers({ x: left, y: top, width, height, round }: Shape, x: number, y: number): boolean {
  if (x < left || y < top || x > left + width || y > top + height) return false;
  const nearest = (value: number, from: number, length: number) =>
    Math.max(from + round, Math.min(value, from + length - round));
  return Math.hypot(x - nearest(x, left, width), y - nearest(y, top, height)) <= Math.max(round, 1e-9);
}
