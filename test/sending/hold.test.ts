// Undo-send: a mail is held by the service before it is sent, and can be cancelled until then, also after a restart.
import { describe, expect, it } from 'vitest';
import { makeDue } from '../support/jobs.ts';
import { scenarios, type World } from '../support/scenario.ts';
import { quick } from '../support/sending.ts';
import { account, smtp, useSendingAccount, world } from '../support/sending-world.ts';
import { startTestService } from '../support/service.ts';

const READY = { to: 'bob@example.net', subject: 'Sunday', body_plain: 'Tea at five?' };
const LATER = '2099-12-31T09:00:00Z';

const idOf = (data: object) => (data as { id: string }).id;
const aDraft = async ({ make }: World) => ({ id: idOf(await make('POST', '/emails/drafts', READY)) });
const held = (seconds: number) => (answer: { body: unknown }) => {
  const { scheduled_at, updated_at } = (answer.body as { data: Record<string, string> }).data;
  expect(Date.parse(scheduled_at as string) - Date.parse(updated_at as string)).toBe(seconds * 1000);
};
const withSetting =
  (hold_seconds: number) =>
  async (world: World): Promise<{ id: string }> => {
    await world.make('PATCH', '/settings', { hold_seconds });
    return aDraft(world);
  };

// biome-ignore format: a row is a line
scenarios('a draft', [
  { name: 'is held for hold_seconds, as a scheduled mail', given: aDraft, ask: ['POST', '/emails/{id}/send', { hold_seconds: 120 }], status: 202, body: { data: { status: 'scheduled', folder: 'OUTBOX' } }, events: ['email.scheduled'], jobs: ['queue'], also: held(120) },
  { name: 'is cancelled within that time', given: async (world) => { const { id } = await aDraft(world); await world.make('POST', `/emails/${id}/send`, { hold_seconds: 120 }); return { id }; }, ask: ['POST', '/emails/{id}/cancel'], status: 200, body: { data: { status: 'draft', folder: 'DRAFTS', scheduled_at: null, subject: 'Sunday' } }, events: ['email.updated'], jobs: [] },
  { name: 'is sent at once with hold_seconds 0', given: aDraft, ask: ['POST', '/emails/{id}/send', { hold_seconds: 0 }], status: 202, body: { data: { status: 'queued', scheduled_at: null } }, events: ['email.queued'], jobs: ['send'] },
  { name: 'is sent at once when the setting was not changed', given: aDraft, ask: ['POST', '/emails/{id}/send', { hold_seconds: null }], status: 202, body: { data: { status: 'queued' } }, events: ['email.queued'] },
  { name: 'is sent at scheduled_at', given: aDraft, ask: ['POST', '/emails/{id}/send', { scheduled_at: LATER }], status: 202, body: { data: { status: 'scheduled', scheduled_at: LATER } }, events: ['email.scheduled'], jobs: ['queue'] },
  { name: 'is not sent when both are given', given: aDraft, ask: ['POST', '/emails/{id}/send', { scheduled_at: LATER, hold_seconds: 0 }], status: 400, error: 'VALIDATION_ERROR', field: 'hold_seconds', says: 'exclude each other', events: [], jobs: [] },
  { name: 'is not held for longer than 120 seconds', given: aDraft, ask: ['POST', '/emails/{id}/send', { hold_seconds: 121 }], status: 400, error: 'VALIDATION_ERROR', field: 'hold_seconds', events: [] },
  { name: 'that cannot be sent is not held either', given: async ({ make }) => ({ id: idOf(await make('POST', '/emails/drafts', { ...READY, cc: 'bob@' })) }), ask: ['POST', '/emails/{id}/send', { hold_seconds: 10 }], status: 400, error: 'VALIDATION_ERROR', field: 'cc_addresses[0].address', events: [], jobs: [] },
  { name: 'is held as the setting says', given: withSetting(30), ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: { status: 'scheduled' } }, events: ['email.scheduled'], also: held(30) },
  { name: 'is sent at once with hold_seconds 0 whatever the setting says', given: withSetting(30), ask: ['POST', '/emails/{id}/send', { hold_seconds: 0 }], status: 202, body: { data: { status: 'queued' } }, events: ['email.queued'] },
  { name: 'with a time is not held besides', given: withSetting(30), ask: ['POST', '/emails/{id}/send', { scheduled_at: LATER }], status: 202, body: { data: { scheduled_at: LATER } }, events: ['email.scheduled'] },
]);

useSendingAccount();

describe('a held mail', () => {
  const subjects = () => smtp.letters.map(({ bytes }) => /^Subject: (.*)\r$/m.exec(bytes.toString())?.[1]);

  it('is sent when its time is over, and a cancelled one never is', async () => {
    const [kept, dropped] = [
      await world.send(account, { subject: 'kept', hold_seconds: 60 }),
      await world.send(account, { subject: 'dropped', hold_seconds: 60 }),
    ];
    expect([kept.status, dropped.status]).toEqual(['scheduled', 'scheduled']);
    expect(await world.make('POST', `/emails/${dropped.id}/cancel`)).toMatchObject({ status: 'draft' });
    const other = await world.send(account, { subject: 'other' });
    await world.untilEvent(other.id, 'email.sent');
    expect(subjects()).toEqual(['other']);
    await makeDue(world.service, 'queue', kept.id);
    await world.untilEvent(kept.id, 'email.sent');
    expect(world.eventsOf(kept.id)).toEqual(['scheduled scheduled', 'queued queued', 'updated sending', 'sent sent']);
    expect(subjects()).toEqual(['other', 'kept']);
    const late = await world.service.ask('POST', `/emails/${kept.id}/cancel`);
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'NOT_CANCELLABLE' } } });
  });

  it('is not sent earlier by a restart, and can be cancelled after it', async () => {
    const first = await startTestService(quick);
    const make = async (service: typeof first, path: string, body?: object) =>
      ((await service.ask('POST', path, body)).body as { data: { id: string; status: string; scheduled_at: string } })
        .data;
    const { id } = await make(first, '/emails/drafts', READY);
    const { scheduled_at } = await make(first, `/emails/${id}/send`, { hold_seconds: 100 });
    await first.stop();
    const second = await startTestService({ ...quick, data: first.folder, database: first.database });
    const read = await second.ask('GET', `/emails/${id}`);
    expect(read).toMatchObject({ body: { data: { status: 'scheduled', scheduled_at } } });
    expect(await make(second, `/emails/${id}/cancel`)).toMatchObject({ status: 'draft' });
    await second.end();
  });
});
