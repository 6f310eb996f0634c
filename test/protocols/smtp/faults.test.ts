// The meaning of a failed connection to an SMTP server depends on codes, not on the texts of a server or of a library.
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connectSocket } from '../../../src/protocols/net/hosts.ts';
import { openConnection } from '../../../src/protocols/smtp/connection.ts';
import { SmtpProblem } from '../../../src/protocols/smtp/faults.ts';
import type { MailServer } from '../../../src/values/mail-server.ts';

let server: Server;
const clients = new Set<Socket>();

afterEach(async () => {
  for (const socket of clients) socket.destroy();
  clients.clear();
  await new Promise((done) => server.close(done));
});

/** The fault of a connection to a server that does this with each client. */
async function faultOf(security: 'tls' | 'starttls' | 'none', serve: (socket: Socket) => void) {
  server = createServer((socket) => {
    socket.on('error', () => {});
    clients.add(socket);
    serve(socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const account = { host: '127.0.0.1', port, security, user: null, tls_ca: null } as unknown as MailServer;
  const connect = () => connectSocket(account, () => true);
  const signal = new AbortController().signal;
  const problem = await openConnection({ server: account, password: null, connect, timeout: 5000 }, signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(SmtpProblem);
  return (problem as SmtpProblem).fault;
}

it('a server that closes the connection within the TLS handshake is TLS_FAILED', async () => {
  const fault = await faultOf('tls', (socket) => socket.once('data', () => socket.end()));
  expect(fault).toMatchObject({ kind: 'connection', code: 'TLS_FAILED' });
  expect(fault.message).toContain('closed the connection');
});

it('a server that does not speak TLS where it should is TLS_FAILED', async () => {
  const fault = await faultOf('tls', (socket) => socket.end('220 mail.example.org ESMTP\r\n'));
  expect(fault).toMatchObject({ kind: 'connection', code: 'TLS_FAILED' });
});

it('a server that refuses STARTTLS is TLS_FAILED', async () => {
  const fault = await faultOf('starttls', (socket) => {
    socket.write('220 mail.example.org ESMTP\r\n');
    socket.on('data', (line) => socket.write(/^EHLO/.test(String(line)) ? '250 mail.example.org\r\n' : '502 no\r\n'));
  });
  expect(fault).toMatchObject({ kind: 'connection', code: 'TLS_FAILED' });
});

it('a greeting that mentions TLS is not a failure of TLS', async () => {
  const fault = await faultOf('none', (socket) => socket.end('554 clients without TLS or SSL are not served\r\n'));
  expect(fault).toMatchObject({ kind: 'connection', code: 'PROTOCOL_ERROR' });
});

it('a server that closes the connection before its greeting is CONNECTION_FAILED', async () => {
  const fault = await faultOf('none', (socket) => socket.end());
  expect(fault).toMatchObject({ kind: 'connection', code: 'CONNECTION_FAILED' });
});
