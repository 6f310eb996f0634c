// The commands of the API reference are pasted into shells beside real records and real accounts. Run from top to
// bottom they work, they touch nothing that was there before, and they send nothing.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../../support/files.ts';
import { type PageCommand, pageCommands, type Ran, runInShell } from '../../support/page-commands.ts';
import { temporaryFolder } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';
import { makeExamplesUnknown } from '../../support/unknown-names.ts';

/** Not for the API (a token is made by the program itself), or they wait for changes. */
const ELSEWHERE = ['create-a-token', 'feed', 'openChangeFeed'];

/** What the page's mail server, which is not there, and its mail, which came from none, are answered with. */
const REFUSED: Record<string, string> = {
  getEmailRaw: '404',
  getEmailRemoteImage: '404', // it is not signed
  getAttachedEmail: '404', // none is attached
  getAttachedEmailHtml: '404',
  getAttachedEmailFile: '404',
  listEmailAccountFolders: '502',
  createSession: '401', // the token is an example
};

let service: TestService;
let commands: PageCommand[];
let undo: () => void;
beforeAll(async () => {
  undo = makeExamplesUnknown();
  service = await startTestService({ allowHosts: '127.0.0.1' });
  commands = (await pageCommands(service)).filter(({ section }) => !ELSEWHERE.includes(section));
});
afterAll(async () => {
  undo();
  await service.end();
});

/** Every record of the service as it is served, by its path. */
async function everything(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const path of ['events', 'emails', 'contacts', 'email-accounts', 'files']) {
    const trash = ['email-accounts', 'files'].includes(path) ? '' : '&include_deleted=true';
    const { data } = (await service.ask('GET', `/${path}?limit=500${trash}`)).body as { data: { id: string }[] };
    for (const one of data) all.set(`/${path}/${one.id}`, JSON.stringify(one));
  }
  return all;
}

async function newest(): Promise<number> {
  return ((await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } }).meta.seq;
}

describe('without the variables of the page', () => {
  it('a command that needs a record says what to run first, and asks the service for nothing', async () => {
    const before = await newest();
    const needy = commands.filter(({ text }) => text.includes(':?'));
    expect(needy.length).toBeGreaterThan(35);
    for (const command of needy) {
      const { code, stderr } = await runInShell([command]).then(
        ({ err }) => ({ code: 0, stderr: err }),
        (error: { code: number; stderr: string }) => error,
      );
      expect({ section: command.section, code, stderr }).toEqual({
        section: command.section,
        code: expect.toSatisfy((one: number) => one > 0 || command.text.startsWith('(')),
        stderr: expect.stringMatching(
          /_(ID|TOKEN): (run the command of POST \/api\/v1\/[\w/-]+ first|set it to the id of an? .+, which is then .+|set it to yes; after .+)\n$/,
        ),
      });
    }
    expect(await newest()).toBe(before);
  });

  it('cleaning up does nothing', async () => {
    const { ran } = await runInShell(commands.filter(({ section }) => section === 'clean-up'));
    expect(ran).toMatchObject([{ statuses: [] }]);
  });

  it('a create command that is refused leaves its variable empty', async () => {
    const create = commands.find(({ section }) => section === 'createEvent') as PageCommand;
    const wrong = { ...create, text: create.text.replace('"title"', '"titel"') };
    const { ran } = await runInShell([wrong, { section: 'said', text: 'echo "[$EVENT_ID]"' }], {
      EVENT_ID: 'an older one',
    });
    expect(ran).toMatchObject([{ statuses: ['400'] }, { out: '[]\n' }]);
  });
});

