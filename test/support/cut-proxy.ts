// A TCP proxy between a client and a service, which cuts connections, keeps them silent, refuses WebSockets, answers in
// place of the service or loses its answers, and can be pointed at another service.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to a request. */
export interface RequestFault {
  /** Happens before the service gets it. */
  before?(): Promise<unknown>;
  /** The proxy answers with this error; the service does not get it. */
  status?: number;
  /** The message of this error. */
  message?: string;
  /** Happens when the service has done it; then all connections are cut, and its answer is lost. */
  after?(): Promise<unknown>;
  /** How many bytes of the answer are passed on; the rest never comes. */
  answerBytes?: number;
}

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
  /** Asked for each request, by its line: `PATCH /api/v1/settings`. */
  faultOf: (line: string) => RequestFault | undefined;
  /** The next WebSocket asks for changes after a position that the log of the service does not have. */
  losesPosition: boolean;
  /** The request lines so far. */
  readonly requests: string[];
  /** The lines of requests whose answer was passed on. */
  readonly answered: string[];
  /** How many connections were closed at once. */
  refused: number;
  /** Ends every connection without a farewell. */
  cut(): void;
  end(): Promise<void>;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const webSockets = new Set<Socket>();
  const server = createServer((client) => {
    if (proxy.isDown) {
      proxy.refused += 1;
      return client.destroy();
    }
    const service = connect(Number(new URL(proxy.target).port), '127.0.0.1');
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        webSockets.delete(from);
        to.destroy();
      });
    }
    passOn(proxy, client, service, webSockets);
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
    faultOf: () => undefined,
    losesPosition: false,
    requests: [],
    answered: [],
    refused: 0,
    cut,
    async end() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  return proxy;
}

/** Passes on what comes from both sides; a request begins with a chunk of its own. */
function passOn(proxy: CutProxy, client: Socket, service: Socket, webSockets: Set<Socket>): void {
  let line = '';
  let fault: RequestFault | undefined;
  client.on('data', async (bytes: Buffer) => {
    const text = bytes.toString('latin1');
    if (/^[A-Z]+ \S+ HTTP/.test(text)) {
      line = text.slice(0, text.indexOf(' HTTP'));
      proxy.requests.push(line);
      fault = proxy.faultOf(line);
      client.pause();
      await fault?.before?.();
      client.resume();
      if (fault?.status) client.end(errorAnswer(fault.status, fault.message));
    }
    const isWebSocket = /^upgrade: websocket/im.test(text);
    if (isWebSocket) webSockets.add(client);
    if (isWebSocket && proxy.refusesSockets) client.destroy();
    else if (isWebSocket && proxy.losesPosition) {
      proxy.losesPosition = false;
      service.write(text.replace(/since=[^& ]*/, 'since=999999999'), 'latin1');
    } else if (!proxy.isSilent && !fault?.status) service.write(bytes);
  });
  service.on('data', async (bytes: Buffer) => {
    if (proxy.isSilent) return;
    if (fault?.after) {
      const { after } = fault;
      fault = {};
      service.pause();
      await after();
      return proxy.cut();
    }
    if (line) proxy.answered.push(line);
    line = '';
    if (fault?.answerBytes === undefined) return client.write(bytes);
    client.write(bytes.subarray(0, fault.answerBytes));
    fault.answerBytes = Math.max(0, fault.answerBytes - bytes.length);
  });
}

function errorAnswer(status: number, message = 'A fault of the test.'): string {
  const error = { code: 'FAULT', message, details: {} };
  const body = JSON.stringify({ error });
  return `HTTP/1.1 ${status} Fault\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
}
