// One WebSocket of the change feed, from its opening to its end.
import type { Query, Transport } from '../transport.ts';

/** How often a connection is checked. Browsers do not show the pings of the service. */
const CHECK_INTERVAL = 20_000;

export interface Connection {
  /** The service answers with a pong, after every change that was stored before. */
  ping(): void;
  /** Resolves when the connection has ended: whether it was established. */
  ended: Promise<boolean>;
}

/** The signal ends the connection. A message that `receive` cannot accept ends it too, and `ended` rejects. */
export function connect(
  transport: Transport,
  query: Query,
  signal: AbortSignal,
  receive: (message: never) => void,
): Connection {
  let ping = () => {};
  const ended = new Promise<boolean>((resolve, reject) => {
    const socket = transport.socket('/ws', query);
    let isEstablished = false;
    let isAlive = false;
    ping = () => {
      if (socket.readyState === 1) socket.send('{"action":"ping"}');
    };
    const end = () => {
      clearInterval(timer);
      signal.removeEventListener('abort', end);
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
      resolve(isEstablished);
    };
    // Counts checks, not time: the timers of background tabs are slow, and those of a sleeping computer stand still.
    const timer = setInterval(() => {
      if (!isAlive) return end();
      isAlive = false;
      ping();
    }, CHECK_INTERVAL);
    signal.addEventListener('abort', end);
    socket.onerror = () => {}; // a close follows
    socket.onclose = end;
    socket.onmessage = ({ data }) => {
      isAlive = true;
      isEstablished = true;
      try {
        receive(JSON.parse(data) as never);
      } catch (error) {
        reject(error);
        end();
      }
    };
  });
  return { ping: () => ping(), ended };
}

/** Resolves after this time, or when the signal is aborted. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
    signal.addEventListener('abort', end);
  });
}
