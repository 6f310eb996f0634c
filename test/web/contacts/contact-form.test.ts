// The form of a contact: what is sent, and how changes that were made elsewhere meanwhile are merged.
import { expect, test } from 'vitest';
import { ageOn, recipientOf, telephoneLink } from '../../../web/src/contacts/contact-text.ts';
import { changedFields, emptyForm, formOf, valuesOf } from '../../../web/src/contacts/editor/contact-form.ts';
import { clampCrop, squareOf } from '../../../web/src/contacts/editor/crop.ts';
import { dayText, isDayOfLife, partsOf } from '../../../web/src/contacts/editor/day-of-life.ts';
import { mergeForms } from '../../../web/src/contacts/editor/merge-forms.ts';
import { restoreForm } from '../../../web/src/contacts/editor/stored-form.ts';
import { pictureOf } from '../../../web/src/contacts/picture.ts';
import { fileAddress } from '../../../web/src/data/files.ts';
import type { Contact } from '../../../web/src/data/types.ts';

const ann = {
  id: '1',
  display_name: 'Ann Lee',
  first_name: 'Ann',
  last_name: 'Lee',
  emails: [{ address: 'ann@example.org', label: 'work', primary: true }],
  phones: [],
  company: 'Harbour Press',
  job_title: null,
  addresses: [],
  birthday: '--05-10',
  anniversary: null,
  notes: 'Likes tea.',
  avatar_path: null,
  tags: ['friends'],
  custom_fields: { shoe: 39, children: ['Emil'], nickname: 'Annie' },
} as unknown as Contact;

test('a form that was only opened changes nothing', () => {
  const form = formOf(ann);
  expect(changedFields(valuesOf(formOf(ann), ann), valuesOf(form, ann))).toEqual([]);
  const { id: _, ...rest } = ann;
  expect(valuesOf(form, ann)).toEqual(rest);
});

test('rows without a value are not sent, and values of other programs keep their type', () => {
  const form = formOf(ann);
  const values = valuesOf(
    {
      ...form,
      emails: [...form.emails, { key: 'x', address: '  ', label: 'other', primary: false }],
      custom: form.custom.map((row) => (row.name === 'nickname' ? { ...row, value: 'Anni' } : row)),
    },
    ann,
  );
  expect(values.emails).toHaveLength(1);
  expect(values.custom_fields).toEqual({ shoe: 39, children: ['Emil'], nickname: 'Anni' });
  expect(valuesOf(emptyForm())).toMatchObject({ emails: [], phones: [], addresses: [], custom_fields: null });
});

test('a name from elsewhere is divided into first and last name', () => {
  expect(emptyForm({ name: 'Ann van der Lee', address: 'ann@example.org' })).toMatchObject({
    display_name: 'Ann van der Lee',
    first_name: 'Ann',
    last_name: 'van der Lee',
    emails: [{ address: 'ann@example.org' }],
  });
});

test('what changed elsewhere is added, what changed in both places stays as typed and is named', () => {
  const base = valuesOf(formOf(ann), ann);
  const form = { ...formOf(ann), notes: 'Likes coffee.', company: 'Quill' };
  const current = { ...ann, notes: 'Likes cocoa.', job_title: 'Editor', tags: ['friends', 'press'] } as Contact;
  const merged = mergeForms({ base, mine: valuesOf(form, ann), form, current });
  expect(merged.form).toMatchObject({
    notes: 'Likes coffee.',
    company: 'Quill',
    job_title: 'Editor',
    tags: ['friends', 'press'],
  });
  expect(merged.conflicts).toEqual(['notes']);
});

test('a restored form keeps what was typed and what others have changed since', () => {
  const base = { ...ann, updated_at: '2026-01-01T00:00:00.000Z' } as Contact;
  const typed = { ...formOf(base), phones: [{ key: 'row-1', number: '1234', label: 'home', primary: false } as const] };
  const others = [...ann.emails, { address: 'lee@example.net', label: 'personal', primary: false }];
  const current = { ...base, emails: others, updated_at: '2026-01-02T00:00:00.000Z' } as Contact;
  const restored = restoreForm({ base, form: typed }, current);
  expect(restored).toMatchObject({ base: current, conflict: { fields: [] } });
  const values = valuesOf(restored.form, current);
  expect(values.phones).toMatchObject([{ number: '1234' }]);
  expect(changedFields(valuesOf(formOf(current), current), values)).toEqual(['phones']);
  // A cached list that is older than the form changes nothing.
  expect(restoreForm({ base: current, form: formOf(current) }, base)).toMatchObject({ base: current, conflict: null });
});

test('days are stored with and without a year', () => {
  expect(partsOf('1980-05-09')).toEqual({ year: '1980', month: '05', day: '9' });
  expect(partsOf('--05-10')).toEqual({ year: '', month: '05', day: '10' });
  expect(dayText({ year: '', month: '02', day: '9' })).toBe('--02-09');
  expect(dayText({ year: '', month: '', day: '' })).toBe('');
  const days = ['--02-29', '2023-02-29', '2024-02-29', '2024-13-01', '---10', ''];
  expect(days.map(isDayOfLife)).toEqual([true, false, true, false, false, false]);
  expect([
    ageOn('1980-05-10', '2026-05-09'),
    ageOn('1980-05-10', '2026-05-10'),
    ageOn('--05-10', '2026-05-10'),
  ]).toEqual([45, 46, null]);
});

test('only pictures of the service itself are requested', () => {
  const id = '01a1e10f-5b0e-7000-9f3c-1a2b3c4d5e6f';
  expect(pictureOf(fileAddress(id))).toBe(`/api/v1/files/${id}/content`);
  const others = [
    'https://tracker.example/a.png',
    '//tracker.example/a',
    `/api/v1/files/${id}/content?x`,
    'javascript:1',
  ];
  expect(others.map(pictureOf)).toEqual([null, null, null, null]);
});

test('the section of a picture stays within it', () => {
  const size = { width: 400, height: 200 };
  expect(clampCrop({ x: 0, y: 1, zoom: 1 }, size)).toEqual({ x: 0.25, y: 0.5, zoom: 1 });
  expect(squareOf({ x: 0, y: 0, zoom: 2 }, size)).toEqual({ left: 0, top: 0, side: 100 });
});

test('names cannot break out of a recipient, nor numbers out of a link', () => {
  expect(recipientOf({ ...ann, display_name: 'Ann "A" <x@y>, \\' } as Contact)).toBe(
    '"Ann A <x@y>, " <ann@example.org>',
  );
  expect(telephoneLink('+49 (30) 55+50;ext=1')).toBe('tel:+49305550' + '1');
});
