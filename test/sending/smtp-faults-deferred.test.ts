// A server that misbehaves while a deferred recipient is retried: another recipient has the mail already, which stays
// sent, and the delivery ends as docs/guide/sending.md declares. Nobody gets the mail twice, and no job stays leased.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../support/databases.ts';
import { type FakeSmtp, type Fault, STAGES, type Stage, startFakeSmtp } from '../support/fake-smtp.ts';
import { jobStates, makeDue } from '../support/jobs.ts';
import { type Mail, type SendingService, startSending } from '../support/sending.ts';
import { DECLARED, textFor } from '../support/smtp-faults.ts';

/** One fault of each class: the result within a class is the same as at a first attempt. Of some the words are stored. */
const FAULTS: Fault[] =
  engine === 'postgres' ? ['451', '550', 'garbage'] : ['421', '451', '550', 'garbage', 'stall', 'reset'];
const stages = engine === 'postgres' ? STAGES.filter((stage) => stage !== 'body') : STAGES;
const BOB = 'bob@example.net';
const GREY = 'grey@example.net';

interface Case {
  fake: FakeSmtp;
  mail: Mail;
}

const cases = new Map<string, Case>();
let world: SendingService;

beforeAll(async () => {
  // Each attempt is made when the test asks for it.
  world = await startSending({ sendRetryBase: '3000', sendTimeout: '8' });
  const table = stages.flatMap((stage) => FAULTS.map((fault) => ({ stage, fault })));
  await Promise.all(table.map(tryOut));
});
afterAll(async () => {
  await world.end();
  await Promise.all([...cases.values()].map(({ fake }) => fake.end()));
});

async function tryOut({ stage, fault }: { stage: Stage; fault: Fault }): Promise<void> {
  const fake = await startFakeSmtp();
  const account = await world.addAccount(fake.account);
  const deferring = (command: string) => (command.includes(`<${GREY}>`) ? '451 4.7.1 try later' : undefined);
  const leaving = (command: string) => (command === 'RSET' ? '421 4.0.0 not kept' : undefined);
  fake.answer = deferring;
  const subject = `${stage} ${fault}`;
  const { id } = await world.send(account, { body_plain: textFor(stage), subject, to_addresses: [BOB, GREY] });
  await world.untilEvent(id, 'email.sent');
  fake.answer = leaving; // so that the second attempt has all stages
  fake.misbehave(stage, fault);
  await makeDue(world.service, 'send', id);
  cases.set(subject, { fake, mail: await world.untilAttempt(id, 2) });
}

const LEFT = { queued: 'waiting', failed: 'refused', sent: 'sent' } as const;

describe.each(stages)('at the stage %s', (stage) => {
  it.each(FAULTS)('%s', async (fault) => {
    const { mail, fake } = cases.get(`${stage} ${fault}`) as Case;
    const [end, code] = DECLARED[stage][fault];
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

it('afterwards there is a job without a lease for each deferred recipient, and no other', async () => {
  const waiting = [...cases.values()]
    .map(({ mail }) => mail)
    .filter(({ deliveries }) => deliveries[1]?.status === 'waiting');
  expect((await jobStates(world.service)).send).toEqual({ waiting: waiting.length });
});
