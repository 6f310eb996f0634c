// Matches bounces, delay notices and receipts with the mail they are about, whichever arrives first. They only add to
// the delivery state of its recipients: anyone can forge one, so nothing is resent, stopped or deleted because of it.
import { limits } from '../limits.ts';
import { find } from '../records/find.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import type { Delivery, DeliveryReport } from '../resources/email-facts.ts';
import type { Tx } from '../store/port.ts';
import { dropReportLink, putReportLink, reportsAbout, sentMailsNaming } from '../store/tables/message-links.ts';
import type { Stored } from '../store/tables/records.ts';
import { addressKey } from '../values/addresses.ts';
import { kindOfAction } from '../values/mail-facts.ts';
import { recipientsOf, resultOf } from './recipients.ts';

/** Applies reports that arrived earlier to a mail that becomes sent. */
export async function takeReports(tx: Tx, record: Email, before: Email | null): Promise<void> {
  if (!isOut(record) || record.message_id === null) return;
  if (before && isOut(before) && before.message_id === record.message_id) return;
  for (const { doc } of await reportsAbout(tx, record.message_id))
    record.deliveries = withReport(record, JSON.parse(doc as string) as Email);
}

/** Records which mail a new report is about; returns that mail's new deliveries if they changed. */
export async function giveReport(
  tx: Tx,
  record: Email,
  before: Email | null,
): Promise<{ mail: Stored; deliveries: Delivery[] }[]> {
  const messageId = record.report?.original_message_id;
  if (before || !messageId || record.status !== 'received') return [];
  putReportLink(tx, messageId, record.id);
  const changed: { mail: Stored; deliveries: Delivery[] }[] = [];
  for (const id of await sentMailsNaming(tx, messageId)) {
    const mail = await find(tx, email, id);
    const sent = asEmail(mail.record);
    if (!isOut(sent) || sent.message_id !== messageId) continue;
    const deliveries = withReport(sent, record);
    if (deliveries !== sent.deliveries) changed.push({ mail, deliveries });
  }
  return changed;
}

export function forgetReport(tx: Tx, { id, report }: Email): void {
  if (report?.original_message_id) dropReportLink(tx, report.original_message_id, id);
}

// A mail whose outcome is unknown may have been sent, and a report can confirm it.
function isOut({ status, send_error }: Email): boolean {
  return status === 'sent' || (status === 'failed' && send_error?.code === 'OUTCOME_UNKNOWN');
}

/** The deliveries with the report applied to actual recipients of the mail; the same array if nothing is new. */
function withReport(mail: Email, { id, report, received_at, created_at }: Email): Delivery[] {
  const said = new Map<string, DeliveryReport>();
  for (const { address, action, status, diagnostic } of report?.recipients ?? []) {
    if (address === null) continue;
    said.set(keyOf(address), {
      kind: kindOfAction(action),
      action,
      status,
      diagnostic: diagnostic?.slice(0, limits.deliveryWords).toWellFormed() ?? null,
      reported_at: received_at ?? created_at,
      email_id: id,
    });
  }
  let isNew = false;
  const known = mail.deliveries.length > 0 ? mail.deliveries : recipientsOf(mail).map((one) => resultOf(one, 'sent'));
  const deliveries = known.map((one) => {
    const now = said.get(keyOf(one.address));
    if (!now || !settles(now, one.report)) return one;
    isNew = true;
    return { ...one, report: now };
  });
  return isNew ? deliveries : mail.deliveries;
}

/** Whether a report replaces the one before: any other report replaces a delay, otherwise the later one counts. */
function settles(now: DeliveryReport, before: DeliveryReport | undefined): boolean {
  if (!before) return true;
  if ((['action', 'status', 'diagnostic'] as const).every((member) => now[member] === before[member])) return false;
  if ((now.kind === 'delay') !== (before.kind === 'delay')) return before.kind === 'delay';
  return Date.parse(now.reported_at) > Date.parse(before.reported_at);
}

// Servers change the letter case of addresses.
function keyOf(address: string): string {
  return (addressKey(address) ?? address).toLowerCase();
}
