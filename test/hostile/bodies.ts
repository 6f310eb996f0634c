// Hostile JSON that is taken: as deep and as large as may be, with keys that are names of prototypes, with the first and
// the last moment there is. What is stored comes back as it was sent.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import type { Victim } from './victim.ts';

const event = { title: 'x', start_at: '2026-02-17T09:00:00Z' };

/** A JSON text nested so many levels deep, as the custom_fields of a contact. */
export function nested(depth: number, open = '{"a":', close = '}'): string {
  const inner = depth - 2; // the body and custom_fields are levels too
  return `{"display_name":"deep","custom_fields":{"a":${open.repeat(inner)}1${close.repeat(inner)}}}`;
}

/** A mail whose JSON has exactly so many bytes. */
function mailOf(bytes: number): string {
  const mail = (plain: number, html: number) =>
    `{"from_address":"a@x.org","received_at":"2026-02-17","body_plain":"${'x'.repeat(plain)}","body_html":"${'y'.repeat(html)}"}`;
  const rest = bytes - mail(0, 0).length;
  const plain = Math.min(rest, 20_000_000);
  return mail(plain, rest - plain);
}

export function hostileBodies(victim: () => Victim): void {
  describe('JSON that is deep', () => {
    it.each([
      ['objects', '{"a":', '}'],
      ['lists', '[', ']'],
    ])(`${limits.jsonDepth} levels of %s are taken and come back, one more is refused`, async (_name, open, close) => {
      const text = nested(limits.jsonDepth, open, close);
      const made = await victim().make('/contacts', text);
      expect(made.custom_fields).toEqual(JSON.parse(text).custom_fields);
      const refused = await victim().ask('POST', '/contacts', nested(limits.jsonDepth + 1, open, close));
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(refused.body.error?.message).toContain(String(limits.jsonDepth));
    });

    it('brackets inside a string do not count as depth', async () => {
      const made = await victim().make('/contacts', { display_name: 'x', notes: '[{"\\'.repeat(10_000) });
      expect(made.notes).toBe('[{"\\'.repeat(10_000));
    });
  });

  describe('JSON that is large', () => {
    it(`a body of exactly ${limits.bodyBytes} bytes is taken and read back`, async () => {
      const text = mailOf(limits.bodyBytes);
      expect(Buffer.byteLength(text)).toBe(limits.bodyBytes);
      const { id } = await victim().make('/emails', text);
      const read = await victim().ask('GET', `/emails/${id}`);
      expect((read.body.data as { body_plain: string }).body_plain).toHaveLength(20_000_000);
      await victim().ask('DELETE', `/emails/${id}?permanent=true`);
    });
  });

  describe('keys that are names of prototypes', () => {
    it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
      '%s is a name like any other: no field, but a key of custom_fields that comes back',
      async (key) => {
        expect((await victim().ask('POST', '/events', { ...event, [key]: 'x' })).status).toBe(400);
        const data = { [key]: { prototype: { polluted: true } } };
        const { id, custom_fields } = await victim().make('/events', { ...event, custom_fields: data });
        expect(custom_fields).toEqual(data);
        const merged = await victim().ask('PATCH', `/events/${id}/custom`, { [key]: null });
        expect(merged.body.data?.custom_fields).toEqual({});
        expect((await victim().ask('GET', `/events?${key}=x`)).status).toBe(400);
        expect((await victim().ask('GET', `/events?fields=${key}`)).status).toBe(400);
        const batch = await victim().ask('POST', '/emails/batch', { ids: ['x'], action: key });
        expect(batch.status).toBe(400);
      },
    );
  });

  describe('more than anyone means', () => {
    it('of a key that is given twice the last counts, everywhere', async () => {
      const text = '{"display_name":"first","display_name":"second","custom_fields":{"a":1,"a":2}}';
      const { id, display_name, custom_fields } = await victim().make('/contacts', text);
      expect([display_name, custom_fields]).toEqual(['second', { a: 2 }]);
      const read = await victim().ask('GET', `/contacts/${id}`);
      expect(read.body.data?.display_name).toBe('second');
    });
  });

  describe('absurd dates', () => {
    it('the first and the last moment there is can be used, and what follows from them can be written', async () => {
      for (const start_at of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
        const answer = await victim().ask('POST', '/events', { title: 'edge', start_at });
        // The end that is made up lies an hour later; where four digits cannot write it, a refusal is an answer too.
        if (answer.status !== 201) expect(answer.status).toBe(400);
        else expect(answer.body.data?.end_at ?? 'none').toMatch(/^(\d{4}-|none)/);
      }
      const edges = { from_address: 'a@x.org', received_at: '9999-12-31T23:59:59Z' };
      const { id } = await victim().make('/emails', edges);
      expect((await victim().ask('POST', `/emails/${id}/snooze`, { until: '0001-01-01' })).status).toBe(200);
      const lists = [
        'expand=true&from=0001-01-01&to=9999-12-31',
        'from=0001-01-01&to=9999-12-31',
        'date=9999-12-31',
        'date=0001-01-01&tz=Pacific/Kiritimati',
        'to=9999-12-31&tz=Pacific/Pago_Pago',
        'format=compact',
      ];
      for (const query of lists) await victim().ask('GET', `/events?${query}`);
    });
  });
}
