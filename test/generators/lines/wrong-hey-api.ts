// Code that must not compile: the types of @hey-api/openapi-ts allow what the service accepts and returns, and no more.
import * as api from './generated/sdk.gen.ts';
import type {
  BatchEmails,
  Change,
  Email,
  EmailPatch,
  ErrorCode,
  EventCreate,
  EventPatch,
  SendEmail,
} from './generated/types.gen.ts';

const path = { id: 'x' };

// @ts-expect-error a required field is missing
export const untitled: EventCreate = { start_at: '2031-02-17T09:00:00Z' };
// @ts-expect-error the field has another name
export const misspelt: EventCreate = { title: 'Dentist', startAt: '2031-02-17T09:00:00Z' };
// @ts-expect-error not one of the values
export const status: EventPatch = { status: 'maybe' };
// @ts-expect-error null does not clear a field that cannot be null
export const nullTitle: EventPatch = { title: null };
// @ts-expect-error not a string
export const minutes: EventPatch = { reminders: [{ minutes_before: '30' }] };
// @ts-expect-error a field that only the service sets
export const preview: EmailPatch = { preview: 'x' };
// @ts-expect-error without the action
export const actionless: BatchEmails = { ids: ['x'] };
// @ts-expect-error without recipients
export const unsent: SendEmail = { subject: 'Hi' };
// @ts-expect-error not an error code
export const code: ErrorCode = 'NO_SUCH_ERROR';
// @ts-expect-error an operation that does not exist
await api.listMails();
// @ts-expect-error without the id
await api.getEvent();
// @ts-expect-error not a parameter
await api.listEmails({ query: { unread: true } });
// @ts-expect-error not a field that the list is sorted by
await api.listEmails({ query: { sort: 'size' } });
// @ts-expect-error not a number
await api.listEmails({ query: { limit: '20' } });
// @ts-expect-error not an action
await api.batchEmails({ body: { ids: ['x'], action: 'archive' } });
// @ts-expect-error neither minutes nor until
await api.snoozeReminder({ path, body: {} });
// @ts-expect-error a body is required
await api.createContact();

const { data: list, error } = await api.listEmails();
// @ts-expect-error a member that emails do not have
list?.data[0]?.sender;
// @ts-expect-error the list may be empty
list?.data[0].subject;
// @ts-expect-error the subject may be null
list?.data[0]?.subject.length;
// @ts-expect-error there is no data in an error
error?.data;
const { data: one } = await api.getEvent({ path });
// @ts-expect-error the record is in data
one?.title;
// @ts-expect-error never one of the values
if (one?.data.transparency === 'busy') throw new Error();

export function wrong(change: Change, mail: Email): void {
  // @ts-expect-error not an event
  if (change.event === 'email.read') return;
  // @ts-expect-error the record may be erased
  if (change.event === 'email.created') change.data.subject;
  // @ts-expect-error emails have no title
  mail.title;
}
