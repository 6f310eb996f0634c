// A server that misbehaves while a deferred recipient is tried again: another has the mail already, which stays sent, and
// he ends in the state that docs/guide/sending.md declares. Nobody gets the mail twice, and nothing is held.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSmtp, type Misdeed, STAGES, type Stage, startFakeSmtp } from './support/fake-smtp.ts';
import { DECLARED, textFor } from './support/misdeeds.ts';
import { type Mail, type SendingService, startSending } from './support/sending.ts';

/** One of each sort: what the ways of a sort come to is the same as at a first try. */
const MISDEEDS: Misdeed[] = ['421', '451', '550', 'garbage', 'stall', 'reset'];
const BOB = 'bob@example.net';
const GREY = 'grey@example.net';

interface Case {
  fake: FakeSmtp;
  mail: Mail;
}

const cases = new Map<string, Case>();
let world: SendingService;

beforeAll(async () => {
  // Each try is made when the test asks for it.
  world = await startSending({ sendRetryBase: '3000', sendTimeout: '8' });
  const table = STAGES.flatMap((stage) => MISDEEDS.map((misdeed) => ({ stage, misdeed })));
  await Promise.all(table.map(tryOut));
}, 120_000);
afterAll(async () => {
  await world.end();
  await Promise.all([...cases.values()].map(({ fake }) => fake.end()));
});

async function tryOut({ stage, misdeed }: { stage: Stage; misdeed: Misdeed }): Promise<void> {
  const fake = await startFakeSmtp();
  const account = await world.addAccount(fake.account);
  const deferring = (command: string) => (command.includes(`<${GREY}>`) ? '451 4.7.1 try later' : undefined);
  const leaving = (command: string) => (command === 'RSET' ? '421 4.0.0 not kept' : undefined);
  fake.answer = deferring;
  const subject = `${stage} ${misdeed}`;
  const { id } = await world.send(account, { body_plain: textFor(stage), subject, to_addresses: [BOB, GREY] });
  await world.told(id, 'email.sent');
  fake.answer = leaving; // so that the second try has all stages
  fake.misbehave(stage, misdeed);
  await world.service.store.write(1, async (tx) => {
    tx.run("update jobs set due_at = ?3 where user_id = ?1 and kind = 'send' and record_id = ?2", id, tx.now);
    tx.wake(tx.now);
  });
  cases.set(subject, { fake, mail: await world.tried(id, 2) });
}

const LEFT = { queued: 'waiting', failed: 'refused', sent: 'sent' } as const;

describe.each(STAGES)('at the stage %s', (stage) => {
  it.each(MISDEEDS)('%s', async (misdeed) => {
    const { mail, fake } = cases.get(`${stage} ${misdeed}`) as Case;
    const [end, code] = DECLARED[stage][misdeed];
    const status = code === 'OUTCOME_UNKNOWN' ? 'unknown' : LEFT[end];
    const words = status === 'sent' ? null : expect.any(String);
    expect(mail).toMatchObject({ status: 'sent', folder: 'SENT', send_attempts: 2 });
    expect(mail.deliveries).toEqual([
      { address: BOB, status: 'sent', code: null, message: null },
      { address: GREY, status, code: words, message: words },
    ]);
    if (status === 'waiting' || status === 'sent') expect(mail.send_error).toBeNull();
    else
      expect(mail.send_error).toEqual({
        code: status === 'unknown' ? 'OUTCOME_UNKNOWN' : 'PARTLY_REFUSED',
        message: expect.stringContaining(GREY),
      });
    expect(fake.accepted.map(({ to }) => to)).toEqual(status === 'sent' ? [[BOB], [GREY]] : [[BOB]]);
    expect(fake.complete).toHaveLength(stage === 'dot' || stage === 'quit' ? 2 : 1);
    expect(await world.get(mail.id)).toEqual(mail);
  });
});

it('afterwards no mail is held: there is a job for each recipient who waits, and it is free', async () => {
  const sql = "select record_id, lease_until, lease_holder, marked_at from jobs where user_id = ?1 and kind = 'send'";
  const [rows = []] = await world.service.store.read(1, [{ sql, params: [] }]);
  const waiting = [...cases.values()]
    .map(({ mail }) => mail)
    .filter(({ deliveries }) => deliveries[1]?.status === 'waiting');
  expect(rows.map(({ record_id }) => record_id).sort()).toEqual(waiting.map(({ id }) => id).sort());
  for (const row of rows) expect(row).toMatchObject({ lease_until: null, lease_holder: null, marked_at: null });
});
