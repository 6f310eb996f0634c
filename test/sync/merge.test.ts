// The rules of mirroring that need no server: merging changes of both sides, and identifying messages.
import { describe, expect, it } from 'vitest';
import type { Email } from '../../src/resources/email.ts';
import { createVanished, identityOf } from '../../src/sync/match.ts';
import { type MailState, merge, stateOf, valuesFor } from '../../src/sync/merge.ts';

const base: MailState = { seen: false, flagged: false, folder: 'INBOX' };
const mail = (values: Partial<Email> = {}) =>
  ({
    is_read: false,
    is_starred: false,
    folder: 'INBOX',
    snoozed_until: null,
    snoozed_from: null,
    deleted_at: null,
    ...values,
  }) as Email;

describe('a three-way merge', () => {
  it.each<[string, Partial<MailState>, Partial<MailState>, boolean, Partial<MailState>]>([
    ['nothing was changed', {}, {}, false, {}],
    ['a flag was set at the server', { seen: true }, {}, false, { seen: true }],
    ['a flag was set here', {}, { seen: true }, false, { seen: true }],
    ['the same was done on both sides', { seen: true }, { seen: true }, false, { seen: true }],
    ['different flags were set', { seen: true }, { flagged: true }, false, { seen: true, flagged: true }],
    ['it was moved at the server', { folder: 'ARCHIVE' }, {}, false, { folder: 'ARCHIVE' }],
    ['it was moved here', {}, { folder: 'ARCHIVE' }, false, { folder: 'ARCHIVE' }],
    [
      'it was moved at the server and read here',
      { folder: 'ARCHIVE' },
      { seen: true },
      false,
      { folder: 'ARCHIVE', seen: true },
    ],
    ['both moved it, at unknown times', { folder: 'SPAM' }, { folder: 'TRASH' }, false, { folder: 'TRASH' }],
    ['both moved it, the server later', { folder: 'SPAM' }, { folder: 'TRASH' }, true, { folder: 'SPAM' }],
    ['it was moved here, however late the server is', {}, { folder: 'TRASH' }, true, { folder: 'TRASH' }],
  ])('%s', (_, server, local, serverIsLater, expected) => {
    const merged = merge(base, { ...base, ...server }, { ...base, ...local }, serverIsLater);
    expect(merged).toEqual({ ...base, ...expected });
  });

  it('removes a flag that was set', () => {
    const marked = { ...base, seen: true, flagged: true };
    expect(merge(marked, { ...marked, seen: false }, marked, false)).toEqual({ ...marked, seen: false });
    expect(merge(marked, marked, { ...marked, flagged: false }, false)).toEqual({ ...marked, flagged: false });
  });
});

describe('the state of a mail for its server', () => {
  it('is that of its fields', () => {
    expect(stateOf(mail({ is_read: true, folder: 'Projects' }))).toEqual({ ...base, seen: true, folder: 'Projects' });
  });

  it('of a snoozed one has its former folder', () => {
    const snoozed = mail({ folder: 'SNOOZED', snoozed_from: 'ARCHIVE', snoozed_until: '2099-01-01T00:00:00Z' });
    expect(stateOf(snoozed).folder).toBe('ARCHIVE');
  });

  it('of one in the trash has the trash, whatever its folder was', () => {
    expect(stateOf(mail({ folder: 'ARCHIVE', deleted_at: '2026-01-01T00:00:00Z' })).folder).toBe('TRASH');
  });

  it('is applied through the values that differ only', () => {
    expect(valuesFor(mail(), base)).toEqual({});
    expect(valuesFor(mail(), { ...base, seen: true })).toEqual({ is_read: true });
    expect(valuesFor(mail(), { ...base, folder: 'TRASH' })).toEqual({ folder: 'TRASH', deleted_at: null });
    const deleted = mail({ deleted_at: '2026-01-01T00:00:00Z' });
    expect(valuesFor(deleted, { ...base, folder: 'TRASH' })).toEqual({});
    expect(valuesFor(deleted, base)).toEqual({ folder: 'INBOX', deleted_at: null });
  });
});

describe('a message', () => {
  const head = { messageId: null, date: 1, from: 'a@example.org', subject: 'Hello' };

  it('is identified by its Message-ID, or without one by its header', () => {
    expect(identityOf({ ...head, messageId: '<1@example.org>' })).toBe('<1@example.org>');
    expect(identityOf(head)).toBe(identityOf({ ...head }));
    expect(identityOf(head)).not.toBe(identityOf({ ...head, subject: 'Other' }));
    expect(identityOf(head)).not.toBe(identityOf({ ...head, date: null }));
  });

  const row = (uid: number, path = 'INBOX', identity = '<1@example.org>', size = 100) => ({
    identity,
    size,
    path,
    uidValidity: 1,
    uid,
  });

  it('that vanished is found once, by its identity and its size', () => {
    const lost = createVanished();
    lost.add(row(1));
    expect(lost.take(row(9, 'Archive', '<1@example.org>', 101))).toBeUndefined();
    expect(lost.take(row(9, 'Archive', '<2@example.org>'))).toBeUndefined();
    expect(lost.take(row(9, 'Archive'))).toEqual(row(1));
    expect(lost.take(row(10, 'Archive'))).toBeUndefined();
  });

  it('that exists twice is found in its own folder first', () => {
    const lost = createVanished();
    lost.add(row(1, 'INBOX'));
    lost.add(row(2, 'Archive'));
    expect(lost.take(row(7, 'Archive'))).toEqual(row(2, 'Archive'));
    expect(lost.take(row(8, 'Archive'))).toEqual(row(1, 'INBOX'));
  });

  it('that vanishes twice at the same location counts once', () => {
    const lost = createVanished();
    lost.add(row(1));
    lost.add(row(1));
    expect(lost.all()).toEqual([row(1)]);
    lost.remove(row(1));
    expect(lost.all()).toEqual([]);
  });
});
