// Logs in to an SMTP server and says what became of it, until a signal ends it.
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { limits } from '../limits.ts';
import type { Server } from '../resources/account.ts';
import { failure, type Outcome, success } from './hints.ts';
import { type AddressCheck, connectSocket, type Endpoint, tlsOptions } from './hosts.ts';
import { redactorOf } from './redaction.ts';

/** The options that make nodemailer go by the security of a server, on a socket that is connected already. */
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
  server: Server,
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

async function login(server: Server, password: string | null, check: AddressCheck, signal: AbortSignal): Promise<void> {
  // A server may go on saying little things for ever; the signal does not listen.
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
