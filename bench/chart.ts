// A chart of times by size as SVG text, both axes logarithmic. Its colours are of middle lightness, so that it can be
// read on a light and on a dark page.
export interface Line {
  name: string;
  /** Milliseconds, one for each size. */
  times: number[];
}

const WIDTH = 760;
const HEIGHT = 460;
const LEFT = 70;
const RIGHT = 150; // room for the names
const TOP = 40;
const BOTTOM = 50;
const INK = '#7d8590';
const COLOURS = ['#2f81f7', '#d29922', '#3fb950', '#db61a2', '#a371f7', '#f0883e', '#1b9e9e', '#e5534b', '#8c8c3a'];
const NAME_HEIGHT = 16;

export function growthChart(title: string, sizes: number[], lines: Line[]): string {
  const all = lines.flatMap(({ times }) => times);
  const [low, high] = [decade(Math.floor, Math.min(...all)), decade(Math.ceil, Math.max(...all))];
  const [first, last] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  const x = (size: number) => LEFT + ((Math.log10(size) - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (time: number) =>
    HEIGHT - BOTTOM - ((Math.log10(time) - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);

  const decades = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const grid = [
    ...decades.map(
      (time) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(time))}" y2="${at(y(time))}" stroke="${INK}" stroke-opacity="0.3"/>${words(LEFT - 8, y(time) + 4, `${Number(time.toPrecision(1))} ms`, 'end')}`,
    ),
    ...sizes.map(
      (size) =>
        `<line x1="${at(x(size))}" x2="${at(x(size))}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="${INK}" stroke-opacity="0.15"/>${words(x(size), HEIGHT - BOTTOM + 18, size.toLocaleString('en'), 'middle')}`,
    ),
  ];
  const ends = spread(lines.map(({ times }) => y(times.at(-1) as number)));
  const drawn = lines.map(({ name, times }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const points = times.map((time, place) => [x(sizes[place] as number), y(time)] as const);
    const path = points.map(([px, py]) => `${at(px)},${at(py)}`).join(' ');
    const dots = points.map(([px, py]) => `<circle cx="${at(px)}" cy="${at(py)}" r="3"/>`).join('');
    const end = ends[index] as number;
    const lead = `<polyline points="${at(WIDTH - RIGHT)},${at(y(times.at(-1) as number))} ${at(WIDTH - RIGHT + 14)},${at(end)}" fill="none" stroke-opacity="0.5"/>`;
    const label = `<text x="${WIDTH - RIGHT + 18}" y="${at(end + 4)}" stroke="none">${escaped(name)}</text>`;
    return `<g stroke="${colour}" fill="${colour}"><polyline points="${path}" fill="none" stroke-width="2"/>${dots}${lead}${label}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    words(LEFT, 20, title, 'start'),
    ...grid,
    ...drawn,
    words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, 'emails', 'middle'),
    '</svg>',
    '',
  ].join('\n');
}

// Names of lines that end close together are moved apart, in their order.
function spread(ends: number[]): number[] {
  const order = ends.map((_, index) => index).sort((a, b) => (ends[a] as number) - (ends[b] as number));
  const placed = [...ends];
  for (let i = 1; i < order.length; i++) {
    const [above, here] = [order[i - 1] as number, order[i] as number];
    placed[here] = Math.max(placed[here] as number, (placed[above] as number) + NAME_HEIGHT);
  }
  const over = Math.max(0, Math.max(...placed) - (HEIGHT - BOTTOM));
  return placed.map((place) => place - over);
}

function decade(round: (value: number) => number, time: number): number {
  return round(Math.log10(time));
}

function words(x: number, y: number, text: string, anchor: string): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${INK}">${escaped(text)}</text>`;
}

function at(place: number): string {
  return place.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
