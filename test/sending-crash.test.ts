// kill -9 while a mail is being sent, at each of eleven stages: nothing is lost, nothing is sent twice, and only from the
// mark on the outcome is unknown. The same for a recipient who was deferred and is tried again while another has the
// mail already. DAYBOOK_TEST_KILL_ROUNDS repeats it.
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
const BEFORE_RCPT = ['connect', 'EHLO', 'AUTH', 'MAIL'];
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
        Object.entries(SEEN).flatMap(([stage, at]) => [
          underWay(child.url, stage, (fake) => fake.pauseAt(at)),
          restUnderWay(child.url, stage, (fake) => fake.pauseAt(at)),
        ]),
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

    it.each(Object.entries(UNSEEN))('for a deferred recipient, %s', async (stage, hold) => {
      const place = await aPlace();
      const child = await startChild(place, hold, 2);
      const mail = await restUnderWay(child.url, stage, () => child.held, 1);
      await mail.there;
      if (round === 1 && hold === 'settle') expect(mail.fake.accepted).toHaveLength(2);
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
  /** The recipient of this try, where another has the mail already. */
  rest?: string;
}

const LARGE = `${'x'.repeat(70)}\n`.repeat(72_000); // more than a line can hold
const BOB = 'bob@example.net';
const GREY = 'grey@example.net';

async function underWay(url: string, stage: string, waitAt: (fake: FakeSmtp) => Promise<void>): Promise<UnderWay> {
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  const { id: account } = await make(url, 'POST', '/email-accounts', {
    address: 'ann@example.org',
    smtp: fake.account,
  });
  const there = waitAt(fake);
  const body_plain = stage === 'in the body' ? LARGE : 'Tea at five?';
  const { id } = await make(url, 'POST', '/emails/send', letter(account, body_plain));
  return { stage, id, account, fake, there };
}

/**
 * A mail that bob@ has and for which grey@ is tried again. grey@ is deferred until the place to wait at is set, or so
 * often; and is then taken in each exchange that begins after it. Lines are not kept, so that each try has all stages.
 */
async function restUnderWay(
  url: string,
  stage: string,
  waitAt: (fake: FakeSmtp) => Promise<void>,
  deferrals = Number.POSITIVE_INFINITY,
): Promise<UnderWay> {
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  let left = deferrals;
  let isTaken = false; // in the exchange that is under way
  fake.answer = (command) => {
    if (command === 'RSET') return '421 4.0.0 not kept';
    if (command.startsWith('MAIL')) isTaken = left <= 0;
    if (!command.includes(`<${GREY}>`) || isTaken) return undefined;
    left--;
    return '451 4.7.1 try later';
  };
  const smtp = { address: 'ann@example.org', smtp: fake.account };
  const { id: account } = await make(url, 'POST', '/email-accounts', smtp);
  const body_plain = stage === 'in the body' ? LARGE : 'Tea at five?';
  const { id } = await make(url, 'POST', '/emails/send', { ...letter(account, body_plain), to_addresses: [BOB, GREY] });
  if (deferrals === Number.POSITIVE_INFINITY)
    await eventually(
      () => make(url, 'GET', `/emails/${id}`),
      ({ status }) => status === 'sent',
    );
  const there = waitAt(fake);
  const take = () => {
    left = 0;
  };
  // An exchange may be past the place already. It must not take grey@, or there would be no further one to wait for.
  if (deferrals === Number.POSITIVE_INFINITY) BEFORE_RCPT.includes(stage) ? void there.then(take) : take();
  return { stage, id, account, fake, there, rest: GREY };
}

async function killAndLook(place: Place, child: ChildProcess, mails: UnderWay[]): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = new Map(mails.map(({ id, fake }) => [id, fake.complete.length]));
  if (engine === 'postgres') await endLeases(place.database);
  const again: Served = await serve(place.database, { args: [...place.args, '--log-level', 'error'] });
  const look = async ({ stage, id, account, fake, rest }: UnderWay) => {
    const done = await eventually(
      () => make(again.url, 'GET', `/emails/${id}`),
      ({ status, delivery }) =>
        (status === 'sent' || status === 'failed') && delivery.every((one) => one.status !== 'waiting'),
    );
    const unknown = UNKNOWN.includes(stage);
    const outcome = unknown ? 'unknown' : 'sent';
    expect({ stage, status: done.status, code: done.send_error?.code, delivery: statesOf(done) }).toEqual({
      stage,
      status: unknown && !rest ? 'failed' : 'sent',
      code: unknown ? 'OUTCOME_UNKNOWN' : undefined,
      delivery: rest ? { [BOB]: 'sent', [rest]: outcome } : { [BOB]: outcome },
    });
    // One that is sent after it shows that nothing of it is still to come.
    const witness = await make(again.url, 'POST', '/emails/send', letter(account, 'the witness'));
    await eventually(
      () => make(again.url, 'GET', `/emails/${witness.id}`),
      ({ status }) => status === 'sent',
    );
    const complete = fake.complete.filter(({ bytes }) => !bytes.includes('the witness'));
    const all = rest ? 2 : 1;
    expect({ stage, complete: complete.length }).toEqual({ stage, complete: unknown ? before.get(id) : all });
    for (const one of [BOB, GREY]) expect(complete.filter(({ to }) => to.includes(one)).length).toBeLessThanOrEqual(1);
    expect(complete.length).toBeLessThanOrEqual(all);
    if (complete[1]) expect(complete[1].bytes.equals(complete[0]?.bytes as Buffer)).toBe(true);
  };
  await Promise.all(mails.map(look));
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

async function startChild({ settings }: Place, hold: Hold | null, tryNumber = 1) {
  const child = spawn(process.execPath, [program, JSON.stringify({ settings, hold, tryNumber })], {
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

function statesOf({ delivery }: Mail): Record<string, string> {
  return Object.fromEntries(delivery.map(({ address, status }) => [address, status]));
}

function letter(account_id: string, body_plain: string): object {
  return { account_id, to_addresses: [BOB], subject: 'Sunday', body_plain };
}

async function make(url: string, method: string, path: string, body?: object): Promise<Mail> {
  const answer = await ask(url, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return (answer.body as { data: Mail }).data;
}
