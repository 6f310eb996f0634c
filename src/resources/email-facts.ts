// Fields of an email that only the service sets: delivery state per recipient, delivery report, authentication results
// of the sender, and mailing list.
import { limits } from '../limits.ts';
import type { Authentication, MailingList, Report, ReportedRecipient, ReportKind } from '../values/mail-facts.ts';
import { Type } from '../values/schema.ts';
import { defaulting, items, nullable } from './fields.ts';

export function objectOf(properties: Record<string, object>) {
  return { type: 'object', properties, required: Object.keys(properties) };
}

const DELIVERIES = ['sent', 'waiting', 'refused', 'unknown'] as const;

/** The delivery state of one recipient. */
export interface Delivery {
  address: string;
  status: (typeof DELIVERIES)[number];
  /** Why it was not delivered, in the codes of `send_error` and the words of the server; null if there is no error. */
  code: string | null;
  message: string | null;
  /** The bounce, delay notice or receipt about this recipient that counts. */
  report?: DeliveryReport;
}

export interface DeliveryReport extends Omit<ReportedRecipient, 'address'> {
  kind: ReportKind;
  /** When the report arrived, and the email that it is. */
  reported_at: string;
  email_id: string;
}

/** The mailing list that a mail came through, and when the user asked to leave it. */
export type EmailList = MailingList & { unsubscribed_at: string | null };

const KINDS = ['bounce', 'delay', 'receipt'];
const maybe = (more = {}) => ({ type: ['string', 'null'], ...more });
const said = {
  action: Type.String({
    description:
      'failed, delayed, delivered, relayed, expanded; of a read receipt displayed, deleted, dispatched, processed, denied.',
  }),
  status: maybe({ description: 'The enhanced status code (RFC 3463), such as 5.1.1.' }),
  diagnostic: maybe({ description: 'What the server said.' }),
};

const delivery = {
  address: Type.String(),
  status: { type: 'string', enum: DELIVERIES },
  code: maybe(),
  message: maybe(),
  report: {
    ...objectOf({
      kind: { type: 'string', enum: KINDS },
      ...said,
      reported_at: Type.String({ format: 'date-time' }),
      email_id: Type.String({ format: 'uuid' }),
    }),
    description: 'Only where a bounce, a delay notice or a receipt has come; email_id is that email.',
  },
};
const DELIVERY_MUST = ['address', 'status', 'code', 'message'];
const deliveryExample = [{ address: 'ann@example.org', status: 'sent', code: null, message: null }];

export const deliveries = defaulting(
  items<Delivery>(delivery, DELIVERY_MUST, 3 * limits.addresses, {
    about:
      'Who has the mail, who is tried again, who was refused, of whom it is unknown, and whose server has sent a report since; empty until it is tried.',
    example: deliveryExample,
  }),
  [],
);

const reportSchema = {
  ...objectOf({
    kind: { type: 'string', enum: KINDS },
    recipients: Type.Array(objectOf({ address: maybe(), ...said })),
    original_message_id: maybe(),
  }),
  description: 'Where the mail is a bounce, a delay notice or a receipt: about which mail, and what became of it.',
  examples: [null],
};

export const report = nullable<Report>({ schema: reportSchema });

const authenticationSchema = {
  type: 'object',
  required: ['spf', 'dkim', 'dmarc'],
  properties: {
    ...{ spf: maybe(), dkim: maybe(), dmarc: maybe() },
    aligned: Type.Boolean({
      description: 'Whether spf or dkim passed for the domain of from_address; mail of an earlier version lacks it.',
    }),
  },
  description:
    'What the server of the account found out about the sender (RFC 8601); null where no trusted server says it.',
  examples: [{ spf: 'pass', dkim: 'pass', dmarc: 'pass', aligned: true }],
};

export const authentication = nullable<Authentication>({ schema: authenticationSchema });

const listSchema = {
  ...objectOf({
    id: maybe({ description: 'The List-Id.' }),
    unsubscribe: {
      ...objectOf({
        one_click: Type.Boolean({
          description: 'true: the action unsubscribe does it by a request to url; false: url is a page to open.',
        }),
        url: maybe(),
        mailto: maybe(),
      }),
      type: ['object', 'null'],
      description: 'The ways to leave the list.',
    },
    unsubscribed_at: maybe({ format: 'date-time', description: 'When the list was left by the action unsubscribe.' }),
  }),
  description: 'The mailing list that the mail came through.',
  examples: [null],
};

export const list = nullable<EmailList>({ schema: listSchema });
