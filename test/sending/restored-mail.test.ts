// What waited to be sent when a backup was made may have been sent since, so after a restore it does not leave by
// itself: a person decides.
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engine, newDatabase, newMigratedDatabase } from '../support/databases.ts';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { countJobs } from '../support/jobs.ts';
import { eventually, run, temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Mail {
  id: string;
  status: string;
  scheduled_at: string | null;
  send_error: { code: string; message: string } | null;
}

interface Place {
  data: string;
  database?: string;
}

async function newPlace(made = newDatabase): Promise<Place> {
  const data = join(temporaryFolder(), 'data');
  return engine === 'postgres' ? { data, database: (await made()).place } : { data };
}

const optionsOf = ({ data, database }: Place) => ['--data', data, ...(database ? ['--database', database] : [])];

async function mailOf(service: TestService, id: string): Promise<Mail> {
  return ((await service.ask('GET', `/emails/${id}`)).body as { data: Mail }).data;
}

async function made(service: TestService, path: string, body?: unknown): Promise<string> {
  const answer = await service.ask('POST', path, body);
  expect(answer.status).toBeLessThan(300);
  return (answer.body as { data: { id: string } }).data.id;
}

/** Another place with what is at this one. */
async function restored(place: Place, kind: string): Promise<Place> {
  const copy = join(temporaryFolder(), 'copy');
  const backup = await run(['backup', copy, ...(kind === 'export' ? ['--portable'] : []), ...optionsOf(place)]);
  expect(backup).toMatchObject({ code: 0 });
  const target = await newPlace();
  expect(await run(['restore', copy, ...optionsOf(target)])).toMatchObject({ code: 0 });
  return target;
}

describe.each(engine === 'postgres' ? ['export'] : ['export', 'copy'])('after a restore from a %s', (kind) => {
  it('queued and scheduled mail is failed with RESTORED, and a user can send it', async () => {
    const place = await newPlace(newMigratedDatabase);
    const first = await startTestService({ ...place });
    const draft = { to: 'bob@example.org', subject: 'Tea', body_plain: 'At four?' };
    const queued = await made(first, '/emails/drafts', draft);
    await made(first, `/emails/${queued}/send`);
    const later = await made(first, '/emails', {
      from_address: 'ann@example.org',
      to_addresses: ['bob@example.org'],
      status: 'scheduled',
      scheduled_at: '2099-01-01T08:00:00Z',
    });
    const untouched = await made(first, '/emails/drafts', draft);
    await first.stop();
    const target = await restored(place, kind);

    const second = await startTestService({ ...target });
    expect(await mailOf(second, queued)).toMatchObject({ status: 'failed', send_error: { code: 'RESTORED' } });
    expect(await mailOf(second, later)).toMatchObject({
      status: 'failed',
      scheduled_at: null,
      send_error: { code: 'RESTORED', message: expect.stringContaining('2099-01-01T08:00:00Z') },
    });
    expect(await mailOf(second, untouched)).toMatchObject({ status: 'draft', send_error: null });
    const { body } = await second.ask('GET', '/changes?events=email.send_failed');
    expect((body as { data: { data: Mail }[] }).data.map(({ data }) => data.id)).toEqual([queued, later]);
    await made(second, `/emails/${queued}/send`);
    await second.stop();

    const third = await startTestService({ ...target }); // only the first start after a restore holds back
    expect(await mailOf(third, queued)).toMatchObject({ status: 'queued', send_error: null });
    await third.end();
  });

  it('a mail that was sent to some recipients is not retried for the deferred ones', async () => {
    const place = await newPlace(newMigratedDatabase);
    const first = await startTestService({ ...place, allowHosts: '127.0.0.1' });
    const fake = await startFakeSmtp();
    onTestFinished(() => fake.end());
    fake.answer = (command) => (command.includes('<grey@') ? '451 4.7.1 try later' : undefined);
    await made(first, '/email-accounts', { address: 'ann@example.org', smtp: fake.account });
    const to_addresses = ['bob@example.net', 'grey@example.net'];
    const id = await made(first, '/emails/send', { to_addresses, subject: 'x', body_plain: 'x' });
    await eventually(
      () => mailOf(first, id),
      ({ status }) => status === 'sent',
    );
    await first.stop();

    const second = await startTestService({ ...(await restored(place, kind)) });
    expect(await mailOf(second, id)).toMatchObject({
      status: 'sent',
      send_error: { code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('grey@example.net (waited when') },
      deliveries: [{ status: 'sent' }, { address: 'grey@example.net', status: 'unknown', code: 'RESTORED' }],
    });
    expect(await countJobs(second, 'send')).toBe(0);
    await second.end();
  });
});
