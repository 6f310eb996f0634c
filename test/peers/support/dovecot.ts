// Dovecot for tests: users alice and bob with their mailboxes as Maildir folders, IMAP in the clear and over TLS, and
// LMTP to deliver by. It can be stopped and started again on the same mail.
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { own, type Peer, peerFolder, startPeer } from './peer-process.ts';

export interface Dovecot {
  port: number;
  tlsPort: number;
  lmtpPort: number;
  certificates: Certificates;
  /** The Maildir of a user; its folders lie in it as `.Name`. */
  maildir(user: string): string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const DOMAIN = 'example.test';

interface DovecotOptions {
  /** What the server says it can, when it should be less than everything. */
  capabilities?: string;
  /** Addresses and their passwords, instead of alice and bob. */
  users?: Record<string, string>;
  /** Further names of the server, for its certificate. */
  names?: string[];
  /** The port for TLS, instead of a free one. */
  tlsPort?: number;
}

const USERS = { [`alice@${DOMAIN}`]: 'secret', [`bob@${DOMAIN}`]: 'secret' };

export async function startDovecot({ capabilities, users = USERS, names, ...given }: DovecotOptions = {}) {
  const folder = peerFolder();
  const isRoot = userInfo().uid === 0;
  const user = isRoot ? 'mail' : userInfo().username;
  const certificates = makeCertificates(folder, names);
  const [port, tlsPort, lmtpPort] = [await freePort(), given.tlsPort ?? (await freePort()), await freePort()];
  for (const name of ['run', 'state', 'mail']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'users'),
    Object.entries(users)
      .map(([address, password]) => `${address}:{PLAIN}${password}::::::\n`)
      .join(''),
  );
  const file = join(folder, 'dovecot.conf');
  writeFileSync(file, configuration({ folder, user, isRoot, port, tlsPort, lmtpPort, certificates, capabilities }));
  if (isRoot) own(user, join(folder, 'mail'));
  let peer: Peer | undefined;
  const start = async () => {
    peer = await startPeer('dovecot', ['-F', '-c', file], [port, tlsPort, lmtpPort]);
  };
  await start();
  const dovecot: Dovecot = {
    port,
    tlsPort,
    lmtpPort,
    certificates,
    maildir: (name) => join(folder, 'mail', `${name}@${DOMAIN}`, 'Maildir'),
    stop: async () => peer?.stop(),
    start,
  };
  return dovecot;
}

interface Settings {
  folder: string;
  user: string;
  isRoot: boolean;
  port: number;
  tlsPort: number;
  lmtpPort: number;
  certificates: Certificates;
  capabilities: string | undefined;
}

function configuration({
  folder,
  user,
  isRoot,
  port,
  tlsPort,
  lmtpPort,
  certificates,
  capabilities,
}: Settings): string {
  const uses = { Sent: 'Sent', Drafts: 'Drafts', Trash: 'Trash', Junk: 'Junk', Archive: 'Archive' };
  const boxes = Object.entries(uses).map(
    ([name, use]) => `  mailbox ${name} {\n    auto = create\n    special_use = \\${use}\n  }`,
  );
  const listener = (name: string, number: number, ssl = false) =>
    `  inet_listener ${name} {\n    address = 127.0.0.1\n    port = ${number}\n${ssl ? '    ssl = yes\n' : ''}  }`;
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap lmtp
ssl = yes
ssl_cert = <${certificates.certFile}
ssl_key = <${certificates.keyFile}
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
${isRoot ? '' : `default_internal_user = ${user}\ndefault_login_user = ${user}\n`}
first_valid_uid = 0
last_valid_uid = 0
mail_location = maildir:~/Maildir
mailbox_idle_check_interval = 1 s
mail_max_userip_connections = 100
${capabilities ? `imap_capability = ${capabilities}\n` : ''}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${user} gid=${user} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
${boxes.join('\n')}
}
service imap-login {
  chroot =
${listener('imap', port)}
${listener('imaps', tlsPort, true)}
}
service lmtp {
${listener('lmtp', lmtpPort)}
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
protocol lmtp {
  postmaster_address = postmaster@${DOMAIN}
}
`;
}
