// The height of rows in pixels. It follows the font size of the browser, as the text of the rows does.

const COMFORTABLE = 5.125;
const COMPACT = 3.25;

export function rowHeight(isCompact: boolean): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.round((isCompact ? COMPACT : COMFORTABLE) * rem);
}
