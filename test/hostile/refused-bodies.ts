// Hostile JSON that is refused before anything is stored: too deep, too large, broken, not UTF-8, with keys that reach
// for prototypes, with numbers, names and lists beyond all measure.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { nested } from './bodies.ts';
import type { Victim } from './victim.ts';

const MiB = 1024 * 1024;
const posting = 'POST /api/v1/emails HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const event = { title: 'x', start_at: '2026-02-17T09:00:00Z' };

export function refusedBodies(victim: () => Victim): void {
  describe('JSON that is too deep', () => {
    it.each([
      ['100,000 levels', nested(100_000)],
      ['100,000 lists', nested(100_000, '[', ']')],
      ['eight million brackets that never close', '['.repeat(8_000_000)],
      ['closing brackets only', ']}'.repeat(100_000)],
    ])('%s are refused', async (_name, text) => {
      expect((await victim().ask('POST', '/contacts', text)).status).toBe(400);
    });
  });

  describe('JSON that is too large', () => {
    // Only as much is sent as must be answered: a client that goes on sending may lose the answer to a closed line.
    it.each([limits.bodyBytes + 1, 1_099_511_627_776])(
      'a body that says it has %d bytes is refused before it is read',
      async (bytes) => {
        const answer = await victim().raw(`${posting}Content-Length: ${bytes}\r\n\r\n{`);
        expect(answer).toMatch(/^HTTP\/1.1 413 /);
        expect(answer).toContain('PAYLOAD_TOO_LARGE');
      },
    );

    it('a body that grows beyond the limit without having said so is refused', async () => {
      const whole = Math.floor(limits.bodyBytes / MiB);
      const chunks = Array.from({ length: whole }, () => `100000\r\n${'a'.repeat(MiB)}\r\n`);
      const answer = await victim().raw(`${posting}Transfer-Encoding: chunked\r\n\r\n`, ...chunks, '1\r\na\r\n');
      expect(limits.bodyBytes % MiB).toBe(0);
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
    });
  });

  describe('JSON that is broken', () => {
    it.each([
      '',
      ' ',
      'nul',
      '{',
      '}',
      '{"title":}',
      '{"title":"x",}',
      '[1,]',
      "{'title':'x'}",
      '{title:"x"}',
      '\ufeff{}',
      '{}{}',
      '\0',
      'NaN',
      '{"title":Infinity}',
      '{"title":01}',
      '{"title":"\\x41"}',
      '{"title":"\\ud8"}',
      '{"title":"a\nb"}',
      '{"title":"a\0b"}',
      '{"title":"never ends',
      '// comment\n{}',
      'title=x&start_at=2026-02-17',
      '<event/>',
      '"{}"',
      'null',
      'true',
      '17',
      '[]',
      '[{}]',
    ])('%j is refused with the reason', async (text) => {
      const answer = await victim().ask('POST', '/events', text);
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    });

    it('null is not a body, even where none is needed', async () => {
      expect((await victim().ask('POST', '/emails/drafts', 'null')).status).toBe(400);
    });

    it.each([
      ['a lone continuation byte', [0x80]],
      ['an overlong slash', [0xc0, 0xaf]],
      ['an encoded surrogate', [0xed, 0xa0, 0x80]],
      ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
      ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
    ])('%s is not UTF-8 and is refused', async (_name, bytes) => {
      const body = Buffer.concat([
        Buffer.from('{"start_at":"2026-02-17","title":"'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ]);
      const answer = await victim().ask('POST', '/events', body);
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  });

  describe('keys that reach for prototypes', () => {
    const polluting = ['"__proto__"', '"__pr\\u006fto__"', '"\\u005f\\u005fproto\\u005f\\u005f"'];
    it.each(polluting)('%s is refused at every depth', async (key) => {
      const bodies = [
        `{"title":"x","start_at":"2026-02-17",${key}:{"polluted":true}}`,
        `{"title":"x","start_at":"2026-02-17","custom_fields":{${key}:{"polluted":true}}}`,
        `{"title":"x","start_at":"2026-02-17","attendees":[{"email":"a@x.org",${key}:1}]}`,
      ];
      for (const body of bodies) expect((await victim().ask('POST', '/events', body)).status).toBe(400);
      const { id } = await victim().make('/events', event);
      const merged = await victim().ask('PATCH', `/events/${id}/custom`, `{${key}:{"polluted":true}}`);
      expect(merged.status).toBe(400);
    });
  });

  describe('more than anyone means', () => {
    it.each(['1e400', '-1e400', '1e309', `1${'0'.repeat(400)}`])(
      '%s cannot be kept as a number, and is refused instead of changed',
      async (number) => {
        const fields = [`"custom_fields":{"a":${number}}`, `"reminders":[{"minutes_before":${number}}]`];
        for (const field of fields) {
          const answer = await victim().ask('POST', '/events', `{"title":"x","start_at":"2026-02-17",${field}}`);
          expect(answer.status).toBe(400);
        }
      },
    );

    it.each([-1, 0.5, 525_601, 1e15, 2 ** 53, 1e300, -0.0000001])(
      'a reminder of %d minutes is refused',
      async (minutes) => {
        const answer = await victim().ask('POST', '/events', { ...event, reminders: [{ minutes_before: minutes }] });
        expect(answer.status).toBe(400);
      },
    );

    // One of each kind of list.
    it.each([
      ['/events', 'reminders', '{}'],
      ['/contacts', 'tags', '0'],
      ['/emails', 'references', '0'],
      ['/emails', 'to_addresses', '""'],
      ['/emails/batch', 'ids', '0'],
    ])('%s with as many invalid %s as fit is refused', async (path, field, item) => {
      const room = path === '/emails' ? limits.bodyBytes : limits.recordBytes;
      const count = Math.min(10_000_000, Math.floor((room - 100) / (item.length + 1)));
      const answer = await victim().ask('POST', path, `{"${field}":[${`${item},`.repeat(count - 1)}${item}]}`);
      expect(answer.status).toBe(400);
    });

    it('two million unknown fields are refused', async () => {
      const keys = Array.from({ length: 400_000 }, (_, index) => `"k${index.toString(36)}":0`);
      const body = `{${keys.join(',')}}`;
      const answer = await victim().cheaply(() => victim().ask('POST', '/events', body));
      expect(answer.status).toBe(400);
      const reported = answer.body.error?.details.errors as unknown[] | undefined;
      expect(reported?.length).toBeLessThanOrEqual(limits.reportedFaults);
    });

    it.each(['k'.repeat(8_000_000), '\u0000'.repeat(1_000_000), 'title'.repeat(1_000_000)])(
      'an unknown field with a name of megabytes is refused, and not sent back (%#)',
      async (name) => {
        for (const [method, path] of [
          ['POST', '/events'],
          ['POST', '/emails/batch'],
        ] as const) {
          expect((await victim().ask(method, path, { [name]: 1 })).status).toBe(400);
        }
      },
    );

    it('custom_fields with half a million keys, or one huge value, are refused', async () => {
      const keys = Object.fromEntries(Array.from({ length: 500_000 }, (_, index) => [index, 0]));
      expect((await victim().ask('POST', '/events', { ...event, custom_fields: keys })).status).toBe(400);
      const { id } = await victim().make('/events', event);
      expect((await victim().ask('PATCH', `/events/${id}/custom`, keys)).status).toBe(400);
      const huge = { a: 'x'.repeat(limits.customChars) };
      expect((await victim().ask('PATCH', `/events/${id}/custom`, huge)).status).toBe(400);
    });
  });

  describe('absurd dates', () => {
    it.each([
      '2026-02-30',
      '0000-01-01',
      '10000-01-01',
      '+275760-09-13T00:00:00Z',
      '-271821-04-20T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
      '2026-02-17T99:99:99Z',
      '2026-02-17T09:00:00+99:99',
      '1e10',
      '٢٠٢٦-٠٢-١٧',
      '9'.repeat(60),
      'x'.repeat(1_000_000),
    ])('%s is refused wherever a date can stand (%#)', async (date) => {
      const { id } = await victim().make('/emails', { from_address: 'a@x.org', received_at: '2026-02-17' });
      const bodies: [string, unknown][] = [
        ['/events', { ...event, start_at: date }],
        ['/events', { ...event, end_at: date }],
        ['/events', { ...event, recurrence: { freq: 'daily', until: date } }],
        ['/events', { ...event, recurrence: { freq: 'daily', exdates: [date] } }],
        ['/emails', { from_address: 'a@x.org', received_at: date }],
        [`/emails/${id}/snooze`, { until: date }],
        ['/emails/batch', { ids: [id], action: 'snooze', params: { until: date } }],
      ];
      for (const [path, body] of bodies) expect((await victim().ask('POST', path, body)).status, path).toBe(400);
    });
  });
}
