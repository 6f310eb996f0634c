// A line that breaks again and again, each time after some more bytes: what has come stays, the rest comes over the
// next line, and nothing comes twice.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { fillMaildir, openClient } from './support/mailbox.ts';
import { addMailAccount, startDaybook } from './support/world.ts';

const COUNT = 400;
const CUTS = 8;

let server: Server | undefined;
const sockets = new Set<Socket>();

afterAll(() => {
  server?.close();
  for (const socket of sockets) socket.destroy();
});

/** A way to the server that breaks after so many bytes, for a number of times, then a little later each time. */
async function startBreaking(port: number): Promise<{ port: number; cuts: () => number }> {
  let cuts = 0;
  server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let left = 30_000 + cuts * 15_000;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left > 0 || cuts >= CUTS) near.write(piece);
      else {
        cuts++;
        near.write(piece.subarray(0, piece.length >> 1)); // in the middle of an answer
        near.destroySoon();
        far.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, cuts: () => cuts };
}

it('a connection that breaks in the middle of responses loses nothing and duplicates nothing', async () => {
  const dovecot = await startDovecot();
  fillMaildir(dovecot, COUNT, (index) => ({ subject: `dropped ${index}` }));
  const way = await startBreaking(dovecot.port);
  const service = await startDaybook();
  const account = await addMailAccount(service.ask, dovecot, { imap: { port: way.port } });
  await untilEqual(await openClient(dovecot), service.url, account);
  expect(way.cuts()).toBeGreaterThan(3);
  const { body } = await service.ask('GET', '/emails?include_deleted=true&limit=0');
  expect((body as { meta: { total: number } }).meta.total).toBe(COUNT);
});
