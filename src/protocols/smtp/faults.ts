// What a failed SMTP exchange means: whether the connection, the login or the mail failed, and for how long. Replies
// are classified by their first digit (RFC 5321 section 4.2.1).
import type { SMTPError } from 'nodemailer/lib/smtp-connection';
import { limits } from '../../limits.ts';

export interface SmtpFault {
  /**
   * connection: the server could not be reached, violated the protocol, or rejected every client. login: it rejected
   * the credentials. deferred: a temporary failure. refused: a permanent failure. unknown: the whole mail was sent, and
   * no valid reply was received.
   */
  kind: 'connection' | 'login' | 'deferred' | 'refused' | 'unknown';
  code: string;
  message: string;
  /** If the server accepted none of the recipients: its reply for each. */
  rejected?: Rejection[];
}

/** A recipient that the server rejected: permanently (5xx) or temporarily. */
export interface Rejection {
  address: string;
  isFinal: boolean;
  /** The reply of the server. */
  reply: string;
}

export function rejectionOf(error: SMTPError): Rejection {
  const { recipient = '', responseCode = 0 } = error;
  return { address: recipient, isFinal: responseCode >= 500 && responseCode < 600, reply: replyText(error) };
}

/** Thrown by an exchange. */
export class SmtpProblem extends Error {
  readonly fault: SmtpFault;

  constructor(fault: SmtpFault, cause?: unknown) {
    super(fault.message, { cause });
    this.fault = fault;
  }
}

const MAIL_STEPS = ['MAIL FROM', 'RCPT TO', 'DATA'];
const LOGIN_CODES = [530, 534, 535, 538]; // RFC 4954 section 6
/** The codes of nodemailer, of Node, and of OpenSSL for certificates. */
const TLS_CODES =
  /^(ETLS|EPROTO|ERR_(SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/;

/** `ended`: the last byte of the mail may have been sent. */
export function faultOf(error: SMTPError, ended: boolean): SmtpFault {
  const rejected = error.rejectedErrors?.map(rejectionOf);
  return { ...meaningOf(error, ended), ...(rejected?.length && { rejected }) };
}

function meaningOf(error: SMTPError, ended: boolean): SmtpFault {
  const { code, command = '', responseCode = 0 } = error;
  const message = replyText(error);
  const answered = code === 'EMESSAGE' && command === 'DATA' && responseCode >= 400 && responseCode < 600;
  if (ended && !answered) return { kind: 'unknown', code: 'OUTCOME_UNKNOWN', message };
  if (LOGIN_CODES.includes(responseCode)) return { kind: 'login', code: 'AUTH_FAILED', message };
  if (code === 'EAUTH' && (responseCode === 0 ? command === 'API' : responseCode >= 500))
    return { kind: 'login', code: 'AUTH_FAILED', message };
  if (MAIL_STEPS.includes(command) && responseCode >= 500)
    return { kind: 'refused', code: refusalCode(command, responseCode), message: refusedText(error) ?? message };
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return { kind: 'refused', code: 'TOO_LARGE', message };
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', code: 'BAD_ADDRESS', message };
  if (responseCode >= 400 && (MAIL_STEPS.includes(command) || responseCode < 500))
    return { kind: MAIL_STEPS.includes(command) ? 'deferred' : 'connection', code: 'DEFERRED', message };
  return { kind: 'connection', code: connectionCode(error), message };
}

/** The refused recipients, each with the reply of the server. */
function refusedText({ rejectedErrors }: SMTPError): string | undefined {
  const replies = rejectedErrors?.map((one) => `${one.recipient}: ${replyText(one)}`);
  return replies?.length ? oneLine(replies.join('; ')) : undefined;
}

/** The reply of the server, or else the error: one line of limited length. */
function replyText(error: SMTPError): string {
  return oneLine(error.response || error.message || String(error));
}

export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > limits.mailWords ? `${line.slice(0, limits.mailWords)}…` : line;
}

function refusalCode(command: string, responseCode: number): string {
  if (command === 'RCPT TO') return 'RECIPIENTS_REFUSED';
  return responseCode === 552 ? 'TOO_LARGE' : 'REFUSED';
}

function connectionCode({ code, originalCode }: SMTPError & { originalCode?: string }): string {
  if ([code, originalCode].some((one) => one && TLS_CODES.test(one))) return 'TLS_FAILED';
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return 'TIMEOUT';
  if (code === 'EPROTOCOL' || code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'EAUTH') return 'PROTOCOL_ERROR';
  return 'CONNECTION_FAILED';
}
