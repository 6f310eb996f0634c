// A small IMAP server that follows a script, for the results of a login; real servers are tested in test/peers.
import { once } from 'node:events';
import { type AddressInfo, createServer as createPlain, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { hereCertificate } from './certificates.ts';

export interface ScriptedImap {
  port: number;
  /** The commands that came, without their tags. */
  commands: string[];
  end(): Promise<void>;
}

export interface ImapScript {
  tls?: boolean;
  greeting?: string;
  capabilities?: string;
  /** What a login is answered, without its tag. */
  login?: string;
  /** The lines that LIST is answered. */
  list?: string[];
  /** Messages in each mailbox, for STATUS. */
  messages?: Record<string, number>;
}

export async function startImap(script: ImapScript = {}): Promise<ScriptedImap> {
  const { tls = true, greeting = '* OK ready' } = script;
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    socket.on('error', () => {});
    socket.write(`${greeting}\r\n`);
    let rest = '';
    socket.on('data', (piece) => {
      const lines = (rest + piece.toString()).split('\r\n');
      rest = lines.pop() as string;
      for (const line of lines) answer(socket, line, script, commands);
    });
  };
  const server: Server = tls ? createTls(hereCertificate, serve) : createPlain(serve);
  server.on('tlsClientError', () => {});
  // Every connection, also one whose TLS handshake is not done: the server does not close before all of them.
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    async end() {
      const closed = once(server, 'close');
      server.close(); // no new connections
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function answer(socket: Socket, line: string, script: ImapScript, commands: string[]): void {
  const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  commands.push(command);
  socket.write([...untagged(command, script), `${tag} ${outcome(command, script)}`, ''].join('\r\n'));
  if (/^LOGOUT/i.test(command)) socket.end();
}

function outcome(command: string, { login = 'OK welcome' }: ImapScript): string {
  return /^LOGIN/i.test(command) ? login : 'OK done';
}

function untagged(command: string, { capabilities = 'IMAP4rev1', list = [], messages = {} }: ImapScript): string[] {
  const path = /^STATUS "?([^"]*?)"? \(/i.exec(command)?.[1];
  if (path !== undefined) return [`* STATUS "${path}" (MESSAGES ${messages[path] ?? 0})`];
  if (/^LIST "" ""/i.test(command)) return ['* LIST (\\Noselect) "/" ""'];
  if (/^LIST/i.test(command)) return list;
  if (/^CAPABILITY/i.test(command)) return [`* CAPABILITY ${capabilities}`];
  return /^LOGOUT/i.test(command) ? ['* BYE'] : [];
}
