// Waiting for the answer to a change, but not for a connection: the change is stored, and sent when it is back.
import { connectionState } from '../live/live.ts';

/** Resolves with whether the service has answered; rejects if it has refused the change. */
export async function untilAnswered(done: Promise<unknown>): Promise<boolean> {
  let stop = () => {};
  const offline = new Promise<false>((resolve) => {
    const check = () => connectionState.get() === 'offline' && resolve(false);
    stop = connectionState.subscribe(check);
    check();
  });
  return Promise.race([done.then(() => true), offline]).finally(() => stop());
}
