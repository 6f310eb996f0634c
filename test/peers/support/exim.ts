// Exim for tests: takes mail for example.test from alice, who logs in, and gives it to Dovecot by LMTP. The mailbox of
// full@ is full, greylist@ is to be tried later until the test says otherwise, and nobody else may be written to.
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';
import { DOMAIN, type Dovecot } from './dovecot.ts';
import { own, peerFolder, startPeer } from './peer-process.ts';

export interface Exim {
  port: number;
  /** Whether greylist@ is deferred from now on, as it is at first. */
  setGreylisting(on: boolean): void;
  stop(): Promise<void>;
}

const USER = 'Debian-exim';

export async function startExim({ lmtpPort, certificates }: Dovecot): Promise<Exim> {
  const folder = peerFolder();
  const port = await freePort();
  for (const name of ['spool', 'log']) mkdirSync(join(folder, name));
  own(USER, join(folder, 'spool'), join(folder, 'log'));
  const known = join(folder, 'known');
  const [certFile, keyFile] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  copy(certificates.certFile, certFile);
  copy(certificates.keyFile, keyFile);
  own(USER, certFile, keyFile);
  const file = join(folder, 'exim.conf');
  writeFileSync(
    file,
    `
primary_hostname = mail.${DOMAIN}
exim_user = ${USER}
exim_group = ${USER}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path =
local_interfaces = 127.0.0.1.${port}
daemon_smtp_ports = ${port}
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts = *
tls_certificate = ${certFile}
tls_privatekey = ${keyFile}
auth_advertise_hosts = *
smtp_accept_max = 50
message_size_limit = 50M
acl_smtp_rcpt = rcpt
acl_smtp_data = accept

begin acl
rcpt:
  deny
    local_parts = full
    message = 552 5.2.2 the mailbox is full
  defer
    local_parts = greylist
    condition = \${if !exists{${known}}}
    message = 451 4.7.1 you are new here, try later
  accept
    domains = ${DOMAIN}
  deny
    message = 550 5.7.1 no relaying

begin routers
mailboxes:
  driver = manualroute
  domains = ${DOMAIN}
  local_parts = !greylist
  route_list = * 127.0.0.1 byname
  self = send
  transport = dovecot
elsewhere:
  driver = redirect
  local_parts = greylist
  data = bob@${DOMAIN}

begin transports
dovecot:
  driver = smtp
  protocol = lmtp
  port = ${lmtpPort}
  allow_localhost

begin retry
* * F,1h,1s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{alice}}{eq{$auth3}{secret}}}}
  server_set_id = $auth2
`,
  );
  chmodSync(file, 0o644);
  const { stop } = await startPeer('exim4', ['-C', file, '-bdf', '-q1s'], [port]);
  const setGreylisting = (on: boolean) => (on ? rmSync(known, { force: true }) : writeFileSync(known, ''));
  return { port, setGreylisting, stop };
}

function copy(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o640);
}
