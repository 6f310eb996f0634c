// What a failed SMTP exchange means: whether it is the mail, the line or the login that the server or the network has
// turned down, and in which words. Replies are told apart by their first digit (RFC 5321 section 4.2.1).
import type { SMTPError } from 'nodemailer/lib/smtp-connection';
import { limits } from '../limits.ts';

export interface SmtpFault {
  /**
   * line: the server could not be reached or did not keep to the protocol, or turned everybody away. login: it does not
   * let this account in. deferred: not now. refused: never. unknown: the whole mail was sent and no answer understood.
   */
  kind: 'line' | 'login' | 'deferred' | 'refused' | 'unknown';
  code: string;
  message: string;
  /** Where the server has taken none of the recipients: what it said of each. */
  rejected?: Rejection[];
}

/** A recipient whom a server does not take: never (5xx), or not now. */
export interface Rejection {
  address: string;
  isFinal: boolean;
  /** The server's own words. */
  reply: string;
}

export function rejectionOf(error: SMTPError): Rejection {
  const { recipient = '', responseCode = 0 } = error;
  return { address: recipient, isFinal: responseCode >= 500 && responseCode < 600, reply: wordsOf(error) };
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
const TLS_CODES = /^(EPROTO|ETLS|ERR_(SSL|TLS)_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

/** `ended` says that the last byte of the mail may have left. */
export function faultOf(error: SMTPError, ended: boolean): SmtpFault {
  const rejected = error.rejectedErrors?.map(rejectionOf);
  return { ...meaningOf(error, ended), ...(rejected?.length && { rejected }) };
}

function meaningOf(error: SMTPError, ended: boolean): SmtpFault {
  const { code, command = '', responseCode = 0 } = error;
  const message = wordsOf(error);
  const answered = code === 'EMESSAGE' && command === 'DATA' && responseCode >= 400 && responseCode < 600;
  if (ended && !answered) return { kind: 'unknown', code: 'OUTCOME_UNKNOWN', message };
  if (LOGIN_CODES.includes(responseCode)) return { kind: 'login', code: 'AUTH_FAILED', message };
  if (code === 'EAUTH' && (responseCode === 0 ? command === 'API' : responseCode >= 500))
    return { kind: 'login', code: 'AUTH_FAILED', message };
  if (MAIL_STEPS.includes(command) && responseCode >= 500)
    return { kind: 'refused', code: refusalCode(command, responseCode), message: refusedWords(error) ?? message };
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return { kind: 'refused', code: 'TOO_LARGE', message };
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', code: 'BAD_ADDRESS', message };
  if (responseCode >= 400 && (MAIL_STEPS.includes(command) || responseCode < 500))
    return { kind: MAIL_STEPS.includes(command) ? 'deferred' : 'line', code: 'DEFERRED', message };
  return { kind: 'line', code: lineCode(error), message };
}

/** Who was refused, each with the server's words. */
function refusedWords({ rejectedErrors }: SMTPError): string | undefined {
  const told = rejectedErrors?.map((one) => `${one.recipient}: ${wordsOf(one)}`);
  return told?.length ? oneLine(told.join('; ')) : undefined;
}

/** What a server said, or what happened instead: one line, not too long. */
function wordsOf(error: SMTPError): string {
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

function lineCode({ code, originalCode, message }: SMTPError & { originalCode?: string }): string {
  if ([code, originalCode].some((one) => one && TLS_CODES.test(one)) || /\b(TLS|SSL)\b/i.test(message))
    return 'TLS_FAILED';
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return 'TIMEOUT';
  if (code === 'EPROTOCOL' || code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'EAUTH') return 'PROTOCOL_ERROR';
  return 'CONNECTION_FAILED';
}
