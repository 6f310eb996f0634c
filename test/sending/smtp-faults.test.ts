// A server that misbehaves, at each stage of an exchange and in each of ten ways: every mail ends in the state that
// docs/guide/sending.md declares, nothing is reported as sent that was not, and no mail stays leased.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { engine } from '../support/databases.ts';
import { FAULTS, type FakeSmtp, type Fault, STAGES, type Stage, startFakeSmtp } from '../support/fake-smtp.ts';
import { jobStates, makeDue } from '../support/jobs.ts';
import { type Mail, type SendingService, startSending } from '../support/sending.ts';
import { DECLARED, textFor } from '../support/smtp-faults.ts';

interface Case {
  stage: Stage;
  fault: Fault;
  fake: FakeSmtp;
  account: string;
  mail: Mail;
}

// What servers do is the same for both engines; of their answers, some bytes are stored.
const faults = engine === 'postgres' ? FAULTS.filter((fault) => ['451', '550', 'garbage'].includes(fault)) : FAULTS;
const stages = engine === 'postgres' ? STAGES.filter((stage) => stage !== 'body') : STAGES;
const cases = new Map<string, Case>();
let world: SendingService;

beforeAll(async () => {
  // The second attempt is far away, so that the result of the first can be checked.
  world = await startSending({ sendRetryBase: '3000', sendTimeout: '8' });
  const table = stages.flatMap((stage) => faults.map((fault) => ({ stage, fault })));
  await Promise.all(table.map(tryOut));
});
afterAll(async () => {
  await Promise.all([...cases.values()].map(({ fake }) => fake.end()));
});

let last: Promise<unknown> = Promise.resolve();

/** One large request at a time: the bytes of a client's open requests are limited. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

async function tryOut({ stage, fault }: { stage: Stage; fault: Fault }): Promise<void> {
  const fake = await startFakeSmtp(fault !== 'tls' ? 'none' : stage === 'login' ? 'starttls' : 'tls');
  const account = await world.addAccount(fake.account);
  fake.misbehave(stage, fault);
  const { id } = await inTurn(() => world.send(account, { body_plain: textFor(stage), subject: `${stage} ${fault}` }));
  const [status] = DECLARED[stage][fault];
  const event = { failed: 'email.send_failed', sent: 'email.sent', queued: null }[status];
  const mail = event ? await world.untilEvent(id, event) : await world.untilDeferred(id);
  cases.set(`${stage} ${fault}`, { stage, fault, fake, account, mail });
}

describe.each(stages)('at the stage %s', (stage) => {
  it.each(faults)('%s', async (fault) => {
    const { mail, fake } = cases.get(`${stage} ${fault}`) as Case;
    const [status, code] = DECLARED[stage][fault];
    expect(mail).toMatchObject({ status, send_attempts: 1, folder: status === 'sent' ? 'SENT' : 'OUTBOX' });
    if (code === null) expect(mail.send_error).toBeNull();
    else
      expect(mail.send_error).toEqual({
        code: code === 'any' ? expect.any(String) : code,
        message: expect.any(String),
      });
    // The server's own reply, if it gave one.
    if (/^\d/.test(fault) && status === 'failed') expect(mail.send_error?.message).toContain('not like this');
    expect(fake.accepted).toHaveLength(status === 'sent' ? 1 : 0);
    expect(fake.complete).toHaveLength(stage === 'dot' || stage === 'quit' ? 1 : 0);
    expect(await world.get(mail.id)).toEqual(mail);
  });
});

describe('afterwards', () => {
  it('every queued mail has a job without a lease, and no attempt took longer than a lease', async () => {
    const waiting = [...cases.values()].filter(({ mail }) => mail.status === 'queued');
    expect((await jobStates(world.service)).send).toEqual({ waiting: waiting.length });
    for (const { mail } of cases.values()) {
      const times = world.feed.changes().filter(({ data }) => data.id === mail.id);
      const [begun, over] = times.slice(1).map(({ timestamp }) => Date.parse(timestamp)) as [number, number];
      expect(over - begun).toBeLessThan(limits.jobLease);
    }
  });

  it('a mail that was deferred after its last byte has no mark any more: the next attempt sends it', async () => {
    const { mail, fake } = cases.get('dot 451') as Case;
    fake.behave();
    await makeDue(world.service, 'send', mail.id);
    await world.untilEvent(mail.id, 'email.sent');
    expect([fake.complete.length, fake.accepted.length]).toEqual([2, 1]);
  });

  it('only a refused login sets the account to error at once', async () => {
    for (const { stage, fault, account } of cases.values()) {
      const { status } = await world.make('GET', `/email-accounts/${account}`);
      const refused = DECLARED[stage][fault][1] === 'AUTH_FAILED';
      expect({ stage, fault, status }).toEqual({ stage, fault, status: refused ? 'error' : 'connected' });
    }
  });

  it('a server that does not answer QUIT does not delay the stop of the service', async () => {
    const asked = Date.now();
    await world.end();
    expect(Date.now() - asked).toBeLessThan(limits.drain);
    const left = [...cases.values()].filter(({ stage }) => stage === 'quit');
    for (const { fake } of left) expect(fake.commands.at(-1)).toBe('QUIT');
  });
});
