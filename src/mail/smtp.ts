// One line to an SMTP server, kept for several mails. The end of a message leaves only after the caller has allowed it,
// so that whoever asks before knows that no server can have accepted the mail.
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPError } from 'nodemailer/lib/smtp-connection';
import { limits } from '../limits.ts';
import type { Server } from '../resources/account.ts';
import { failure } from './hints.ts';
import { type Redact, redactorOf } from './redaction.ts';
import { faultOf, oneLine, type Rejection, rejectionOf, SmtpProblem } from './smtp-faults.ts';
import { smtpOptions } from './smtp-login.ts';

interface SmtpLogin {
  server: Server;
  password: string | null;
  /** A connected socket, within TLS where `security` is tls. */
  connect(): Promise<Socket>;
  /** Milliseconds without a sign of life. */
  timeout: number;
}

interface Exchange {
  from: string;
  to: string[];
  /** About how many bytes the message has, for servers that want to know. */
  size: number;
  message: Readable;
  /** Awaited before the end of the message leaves; when it throws, the end never leaves. */
  beforeEnd(): Promise<void>;
  /** Ends the exchange as if the line had broken. */
  signal: AbortSignal;
}

/** What came of a mail that the server took: for whom, and for whom not. */
export interface Taken {
  accepted: string[];
  rejected: Rejection[];
}

export interface SmtpLine {
  /** Throws SmtpProblem, or what beforeEnd or the message threw; the line is then of no more use. */
  send(exchange: Exchange): Promise<Taken>;
  /** Whether the server still answers. */
  isAlive(): Promise<boolean>;
  /** Takes leave of the server. */
  end(): Promise<void>;
  /** Cuts the line. */
  drop(): void;
}

/** Connects, greets, secures the line as the account says, and logs in. */
export async function openLine(login: SmtpLogin, signal: AbortSignal): Promise<SmtpLine> {
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
  return lineOf(connection, socket, redactorOf(user, password));
}

function lineOf(connection: SMTPConnection, socket: Socket, redact: Redact): SmtpLine {
  const hide = (rejection: Rejection) => ({ ...rejection, reply: redact(rejection.reply) });
  const drop = () => {
    connection.close();
    socket.destroy();
  };
  return {
    async send({ from, to, size, message, beforeEnd, signal }) {
      let ended = false;
      let broken: Error | undefined; // what the message or beforeEnd threw
      // Read only once the server has asked for the message, so that nothing is allowed before.
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
        // An answer that comes before the end of the message is not the answer to it.
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
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, limits.smtpFarewell).unref())]);
      drop();
    },
    drop,
  };
}

/** Runs steps of a connection that end by their callback, by an error of the line, or by the signal. */
function stepper(connection: SMTPConnection, socket: Socket, signal: AbortSignal) {
  return <T>(start: (done: (error: SMTPError | null, result?: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let over = false;
      const finish = (error: unknown, result?: T) => {
        if (over) return;
        over = true;
        connection.off('error', fail).off('end', ended);
        connection.on('error', ignore); // one that comes between steps is found by the next
        signal.removeEventListener('abort', abort);
        if (error) reject(error);
        else resolve(result as T);
      };
      const fail = (error: unknown) => finish(error);
      // The callback may have better words; it comes in the same turn.
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
  return Object.assign(new Error(`The server gave an answer that makes no sense here: ${oneLine(response)}`), {
    code: 'EPROTOCOL',
  });
}

/** The value, unless the signal comes first; then `late` gets it. */
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
