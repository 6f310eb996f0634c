// What went wrong with a mail server, in plain words, and what a person could do about it. Nothing that was sent to
// the server is repeated, and of its answer no more than a line.
import { limits } from '../limits.ts';
import type { Server } from '../resources/account.ts';
import { type Endpoint, REFUSED_ADDRESS, REFUSED_NAME, TOO_LATE } from './hosts.ts';
import type { Redact } from './redaction.ts';

/** What became of a try to log in. */
export interface Outcome {
  ok: boolean;
  /** The server's own words, or what happened instead. */
  message: string;
  hint: string | null;
  /** Whether the server has refused the user or the password, so that trying again soon is of no use. */
  refused: boolean;
}

export type Protocol = 'SMTP' | 'IMAP' | 'HTTPS';

/** An error of the network, of TLS, of nodemailer or of ImapFlow. */
interface Failure {
  code?: string;
  /** Where nodemailer has put its own code in the place of the first. */
  originalCode?: string;
  message?: string;
  /** OpenSSL's reason. */
  reason?: string;
  /** What an SMTP server answered, and its number. */
  response?: string;
  responseCode?: number;
  command?: string;
  /** What an IMAP server answered. */
  responseText?: string;
  serverResponseCode?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
}

export function success(protocol: Protocol, { user, security }: Pick<Server, 'user' | 'security'>): Outcome {
  const how = user === null ? 'answers' : 'has let us in';
  const line = security === 'none' ? '' : ' over TLS';
  return { ok: true, message: `The ${protocol} server ${how}${line}.`, hint: null, refused: false };
}

/** The outcome that an error stands for; the words of the server in it are without the password. */
export function failure(protocol: Protocol, server: Endpoint, error: unknown, redact: Redact): Outcome {
  const problem = withoutSecrets((error ?? {}) as Failure, redact);
  const code = problem.originalCode ?? problem.code ?? '';
  const at = `${server.host}:${server.port}`;
  const found =
    lateness(code, at) ??
    addressProblem(code, problem, server) ??
    loginProblem(problem) ??
    certificateProblem(code, server) ??
    tlsProblem(code, problem, protocol, server) ??
    greetingProblem(code, problem, protocol, server) ??
    other(problem, at);
  return { ok: false, refused: false, ...found, message: oneLine(found.message) };
}

// Only in what may come from the server: our own words never have a password in them.
function withoutSecrets(problem: Failure, redact: Redact): Failure {
  const { code, originalCode, responseCode, command, serverResponseCode, authenticationFailed, tlsFailed } = problem;
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
  EAI_AGAIN: ['cannot be looked up just now', 'Check the network of this machine; it is tried again by itself.'],
  ECONNREFUSED: ['refuses the connection: nothing listens there', 'Check the port.'],
  EHOSTUNREACH: ['cannot be reached', 'Check the host, and the network of this machine.'],
  ENETUNREACH: ['cannot be reached', 'Check the host, and the network of this machine.'],
  ETIMEDOUT: ['does not answer', 'Check the host and the port; a firewall may be in between.'],
  CONNECT_TIMEOUT: ['does not answer', 'Check the host and the port; a firewall may be in between.'],
  ECONNRESET: ['has cut the connection', 'Check the port and security: this may be the port of another service.'],
};

function addressProblem(code: string, { message, command }: Failure, server: Endpoint): Found | undefined {
  if (code === REFUSED_ADDRESS) return { message: `${message}.`, hint: PUBLIC_ONLY };
  if (code === REFUSED_NAME) return { message: `${message}.`, hint: `Check the spelling of the host. ${PUBLIC_ONLY}` };
  const [what, advice] = CANNOT_CONNECT[code] ?? [];
  // A timeout after the connection is told by what was waited for.
  if (!what || /greeting/i.test(message ?? '') || (command !== undefined && command !== 'CONN')) return undefined;
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
    return { message, hint: 'The server wants TLS before it takes a password: use security tls or starttls.' };
  if (responseCode >= 500 && responseCode < 530 && responseCode !== 525)
    return { message, hint: 'This server takes no logins here. Check the port; or leave out user and password.' };
  const away =
    (responseCode >= 400 && responseCode < 500) || /^(UNAVAILABLE|INUSE|LIMIT)$/.test(serverResponseCode ?? '');
  if (away) return { message, hint: 'The server cannot check logins just now; it is tried again by itself.' };
  return {
    message,
    hint: 'Check the user and the password. Some providers want a password made for programs, and the whole address as the user.',
    refused: true,
  };
}

