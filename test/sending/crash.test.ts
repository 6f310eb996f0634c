// kill -9 while a mail is being sent, at each of eleven stages: nothing is lost, nothing is sent twice, and only from the
// mark on the outcome is unknown. The same for a recipient who was deferred and is tried again while another has the
// mail already. DAYBOOK_TEST_KILL_ROUNDS repeats it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { connect } from '../instances/database.ts';
import { engine, newMigratedDatabase } from '../support/databases.ts';
import { type FakeSmtp, type Stage, startFakeSmtp } from '../support/fake-smtp.ts';
import { eventually, type Served, serve, temporaryFolder, testProgram } from '../support/process.ts';
import { type Mail, quick } from '../support/sending.ts';
import type { Hold, Moment, Report } from '../support/sending-process.ts';
import { ask } from '../support/service.ts';

const ROUNDS = Number(process.env.DAYBOOK_TEST_KILL_ROUNDS ?? 1);
const program = testProgram('sending-process');

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
const UNSEEN: Record<string, Moment> = {
  'after the claim': 'claim',
  'before the last dot': 'mark',
  'after the 250, before the commit': 'settle',
};
const UNKNOWN = ['before the last dot', 'after the last dot', 'after the 250, before the commit'];
const STAGES = [...Object.keys(SEEN), ...Object.keys(UNSEEN)];

// One process has a mail at every stage when it is killed, each with an account and a server of its own. The mails for
// deferred recipients have another: a service sends through at most `limits.sendLanes` accounts at the same time.
const EACH = Array.from({ length: ROUNDS }, (_, round) => [
  { round: round + 1, whose: '', isRest: false },
  { round: round + 1, whose: ' for a deferred recipient', isRest: true },
]).flat();

describe.each(EACH)('kill -9 while mails are sent$whose, round $round', ({ round, isRest }) => {
  let child: Child | undefined;
  let mails: UnderWay[] = [];
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const place = await aPlace();
    const sender = await startChild(place);
    child = sender;
    expect(STAGES.length).toBeLessThanOrEqual(limits.sendLanes);
    mails = await Promise.all(STAGES.map((stage) => (isRest ? restUnderWay : underWay)(sender, stage)));
    await Promise.all(mails.map(({ there }) => there));
    for (const { stage, fake } of mails)
      if (round === 1 && UNSEEN[stage] === 'settle') expect(fake.accepted).toHaveLength(isRest ? 2 : 1);
    sender.process.kill('SIGKILL');
    await once(sender.process, 'exit');
    const before = new Map(mails.map(({ id, fake }) => [id, fake.complete.length]));
    for (const [id, outcome] of await startAgain(place, mails))
      outcomes.set(id, { ...outcome, before: before.get(id) as number });
  });
  afterAll(async () => {
    child?.process.kill('SIGKILL');
    await Promise.all(mails.map(({ fake }) => fake.end()));
  });

  it.each(STAGES)('%s', (stage) => {
    const { id, fake } = mails.find((mail) => mail.stage === stage) as UnderWay;
    const { mail, before } = outcomes.get(id) as Outcome;
    const unknown = UNKNOWN.includes(stage);
    const outcome = unknown ? 'unknown' : 'sent';
    expect({ status: mail.status, code: mail.send_error?.code, deliveries: statesOf(mail) }).toEqual({
      status: unknown && !isRest ? 'failed' : 'sent',
      code: unknown ? 'OUTCOME_UNKNOWN' : undefined,
      deliveries: isRest ? { [BOB]: 'sent', [GREY]: outcome } : { [BOB]: outcome },
    });
    const complete = fake.complete.filter(({ bytes }) => !bytes.includes('the witness'));
    const all = isRest ? 2 : 1;
    expect(complete).toHaveLength(unknown ? before : all);
    for (const one of [BOB, GREY]) expect(complete.filter(({ to }) => to.includes(one)).length).toBeLessThanOrEqual(1);
    expect(complete.length).toBeLessThanOrEqual(all);
    if (complete[1]) expect(complete[1].bytes.equals(complete[0]?.bytes as Buffer)).toBe(true);
  });
});

interface UnderWay {
  stage: string;
  id: string;
  account: string;
  fake: FakeSmtp;
  /** Resolves when the mail is where it is to be caught. */
  there: Promise<void>;
}

interface Outcome {
  /** The mail once nothing of it waits any more. */
  mail: Mail;
  /** How many messages the server had when the process was killed. */
  before: number;
}

const LARGE = `${'x'.repeat(70)}\n`.repeat(72_000); // more than a line can hold
const BOB = 'bob@example.net';
const GREY = 'grey@example.net';
const bodyAt = (stage: string) => (stage === 'in the body' ? LARGE : 'Tea at five?');

async function underWay(child: Child, stage: string): Promise<UnderWay> {
  const fake = await startFakeSmtp();
  const account = await addAccount(child, fake);
  const there = await waitAt(child, fake, account, stage, 1);
  const { id } = await make(child.url, 'POST', '/emails/send', letter(account, bodyAt(stage)));
  return { stage, id, account, fake, there: there.reached };
}

/**
 * A mail that bob@ has and for which grey@ is tried again. grey@ is deferred until the place to wait at is set, or once
 * where the process holds the second try; and is then taken in each exchange that begins after it. Lines are not kept,
 * so that each try has all stages.
 */
