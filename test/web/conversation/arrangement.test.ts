// Which mails of a conversation are expanded and which are left out at first.
import { describe, expect, it } from 'vitest';
import { type ArrangedMail, arrange, isExpandedAtFirst } from '../../../web/src/conversation/arrangement.ts';

function mail(id: string, values: Partial<ArrangedMail> = {}): ArrangedMail {
  return { id, status: 'received', is_read: true, ...values };
}

const expanded = (emails: ArrangedMail[], linked?: string) =>
  emails.filter((one) => isExpandedAtFirst(one, emails, linked)).map(({ id }) => id);

describe('at first', () => {
  it.each([
    ['the last mail is expanded', [mail('a'), mail('b')], undefined, ['b']],
    ['unread mail too', [mail('a', { is_read: false }), mail('b'), mail('c')], undefined, ['a', 'c']],
    ['a draft is, with the last mail before it', [mail('a'), mail('b', { status: 'draft' })], undefined, ['a', 'b']],
    ['a mail that was not sent is', [mail('a'), mail('b', { status: 'failed' })], undefined, ['a', 'b']],
    ['the mail of the link is', [mail('a'), mail('b'), mail('c')], 'a', ['a', 'c']],
  ])('%s', (_name, emails, linked, ids) => {
    expect(expanded(emails, linked)).toEqual(ids);
  });
});

describe('a long conversation', () => {
  const rows = (
    emails: ArrangedMail[],
    open: string[],
    more: { before?: number; missing?: number; isWhole?: boolean } = {},
  ) =>
    arrange(
      { emails, before: more.before ?? 0, missing: more.missing ?? 0, missingUnread: 0 },
      ({ id }) => open.includes(id),
      more.isWhole ?? false,
    ).map((row) => (row.kind === 'gap' ? row.count : row.email.id));
  const mails = (count: number) => Array.from({ length: count }, (_, at) => mail(`m${at}`));

  it('hides the middle of collapsed mails', () => {
    expect(rows(mails(10), ['m9'])).toEqual(['m0', 6, 'm7', 'm8', 'm9']);
  });

  it('hides nothing for a few', () => {
    expect(rows(mails(6), ['m5'])).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
  });

  it('hides no expanded mail', () => {
    expect(rows(mails(12), ['m2', 'm11'])).toEqual(['m0', 'm1', 'm2', 'm3', 5, 'm9', 'm10', 'm11']);
  });

  it('counts mails that were not read', () => {
    expect(rows(mails(10), ['m9'], { before: 2, missing: 990 })).toEqual(['m0', 996, 'm7', 'm8', 'm9']);
  });

  it('is shown whole on request', () => {
    expect(rows(mails(8), ['m7'], { isWhole: true })).toHaveLength(8);
  });
});
