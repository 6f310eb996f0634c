// Generates images by name: a coast under a sky, with values derived from the name. The same name gives the same image.
import { encodePng, type Pixel } from '../../values/png.ts';
import { type Random, seeded } from '../random.ts';

const WIDTH = 240;
const HEIGHT = 160;

type Colour = readonly [number, number, number];

interface Palette {
  sky: Colour;
  horizon: Colour;
  water: Colour;
  sand: Colour;
}

const palettes: { fits: RegExp; palette: Palette }[] = [
  // Old photographs are sepia.
  {
    fits: /^scan|19\d\d/i,
    palette: { sky: [196, 176, 144], horizon: [224, 208, 178], water: [128, 104, 74], sand: [92, 72, 50] },
  },
  {
    fits: /proof/i,
    palette: { sky: [72, 92, 128], horizon: [236, 214, 190], water: [150, 164, 178], sand: [58, 62, 70] },
  },
  {
    fits: /./,
    palette: { sky: [112, 160, 210], horizon: [232, 236, 230], water: [56, 108, 134], sand: [196, 178, 140] },
  },
];

const painted = new Map<string, Buffer>();

export function picture(filename: string): Buffer {
  const known = painted.get(filename);
  if (known) return known;
  const made = paint(filename);
  painted.set(filename, made);
  return made;
}

function paint(filename: string): Buffer {
  const random = seeded(filename);
  const { palette } = palettes.find(({ fits }) => fits.test(filename)) as { palette: Palette };
  const horizon = HEIGHT * (0.4 + random.next() * 0.2);
  const sun = { x: WIDTH * (0.2 + random.next() * 0.6), y: horizon * (0.3 + random.next() * 0.4), size: 8 };
  const shore = shoreOf(random, horizon);
  return encodePng(WIDTH, HEIGHT, (x, y): Pixel => {
    if (y < horizon) {
      const glow = Math.max(0, 1 - Math.hypot(x - sun.x, y - sun.y) / (sun.size * 4));
      const sky = mix(palette.sky, palette.horizon, y / horizon);
      return Math.hypot(x - sun.x, y - sun.y) < sun.size
        ? [255, 250, 232, 255]
        : opaque(mix(sky, [255, 246, 220], glow * 0.6));
    }
    if (y > shore(x)) return opaque(mix(palette.sand, palette.water, 0.12 * Math.sin(x / 7 + y / 3) ** 2));
    const wave = Math.sin(y * 1.7 + Math.sin(x / 13) * 2) ** 8;
    return opaque(mix(palette.water, palette.horizon, (1 - (y - horizon) / (HEIGHT - horizon)) * 0.5 + wave * 0.2));
  });
}

function shoreOf(random: Random, horizon: number): (x: number) => number {
  const [base, swing, turn] = [HEIGHT * 0.82, HEIGHT * 0.1, random.next() * Math.PI];
  return (x) => Math.max(horizon + 10, base + swing * Math.sin(x / 60 + turn));
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const at = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * share;
  return [at(0), at(1), at(2)];
}

function opaque([red, green, blue]: Colour): Pixel {
  return [red, green, blue, 255];
}
