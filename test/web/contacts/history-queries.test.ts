// The searches for mails and events with a person who has many addresses, and their results.
import { describe, expect, it } from 'vitest';
import { eventQueriesOf, mailQueriesOf, mergeLists } from '../../../web/src/contacts/card/history-queries.ts';

const many = Array.from({ length: 40 }, (_, at) => `somebody.with.a.name+${at}@mail.example.org`);

describe('the searches', () => {
  it('find an address in all fields', () => {
    expect(mailQueriesOf(['ann@example.org', 'a"b@example.org'])).toEqual([
      'from:("ann@example.org" OR "ab@example.org") OR to:("ann@example.org" OR "ab@example.org") OR cc:("ann@example.org" OR "ab@example.org") OR bcc:("ann@example.org" OR "ab@example.org")',
    ]);
    expect(eventQueriesOf(['ann@example.org', 'bob@example.org'])).toEqual(['"ann@example.org" OR "bob@example.org"']);
    expect(mailQueriesOf([])).toEqual([]);
  });

  it.each([
    ['mails', mailQueriesOf, ['from', 'to', 'cc', 'bcc']],
    ['events', eventQueriesOf, ['']],
  ])('for %s are short enough for the service and leave out no address', (_name, queriesOf, fields) => {
    const long = `${'x'.repeat(200)}@example.org`;
    const queries = queriesOf([...many, long]);
    for (const query of queries) {
      expect(query.length).toBeLessThanOrEqual(500);
      expect(query.split('"').length / 2).toBeLessThanOrEqual(32.5);
    }
    const asked = queries.join(' OR ');
    for (const address of [...many, long]) expect(asked.split(`"${address}"`).length - 1).toBe(fields.length);
    for (const field of fields) expect(asked).toContain(field);
  });
});

describe('the results', () => {
  const one = (id: string, day: number) => ({ id, latest_at: new Date(Date.UTC(2026, 2, day)).toISOString() });

  it('of one search have its total', () => {
    const list = { data: [one('a', 3), one('b', 2)], total: 12 };
    expect(mergeLists([list], 2)).toEqual({ data: list.data, total: 12, mayHaveMore: false });
  });

  it('of several are there once, the latest first', () => {
    const lists = [
      { data: [one('a', 3), one('b', 1)], total: 2 },
      { data: [one('c', 2), one('b', 1)], total: 2 },
    ];
    const { data, total, mayHaveMore } = mergeLists(lists, 10);
    expect(data.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect([total, mayHaveMore]).toEqual([3, false]);
  });

  it('of several that were not read to their ends may be more', () => {
    const lists = [
      { data: [one('a', 3), one('b', 1)], total: 9 },
      { data: [one('c', 2), one('b', 1)], total: 2 },
    ];
    expect(mergeLists(lists, 2)).toMatchObject({ data: [{ id: 'a' }, { id: 'c' }], total: 9, mayHaveMore: true });
  });
});
