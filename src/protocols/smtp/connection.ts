// A connection to an SMTP server that can send several mails. The end of a message is sent only after `beforeEnd` has
// returned, so until then the server cannot have accepted the mail.
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPError } from 'nodemailer/lib/smtp-connection';
import { limits } from '../../limits.ts';
import type { MailServer } from '../../values/mail-server.ts';
import { failure } from '../net/hints.ts';
import { type Redact, redactorOf } from '../net/redaction.ts';
import { faultOf, oneLine, type Rejection, rejectionOf, SmtpProblem } from './faults.ts';
import { smtpOptions } from './login.ts';

interface SmtpLogin {
  server: MailServer;
  password: string | null;
  /** A connected socket, within TLS if `security` is tls. */
  connect(): Promise<Socket>;
  /** Milliseconds without any data from the server. */
  timeout: number;
}

interface Exchange {
  from: string;
  to: string[];
  /** The approximate size of the message, for the SIZE extension (RFC 1870). */
  size: number;
  message: Readable;
  /** Awaited before the end of the message is sent; if it throws, the end is never sent. */
  beforeEnd(): Promise<void>;
  /** Aborts the exchange as if the connection had broken. */
  signal: AbortSignal;
}

/** The recipients for which the server accepted the mail, and those for which it did not. */
export interface Taken {
  accepted: string[];
  rejected: Rejection[];
}

export interface SmtpConnection {
  /** Throws SmtpProblem, or what beforeEnd or the message threw; the connection cannot be used afterwards. */
  send(exchange: Exchange): Promise<Taken>;
  /** Whether the server still answers. */
  isAlive(): Promise<boolean>;
  /** Sends QUIT and closes the connection. */
  end(): Promise<void>;
  /** Closes the connection immediately. */
  drop(): void;
}

/** Connects, reads the greeting, upgrades to TLS if the account says so, and logs in. */
export async function openConnection(login: SmtpLogin, signal: AbortSignal): Promise<SmtpConnection> {
  let socket: Socket | undefined;
  try {
    socket = await unless(signal, login.connect(), (late) => late.destroy());
    return await greet(socket, login, signal);
  } catch (error) {
    socket?.destroy();
    signal.throwIfAborted();
    throw new SmtpProblem({ ...faultOf(error as SMTPError, false), message: adviceOn(login, error) }, error);
  }
}

async function greet(socket: Socket, { server, password, timeout }: SmtpLogin, signal: AbortSignal) {
  const { user } = server;
  const connection = new SMTPConnection({
    ...smtpOptions(server),
    connection: socket,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    maxResponseSize: limits.smtpReplyBytes,
  });
  const step = stepper(connection, socket, signal);
  await step<void>((done) => connection.connect((error) => done(error ?? null)));
  if (user !== null) await step((done) => connection.login({ user, pass: password ?? '' }, done));
  return wrap(connection, socket, redactorOf(user, password));
}

function wrap(connection: SMTPConnection, socket: Socket, redact: Redact): SmtpConnection {
  const hide = (rejection: Rejection) => ({ ...rejection, reply: redact(rejection.reply) });
  const drop = () => {
    connection.close();
    socket.destroy();
  };
  return {
    async send({ from, to, size, message, beforeEnd, signal }) {
      let ended = false;
      let broken: Error | undefined; // thrown by the message or beforeEnd
      // Read only after the server has answered DATA, so beforeEnd is not called earlier.
      async function* gated() {
        try {
          yield* message as AsyncIterable<Buffer>;
          await beforeEnd();
          ended = true;
        } catch (error) {
          broken = error as Error;
          throw error;
        }
      }
      const gate = Readable.from(gated(), { objectMode: false });
      try {
        const step = stepper(connection, socket, signal);
        const info = await step<SMTPConnection.SentMessageInfo>((done) =>
          connection.send({ from, to, size }, gate, done),
        );
        // A reply that comes before the end of the message is not the reply to it.
        if (!ended || !/^2\d\d/.test(info.response)) throw odd(info.response);
        return {
          accepted: info.accepted.map(String),
          rejected: (info.rejectedErrors ?? []).map(rejectionOf).map(hide),
        };
      } catch (error) {
        drop();
        message.destroy();
        if (!ended) signal.throwIfAborted();
        if (broken && !ended) throw broken;
        const { rejected, ...fault } = faultOf(error as SMTPError, ended);
        const hidden = { ...fault, message: redact(fault.message), ...(rejected && { rejected: rejected.map(hide) }) };
        throw new SmtpProblem(hidden, error);
      }
    },
    async isAlive() {
      if (connection.destroyed || socket.destroyed) return false;
      try {
        const step = stepper(connection, socket, AbortSignal.timeout(limits.smtpProbe));
        await step((done) => connection.reset(done));
        return true;
      } catch {
        drop();
        return false;
      }
    },
    async end() {
      if (connection.destroyed || socket.destroyed) return drop();
      const gone = new Promise<void>((resolve) => connection.once('end', resolve));
      connection.quit();
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, limits.smtpQuit).unref())]);
      drop();
    },
    drop,
  };
}

/** Runs steps of a connection that end with their callback, with an error of the connection, or with the signal. */
function stepper(connection: SMTPConnection, socket: Socket, signal: AbortSignal) {
  return <T>(start: (done: (error: SMTPError | null, result?: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let over = false;
      const finish = (error: unknown, result?: T) => {
        if (over) return;
        over = true;
        connection.off('error', fail).off('end', ended);
        connection.on('error', ignore); // an error between steps makes the next step fail
        signal.removeEventListener('abort', abort);
        if (error) reject(error);
        else resolve(result as T);
      };
      const fail = (error: unknown) => finish(error);
      // The callback may have a more specific error; it is called in the same turn.
      const ended = () => setImmediate(() => finish(lost()));
      const abort = () => {
        socket.destroy();
        finish(signal.reason);
      };
      connection.off('error', ignore).on('error', fail).on('end', ended);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      else start((error, result) => finish(error, result));
    });
}

/** What happened, and what a person can do about it. */
function adviceOn({ server, password }: SmtpLogin, error: unknown): string {
  const { message, hint } = failure('SMTP', server, error, redactorOf(server.user, password));
  return hint === null ? message : `${message} ${hint}`;
}

function ignore(): void {}

function lost(): Error {
  return Object.assign(new Error('The server closed the connection'), { code: 'ECONNECTION' });
}

function odd(response: string): Error {
  return Object.assign(new Error(`The server sent an unexpected reply: ${oneLine(response)}`), {
    code: 'EPROTOCOL',
  });
}

/** The value, unless the signal aborts first; then `late` receives it. */
async function unless<T>(signal: AbortSignal, value: Promise<T>, late: (value: T) => void): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => {
    value.then(late, ignore);
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([value, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
