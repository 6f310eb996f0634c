// A certificate authority of our own, and a certificate for localhost and other names by it, made anew for each run.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** PEM of the authority. */
  ca: string;
  caFile: string;
  certFile: string;
  keyFile: string;
}

export function makeCertificates(folder: string, names: readonly string[] = []): Certificates {
  const place = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [caKey, caFile, certFile, keyFile, request] = [
    'ca.key',
    'ca.pem',
    'server.pem',
    'server.key',
    'server.csr',
  ].map(place) as [string, string, string, string, string];
  openssl('req', '-x509', ...key, '-keyout', caKey, '-out', caFile, '-days', '2', '-subj', '/CN=Test Authority');
  openssl('req', ...key, '-keyout', keyFile, '-out', request, '-subj', '/CN=localhost');
  const all = ['DNS:localhost', 'IP:127.0.0.1', ...names.map((name) => `DNS:${name}`)];
  writeFileSync(place('names'), `subjectAltName=${all.join(',')}\nbasicConstraints=CA:FALSE\n`);
  openssl(
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    caFile,
    '-CAkey',
    caKey,
    '-CAcreateserial',
    '-out',
    certFile,
    '-days',
    '2',
    '-extfile',
    place('names'),
  );
  return { ca: readFileSync(caFile, 'utf8'), caFile, certFile, keyFile };
}
