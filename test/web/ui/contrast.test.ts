// The design tokens: text on each background has the contrast that WCAG 2.2 AA asks for, in both themes.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HUES } from '../../../web/src/ui/hues.ts';

const css = readFileSync('web/src/ui/tokens.css', 'utf8');

const TEXTS = ['text', 'text-secondary', 'text-tertiary', 'accent-text', 'danger', 'success', 'warning'];
const SURFACES = ['surface-sunken', 'surface-page', 'surface', 'surface-raised', 'surface-selected'];

const textPairs = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['accent-text', 'accent-soft'],
  ['danger', 'danger-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['text-inverse', 'surface-inverse'],
  ['accent-inverse', 'surface-inverse'],
  ['danger-inverse', 'surface-inverse'],
  ...HUES.map((hue) => [`hue-${hue}-strong`, `hue-${hue}-soft`]),
] as [string, string][];

// Borders of inputs, the focus ring, and fills that carry a meaning.
const shapes = ['border-strong', 'focus-ring', 'accent', 'star', ...HUES.map((hue) => `hue-${hue}-solid`)];
const shapePairs = shapes.flatMap((shape) => SURFACES.map((surface) => [shape, surface] as [string, string]));

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  test.each(textPairs)('%s on %s has a contrast of 4.5', (text, surface) => {
    expect(contrast(colorOf(text, theme), colorOf(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)('%s on %s has a contrast of 3', (shape, surface) => {
    expect(contrast(colorOf(shape, theme), colorOf(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});

function colorOf(token: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`--${token}: (?:light-dark\\((#\\w{6}), (#\\w{6})\\)|(#\\w{6}));`, 'u').exec(css);
  const color = value?.[3] ?? (theme === 'light' ? value?.[1] : value?.[2]);
  if (color === undefined) throw new Error(`tokens.css has no colour --${token}.`);
  return color;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