describe('beside real records and a real account', () => {
  let smtp: TestSmtp;
  let before: Map<string, string>;
  let since: number;
  let ran: Ran[];
  let err: string;
  beforeAll(async () => {
    smtp = await startSmtp();
    await fill(smtp);
    before = await everything();
    since = await newest();
    ({ ran, err } = await runInShell(commands.filter(({ section }) => section !== 'clean-up')));
  });
  afterAll(() => smtp.end());

  it('every command works, from the top of the page to its end', async () => {
    const document = (await service.ask('GET', '/openapi.json')).body as {
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const first = (statuses: string[]) => (statuses.includes('201') ? '201' : (statuses[0] as string));
    const wanted = new Map(operations.map((one) => [one.operationId, first(Object.keys(one.responses))]));
    expect(ran.map(({ section }) => section)).toEqual(
      expect.arrayContaining([...wanted.keys()].filter((id) => !ELSEWHERE.includes(id))),
    );
    const told = ran.map(({ section, statuses, out }) => {
      // The import of a short file may have ended before.
      if (section === 'cancelImport' && out.includes('There is no such import that is running.'))
        return `${section} 200`;
      return `${section} ${statuses.join(' ')}${Number(statuses[0]) < 400 || REFUSED[section] ? '' : out}`;
    });
    const expected = ran.map(({ section }) => {
      if (
        /^(sendEmailDraft|unsubscribeFromEmail|testWebhook|getTask|getThread|(get|dismiss|snooze)Reminder|(create|get|update|delete)Identity|deleteSession|(create|revoke)Token)$/.test(
          section,
        )
      )
        return `${section} `; // only by hand
      return `${section} ${REFUSED[section] ?? wanted.get(section) ?? (section === 'retries' ? '201' : '200')}`;
    });
    expect(told).toEqual(expected);
    expect(err.trim().split('\n')).toEqual([
      expect.stringContaining('REMINDER_ID: set it to the id of a reminder'),
      expect.stringContaining('REMINDER_ID: set it to the id of a reminder'),
      expect.stringContaining('REMINDER_ID: set it to the id of a reminder'),
      expect.stringContaining('SEND_ID: set it to the id of a draft'),
      expect.stringContaining('LIST_EMAIL_ID: set it to the id of an email'),
      expect.stringContaining('THREAD_ID: set it to the id of a conversation'),
      expect.stringContaining('OWN_ACCOUNT_ID: set it to the id of an email account'),
      ...Array(3).fill(expect.stringContaining('IDENTITY_ID: set it to the id of an identity')),
      expect.stringContaining('TESTED_WEBHOOK_ID: set it to the id of a webhook'),
      expect.stringContaining('TASK_ID: set it to the id of a task'),
      expect.stringContaining('curl: (28)'), // the stream, which does not end by itself
      expect.stringContaining('SESSION_ID: set it to the id of a session'),
      expect.stringContaining('NEW_TOKEN: set it to yes'),
      expect.stringContaining('TOKEN_ID: set it to the id of a token'),
    ]);
  });

  it('what was there before is as it was, and nothing was sent', async () => {
    const after = await everything();
    expect(before.size).toBe(20);
    for (const [path, text] of before) expect([path, after.get(path)]).toEqual([path, text]);
    expect(smtp.letters).toEqual([]);
    const outgoing = [...after].filter(
      ([path, text]) => !before.has(path) && /"status":"(queued|sending|sent|scheduled)"/.test(text),
    );
    expect(outgoing).toEqual([]);
  });

  it('the commands have left records, and cleaning up removes all of them and no other', async () => {
    const left = [...(await everything()).keys()].filter((path) => !before.has(path));
    expect(left.length).toBeGreaterThan(4);
    const again = await runInShell(commands);
    expect(again.ran.at(-1)?.section).toBe('clean-up');
    // The file, the account, the trusted sender and the webhook have gone by the commands of their sections, the import
    // by itself.
    expect(again.ran.at(-1)?.statuses.sort()).toEqual([...Array(9).fill('200'), ...Array(5).fill('404')]);
    const now = await everything();
    const once = [...now.keys()].filter((path) => !before.has(path) && !left.includes(path));
    expect(once).toEqual([]);
    for (const [path, text] of before) expect([path, now.get(path)]).toEqual([path, text]);
  });

  it('not one change on the way was about a record that was there before', async () => {
    const ids = new Set([...before.keys()].map((path) => path.split('/').at(-1)));
    const { data } = (await service.ask('GET', `/changes?since=${since}&limit=500`)).body as {
      data: { event: string; data: { id: string } }[];
    };
    expect(data.length).toBeGreaterThan(50);
    expect(data.filter((change) => ids.has(change.data.id))).toEqual([]);
  });
});

describe('the command that makes a token', () => {
  let guarded: TestService;
  let folder: string;
  beforeAll(async () => {
    folder = join(temporaryFolder(), "Ann's data, $HOME");
    guarded = await startTestService({ data: folder });
  });
  afterAll(() => guarded.end());

  const makers = async () => (await pageCommands(guarded)).filter(({ text }) => text.includes('./daybook'));

  it('is the only one of its kind, comes after Clean up, and is shown with a warning', async () => {
    const all = await pageCommands(guarded);
    expect((await makers()).map(({ section }) => section)).toEqual(['create-a-token']);
    expect(all.at(-1)?.section).toBe('create-a-token');
    const { text } = await guarded.ask('GET', '/docs');
    expect(text).toMatch(/<p class="warning">After that every request to this service needs a token, permanently\./);
  });

  it('makes it for the service that shows the page, wherever its data is, and nothing else', async () => {
    const { ran } = await runInShell(await makers());
    const [token] = /dbk_\w+_[\w-]{43}/.exec(ran[0]?.out ?? '') ?? [];
    await expect.poll(async () => (await guarded.ask('GET', '/contacts')).status, { timeout: 150_000 }).toBe(401);
    const answer = await guarded.ask('GET', '/contacts', undefined, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(200);
  });

  it('says no longer where the data is, and does nothing until it is told', async () => {
    const { text } = await guarded.ask('GET', '/docs');
    expect(text).not.toContain('data, $HOME');
    const { ran, err } = await runInShell(await makers());
    expect(ran[0]?.out.trim()).toBe('');
    expect(err).toContain('DATA: set it to the data folder of this service first');
  });
});

/** Records that the words of the page's examples would find, in every state; and an account that can send. */
async function fill({ account }: TestSmtp): Promise<void> {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await service.ask('POST', path, body);
    expect([path, answer.status, answer.text]).toEqual([path, expect.toSatisfy((status) => status < 300), answer.text]);
    return (answer.body as { data: { id: string } }).data.id;
  };
  const trash = async (path: string, body: object) => service.ask('DELETE', `${path}/${await make(path, body)}`);
  const person = { display_name: 'Ann Lee', emails: [{ address: 'ann@example.org' }], tags: ['friends'] };
  const visit = { title: 'Dentist', description: 'Bring the insurance card.', start_at: '2026-02-17T09:00:00Z' };
  const mail = {
    subject: 'The lease',
    from_address: 'ann@example.org',
    body_plain: 'Hello Bob, the lease is attached. Ann',
  };
  const received = { ...mail, received_at: '2026-02-17T09:00:00Z', labels: ['home'] };
  for (const recurrence of [null, { freq: 'weekly' }, { freq: 'daily', count: 3 }])
    await make('/events', { ...visit, recurrence });
  for (let count = 0; count < 3; count++) await make('/contacts', person);
  for (let count = 0; count < 3; count++) await make('/emails', received);
  await trash('/events', visit);
  await trash('/contacts', person);
  await trash('/emails', received);
  await make('/email-accounts', { address: 'me@example.net', is_default: true, smtp: account });
  await make('/emails/drafts', { to: 'Bob <bob@example.org>', subject: 'The lease' });
  await make('/emails/send', {
    to_addresses: ['bob@example.org'],
    subject: 'The lease',
    body_plain: 'x',
    scheduled_at: '2098-01-01T00:00:00Z',
  });
  await make('/emails', {
    ...mail,
    from_address: 'me@example.net',
    status: 'scheduled',
    scheduled_at: '2098-01-01T00:00:00Z',
    to_addresses: ['bob@example.org'],
  });
  const snoozed = await make('/emails', received);
  await service.ask('POST', `/emails/${snoozed}/snooze`, { until: '2098-01-01T00:00:00Z' });
  await make('/emails', { ...mail, status: 'failed', to_addresses: ['bob@example.org'] });
  for (const filename of ['lease.pdf', 'lease.txt']) await upload(service, { filename, content: filename });
}
