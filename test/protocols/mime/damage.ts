// Damage to a message: to the lines of its frame, with its content left alone, or to any bytes.
import { newChance } from './chance.ts';

const FRAME =
  /^(?:--|content-|mime-version|subject|from|to|cc|date|message-id|references|in-reply-to|received|[ \t]|$)/i;

/** Lines of the frame are removed, doubled, joined with the next one, cut or misspelt; lines with the marker stay. */
export function damageFrame(raw: Buffer, marker: string, seed: number): Buffer {
  const chance = newChance(seed);
  const lines = raw.toString('latin1').split(/(?<=\n|\r(?!\n))/);
  for (let times = chance.integer(1, 3); times > 0; times--) {
    const frame = lines.flatMap((line, index) =>
      FRAME.test(line.trimEnd()) && !line.includes(marker) && !(lines[index + 1] ?? '').includes(marker) ? [index] : [],
    );
    const at = chance.of(frame);
    if (at === undefined) break;
    const line = lines[at] as string;
    const damages = [
      () => lines.splice(at, 1),
      () => lines.splice(at, 0, line),
      () => lines.splice(at, 1, line.replace(/[\r\n]+$/, '')),
      () => lines.splice(at, 1, `${line.slice(0, line.length / 2)}\n`),
      () => lines.splice(at, 1, line.replace(chance.of([...line.matchAll(/\w/g)])?.[0] ?? 'x', 'z')),
      () => lines.splice(at, 1, line.replace(/^[ \t]+/, '')),
      () => lines.splice(at, 1, line.replace(/[\r\n]+$/, '\r')),
      () => lines.splice(at, 1, line.replace(/boundary=/i, 'boundry=')),
    ];
    chance.of(damages)();
  }
  return Buffer.from(lines.join(''), 'latin1');
}

/** A few stretches of bytes are overwritten, removed, doubled or put in. */
export function damageBytes(raw: Buffer, seed: number): Buffer {
  const chance = newChance(seed);
  let bytes = raw;
  for (let times = chance.integer(1, 4); times > 0; times--) {
    const at = chance.integer(0, bytes.length);
    const length = chance.integer(0, 30);
    const [before, stretch, after] = [
      bytes.subarray(0, at),
      bytes.subarray(at, at + length),
      bytes.subarray(at + length),
    ];
    const noise = Buffer.from(Array.from({ length }, () => chance.integer(0, 255)));
    bytes = Buffer.concat(
      chance.of([
        [before, noise, after],
        [before, after],
        [before, stretch, stretch, after],
        [before, noise, stretch, after],
        [
          before,
          Buffer.from(chance.of(['\r\n\r\n', '--', '\r', 'Content-Type: multipart/mixed; boundary=x\r\n'])),
          stretch,
          after,
        ],
      ]),
    );
  }
  return chance.is(0.1) ? bytes.subarray(0, chance.integer(0, bytes.length)) : bytes;
}
