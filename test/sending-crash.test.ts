// kill -9 while a mail is being sent, at each of eleven stages: nothing is lost, nothing is sent twice, and only from the
// mark on the outcome is unknown. DAYBOOK_TEST_KILL_ROUNDS repeats it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from './instances/database.ts';
import { engine, newDatabase } from './support/databases.ts';
import { type FakeSmtp, type Stage, startFakeSmtp } from './support/fake-smtp.ts';
import { eventually, type Served, serve, temporaryFolder } from './support/process.ts';
import { type Mail, quick } from './support/sending.ts';
import type { Hold } from './support/sending-process.ts';
import { ask } from './support/service.ts';

const ROUNDS = Number(process.env.DAYBOOK_TEST_KILL_ROUNDS ?? 1);
const program = fileURLToPath(new URL('support/sending-process.ts', import.meta.url));

/** The stages that a server sees, and at which of its own it waits. */
const SEEN: Record<string, Stage> = {
  connect: 'greeting',
  EHLO: 'ehlo',
  AUTH: 'login',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  'in the body': 'body',
  'after the last dot': 'dot',
};
/** Those that only the process itself knows. */
const UNSEEN: Record<string, Hold> = {
  'after the claim': 'claim',
  'before the last dot': 'mark',
  'after the 250, before the commit': 'settle',
};
const UNKNOWN = ['before the last dot', 'after the last dot', 'after the 250, before the commit'];

describe.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  'kill -9 while mails are sent, round %i',
  (round) => {
    it(`at the stages ${Object.keys(SEEN).join(', ')}`, async () => {
      const place = await aPlace();
      const child = await startChild(place, null);
      const mails = await Promise.all(
        Object.entries(SEEN).map(([stage, at]) => underWay(child.url, stage, (fake) => fake.pauseAt(at))),
      );
      await Promise.all(mails.map(({ there }) => there));
      await killAndLook(place, child.process, mails);
    });

    it.each(Object.entries(UNSEEN))('%s', async (stage, hold) => {
      const place = await aPlace();
      const child = await startChild(place, hold);
      const mail = await underWay(child.url, stage, () => child.held);
      await mail.there;
      if (round === 1 && hold === 'settle') expect(mail.fake.accepted).toHaveLength(1);
      await killAndLook(place, child.process, [mail]);
    });
  },
);

interface UnderWay {
  stage: string;
  id: string;
  account: string;
  fake: FakeSmtp;
  /** Resolves when the mail is where it is to be caught. */
  there: Promise<void>;
}

async function underWay(url: string, stage: string, waitAt: (fake: FakeSmtp) => Promise<void>): Promise<UnderWay> {
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  const { id: account } = await make(url, 'POST', '/email-accounts', {
    address: 'ann@example.org',
    smtp: fake.account,
  });
  const there = waitAt(fake);
  const body_plain = stage === 'in the body' ? `${'x'.repeat(70)}\n`.repeat(72_000) : 'Tea at five?';
  const { id } = await make(url, 'POST', '/emails/send', letter(account, body_plain));
  return { stage, id, account, fake, there };
}

async function killAndLook(place: Place, child: ChildProcess, mails: UnderWay[]): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = new Map(mails.map(({ stage, fake }) => [stage, fake.complete.length]));
  if (engine === 'postgres') await endLeases(place.database);
  const again: Served = await serve(place.database, { args: [...place.args, '--log-level', 'error'] });
  for (const { stage, id, account, fake } of mails) {
    const done = await eventually(
      () => make(again.url, 'GET', `/emails/${id}`),
      ({ status }) => status === 'sent' || status === 'failed',
    );
    const unknown = UNKNOWN.includes(stage);
    expect({ stage, status: done.status, code: done.send_error?.code }).toEqual({
      stage,
      status: unknown ? 'failed' : 'sent',
      code: unknown ? 'OUTCOME_UNKNOWN' : undefined,
    });
    // One that is sent after it shows that nothing of it is still to come.
    const witness = await make(again.url, 'POST', '/emails/send', letter(account, 'the witness'));
    await eventually(
      () => make(again.url, 'GET', `/emails/${witness.id}`),
      ({ status }) => status === 'sent',
    );
    const complete = fake.complete.filter(({ bytes }) => !bytes.includes('the witness'));
    expect({ stage, complete: complete.length }).toEqual({ stage, complete: unknown ? before.get(stage) : 1 });
    expect(complete.length).toBeLessThanOrEqual(1);
  }
  expect(again.err()).toBe('');
  expect((await again.stop()).code).toBe(0);
}

interface Place {
  database: string;
  args: string[];
  settings: Record<string, string>;
}

async function aPlace(): Promise<Place> {
  const { place: database } = await newDatabase();
  const data = temporaryFolder();
  const settings = { ...quick, sendTimeout: '30', data, database, port: '0', logLevel: 'silent' };
  const args = ['--data', data, '--allow-hosts', quick.allowHosts, '--send-retry-base', quick.sendRetryBase];
  return { database, args, settings };
}

async function startChild({ settings }: Place, hold: Hold | null) {
  const child = spawn(process.execPath, [program, JSON.stringify({ settings, hold })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  const said = (pattern: RegExp) => eventually(() => pattern.exec(out), Boolean);
  const [, url = ''] = (await said(/listens at (\S+)\n/)) as RegExpExecArray;
  const held = said(/held\n/).then(() => {});
  if (hold === null) held.catch(() => {});
  return { process: child as ChildProcess, url, held };
}

// The minute that a lease of the dead lasts is over.
async function endLeases(place: string): Promise<void> {
  const database = await connect(place);
  await database.query('update jobs set lease_until = 1 where lease_until is not null');
  await database.end();
}

function letter(account_id: string, body_plain: string): object {
  return { account_id, to_addresses: ['bob@example.net'], subject: 'Sunday', body_plain };
}

async function make(url: string, method: string, path: string, body?: object): Promise<Mail> {
  const answer = await ask(url, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return (answer.body as { data: Mail }).data;
}
