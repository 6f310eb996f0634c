// For a test file of account scenarios: the servers that its accounts are at, started when this file is loaded.
import { afterAll } from 'vitest';
import { startTrap } from './account-scenarios.ts';
import { authority } from './certificates.ts';
import { startImap } from './imap-script.ts';
import { startSmtp } from './smtp.ts';

export async function startAccountServers() {
  const smtp = await startSmtp();
  const open = await startSmtp({ security: 'none' });
  const imap = await startImap({ list: ['* LIST (\\HasNoChildren) "/" "INBOX"'], messages: { INBOX: 4 } });
  const closed = await startSmtp();
  await closed.end();
  const trap = await startTrap();
  afterAll(() => Promise.all([smtp.end(), open.end(), imap.end(), trap.end()]));
  const imapServer = { host: '127.0.0.1', port: imap.port, user: 'ann', password: 'correct horse', tls_ca: authority };
  return {
    smtp,
    /** Without TLS. */
    open,
    imap,
    /** Nothing listens at its port. */
    closed,
    /** A server that must not be connected to. */
    trap,
    imapServer,
    /** Without the sync, which has events of its own. */
    resting: { imap: imapServer, sync: { enabled: false } },
    body: { address: 'ann@example.org', smtp: smtp.account },
  };
}

/** The service may connect to this machine. */
export const allow = { allowHosts: '127.0.0.1' };
