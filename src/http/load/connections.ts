// Limits the number of connections, and the time that a client may take to send its headers. When there are too many, a
// new one takes the place of one of those who have most: of a user, or of all clients together that are not known.
import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../limits.ts';

export const connectionTimes: ServerOptions = {
  headersTimeout: limits.headersTime,
  connectionsCheckingInterval: 5000,
};

export interface Connections {
  /** A request has arrived on the connection. */
  requested(socket: Socket): void;
  /** The request was accepted: from now on the connection is one of this user, whose others may have to give way. */
  accepted(socket: Socket, user: number): void;
  /** The credential of the request is not valid, or no longer. */
  refused(socket: Socket): void;
}

/** `_httpMessage` is the current response of a connection; Node has no public API for it. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

/** The connections of a user, or of all unknown clients; the longest without a new request first. */
interface Group {
  user: number | null;
  sockets: Set<HttpSocket>;
}

/** WebSockets: they have no response. */
const upgraded = new WeakSet<Socket>();

/** How many there may be: half of them hold all sockets of the feed that a user may have, twice those of a token, and requests. */
export function connectionsFor(sockets: number): number {
  return Math.max(limits.connections, 2 * (2 * sockets + limits.connections / 4));
}

export function boundConnections(server: Server, max: number): Connections {
  const unknown: Group = { user: null, sockets: new Set() };
  const users = new Map<number, Group>();
  /** Every open connection. */
  const groups = new Map<Socket, Group>();
  server.on('connection', (socket: Socket) => {
    if (groups.size >= max) makeRoom();
    put(socket, unknown);
    socket.once('close', () => remove(socket));
  });
  server.on('upgrade', (_request, socket: Socket) => void upgraded.add(socket));
  // By default Node sends 100 Continue immediately; here it is sent when the body is about to be read.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));

  function put(socket: Socket, group: Group): void {
    group.sockets.add(socket);
    groups.set(socket, group);
  }

  function remove(socket: Socket): void {
    const group = groups.get(socket);
    if (!group) return;
    groups.delete(socket);
    group.sockets.delete(socket);
    if (group.user !== null && group.sockets.size === 0) users.delete(group.user);
  }

  function close(socket: Socket | undefined): void {
    if (!socket) return;
    remove(socket); // now: the event follows later
    socket.destroy();
  }

  function makeRoom(): void {
    let largest = unknown;
    for (const group of users.values()) if (group.sockets.size > largest.sockets.size) largest = group;
    // Of unknown clients the longest silent, whatever it does: a new connection must not be the first to give way.
    if (largest === unknown) close(unknown.sockets.values().next().value);
    else close(dispensable(largest.sockets));
  }

  function move(socket: Socket, user: number | null): Group | undefined {
    const from = groups.get(socket);
    if (!from || from.user === user) return undefined; // it was closed, or stays
    remove(socket);
    const group = user === null ? unknown : (users.get(user) ?? { user, sockets: new Set() });
    if (user !== null) users.set(user, group);
    put(socket, group);
    return group;
  }

  return {
    requested(socket) {
      const sockets = groups.get(socket)?.sockets;
      if (sockets?.delete(socket)) sockets.add(socket);
    },
    accepted(socket, user) {
      const group = move(socket, user);
      if (group && group.sockets.size > max / 2) close(dispensable(group.sockets, socket));
    },
    refused: (socket) => void move(socket, null),
  };
}

/** The one that is missed least: without a request, else with a body that is arriving; of these the longest silent. */
function dispensable(sockets: ReadonlySet<HttpSocket>, newest?: Socket): Socket | undefined {
  let [found, least]: [Socket | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const socket of sockets) {
    const use = socket === newest ? Number.POSITIVE_INFINITY : useOf(socket);
    if (use < least) [found, least] = [socket, use];
    if (least === 0) break;
  }
  return found;
}

/** 0 if the connection waits for a request, 1 if it waits for a body, 2 if it sends or will send a response or the feed. */
function useOf(socket: HttpSocket): 0 | 1 | 2 {
  if (upgraded.has(socket)) return 2;
  if (!socket._httpMessage) return 0;
  return socket._httpMessage.req.complete ? 2 : 1;
}
