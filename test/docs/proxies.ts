// nginx and Caddy with the configurations of deploy/, as a reader would use them: only names of files, ports and, for
// Caddy, the authority of the certificate are others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificates } from '../peers/support/certificates.ts';
import { type Peer, peerFolder, startPeer } from '../peers/support/peer-process.ts';

export interface RunningProxy extends Peer {
  origin: string;
  /** File with the authority to trust. */
  caFile: string;
  /** What it has logged. */
  log(): string;
}

export const NAME = 'daybook.example.org';

export async function startNginx(service: string): Promise<RunningProxy> {
  const folder = peerFolder();
  const { caFile, certFile, keyFile } = makeCertificates(folder, [NAME]);
  const log = join(folder, 'daybook.log');
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('127.0.0.1:7200', service)
    .replace(`/etc/letsencrypt/live/${NAME}/fullchain.pem`, certFile)
    .replace(`/etc/letsencrypt/live/${NAME}/privkey.pem`, keyFile)
    .replace('/var/log/nginx/daybook.log', log)
    .replaceAll(/listen (\[::\]:)?443/g, 'listen $18443')
    .replaceAll(/listen (\[::\]:)?80;/g, 'listen $18080;');
  const file = writeNginx(folder, site);
  const peer = await startPeer('nginx', ['-c', file, '-g', 'daemon off;'], [8443, 8080]);
  return { ...peer, origin: `https://${NAME}:8443`, caFile, log: () => readFileSync(log, 'utf8') };
}

/** The configuration of a whole nginx around that of a site. */
export function writeNginx(folder: string, site: string): string {
  writeFileSync(join(folder, 'site.conf'), site);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp { include ${folder}/site.conf; }\n`,
  );
  return file;
}

export async function startCaddy(service: string): Promise<RunningProxy> {
  const folder = peerFolder();
  mkdirSync(join(folder, 'caddy'));
  const file = join(folder, 'Caddyfile');
  const options = `local_certs\nskip_install_trust\nadmin off\nhttp_port 8081\nhttps_port 8444\nstorage file_system ${folder}/caddy\n`;
  writeFileSync(file, `{\n${options}}\n${readFileSync('deploy/Caddyfile', 'utf8')}`);
  const peer = await startPeer(
    'env',
    [
      ...[`DAYBOOK_NAME=${NAME}`, `DAYBOOK_ADDRESS=${service}`, `HOME=${folder}`],
      ...['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    ],
    [8444],
  );
  const caFile = join(folder, 'caddy/pki/authorities/local/root.crt');
  return { ...peer, origin: `https://${NAME}:8444`, caFile, log: () => '' };
}
