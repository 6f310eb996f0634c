// Hostile text: control characters, NUL, lone surrogates, marks that turn or hide writing, and words that other
// programs take for orders. A record that holds it comes back as it was sent, and everything that works on records
// works on it.

import { describe, expect, it } from 'vitest';
import { engine } from '../support/databases.ts';
import type { Victim } from './victim.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

const TEXTS: [name: string, text: string][] = [
  ['a lone high surrogate', 'a\ud800z'],
  ['a lone low surrogate', 'a\udfffz'],
  ['surrogates in the wrong order', 'a\udc00\ud800z'],
  ['a surrogate at the end', 'ends \ud83d'],
  ['NUL', 'a\0z'],
  ['NUL alone', '\0'],
  ['control characters', `a${range(0x01, 0x1f)}\x7fz`],
  ['C1 control characters', `a${range(0x80, 0x9f)}z`],
  ['line breaks that smuggle a header', 'a\r\nBcc: everyone@example.org\r\n\r\nbody'],
  ['terminal escapes', '\x1b[2J\x1b]0;title\x07'],
  ['marks that turn the writing', '\u202egnp.exe\u2066\u2069'],
  ['characters of no width', 'a\u200b\u200c\u200d\u2060\ufeffz'],
  ['noncharacters', 'a\ufffe\uffff\ufdd0z'],
  ['a byte order mark', '\ufefftext'],
  ['Unicode line separators', 'a\u2028b\u2029z'],
  ['a family in one glyph', '👨‍👩‍👧‍👦🏴‍☠️'],
  ['letters beyond the first plane', '𝕬𝖓𝖓 𠮷𠮷 𝟙𝟚'],
  ['one letter that unfolds to eighteen', 'ﷺ'.repeat(50)],
  ['a letter under a hundred marks', `z${'\u0301\u0316'.repeat(50)}`],
  ['blanks only', ' \u00a0\u3000\t '],
  ['marks of JSON', '"\\\b\f\\u0000{}[]:,'],
  ['orders to SQL', `'); drop table events; --`],
  ['orders to a page', `<script>alert(1)</script><img src=x onerror=alert(1)>`],
  ['orders to a sheet', "=cmd|' /C calc'!A0"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to stay one
  ['orders to a template', '${7*7}{{7*7}}<%= 7*7 %>#{7*7}'],
  ['a path', '../../../../etc/passwd\0.png'],
  ['percent signs', '%00%ff%zz%s%n'],
  ['words of programs', 'null undefined NaN [object Object] __proto__'],
];

type Record_ = Record<string, unknown> & { id: string };

/** The name of a calendar, a label or a tag: without white space around it, and never blank. */
const nameOf = (text: string) => text.trim() || 'name';

/** A record of each kind that has the text wherever a text is possible. */
function bodies(text: string, mark: string): Record<string, Record<string, unknown>> {
  const origin = { source: text, source_id: `${text}${mark}` };
  return {
    events: {
      title: `${text} ${mark}`,
      description: text,
      location: text,
      calendar_name: nameOf(text),
      start_at: '2026-02-17T09:00:00Z',
      attendees: [{ email: text, name: text }],
      reminders: [{ type: text, minutes_before: 5 }],
      custom_fields: { [text]: text, list: [text, { [text]: [text] }] },
      ...origin,
    },
    contacts: {
      display_name: `${text} ${mark}`,
      first_name: text,
      last_name: text,
      company: text,
      job_title: text,
      notes: text,
      emails: [{ address: text }],
      phones: [{ number: text }],
      addresses: [{ street: text, city: text }],
      avatar_path: text,
      tags: [nameOf(text)],
      custom_fields: { [text]: text },
      ...origin,
    },
    emails: {
      subject: `${text} ${mark}`,
      from_address: text,
      from_name: text,
      to_addresses: [{ address: text, name: text }],
      body_plain: text,
      body_html: text,
      folder: text,
      labels: [nameOf(text)],
      received_at: '2026-02-17T09:00:00Z',
      message_id: `${text}${mark}`,
      references: [`${text}${mark}0`],
      in_reply_to: `${text}${mark}0`,
      attachments: [{ filename: text, mime: text, path: text }],
      custom_fields: { [text]: text },
      ...origin,
    },
  };
}

/** Which filters find the record by the text, and by the name. */
const FILTERS: Record<string, [byText: string, byName: string]> = {
  events: ['source', 'calendar_name'],
  contacts: ['source', 'tag'],
  emails: ['folder', 'label'],
};
/** Where a name is. */
const NAMED: Record<string, (name: string) => Record<string, unknown>> = {
  events: (calendar_name) => ({ calendar_name }),
  contacts: (tag) => ({ tags: [tag] }),
  emails: (label) => ({ labels: [label] }),
};
const SORTS: Record<string, string[]> = {
  events: ['start_at', 'title', 'created_at'],
  contacts: ['display_name', 'company', 'updated_at'],
  emails: ['received_at', 'subject', 'created_at'],
};

// A lone surrogate cannot be written in an address; what stands there instead means the same record.
const inAddress = (text: string) => encodeURIComponent(text.toWellFormed());

export function hostileTexts(victim: () => Victim): void {
  describe.each(TEXTS)('%s', (_name, text) => {
    it.each(['events', 'contacts', 'emails'])(
      'in %s it comes back as sent and can be found, sorted, changed and told',
      async (path) => {
        const { ask, make } = victim();
        const mark = `mark${crypto.randomUUID().replaceAll('-', '')}`;
        const body = bodies(text, mark)[path] as Record<string, unknown>;
        const made: Record_ = await make(`/${path}`, body);
        expect(made).toMatchObject(body);
        const ids = async (query: string) => {
          const { status, body: answer } = await ask('GET', `/${path}?limit=500&fields=id&${query}`);
          expect(status).toBe(200);
          return (answer.data as unknown as Record_[]).map((one) => one.id);
        };
        expect((await ask('GET', `/${path}/${made.id}`)).body.data).toEqual(made);
        expect(await ids(`search=${mark}`)).toEqual([made.id]);
        expect((await ask('GET', `/${path}?search=${inAddress(text.slice(0, 400))}`)).status).toBe(200);
        const [byText, byName] = FILTERS[path] as [string, string];
        expect(await ids(`${byText}=${inAddress(text)}`)).toContain(made.id);
        expect(await ids(`${byName}=${inAddress(nameOf(text))}`)).toContain(made.id);
        const renamed = await ask('PATCH', `/${path}/${made.id}`, NAMED[path]?.(text));
        if (text.trim()) expect(renamed.body.data).toMatchObject(NAMED[path]?.(nameOf(text)) as object);
        else expect(renamed).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
        for (const sort of SORTS[path] as string[]) expect(await ids(`sort=${sort}&search=${mark}`)).toEqual([made.id]);
        const compact = await ask('GET', `/${path}?format=compact&search=${mark}`);
        const { lines } = compact.body as unknown as { lines: string[] };
        expect(lines).toHaveLength(1);
        expect(lines[0]).not.toMatch(/[\r\n]/);
        expect((await ask('PATCH', `/${path}/${made.id}`, { custom_fields: { [`${text}2`]: text } })).status).toBe(200);
        const merged = await ask('PATCH', `/${path}/${made.id}/custom`, { [text]: { [text]: text } });
        expect(merged.body.data?.custom_fields).toEqual({ [`${text}2`]: text, [text]: { [text]: text } });
        expect((await ask('POST', `/${path}`, body)).status).toBe(409);
        expect((await ask('DELETE', `/${path}/${made.id}`)).status).toBe(200);
        expect(await ids(`only_deleted=true&search=${mark}`)).toEqual([made.id]);
        const restored = await ask('POST', `/${path}/${made.id}/restore`);
        expect(restored.body.data).toMatchObject({ ...body, custom_fields: merged.body.data?.custom_fields });
      },
    );

    it('a mail that answers to it belongs to its thread', async () => {
      const { ask, make } = victim();
      const mark = crypto.randomUUID();
      const mail = { from_address: 'a@x.org', received_at: '2026-02-17' };
      for (const given of [{}, { thread_id: `${text}${mark}` }]) {
        const message_id = `<${text}${mark}${'thread_id' in given}>`;
        const first = await make('/emails', { ...mail, ...given, message_id });
        const second = await make('/emails', { ...mail, in_reply_to: message_id });
        expect(second.thread_id).toBe(first.thread_id);
        const listed = await ask('GET', `/emails?thread_id=${inAddress(second.thread_id as string)}`);
        expect(listed.body.data).toHaveLength(2);
      }
    });

    // A draft is refused before the store is asked, and stored as the mails are.
    if (engine === 'sqlite')
      it('a draft that is written with it is taken or refused, and so is one that is edited', async () => {
        const { ask } = victim();
        const fields = {
          subject: text,
          to: text,
          cc: `${text} <b@x.org>`,
          body_plain: text,
          body_html: text,
          in_reply_to: text,
        };
        const whole = await ask('POST', '/emails/drafts', { subject: 'draft' });
        for (const [name, value] of Object.entries(fields)) {
          expect([201, 400]).toContain((await ask('POST', '/emails/drafts', { [name]: value })).status);
          const edited = await ask('PATCH', `/emails/drafts/${whole.body.data?.id}`, { [name]: value });
          expect([200, 400]).toContain(edited.status);
        }
        // A mail that goes out holds no control character where a header will be made of it.
        if (/\p{Cc}/u.test(text)) expect((await ask('POST', '/emails/drafts', { subject: text })).status).toBe(400);
      });
  });

  it.each(Object.keys(SORTS))('lists of all %s are whole, however they are sorted', async (path) => {
    for (const sort of SORTS[path] as string[]) {
      for (const order of ['asc', 'desc']) {
        const seen = new Set<string>();
        let total = 1;
        for (let offset = 0; offset < total; offset += 500) {
          const page = `/${path}?limit=500&offset=${offset}&fields=id&sort=${sort}&order=${order}`;
          const { body } = await victim().ask('GET', page);
          const { data, meta } = body as unknown as { data: Record_[]; meta: { total: number } };
          for (const { id } of data) seen.add(id);
          total = meta.total;
        }
        expect(seen.size).toBe(total);
        expect(total).toBeGreaterThanOrEqual(TEXTS.length);
      }
    }
  });

  it('the feed has all changes, in order and without gaps', async () => {
    let since = 0;
    for (;;) {
      const { body } = await victim().ask('GET', `/changes?since=${since}&limit=1000`);
      const { data, meta } = body as unknown as { data: { seq: number }[]; meta: { seq: number; has_more: boolean } };
      for (const { seq } of data) expect(seq).toBe(++since);
      if (!meta.has_more) return expect(since).toBe(meta.seq);
    }
  });
}