async function restUnderWay(child: Child, stage: string): Promise<UnderWay> {
  const fake = await startFakeSmtp();
  const seen = stage in SEEN;
  let left = seen ? Number.POSITIVE_INFINITY : 1;
  let isTaken = false; // in the exchange that is under way
  fake.answer = (command) => {
    if (command === 'RSET') return '421 4.0.0 not kept';
    if (command.startsWith('MAIL')) isTaken = left <= 0;
    if (!command.includes(`<${GREY}>`) || isTaken) return undefined;
    left--;
    return '451 4.7.1 try later';
  };
  const account = await addAccount(child, fake);
  const held = seen ? undefined : await waitAt(child, fake, account, stage, 2);
  const mail = { ...letter(account, bodyAt(stage)), to_addresses: [BOB, GREY] };
  const { id } = await make(child.url, 'POST', '/emails/send', mail);
  if (held) return { stage, id, account, fake, there: held.reached };
  await eventually(
    () => mailsOf(child.url, account),
    ([one]) => one?.status === 'sent',
  );
  const { reached } = await waitAt(child, fake, account, stage, 2);
  const take = () => {
    left = 0;
  };
  // An exchange may be past the place already. It must not take grey@, or there would be no further one to wait for.
  BEFORE_RCPT.includes(stage) ? void reached.then(take) : take();
  return { stage, id, account, fake, there: reached };
}

/** Sets the place where the next mail of the account is to wait; what is returned resolves when it does. */
async function waitAt(child: Child, fake: FakeSmtp, account: string, stage: string, tryNumber: number) {
  const at = SEEN[stage];
  // Within an object: the promise itself would be waited for.
  return at ? { reached: fake.pauseAt(at) } : child.hold({ account, moment: UNSEEN[stage] as Moment, tryNumber });
}

/** Starts a service after the kill, and returns each mail as it is when nothing of it is still to come. */
async function startAgain(place: Place, mails: UnderWay[]): Promise<Map<string, { mail: Mail }>> {
  if (engine === 'postgres') await endLeases(place.database);
  const again: Served = await serve(place.database, { args: [...place.args, '--log-level', 'error'] });
  const outcomes = new Map<string, { mail: Mail }>();
  const settle = async ({ id, account }: UnderWay) => {
    const [mail] = await eventually(
      () => mailsOf(again.url, account),
      ([one]) =>
        (one?.status === 'sent' || one?.status === 'failed') &&
        one.deliveries.every(({ status }) => status !== 'waiting'),
    );
    outcomes.set(id, { mail: mail as Mail });
    // One that is sent after it shows that nothing of it is still to come.
    const witness = await make(again.url, 'POST', '/emails/send', letter(account, 'the witness'));
    await eventually(
      () => mailsOf(again.url, account),
      (all) => all.some((one) => one.id === witness.id && one.status === 'sent'),
    );
  };
  await Promise.all(mails.map(settle));
  expect(again.err()).toBe('');
  expect((await again.stop()).code).toBe(0);
  return outcomes;
}

/** The mails of an account, the oldest first, without their bodies. */
async function mailsOf(url: string, account: string): Promise<Mail[]> {
  const fields = 'status,deliveries,send_error';
  const { body } = await ask(url, 'GET', `/emails?account_id=${account}&fields=${fields}&sort=created_at&order=asc`);
  return (body as { data: Mail[] }).data;
}

interface Place {
  database: string;
  args: string[];
  settings: Record<string, string>;
}

async function aPlace(): Promise<Place> {
  const { place: database } = await newMigratedDatabase();
  const data = temporaryFolder();
  const settings = { ...quick, sendTimeout: '30', data, database, port: '0', logLevel: 'silent' };
  const args = ['--data', data, '--allow-hosts', quick.allowHosts, '--send-retry-base', quick.sendRetryBase];
  return { database, args, settings };
}

interface Child {
  process: ChildProcess;
  url: string;
  /** Has the mail of an account held; resolves, once the process knows, to what resolves when the mail is there. */
  hold(hold: Hold): Promise<{ reached: Promise<void> }>;
}

async function startChild({ settings }: Place): Promise<Child> {
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const reported = <K extends string>(name: K, fits: (value: string) => boolean) =>
    new Promise<string>((resolve) =>
      child.on('message', (report: Report) => {
        const value = (report as Record<string, string>)[name];
        if (value !== undefined && fits(value)) resolve(value);
      }),
    );
  child.setMaxListeners(0); // one for each report that is waited for
  const url = await reported('url', Boolean);
  const hold = async (what: Hold) => {
    const isIts = (account: string) => account === what.account;
    const reached = reported('held', isIts).then(() => {});
    const ready = reported('ready', isIts);
    child.send(what);
    await ready;
    return { reached };
  };
  return { process: child, url, hold };
}

/** An account that is connected: on a busy machine its first test may be given up before the server has its turn. */
async function addAccount({ url }: Child, fake: FakeSmtp): Promise<string> {
  const { id } = await make(url, 'POST', '/email-accounts', { address: 'ann@example.org', smtp: fake.account });
  const path = `/email-accounts/${id}`;
  await eventually(
    async () => {
      const { status } = await make(url, 'GET', path);
      if (status !== ('connected' as string)) await make(url, 'POST', `${path}/test`);
      return status as string;
    },
    (status) => status === 'connected',
  );
  return id;
}

// The minute that a lease of the dead lasts is over.
async function endLeases(place: string): Promise<void> {
  const database = await connect(place);
  await database.query('update jobs set lease_until = 1 where lease_until is not null');
  await database.end();
}

function statesOf({ deliveries }: Mail): Record<string, string> {
  return Object.fromEntries(deliveries.map(({ address, status }) => [address, status]));
}

function letter(account_id: string, body_plain: string): object {
  return { account_id, to_addresses: [BOB], subject: 'Sunday', body_plain };
}

async function make(url: string, method: string, path: string, body?: object): Promise<Mail> {
  const answer = await ask(url, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return (answer.body as { data: Mail }).data;
}
