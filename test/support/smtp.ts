// A real SMTP server in this process, on a free port of 127.0.0.1. It lets in one user, and keeps every message as the
// bytes that came.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { authority, type Certificate, hereCertificate } from './certificates.ts';

export interface Letter {
  from: string;
  to: string[];
  /** What came between DATA and the last dot, with the dots taken off. */
  bytes: Buffer;
}

export interface TestSmtp {
  port: number;
  /** The `smtp` of an account that fits it. */
  account: { host: string; port: number; security: string; user: string; password: string; tls_ca?: string };
  letters: Letter[];
  /** How many clients have logged in. */
  logins: () => number;
  /** Resolves when this many letters are there. */
  until(count: number): Promise<Letter[]>;
  /** From now on this is the password. */
  setPassword(password: string): void;
  end(): Promise<void>;
}

export interface SmtpSettings {
  security?: 'tls' | 'starttls' | 'none';
  certificate?: Certificate;
  user?: string;
  password?: string;
  port?: number;
  /** What smtp-server takes, for the rest. */
  options?: SMTPServerOptions;
}

export async function startSmtp(settings: SmtpSettings = {}): Promise<TestSmtp> {
  const { security = 'tls', certificate = hereCertificate, user = 'ann', port = 0, options = {} } = settings;
  let password = settings.password ?? 'correct horse';
  let logins = 0;
  const letters: Letter[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    secure: security === 'tls',
    ...certificate,
    logger: false,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    closeTimeout: 10,
    onAuth(auth, _session, callback) {
      if (auth.username !== user || auth.password !== password)
        return callback(Object.assign(new Error('5.7.8 Authentication credentials invalid'), { responseCode: 535 }));
      logins++;
      callback(null, { user });
    },
    onData(stream, session, callback) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        letters.push({ from: mailFrom ? mailFrom.address : '', to, bytes: Buffer.concat(pieces) });
        callback(null, '2.0.0 taken');
        for (const check of waiting) check();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // a client that disconnects does not fail a test
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const at = (server.server.address() as AddressInfo).port;
  return {
    port: at,
    account: {
      host: '127.0.0.1',
      port: at,
      security,
      user,
      password,
      ...(security !== 'none' && { tls_ca: authority }),
    },
    letters,
    logins: () => logins,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (letters.length < count) return;
          waiting.delete(check);
          resolve(letters);
        };
        waiting.add(check);
        check();
      }),
    setPassword(given) {
      password = given;
    },
    end: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
