// A TCP proxy between a client and a service, which cuts connections, keeps them silent, refuses WebSockets, and can be
// pointed at another service.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  url: string;
  /** Where new connections lead to. */
  target: string;
  /** New connections are closed at once. */
  isDown: boolean;
  /** WebSockets are closed instead of opened. */
  refusesSockets: boolean;
  /** Nothing is passed on any more, and nothing is closed. */
  isSilent: boolean;
  /** The WebSockets that are open. */
  sockets(): number;
  /** The request lines so far. */
  readonly requests: string[];
  /** Ends every connection without a farewell. */
  cut(): void;
  end(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const webSockets = new Set<Socket>();
  const server = createServer((client) => {
    if (proxy.isDown) return client.destroy();
    const service = connect(Number(new URL(proxy.target).port), '127.0.0.1');
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        const text = from === client ? bytes.toString('latin1') : '';
        if (/^[A-Z]+ \S+ HTTP/.test(text)) proxy.requests.push(text.slice(0, text.indexOf(' HTTP')));
        const isWebSocket = /^upgrade: websocket/im.test(text);
        if (isWebSocket) webSockets.add(from);
        if (isWebSocket && proxy.refusesSockets) from.destroy();
        else if (!proxy.isSilent) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        webSockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: CutProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    isDown: false,
    refusesSockets: false,
    isSilent: false,
    sockets: () => webSockets.size,
    requests: [],
    cut,
    async end() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  return proxy;
}
