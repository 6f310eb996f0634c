// Synonyms of field names, for the suggestion in the error about an unknown field.
import { nearest } from '../values/text.ts';

const GROUPS: readonly (readonly string[])[] = [
  ['to_addresses', 'to', 'recipients', 'recipient'],
  ['cc_addresses', 'cc'],
  ['bcc_addresses', 'bcc'],
  ['from_address', 'from', 'sender'],
  ['body_plain', 'body', 'text', 'body_text', 'content', 'message', 'plain'],
  ['body_html', 'html'],
  ['subject', 'title', 'summary'],
  ['display_name', 'name', 'full_name'],
  ['first_name', 'given_name', 'firstname'],
  ['last_name', 'family_name', 'surname', 'lastname'],
  ['description', 'notes', 'note', 'details', 'comment'],
  ['start_at', 'start', 'starts_at', 'start_time', 'begin', 'dtstart', 'when'],
  ['end_at', 'end', 'ends_at', 'end_time', 'finish', 'dtend', 'duration', 'length'],
  ['recurrence', 'rrule', 'repeat', 'repeats', 'recurring'],
  ['calendar_name', 'calendar'],
  ['location', 'place', 'where'],
  ['scheduled_at', 'send_at', 'schedule', 'deliver_at'],
  ['until', 'snooze_until', 'snoozed_until'],
  ['received_at', 'date', 'received'],
  ['labels', 'label', 'tags', 'tag', 'categories'],
  ['folder', 'mailbox'],
  ['is_read', 'read', 'seen'],
  ['is_starred', 'starred', 'flagged', 'star'],
  ['in_reply_to', 'reply_to'],
  ['emails', 'email', 'email_addresses'],
  ['phones', 'phone', 'phone_numbers'],
  ['company', 'organization', 'organisation', 'org'],
  ['job_title', 'position', 'role'],
  ['custom_fields', 'custom', 'metadata', 'extra'],
  ['account_id', 'account'],
  ['attachments', 'attachment', 'files'],
  ['minutes_before', 'minutes', 'before', 'minutes_ahead', 'offset', 'trigger'],
  ['email', 'address', 'mail'],
  ['number', 'phone', 'value', 'tel'],
];

/** The known name that was probably meant by an unknown one: a misspelling or a synonym. */
export function meant(name: string, known: readonly string[]): string | undefined {
  const key = name.toLowerCase().replaceAll('-', '_');
  const others = GROUPS.filter((group) => group.includes(key)).flat();
  return known.find((one) => others.includes(one)) ?? nearest(name, known);
}
