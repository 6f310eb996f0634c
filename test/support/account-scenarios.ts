// What scenarios of email accounts begin with: no account, one account, or a server that must not be connected to.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { World } from './scenario.ts';

export interface ListedAccount {
  id: string;
  is_default: boolean;
  status: string;
  status_detail: string | null;
  [member: string]: unknown;
}

/** A server that must not be connected to. */
export async function startTrap() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}

export async function accounts({ service }: World): Promise<ListedAccount[]> {
  return ((await service.ask('GET', '/email-accounts')).body as { data: ListedAccount[] }).data;
}

async function removeAll(world: World): Promise<void> {
  for (const { id } of await accounts(world)) await world.make('DELETE', `/email-accounts/${id}`);
}

export async function none(world: World): Promise<Record<string, string>> {
  await removeAll(world);
  return {};
}

/** One account, and no other. */
export async function onlyAccount(world: World, given: object): Promise<Record<string, string>> {
  await removeAll(world);
  const { id } = await world.make('POST', '/email-accounts', given);
  return { id: String(id) };
}
