// Which blockquotes of a page are quoted mail: those that a mail program has marked, and those that an introduction or a
// header is directly above, or begins. Any other is a passage that the sender indented, or that stands out in a newsletter.
import { headerAt } from './headers.ts';
import { canEndIntroduction, introductionAt } from './introductions.ts';
import { MOST_LINES, readLines } from './lines.ts';

/** A blockquote, by the lines within it. */
export interface Block {
  first: number;
  end: number;
  isMarked: boolean;
}

const ABOVE = 12; // lines, the header of a mail
const WITHIN = 8;
const EXAMINED = 100; // blocks without a mark; a mail has a few

/** The quoted ones of blocks in their order, of which each is outside or within another. */
export function quotedBlocks<T extends Block>(lines: readonly string[], blocks: readonly T[]): T[] {
  if (!blocks.some(({ isMarked }) => !isMarked)) return [...blocks];
  const texts = lines.filter((line) => /\S/.test(line));
  const before = countsOf(lines); // texts before each line
  const textsBefore = (at: number) => before[Math.min(at, lines.length)] as number;
  const open: Block[] = [];
  let closed = 0; // lines before it belong to other blocks, or are above these
  let examined = 0;
  return blocks.filter((block) => {
    for (let last = open.at(-1); last && last.end <= block.first; last = open.at(-1)) {
      closed = Math.max(closed, last.end);
      open.pop();
    }
    open.push(block);
    if (block.isMarked || examined++ >= EXAMINED) return block.isMarked;
    const first = textsBefore(block.first);
    const above = texts.slice(Math.max(textsBefore(closed), first - ABOVE), first);
    return (
      endsAsIntroduction(above) || beginsAsMail(texts.slice(first, Math.min(textsBefore(block.end), first + WITHIN)))
    );
  });
}

function countsOf(lines: readonly string[]): number[] {
  let count = 0;
  return [0, ...lines.map((line) => (/\S/.test(line) ? ++count : count))];
}

function endsAsIntroduction(above: readonly string[]): boolean {
  const last = above.at(-1);
  if (last === undefined || !(/[:：]/.test(last) || canEndIntroduction(last))) return false;
  const kindOfLast = introductionAt([last], 0)?.kind;
  if (kindOfLast !== undefined && kindOfLast !== 'name') return true;
  const near = canEndIntroduction(last) ? above.slice(-MOST_LINES) : above;
  const kind = Array.from(readLines([...near, '>']))[near.length - 1]?.kind;
  return kind === 'introduction' || kind === 'header';
}

/** A name and "wrote" are not enough here: a story can begin so. */
function beginsAsMail(within: readonly string[]): boolean {
  if (within.length === 0) return false;
  const introduction = introductionAt(within, 0);
  return (introduction !== undefined && introduction.kind !== 'name') || headerAt(within, 0, 'own') !== undefined;
}
