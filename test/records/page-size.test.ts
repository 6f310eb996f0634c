// A page ends by the bytes of its texts, whatever the script: at the same row on both engines, and nothing is lost
// between pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { changesQuery } from '../../src/store/tables/changes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** Appends changes with these texts and returns the seq before the first. */
function append(texts: string[]): Promise<number> {
  return service.store.write(1, async (tx) => {
    const seqs: number[] = [];
    for (const text of texts) {
      const seq = await tx.nextSeq();
      seqs.push(seq);
      tx.run(
        "insert into changes (user_id, seq, event, at, record_id, doc) values (?1, ?2, 'contact.created', ?3, 'none', ?4)",
        seq,
        tx.now,
        JSON.stringify({ text }),
      );
    }
    return (seqs[0] as number) - 1;
  });
}

describe.each([
  ['ASCII, one byte', 'x'],
  ['Cyrillic, two bytes', 'ж'],
  ['Chinese, three bytes', '漢'],
  ['emoji, four bytes', '😀'],
  ['several scripts', 'xж漢😀'],
])('a page of %s', (_, letters) => {
  const texts = Array.from({ length: 12 }, (_, index) => letters.repeat(100 + 37 * index));
  const sizes = texts.map((text) => Buffer.byteLength(JSON.stringify({ text })));
  const total = sizes.reduce((sum, size) => sum + size, 0);

  it.each([0, 0.1, 0.5, 0.9, 1])('ends after the row that exceeds %d of all bytes', async (part) => {
    const since = await append(texts);
    const most = Math.floor(total * part);
    let before = 0;
    const expected = sizes.filter((size) => {
      const fits = before <= most;
      before += size;
      return fits;
    });
    const [rows = []] = await service.store.read(1, [
      changesQuery(since, { limit: texts.length, bytes: most, bodies: true }),
    ]);
    expect(rows).toHaveLength(expected.length);
  });

  it('continues at the next change, in the answers of /changes, up to the last', async () => {
    const large = Array.from({ length: 10 }, () => letters.repeat(limits.pageBytes / 4 / Buffer.byteLength(letters)));
    const since = await append(large);
    const pages: number[][] = [];
    for (let cursor = since, more = true; more; ) {
      const { body } = await service.ask('GET', `/changes?since=${cursor}`);
      const { data, meta } = body as { data: { seq: number }[]; meta: { has_more: boolean } };
      pages.push(data.map(({ seq }) => seq));
      cursor = data.at(-1)?.seq ?? cursor;
      more = meta.has_more;
    }
    expect(pages.flat()).toEqual(large.map((_, index) => since + 1 + index));
    expect(pages.map((page) => page.length)).toEqual([4, 4, 2]);
  });
});
