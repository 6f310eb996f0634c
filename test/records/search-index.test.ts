// What is made of the records by folding, the search index and the columns that lists sort and filter by, is made anew
// when it was made by other rules.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { indexAll, isIndexed } from '../../src/records/search-index.ts';
import { writeNote } from '../../src/store/tables/notes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

async function names(query: string): Promise<string[]> {
  const { body } = await service.ask('GET', `/contacts?${query}`);
  return (body as { data: { display_name: string }[] }).data.map((one) => one.display_name);
}

describe('the index and the folded columns', () => {
  it('are made anew at the first start after the rules have changed, and only then', async () => {
    const company = `${'long '.repeat(60)}Harbour Press`;
    await service.ask('POST', '/contacts', {
      display_name: 'Zoë O’Brien',
      company,
      phones: [{ number: '٠٣٠ ٥٥٥٠١٢٣' }],
    });
    await service.ask('POST', '/contacts', { display_name: 'Ann', company: 'Other' });
    // As an earlier program would have left them.
    await service.store.write(1, async (tx) => {
      tx.run(
        "update contacts set display_name = 'a first', company = 'x', company_folded = 'x' where user_id = ?1 and company like 'long%'",
      );
      for (const { key } of await tx.all('select key from contacts where user_id = ?1'))
        tx.search.put('contacts', key as number, 'stale', '', false);
    });
    await service.store.administer((tx) => writeNote(tx, 'search', '0'));
    expect(await names('search=obrien')).toEqual([]);
    expect(await names('company=harbour')).toEqual([]);
    await restart();
    expect(await isIndexed(service.store)).toBe(true);
    expect(await names('search=obrien+5550123')).toEqual(['Zoë O’Brien']);
    expect(await names('search=stale')).toEqual([]);
    expect(await names('company=harbour')).toEqual(['Zoë O’Brien']);
    expect(await names('sort=display_name')).toEqual(['Ann', 'Zoë O’Brien']);
    await service.store.write(1, async (tx) => {
      for (const { key } of await tx.all('select key from contacts where user_id = ?1'))
        tx.search.put('contacts', key as number, 'kept', '', false);
    });
    await restart();
    expect(await names('search=kept')).toHaveLength(2);
  });

  it('report how far they are, up to all records', async () => {
    const reports: [done: number, total: number][] = [];
    await indexAll(service.store, (done, total) => reports.push([done, total]));
    expect(reports.at(-1)).toEqual([2, 2]);
    expect(reports.every(([done, total]) => done <= total)).toBe(true);
    expect(await names('search=harbour')).toEqual(['Zoë O’Brien']);
  });
});

describe('the company filter', () => {
  it('finds a part of the name wherever it is, in any case', async () => {
    const company = `${'Œ'.repeat(400)} 100%_ ${'x'.repeat(500)} END`;
    const made = await service.ask('POST', '/contacts', { display_name: 'Long', company });
    const { id } = (made.body as { data: { id: string } }).data;
    for (const part of ['end', 'œœ 100%_ X', 'OEOE 100%_', company])
      expect(await names(`company=${encodeURIComponent(part)}`)).toEqual(['Long']);
    expect(await names('company=100_')).toEqual([]);
    await service.ask('PATCH', `/contacts/${id}`, { company: `${'y'.repeat(999)}Z` });
    expect([await names('company=END'), await names('company=yz')]).toEqual([[], ['Long']]);
    await service.ask('PATCH', `/contacts/${id}`, { company: null });
    expect(await names('company=yz')).toEqual([]);
    const tooLong = await service.ask('GET', `/contacts?company=${'x'.repeat(limits.nameChars + 1)}`);
    expect(tooLong.body).toMatchObject({ error: { code: 'INVALID_QUERY', details: { field: 'company' } } });
  });

  it('takes the longest text that folding can make of a name', async () => {
    expect(await names(`company=${encodeURIComponent('ﷺ'.repeat(limits.nameChars))}`)).toEqual([]);
  });
});

async function restart(): Promise<void> {
  await service.stop();
  service = await startTestService({ data: service.folder, database: service.database });
}
