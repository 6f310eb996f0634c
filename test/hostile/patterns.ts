// Texts that make a careless program work for ever when it stores, indexes or searches them: long runs that a pattern
// tries in every way, letters under mountains of marks. Each costs no more than its length.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import type { Victim } from './victim.ts';

export const fill = (piece: string, chars: number) => piece.repeat(Math.floor(chars / piece.length));

/** Pieces whose runs are hard for patterns: openings without ends, ends without openings, blanks, and near misses. */
export const PIECES = [
  '<',
  '"',
  '(',
  '\\',
  '\\"',
  ' ',
  '\t\n',
  '@',
  'a@',
  'a@b ',
  '<>',
  '<a@b>,',
  '"a" ',
  '(a)',
  ',;',
  'a',
  '1',
  '-',
  '()',
  '&',
  '&#',
  '&amp;',
  'é',
  'ı',
  '漢',
  '😀',
  '\u00a0',
];

const EVENT = { title: 'x', start_at: '2026-02-17T09:00:00Z' };
export const MAIL = { from_address: 'a@x.org', received_at: '2026-02-17T09:00:00Z' };

/** Asks, and expects each record to be taken or its text to be refused, all in the time that one may take. */
export async function borne(victim: Victim, ...requests: [method: string, path: string, body: unknown][]) {
  await victim.cheaply(async () => {
    for (const [method, path, body] of requests) {
      const { status } = await victim.ask(method, path, body);
      expect([200, 201, 400]).toContain(status);
    }
  });
}

export function hostilePatterns(victim: () => Victim): void {
  describe('long runs', () => {
    it.each(PIECES)('of %j are borne in every field', async (piece) => {
      const name = fill(piece, limits.nameChars);
      const line = fill(piece, limits.lineChars);
      const note = fill(piece, limits.noteChars);
      const contact = {
        display_name: name,
        company: name,
        emails: Array.from({ length: limits.contactItems }, () => ({ address: line })),
        phones: Array.from({ length: limits.contactItems }, () => ({ number: fill(piece, limits.shortChars) })),
      };
      await borne(
        victim(),
        ['POST', '/events', { ...EVENT, title: name, description: note, location: name }],
        ['POST', '/contacts', contact],
        ['POST', '/emails', { ...MAIL, subject: name, from_address: line, from_name: name, body_plain: note }],
      );
    });

    it.each(PIECES)('of %j are borne as a search and in every parameter of text', async (piece) => {
      const text = encodeURIComponent(fill(piece, 480));
      for (const query of [`search=${text}`, `calendar_name=${text}`, `fields=${text}`, `tz=${text}`, `from=${text}`])
        await victim().ask('GET', `/events?${query}`);
      await victim().ask('GET', `/contacts?company=${text}&tag=${text}`);
      await victim().ask('GET', `/changes?events=${text}`);
      await victim().ask('GET', `/search?q=${text}&kinds=${text}`);
      await victim().ask('GET', `/search?q=${text}`);
    });
  });

  describe('mountains of marks', () => {
    it.each([
      ['one mark', '\u0301'],
      ['marks that must be put in order', '\u0301\u0316'],
      ['many kinds of marks', '\u0301\u0316\u0327\u0345\u0338\u0323'],
      ['Hangul parts', '\u1100\u1161\u11a8'],
      ['letters that unfold to eighteen', '\ufdfa'],
      ['marks of no width', '\u200d\u0301'],
    ])('%s without end', async (_name, piece) => {
      const mountain = (chars: number) => `a${fill(piece, chars - 1)}`;
      const [name, note, text] = [mountain(limits.nameChars), mountain(limits.noteChars), mountain(400_000)];
      await borne(
        victim(),
        ['POST', '/events', { ...EVENT, title: name, description: note }],
        ['POST', '/contacts', { display_name: name, notes: note }],
        ['POST', '/emails', { ...MAIL, body_plain: text, body_html: `<p>${text}</p>` }],
      );
      await victim().ask('GET', `/contacts?search=${encodeURIComponent(mountain(480))}`);
    });
  });
}
