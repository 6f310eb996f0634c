// q selects conversations by their mails, as the filters of the list do.
import { expect } from 'vitest';
import { scenarios, type World } from '../support/scenario.ts';

async function fill({ make }: World): Promise<void> {
  const mail = async (values: object) => {
    await make('POST', '/emails', { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z', ...values });
  };
  await mail({ subject: 'The lease', message_id: '<1@x>', to_addresses: ['kiel@example.org'] });
  await mail({ subject: 'Re: The lease', in_reply_to: '<1@x>', from_address: 'bob@example.org', is_read: true });
  await mail({ subject: 'Lunch', is_starred: true, received_at: '2026-02-16T09:00:00Z' });
}

const finds = (q: string, total: number, subjects: string[], more = '') => ({
  name: `${q}${more}`,
  ask: ['GET', `/threads?q=${encodeURIComponent(q)}${more}`] as [string, string],
  status: 200,
  body: { data: subjects.map((subject) => ({ subject })), meta: { total } },
  events: [],
});

scenarios(
  'GET /threads?q=',
  [
    finds('lease', 1, [expect.stringContaining('lease')]),
    finds('kiel', 1, [expect.stringContaining('lease')]),
    finds('from:bob', 1, [expect.stringContaining('lease')]),
    finds('nothing', 0, []),
    finds('is:starred', 1, ['Lunch']),
    finds('is:starred OR kiel', 2, [expect.stringContaining('lease'), 'Lunch']),
    finds('in:inbox -lunch', 1, [expect.stringContaining('lease')]),
    finds('from:ann', 2, [expect.stringContaining('lease'), 'Lunch']),
    finds('lunch', 0, [], '&is_starred=false'),
    finds('before:2026-02-17', 1, ['Lunch']),
    finds('lease', 0, [], '&only_deleted=true'),
    finds('before:2026-02-16', 0, []),
    {
      ...finds('before:2026-02-16', 1, ['Lunch'], '&limit=5'),
      name: 'a day is one of the time zone of the settings',
      async given({ make }: World) {
        await make('PATCH', '/settings', { timezone: 'Pacific/Honolulu' });
        return {};
      },
    },
    {
      name: 'an operator that cannot be read is reported',
      ask: ['GET', '/threads?q=before:soon'],
      status: 200,
      body: { data: [], meta: { total: 0, invalid_operators: [{ operator: 'before:soon' }] } },
      events: [],
    },
  ],
  fill,
);