function certificateProblem(code: string, { host }: Endpoint): Found | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      message: `The certificate of the server is not for ${host}.`,
      hint: 'Use the name of the server that stands in its certificate.',
    };
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return {
      message: 'The certificate of the server is not valid at this time.',
      hint: 'Whoever runs the server must renew it; check the clock of this machine too.',
    };
  if (!/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|CERT_SIGNATURE|INVALID_CA|CERT_CHAIN/.test(code)) return undefined;
  return {
    message: 'The certificate of the server is not from an authority that is trusted here.',
    hint: 'If the server has an authority of its own, give its certificate as tls_ca.',
  };
}

function tlsProblem(code: string, problem: Failure, protocol: Protocol, server: Endpoint): Found | undefined {
  const { message = '', reason, response, command, tlsFailed } = problem;
  const direct = protocol === 'SMTP' ? 465 : 993;
  const upgraded = protocol === 'SMTP' ? 587 : 143;
  if (command === 'STARTTLS' || /does not support (required )?STARTTLS/.test(message))
    return {
      message: `The server does not offer STARTTLS${response ? `: ${response}` : '.'}`,
      hint: `Use security tls (usually port ${direct}). A server on your own machine that has neither is spoken to with security none.`,
    };
  if (!tlsFailed && !/^(ERR_SSL_|EPROTO$|ERR_TLS)/.test(code) && reason === undefined) return undefined;
  if (
    server.security === 'tls' &&
    /wrong version number|packet length|http request|unexpected message/.test(`${reason} ${message}`)
  )
    return {
      message: `${server.host}:${server.port} does not speak TLS from the start.`,
      hint: `Use security starttls (usually port ${upgraded}), or the port for TLS (usually ${direct}); none for a server on your own machine that has neither.`,
    };
  return { message: `TLS with the server failed${reason ? `: ${reason}` : ''}.`, hint: 'Check the port and security.' };
}

function greetingProblem(code: string, problem: Failure, protocol: Protocol, server: Endpoint): Found | undefined {
  const { message = '', response } = problem;
  const other =
    protocol === 'SMTP'
      ? 'Check the port: this may be the port of IMAP or of another service.'
      : 'Check the port: this may be the port of SMTP or of another service.';
  if (code === 'EPROTOCOL')
    return { message: `This is no ${protocol} server; it says: ${response ?? 'something else'}`, hint: other };
  const silent = code === 'GREETING_TIMEOUT' || /greeting/i.test(message);
  const closed = /^(ECONNECTION|ClosedAfterConnect|NoConnection|EConnectionClosed)/.test(code);
  if (closed && response) return { message: `The server has ended the connection: ${response}`, hint: null };
  if (!silent && !closed) return undefined;
  const what = silent ? `did not greet us as ${protocol} servers do` : 'has closed the connection without a word';
  const tls = server.security === 'tls' ? '' : ' It may also want TLS from the start: then use security tls.';
  return { message: `${server.host}:${server.port} ${what}.`, hint: `${other}${tls}` };
}

function lateness(code: string, at: string): Found | undefined {
  if (code !== TOO_LATE) return undefined;
  return {
    message: `${at} took too long to answer.`,
    hint: 'Check the port and security; it is tried again by itself.',
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

/** What a server said and what can be done about it. Its own words seldom end with a full stop. */
export function sentences({ message, hint }: Pick<Outcome, 'message' | 'hint'>): string {
  return hint === null ? message : `${message.replace(/[.!?]?$/, (end) => end || '.')} ${hint}`;
}
