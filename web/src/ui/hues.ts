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

/** The hue of a stored name; unknown names, such as those of other programs, are gray. */
export function hueOf(name: string | null | undefined): Hue {
  return HUES.find((hue) => hue === name) ?? 'gray';
}

/** A hue for an address that is the same on every device. Gray is left for what has no hue. */
export function hueOfAddress(address: string): Hue {
  let hash = 2166136261; // FNV-1a
  for (const char of address.trim().toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return HUES[(hash >>> 0) % (HUES.length - 1)] ?? 'gray';
}

/** Custom properties for the style of an element that is coloured with --hue-soft, --hue-strong and --hue-solid. */
export function hueStyle(hue: Hue): Record<`--hue-${string}`, string> {
  return {
    '--hue-soft': `var(--hue-${hue}-soft)`,
    '--hue-strong': `var(--hue-${hue}-strong)`,
    '--hue-solid': `var(--hue-${hue}-solid)`,
  };
}
