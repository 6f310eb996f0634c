// The servers of ann@example.org, under the names and ports that the documentation uses: IMAP at imap.example.org:993
// (Dovecot) and SMTP at smtp.example.org:465, which delivers to the same mailboxes.
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { startDovecot } from '../peers/support/dovecot.ts';
import { startSmtp } from '../support/smtp.ts';
import type { Servers } from './pages.ts';

const ANN = { user: 'ann@example.org', password: 'correct-horse' };

export async function startMailServers(): Promise<Servers> {
  const names = ['imap.example.org', 'smtp.example.org'];
  const dovecot = await startDovecot({ users: { [ANN.user]: ANN.password }, names, tlsPort: 993 });
  const { caFile, certFile, keyFile } = dovecot.certificates;
  const delivery = createTransport({ host: '127.0.0.1', port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true });
  const smtp = await startSmtp({
    ...ANN,
    port: 465,
    certificate: { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') },
    options: {
      onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        buffer(stream)
          .then((raw) => delivery.sendMail({ envelope, raw }))
          .then(() => callback(null, '2.0.0 taken'), callback);
      },
    },
  });
  return {
    // They are on this machine, with an authority of their own.
    env: { DAYBOOK_ALLOW_HOSTS: '127.0.0.1', NODE_EXTRA_CA_CERTS: caFile },
    async stop() {
      await smtp.end();
      await dovecot.stop();
    },
  };
}
