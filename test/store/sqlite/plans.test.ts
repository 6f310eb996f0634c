// SQLite finds the rows of a statement by more than their user: a statement that goes through all rows of a user would
// become slower with every mail.
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, it } from 'vitest';
import { refused, requests } from '../../instances/requests.ts';
import { addAccount } from '../../support/accounts.ts';
import { startTestService } from '../../support/service.ts';

const plans = new Map<string, string[]>();

beforeAll(async () => {
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
    const [text] = args;
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text) && !plans.has(text)) {
      const rows = prepare.call(this, `explain query plan ${text}`).all();
      plans.set(
        text,
        rows.map(({ detail }) => String(detail)),
      );
    }
    return prepare.apply(this, args);
  };
  const service = await startTestService({ allowHosts: '127.0.0.1' });
  const server = { host: '127.0.0.1', port: 1, security: 'none', user: null, has_password: false, tls_ca: null };
  const smtp = { ...server, status: 'connected', status_detail: null, last_checked_at: null };
  await addAccount(service, { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', isDefault: true, smtp });
  for (const [route, path, body, headers] of requests()) {
    const answer = await service.ask(route.split(' ')[0] as string, await path(service), body, headers);
    if (answer.status >= 300 && !refused.includes(route)) throw new Error(`${route}: ${answer.text}`);
  }
  await service.end();
  DatabaseSync.prototype.prepare = prepare;
});

// Tables with few rows for each user, and lists that are read in the order of an index until they have enough.
const SMALL = /\b(accounts|identities|calendars|tasks|webhooks|users)\b/;
const ENDS_EARLY = /\blimit\b|\bexists \(|\b(count|sum|max|min)\(/;

it('no statement goes through all rows of a user', () => {
  expect(plans.size).toBeGreaterThan(200);
  const wrong = [...plans].filter(
    ([text, plan]) => !SMALL.test(text) && !ENDS_EARLY.test(text) && plan.some((step) => /\(user_id=\?\)$/.test(step)),
  );
  expect(wrong.map(([text, plan]) => `${text}\n${plan.join('\n')}`)).toEqual([]);
});

it('the mails that a new mail refers to are found by their message ids, and then by their ids', () => {
  const [, plan = []] = [...plans].find(([text]) => text.includes('from thread_links l join emails e')) ?? [];
  expect(plan.slice(0, 2)).toEqual([
    expect.stringMatching(/^SEARCH l USING PRIMARY KEY \(user_id=\? AND message_id=\?/),
    'SEARCH e USING INDEX emails_id (user_id=? AND id=?)',
  ]);
});
