// A service and the servers it mirrors, with an account of alice.
import { afterAll } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { DOMAIN, type Dovecot } from './dovecot.ts';

const services = new Set<TestService>();

afterAll(async () => {
  const ends = await Promise.allSettled([...services].map((service) => service.end()));
  for (const one of ends) if (one.status === 'rejected') throw one.reason;
});

/** Stops it; its data stays for another that is started on it. */
export async function stopDaybook(service: TestService): Promise<void> {
  services.delete(service);
  await service.stop();
}

/** A service that may connect to the servers of this machine. */
export async function startDaybook(given: Parameters<typeof startTestService>[0] = {}): Promise<TestService> {
  const service = await startTestService({ allowHosts: '127.0.0.0/8,::1', syncPoll: '1', ...given });
  services.add(service);
  return service;
}

interface AccountOptions {
  user?: string;
  /** The port of an SMTP server; without one mail can be fetched but not sent. */
  smtpPort?: number;
  imap?: Record<string, unknown>;
  sync?: Record<string, unknown>;
}

export function accountBody(dovecot: Dovecot, { user = 'alice', smtpPort = 1, imap, sync }: AccountOptions = {}) {
  const server = { host: '127.0.0.1', security: 'none' };
  return {
    name: user,
    address: `${user}@${DOMAIN}`,
    smtp: { ...server, port: smtpPort, ...(smtpPort !== 1 && { user, password: 'secret' }) },
    imap: { ...server, port: dovecot.port, user: `${user}@${DOMAIN}`, password: 'secret', ...imap },
    ...(sync && { sync }),
  };
}

/** Adds the account; returns its id. */
export async function addMailAccount(
  ask: TestService['ask'],
  dovecot: Dovecot,
  options: AccountOptions = {},
): Promise<string> {
  const { status, body, text } = await ask('POST', '/email-accounts', accountBody(dovecot, options));
  if (status !== 201) throw new Error(`the account was not added: ${text}`);
  return (body as { data: { id: string } }).data.id;
}

interface Mail {
  id: string;
  subject: string;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  deleted_at: string | null;
  source: string;
  source_id: string;
  status: string;
  message_id: string;
}

/** The mails with this subject, also in the trash. */
export async function mailsNamed(ask: TestService['ask'], subject: string): Promise<Mail[]> {
  const query = `search=${encodeURIComponent(`"${subject}"`)}&include_deleted=true&limit=500`;
  const { body } = await ask('GET', `/emails?${query}`);
  return (body as { data: Mail[] }).data.filter((mail) => mail.subject === subject);
}

export async function mailNamed(ask: TestService['ask'], subject: string): Promise<Mail> {
  const [mail, ...more] = await mailsNamed(ask, subject);
  if (!mail || more.length > 0) throw new Error(`${more.length + (mail ? 1 : 0)} mails are named ${subject}`);
  return mail;
}
