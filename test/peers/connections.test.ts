// A server that allows one connection alone is synced over that one. A server that ends every connection after a
// while without giving anything is not asked again every second, and the fault is reported.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { type Dovecot, startDovecot } from './support/dovecot.ts';
import { deliver, openClient } from './support/mailbox.ts';
import { addMailAccount, startDaybook } from './support/world.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
let dovecot: Dovecot;
let service: TestService;

beforeAll(async () => {
  dovecot = await startDovecot();
  service = await startDaybook();
});

afterAll(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

/** A way to the server that refuses some connections, and ends those on which the client says something twice. */
async function startWay(options: { most?: number; endsAt?: RegExp }) {
  const { most = 9, endsAt } = options;
  let open = 0;
  const counts = { refused: 0 };
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    if (open >= most) {
      counts.refused++;
      near.end('* BYE Too many connections\r\n');
      return;
    }
    open++;
    const far = connect(dovecot.port, '127.0.0.1');
    far.on('error', () => {});
    far.on('close', () => near.destroy());
    near.on('close', () => {
      open--;
      far.destroy();
    });
    let times = 0;
    near.on('data', (piece) => {
      if (endsAt?.test(piece.toString())) times++;
      if (times > 1) near.destroy();
      else far.write(piece);
    });
    far.pipe(near);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, counts };
}

it('one connection is enough: mail is then found by polling', async () => {
  const way = await startWay({ most: 1 });
  await deliver(dovecot, { subject: 'before' });
  const account = await addMailAccount(service.ask, dovecot, { imap: { port: way.port } });
  const client = await openClient(dovecot);
  await untilEqual(client, service.url, account);
  await deliver(dovecot, { subject: 'after' });
  await untilEqual(client, service.url, account);
  expect(way.counts.refused).toBeGreaterThan(0);
  await service.ask('DELETE', `/email-accounts/${account}`);
});

it('a server that ends every connection after a scan is retried with growing delays, and the report says so', async () => {
  const way = await startWay({ endsAt: /LIST .*STATUS/ });
  const account = await addMailAccount(service.ask, dovecot, { imap: { port: way.port } });
  const { next_try, last_error } = await eventually(
    () => reportOf(service.url, account),
    (report) => report.state === 'error' && Date.parse(report.next_try ?? '') - Date.now() > 2_500,
  );
  expect([next_try, last_error]).toEqual([expect.any(String), expect.any(String)]);
});
