// The service as a process of its own that stops in the middle of sending, at a moment which no server can see: after
// the claim of a mail is stored, after its mark is, or before what the server has said is. It says so, and waits there
// to be killed. The argument is JSON: the settings of the service, where to hold, and in which try.
import { type Config, readConfig } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import type { Store, Tx } from '../../src/store/store.ts';

export type Hold = 'claim' | 'mark' | 'settle';

const { settings, hold, tryNumber } = JSON.parse(process.argv[2] as string) as {
  settings: Partial<Record<keyof Config, string>>;
  hold: Hold | null;
  tryNumber: number;
};

const service = await startService(readConfig(settings, {}), async (store) => {
  if (hold) holdAt(store, hold);
});
process.stdout.write(`listens at ${service.url}\n`);

function holdAt(store: Store, moment: Hold): void {
  const write = store.write.bind(store);
  let tries = 0;
  let marked = false;
  store.write = async (user, work) => {
    if (moment === 'settle' && marked) return held();
    let statements = '';
    const result = await write(user, (tx) => work(watched(tx, (sql) => (statements += sql))));
    const claimed = /set lease_until = \?4, lease_holder = \?3/.test(statements);
    if (claimed) tries++;
    if (tries < tryNumber) return result;
    if (moment === 'claim' && claimed) return held();
    marked ||= /set marked_at = \?4/.test(statements);
    if (moment === 'mark' && marked) return held();
    return result;
  };
}

function held(): Promise<never> {
  process.stdout.write('held\n');
  return new Promise(() => {});
}

/** The transaction, with someone who looks at what it stores. */
function watched(tx: Tx, look: (sql: string) => void): Tx {
  return new Proxy(tx, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (name === 'run' || name === 'count') look(String(args[0]));
        return (member as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}
