// Explains a failed connection to a mail server: what happened, and what the user can do about it. Nothing that was sent
// to the server is repeated, and its reply is cut to one line.
import { limits } from '../../limits.ts';
import type { MailServer } from '../../values/mail-server.ts';
import { type Endpoint, REFUSED_ADDRESS, REFUSED_NAME, TOO_LATE } from './hosts.ts';
import type { Redact } from './redaction.ts';

/** The outcome of a connection test. */
export interface Outcome {
  ok: boolean;
  /** The reply of the server, or what happened instead. */
  message: string;
  hint: string | null;
  /** Whether the server rejected the user or the password, so that an early retry is useless. */
  refused: boolean;
}

export type Protocol = 'SMTP' | 'IMAP' | 'HTTPS';

/** An error of the network, of TLS, of nodemailer or of ImapFlow. */
interface Failure {
  code?: string;
  /** The first code, where nodemailer has replaced it by its own. */
  originalCode?: string;
  /** Which timeout of nodemailer it was: all of them have the code ETIMEDOUT. */
  timeoutType?: string;
  message?: string;
  /** OpenSSL's reason. */
  reason?: string;
  /** The reply of an SMTP server, and its code. */
  response?: string;
  responseCode?: number;
  command?: string;
  /** The response of an IMAP server. */
  responseText?: string;
  serverResponseCode?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
}

export function success(protocol: Protocol, { user, security }: Pick<MailServer, 'user' | 'security'>): Outcome {
  const how = user === null ? 'answered' : 'accepted the login';
  const transport = security === 'none' ? '' : ' over TLS';
  return { ok: true, message: `The ${protocol} server ${how}${transport}.`, hint: null, refused: false };
}

/** The outcome for an error. A password in the text of the server is redacted. */
export function failure(protocol: Protocol, server: Endpoint, error: unknown, redact: Redact): Outcome {
  const problem = withoutSecrets((error ?? {}) as Failure, redact);
  const isSilent = problem.timeoutType === 'GREETING_TIMEOUT';
  const code = isSilent ? 'GREETING_TIMEOUT' : (problem.originalCode ?? problem.code ?? '');
  const at = `${server.host}:${server.port}`;
  const found =
    timeoutProblem(code, at) ??
    addressProblem(code, problem, server) ??
    loginProblem(problem) ??
    certificateProblem(code, server) ??
    tlsProblem(code, problem, protocol, server) ??
    greetingProblem(code, problem, protocol, server) ??
    other(problem, at);
  return { ok: false, refused: false, ...found, message: oneLine(found.message) };
}

// Only texts that may come from the server: our own never contain a password.
function withoutSecrets(problem: Failure, redact: Redact): Failure {
  const { code, originalCode, timeoutType, responseCode, command } = problem;
  const { serverResponseCode, authenticationFailed, tlsFailed } = problem;
  const hide = (text: string | undefined) => (typeof text === 'string' ? redact(text) : undefined);
  const words = {
    message: hide(problem.message),
    reason: hide(problem.reason),
    response: hide(problem.response),
    responseText: hide(problem.responseText),
  };
  return {
    code,
    originalCode,
    timeoutType,
    responseCode,
    command,
    serverResponseCode,
    authenticationFailed,
    tlsFailed,
    ...words,
  } as Failure;
}

type Found = Partial<Outcome> & Pick<Outcome, 'message' | 'hint'>;

const CANNOT_CONNECT: Record<string, [message: string, hint: string]> = {
  EAI_AGAIN: [
    'cannot be resolved at the moment',
    'Check the network of this machine; the lookup is retried automatically.',
  ],
  ECONNREFUSED: ['refused the connection: nothing listens there', 'Check the port.'],
  EHOSTUNREACH: ['cannot be reached', 'Check the host, and the network of this machine.'],
  ENETUNREACH: ['cannot be reached', 'Check the host, and the network of this machine.'],
  ETIMEDOUT: ['does not answer', 'Check the host and the port; a firewall may be in between.'],
  CONNECT_TIMEOUT: ['does not answer', 'Check the host and the port; a firewall may be in between.'],
  ECONNRESET: ['closed the connection', 'Check the port and security: this may be the port of another service.'],
};

function addressProblem(code: string, { message, command }: Failure, server: Endpoint): Found | undefined {
  if (code === REFUSED_ADDRESS) return { message: `${message}.`, hint: PUBLIC_ONLY };
  if (code === REFUSED_NAME) return { message: `${message}.`, hint: `Check the spelling of the host. ${PUBLIC_ONLY}` };
  const [what, advice] = CANNOT_CONNECT[code] ?? [];
  // A failure after the connection was opened has the command that failed.
  if (!what || (command !== undefined && command !== 'CONN')) return undefined;
  const place = code === 'EAI_AGAIN' ? server.host : `${server.host}:${server.port}`;
  const ports = code === 'ECONNREFUSED' ? ` ${USUAL_PORTS}` : '';
  return { message: `${place} ${what}.`, hint: `${advice}${ports}` };
}

const PUBLIC_ONLY =
  'Daybook connects to public addresses only. If this server is yours, give --allow-hosts and its address to the service, and to the command that adds the account.';
const USUAL_PORTS = 'Usual are 465 (tls) and 587 (starttls) for SMTP, 993 (tls) and 143 (starttls) for IMAP.';

