// Colours of calendars as hues of the design, and hues as colours for other clients.
import { HUES, type Hue } from '../ui/hues.ts';

/** The colour that is stored for each hue, so that other clients show a similar one. */
const COLORS: Record<Hue, string> = {
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

/** Below this saturation a colour is gray. */
const GRAY = 0.12;

/** The hue nearest to a colour of another client. */
export function hueOfColor(color: string): Hue {
  const wanted = hueAngle(color);
  if (wanted === undefined) return 'gray';
  let nearest: Hue = 'gray';
  let least = 360;
  for (const hue of HUES) {
    if (hue === 'gray') continue;
    const distance = Math.abs((((hueAngle(COLORS[hue]) ?? 0) - wanted + 540) % 360) - 180);
    if (distance < least) [nearest, least] = [hue, distance];
  }
  return nearest;
}

export function colorOfHue(hue: Hue): string {
  return COLORS[hue];
}

/** The angle of a colour in HSL; undefined for gray ones. */
function hueAngle(color: string): number | undefined {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (spread === 0 || spread / (1 - Math.abs(2 * lightness - 1)) < GRAY) return undefined;
  if (most === red) return (((green - blue) / spread) * 60 + 360) % 360;
  return most === green ? ((blue - red) / spread) * 60 + 120 : ((red - green) / spread) * 60 + 240;
}
