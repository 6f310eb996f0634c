// The mail of a reminder of the type `email`: to oneself, through the default account. It is queued in the transaction that
// fires the reminder, so it is sent once, or not at all.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { newRecord } from '../../records/records.ts';
import { save } from '../../records/save.ts';
import { email, folderOf } from '../../resources/email.ts';
import type { Tx } from '../../store/port.ts';
import { defaultAccount } from '../../store/tables/accounts.ts';
import { DAY } from '../../values/time.ts';
import type { MailOutcome } from './reminder.ts';
import { type DueReminder, type EventOrOccurrence, zoneOf } from './times.ts';

interface Queued {
  outcome: MailOutcome;
  id: string | null;
}

export async function queueReminderMail(
  tx: Tx,
  event: EventOrOccurrence,
  reminder: Pick<DueReminder, 'minutesBefore'>,
): Promise<Queued> {
  const account = await defaultAccount(tx);
  if (!account) return { outcome: 'no_account', id: null };
  const values = {
    account_id: account.id,
    from_address: account.address,
    from_name: account.fromName,
    to_addresses: [{ address: account.address, name: account.fromName }],
    subject: subjectOf(event),
    body_plain: textOf(event, reminder, tx.timezone),
    status: 'queued',
    folder: folderOf('queued'),
    is_read: true,
  };
  try {
    const { record } = await save(tx, email, 'queued', newRecord(tx, email, values, 'reminder'), null);
    return { outcome: 'queued', id: record.id };
  } catch (error) {
    // Such as an account whose address cannot be sent to. The reminder itself must not fail.
    if (error instanceof AppError && error.status < 500) return { outcome: 'failed', id: null };
    throw error;
  }
}

// A title may have any characters, a header line may not.
function subjectOf({ title }: EventOrOccurrence): string {
  return `Reminder: ${title.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()}`.slice(0, limits.nameChars - SPARE);
}

const SPARE = 100;

function textOf(
  event: EventOrOccurrence,
  { minutesBefore }: Pick<DueReminder, 'minutesBefore'>,
  serviceZone: string,
): string {
  const { title, location, calendar_name } = event;
  return [
    title,
    '',
    `When: ${whenOf(event, serviceZone).replaceAll(/\s/g, ' ')}`, // some of its spaces are narrow ones
    ...(location ? [`Where: ${location}`] : []),
    `Calendar: ${calendar_name}`,
    '',
    `You asked to be reminded ${minutesBefore === 0 ? 'when it begins' : `${spell(minutesBefore)} before it begins`}.`,
    '',
  ].join('\n');
}

function whenOf(event: EventOrOccurrence, serviceZone: string): string {
  const { all_day, start_at, end_at, start_date, end_date } = event;
  if (all_day) {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
    const last = Date.parse(end_date as string) - DAY;
    return format.formatRange(Date.parse(start_date as string), Math.max(last, Date.parse(start_date as string)));
  }
  const zone = zoneOf(event, serviceZone);
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
  const start = Date.parse(start_at);
  return `${format.formatRange(start, end_at === null ? start : Date.parse(end_at))} (${zone})`;
}

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

function spell(minutes: number): string {
  const [name, size] = UNITS.find(([, size]) => minutes % size === 0) as (typeof UNITS)[number];
  const count = minutes / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