function loginProblem(problem: Failure): Found | undefined {
  const { code, responseCode = 0, response, authenticationFailed, serverResponseCode, responseText } = problem;
  if (code !== 'EAUTH' && !authenticationFailed) return undefined;
  const words = authenticationFailed ? (responseText ?? response) : (response ?? problem.message);
  const message = `The server did not accept the login: ${words || 'it gave no reason'}`;
  if (responseCode === 538 || responseCode === 530 || serverResponseCode === 'PRIVACYREQUIRED')
    return { message, hint: 'The server requires TLS before a login: use security tls or starttls.' };
  if (responseCode >= 500 && responseCode < 530 && responseCode !== 525)
    return {
      message,
      hint: 'This server does not offer logins on this port. Check the port; or leave out user and password.',
    };
  const away =
    (responseCode >= 400 && responseCode < 500) || /^(UNAVAILABLE|INUSE|LIMIT)$/.test(serverResponseCode ?? '');
  if (away)
    return { message, hint: 'The server cannot check logins at the moment; the login is retried automatically.' };
  return {
    message,
    hint: 'Check the user and the password. Some providers require an app password, and the whole address as the user.',
    refused: true,
  };
}

function certificateProblem(code: string, { host }: Endpoint): Found | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      message: `The certificate of the server is not for ${host}.`,
      hint: 'Use the host name that is in its certificate.',
    };
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return {
      message: 'The certificate of the server is not valid at this time.',
      hint: 'The operator of the server must renew it; check the clock of this machine too.',
    };
  if (!/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|CERT_SIGNATURE|INVALID_CA|CERT_CHAIN/.test(code)) return undefined;
  return {
    message: 'The certificate of the server was not issued by a trusted authority.',
    hint: 'If the server uses its own authority, give the certificate of that authority as tls_ca.',
  };
}

function tlsProblem(code: string, problem: Failure, protocol: Protocol, server: Endpoint): Found | undefined {
  const { reason, response, responseCode, command, tlsFailed } = problem;
  const direct = protocol === 'SMTP' ? 465 : 993;
  const upgraded = protocol === 'SMTP' ? 587 : 143;
  // A server without EHLO does not have STARTTLS either; ImapFlow sets no code where STARTTLS is missing.
  const noExtensions = command === 'EHLO' && server.security === 'starttls' && responseCode !== 421;
  if (command === 'STARTTLS' || noExtensions || (tlsFailed && code === '' && reason === undefined))
    return {
      message: `The server does not offer STARTTLS${response ? `: ${response}` : '.'}`,
      hint: `Use security tls (usually port ${direct}). For a server on your own machine that has neither, use security none.`,
    };
  if (!tlsFailed && !/^(ERR_SSL_|EPROTO$|ERR_TLS)/.test(code) && reason === undefined) return undefined;
  if (
    server.security === 'tls' &&
    /wrong.version.number|packet.length|http.request|unexpected.message/i.test(`${code} ${reason}`)
  )
    return {
      message: `${server.host}:${server.port} does not speak TLS from the start.`,
      hint: `Use security starttls (usually port ${upgraded}), or the port for TLS (usually ${direct}); none for a server on your own machine that has neither.`,
    };
  return { message: `TLS with the server failed${reason ? `: ${reason}` : ''}.`, hint: 'Check the port and security.' };
}

function greetingProblem(code: string, problem: Failure, protocol: Protocol, server: Endpoint): Found | undefined {
  const { response } = problem;
  const other =
    protocol === 'SMTP'
      ? 'Check the port: this may be the port of IMAP or of another service.'
      : 'Check the port: this may be the port of SMTP or of another service.';
  if (code === 'EPROTOCOL')
    return { message: `This is not an ${protocol} server; it answered: ${response ?? 'something else'}`, hint: other };
  const silent = code === 'GREETING_TIMEOUT';
  const closed = /^(ECONNECTION|ClosedAfterConnect|NoConnection|EConnectionClosed)/.test(code);
  if (closed && response) return { message: `The server closed the connection: ${response}`, hint: null };
  if (!silent && !closed) return undefined;
  const what = silent
    ? `did not send the greeting of an ${protocol} server`
    : 'closed the connection without an answer';
  const tls = server.security === 'tls' ? '' : ' It may also require TLS from the start: then use security tls.';
  return { message: `${server.host}:${server.port} ${what}.`, hint: `${other}${tls}` };
}

function timeoutProblem(code: string, at: string): Found | undefined {
  if (code !== TOO_LATE) return undefined;
  return {
    message: `${at} took too long to answer.`,
    hint: 'Check the port and security; the connection is retried automatically.',
  };
}

function other({ message, response, responseText }: Failure, at: string): Found {
  return { message: `${at} failed: ${responseText ?? response ?? message ?? 'for an unknown reason'}`, hint: null };
}

function oneLine(message: string): string {
  return message
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, limits.mailWords);
}

/** Message and hint as sentences. Replies of servers seldom end with a full stop. */
export function sentences({ message, hint }: Pick<Outcome, 'message' | 'hint'>): string {
  return hint === null ? message : `${message.replace(/[.!?]?$/, (end) => end || '.')} ${hint}`;
}
