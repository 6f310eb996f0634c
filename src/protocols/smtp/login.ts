// Logs in to an SMTP server to test the connection, until a signal aborts it.
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { limits } from '../../limits.ts';
import type { MailServer } from '../../values/mail-server.ts';
import { failure, type Outcome, success } from '../net/hints.ts';
import { type AddressCheck, connectSocket, type Endpoint, tlsOptions } from '../net/hosts.ts';
import { redactorOf } from '../net/redaction.ts';

/** The nodemailer options for the security of a server, on a socket that is already connected. */
export function smtpOptions(server: Endpoint): SMTPConnectionOptions {
  const direct = server.security === 'tls';
  return {
    host: server.host,
    port: server.port,
    secure: direct,
    secured: direct, // the socket speaks TLS already
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    tls: tlsOptions(server),
    greetingTimeout: limits.mailGreeting,
    logger: false,
  };
}

export async function tryLoginSmtp(
  server: MailServer,
  password: string | null,
  check: AddressCheck,
  signal: AbortSignal = AbortSignal.timeout(limits.mailTest),
): Promise<Outcome> {
  try {
    await login(server, password, check, signal);
    return success('SMTP', server);
  } catch (error) {
    return failure('SMTP', server, error, redactorOf(server.user, password));
  }
}

async function login(
  server: MailServer,
  password: string | null,
  check: AddressCheck,
  signal: AbortSignal,
): Promise<void> {
  // A server that keeps sending data would never time out; the signal bounds the whole login.
  const connection = await connectSocket(server, check, limits.mailConnect, signal);
  const client = new SMTPConnection({ ...smtpOptions(server), connection });
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.connect((error) => (error ? reject(error) : resolve()));
    });
    if (server.user !== null) await authenticate(client, server.user, password ?? '');
    client.quit();
  } finally {
    client.close();
    connection.destroy();
  }
}

function authenticate(client: SMTPConnection, user: string, pass: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.login({ user, pass }, (error) => (error ? reject(error) : resolve()));
  });
}
