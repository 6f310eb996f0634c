// A server that misbehaves, at each stage of an exchange and in each of ten ways: every mail ends in the state that
// docs/guide/sending.md declares, nothing is taken for sent that was not, and no mail is held.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../src/limits.ts';
import { type FakeSmtp, MISDEEDS, type Misdeed, STAGES, type Stage, startFakeSmtp } from './support/fake-smtp.ts';
import { DECLARED, textFor } from './support/misdeeds.ts';
import { type Mail, type SendingService, startSending } from './support/sending.ts';

interface Case {
  stage: Stage;
  misdeed: Misdeed;
  fake: FakeSmtp;
  account: string;
  mail: Mail;
}

const cases = new Map<string, Case>();
let world: SendingService;

beforeAll(async () => {
  // The second try is far away, so that what the first comes to can be looked at.
  world = await startSending({ sendRetryBase: '3000', sendTimeout: '8' });
  const table = STAGES.flatMap((stage) => MISDEEDS.map((misdeed) => ({ stage, misdeed })));
  await Promise.all(table.map(tryOut));
}, 120_000);
afterAll(async () => {
  await Promise.all([...cases.values()].map(({ fake }) => fake.end()));
});

let last: Promise<unknown> = Promise.resolve();

/** One large request at a time: a client may not have more than so many bytes of them under way. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

async function tryOut({ stage, misdeed }: { stage: Stage; misdeed: Misdeed }): Promise<void> {
  const fake = await startFakeSmtp(misdeed !== 'tls' ? 'none' : stage === 'login' ? 'starttls' : 'tls');
  const account = await world.addAccount(fake.account);
  fake.misbehave(stage, misdeed);
  const { id } = await inTurn(() =>
    world.send(account, { body_plain: textFor(stage), subject: `${stage} ${misdeed}` }),
  );
  const [status] = DECLARED[stage][misdeed];
  const event = { failed: 'email.send_failed', sent: 'email.sent', queued: null }[status];
  const mail = event ? await world.told(id, event) : await world.putOff(id);
  cases.set(`${stage} ${misdeed}`, { stage, misdeed, fake, account, mail });
}

describe.each(STAGES)('at the stage %s', (stage) => {
  it.each(MISDEEDS)('%s', async (misdeed) => {
    const { mail, fake } = cases.get(`${stage} ${misdeed}`) as Case;
    const [status, code] = DECLARED[stage][misdeed];
    expect(mail).toMatchObject({ status, send_attempts: 1, folder: status === 'sent' ? 'SENT' : 'OUTBOX' });
    if (code === null) expect(mail.send_error).toBeNull();
    else
      expect(mail.send_error).toEqual({
        code: code === 'any' ? expect.any(String) : code,
        message: expect.any(String),
      });
    // The server's own words, where it has said something that is one.
    if (/^\d/.test(misdeed) && status === 'failed') expect(mail.send_error?.message).toContain('not like this');
    expect(fake.accepted).toHaveLength(status === 'sent' ? 1 : 0);
    expect(fake.complete).toHaveLength(stage === 'dot' || stage === 'quit' ? 1 : 0);
    expect(await world.get(mail.id)).toEqual(mail);
  });
});

describe('afterwards', () => {
  it('no mail is held: each that waits is free, and none was under way for longer than a lease', async () => {
    const sql =
      "select record_id, due_at, lease_until, lease_holder, marked_at from jobs where user_id = ?1 and kind = 'send'";
    const [rows = []] = await world.service.store.read(1, [{ sql, params: [] }]);
    const waiting = [...cases.values()].filter(({ mail }) => mail.status === 'queued').map(({ mail }) => mail.id);
    expect(rows.map(({ record_id }) => record_id).sort()).toEqual(waiting.sort());
    for (const row of rows) {
      expect(row).toMatchObject({ lease_until: null, lease_holder: null, marked_at: null });
      expect(row.due_at as number).toBeGreaterThan(Date.now());
    }
    for (const { mail } of cases.values()) {
      const times = world.feed.changes().filter(({ data }) => data.id === mail.id);
      const [begun, over] = times.slice(1).map(({ timestamp }) => Date.parse(timestamp)) as [number, number];
      expect(over - begun).toBeLessThan(limits.jobLease);
    }
  });

  it('only a login that was refused is the fault of the account at once', async () => {
    for (const { stage, misdeed, account } of cases.values()) {
      const { status } = await world.make('GET', `/email-accounts/${account}`);
      const refused = DECLARED[stage][misdeed][1] === 'AUTH_FAILED';
      expect({ stage, misdeed, status }).toEqual({ stage, misdeed, status: refused ? 'error' : 'connected' });
    }
  });

  it('a server that takes no leave does not hold up the end of the service', async () => {
    const asked = Date.now();
    await world.end();
    expect(Date.now() - asked).toBeLessThan(limits.drain);
    const left = [...cases.values()].filter(({ stage }) => stage === 'quit');
    for (const { fake } of left) expect(fake.commands.at(-1)).toBe('QUIT');
  });
});
