// The twelve hues of labels, calendars and avatars, as tokens.css defines them.

export const HUES = [
  'red',
  'orange',
  'amber',
  'olive',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
  'gray',
] as const;

export type Hue = (typeof HUES)[number];

/** The colour that is stored for a hue: the service keeps colours as #rrggbb, for all its clients. */
const COLORS: Readonly<Record<Hue, string>> = {
  red: '#bd5550',
  orange: '#b95d27',
  amber: '#a86c00',
  olive: '#7d8100',
  green: '#2f904d',
  teal: '#009380',
  cyan: '#008dac',
  blue: '#357dc7',
  indigo: '#6970c8',
  violet: '#8b64bb',
  pink: '#b45483',
  gray: '#81796d',
};

export function colorOfHue(hue: Hue): string {
  return COLORS[hue];
}

/** Below this saturation a colour is gray. */
const GRAY = 0.12;

/** The hue of a label, tag or calendar: the nearest to its colour; without a colour one that belongs to its name. */
export function hueOf({ name, color }: { name: string; color: string | null }): Hue {
  if (!color) return hueOfAddress(name);
  const wanted = angleOf(color);
  if (wanted === undefined) return 'gray';
  const distance = (hue: Hue) => Math.abs((((angleOf(COLORS[hue]) ?? 0) - wanted + 540) % 360) - 180);
  return HUES.filter((hue) => hue !== 'gray').reduce((best, hue) => (distance(hue) < distance(best) ? hue : best));
}

/** The angle of a colour on the colour wheel; undefined for gray ones. */
function angleOf(color: string): number | undefined {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (spread === 0 || spread / (1 - Math.abs(2 * lightness - 1)) < GRAY) return undefined;
  if (most === red) return (((green - blue) / spread) * 60 + 360) % 360;
  return most === green ? ((blue - red) / spread) * 60 + 120 : ((red - green) / spread) * 60 + 240;
}

/** A hue for an address that is the same on every device. Gray is left for what has no hue. */
export function hueOfAddress(address: string): Hue {
  let hash = 2166136261; // FNV-1a
  for (const char of address.trim().toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return HUES[mixed(hash) % (HUES.length - 1)] ?? 'gray';
}

/** The last step of MurmurHash3: without it many short words would have the same hue. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Custom properties for the style of an element that is coloured with --hue-soft, --hue-strong and --hue-solid. */
export function hueStyle(hue: Hue): Record<`--hue-${string}`, string> {
  return {
    '--hue-soft': `var(--hue-${hue}-soft)`,
    '--hue-strong': `var(--hue-${hue}-strong)`,
    '--hue-solid': `var(--hue-${hue}-solid)`,
  };
}
