// Colours of labels and folders. The service stores them as #rrggbb; the app shows the nearest of its twelve hues, which
// are readable in both themes.
import { HUES, type Hue, hueOfAddress } from '../ui/hues.ts';

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

export function colorOfHue(hue: Hue): string {
  return COLORS[hue];
}

/** A name without a colour has one of its own, the same on every device. */
export function hueOfName(name: string, color: string | null | undefined): Hue {
  return color ? nearestHue(color) : hueOfAddress(name);
}

function nearestHue(color: string): Hue {
  const wanted = channels(color);
  const distance = (hue: Hue) =>
    channels(COLORS[hue]).reduce((sum, value, index) => sum + (value - (wanted[index] ?? 0)) ** 2, 0);
  return HUES.reduce((best, hue) => (distance(hue) < distance(best) ? hue : best));
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
