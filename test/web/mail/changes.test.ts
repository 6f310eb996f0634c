// A change of a conversation touches the right mails, and undoing it restores what each of them was.
import { describe, expect, it } from 'vitest';
import { affected, type Change, type MailState, planOf } from '../../../web/src/mail/changes/changes.ts';

function mail(id: string, values: Partial<MailState> = {}): MailState {
  return {
    id,
    folder: 'INBOX',
    is_read: true,
    is_starred: false,
    labels: [],
    status: 'received',
    snoozed_until: null,
    snoozed_from: null,
    deleted_at: null,
    ...values,
  };
}

const MAILS = [
  mail('old', { folder: 'Home', labels: ['lease'] }),
  mail('sent', { folder: 'SENT', status: 'sent' }),
  mail('new', { is_read: false, is_starred: true }),
  mail('later', { folder: 'OUTBOX', status: 'scheduled' }),
  mail('gone', { deleted_at: '2026-01-01T00:00:00Z' }),
];

const AFFECTED: [change: Change, ids: string[]][] = [
  [{ type: 'move', folder: 'ARCHIVE', from: ['INBOX'] }, ['new']],
  [{ type: 'move', folder: 'Home' }, ['new']],
  [{ type: 'delete' }, ['old', 'sent', 'new']],
  [{ type: 'restore' }, ['gone']],
  [{ type: 'read' }, ['new']],
  [{ type: 'unread' }, []],
  [{ type: 'star' }, []],
  [{ type: 'unstar' }, ['new']],
  [{ type: 'label', label: 'lease' }, ['sent', 'new', 'later']],
  [{ type: 'unlabel', label: 'lease' }, ['old']],
];

describe('a change', () => {
  it.each(AFFECTED)('%j', (change, ids) => {
    expect(affected(change, MAILS).map(({ id }) => id)).toEqual(ids);
  });

  it.each<[Change, inverse: object]>([
    [{ type: 'star' }, { action: 'unstar' }],
    [{ type: 'unstar' }, { action: 'star' }],
    [
      { type: 'label', label: 'lease' },
      { action: 'remove_label', params: { label: 'lease' } },
    ],
    [
      { type: 'unlabel', label: 'lease' },
      { action: 'add_label', params: { label: 'lease' } },
    ],
  ])('%j is undone only for the mails that it has changed', (change, inverse) => {
    const starred = { is_starred: true, labels: ['lease'] };
    const one = change.type.startsWith('un') ? mail('one', starred) : mail('one');
    const others = ['old', 'oldest'].map((id) => mail(id, change.type.startsWith('un') ? {} : starred));
    const { requests, undo } = planOf(change, [[...others, one]]);
    expect(requests.map(({ body }) => (body as { ids: string[] }).ids)).toEqual([['one']]);
    expect(undo.map(({ body }) => body)).toEqual([{ ids: ['one'], ...inverse }]);
  });

  it('that gives a star to the latest mail, which has one, leaves it there when it is undone', () => {
    const { requests, undo } = planOf({ type: 'star' }, [[mail('old'), mail('new', { is_starred: true })]]);
    expect([requests, undo]).toEqual([[], []]);
  });

  it('of folders is undone folder by folder, snoozed mail included', () => {
    const snoozed = mail('snoozed', {
      folder: 'SNOOZED',
      snoozed_from: 'INBOX',
      snoozed_until: '2030-01-01T00:00:00Z',
    });
    const { undo } = planOf({ type: 'move', folder: 'SPAM' }, [[mail('a'), mail('b', { folder: 'Home' }), snoozed]]);
    expect(undo.map(({ body }) => body)).toEqual([
      { ids: ['a', 'snoozed'], action: 'move', params: { folder: 'INBOX' } },
      { ids: ['b'], action: 'move', params: { folder: 'Home' } },
      { ids: ['snoozed'], action: 'snooze', params: { until: '2030-01-01T00:00:00Z' } },
    ]);
  });

  it('of many mails is made in requests of at most 100', () => {
    const { requests } = planOf({ type: 'delete' }, [Array.from({ length: 250 }, (_, index) => mail(String(index)))]);
    expect(requests.map(({ body }) => (body as { ids: string[] }).ids.length)).toEqual([100, 100, 50]);
  });
});
