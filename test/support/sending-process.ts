// The service as a process of its own that stops sending the mail of an account at a moment which no server can see:
// after the claim of the mail is stored, after its mark is, or before what the server has said is. It reports that over
// its channel to the test, and waits there to be killed; everything else goes on. The argument is JSON: the settings of
// the service.
import { type Config, readConfig } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import type { Store, Tx } from '../../src/store/port.ts';

export type Moment = 'claim' | 'mark' | 'settle';

/** What the test asks for: to hold the mail of an account at that moment of that try. */
export interface Hold {
  account: string;
  moment: Moment;
  tryNumber: number;
}

/** What the process reports: where it listens, that it will hold the mail of an account, that it holds it. */
export type Report = { url: string } | { ready: string } | { held: string };

interface Watch extends Hold {
  tries: number;
  mail?: string;
  marked: boolean;
}

interface Statement {
  sql: string;
  params: unknown[];
}

const watches: Watch[] = [];
class Held extends Error {}

const settings = JSON.parse(process.argv[2] as string) as Partial<Record<keyof Config, string>>;
const service = await startService(readConfig(settings, {}), { prepare: async (store) => watchWrites(store) });
process.on('message', (hold: Hold) => {
  watches.push({ ...hold, tries: 0, marked: false });
  report({ ready: hold.account });
});
report({ url: service.url });

function report(what: Report): void {
  process.send?.(what);
}

function watchWrites(store: Store): void {
  const write = store.write.bind(store);
  store.write = async (user, work) => {
    let seen: Statement[] = [];
    const look = (statement: Statement) => {
      seen.push(statement);
      const settled = watches.find(
        (watch) => watch.moment === 'settle' && watch.marked && isSettling(statement, watch),
      );
      if (settled) throw Object.assign(new Held(), { account: settled.account });
    };
    try {
      const result = await write(user, (tx) => {
        seen = []; // a write can be tried again
        return work(watched(tx, look));
      });
      const watch = watches.find((one) => isReached(one, seen));
      return watch ? held(watch.account) : result;
    } catch (error) {
      if (error instanceof Held) return held((error as Held & { account: string }).account);
      throw error;
    }
  };
}

/** Whether these statements, which are stored now, have brought the mail of the account to where it is to be held. */
function isReached(watch: Watch, seen: Statement[]): boolean {
  const lease = seen.find(({ sql }) => /set lease_until = \?4, lease_holder = \?3/.test(sql));
  if (lease && seen.some(({ params }) => params.includes(watch.account))) {
    watch.tries++;
    watch.mail = lease.params[0] as string;
    return watch.moment === 'claim' && watch.tries === watch.tryNumber;
  }
  const mark = seen.find(({ sql, params }) => /set marked_at = \?4/.test(sql) && params[0] === watch.mail);
  if (!mark || watch.tries < watch.tryNumber) return false;
  watch.marked = true;
  return watch.moment === 'mark';
}

// The first thing that is asked when an answer of the server is to be stored.
function isSettling({ sql, params }: Statement, { mail }: Watch): boolean {
  return sql.startsWith('select 1 as held') && params[0] === mail;
}

function held(account: string): Promise<never> {
  report({ held: account });
  return new Promise(() => {});
}

/** The transaction, with a function that sees its statements. */
function watched(tx: Tx, look: (statement: Statement) => void): Tx {
  return new Proxy(tx, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (name === 'run' || name === 'count' || name === 'get') look({ sql: String(args[0]), params: args.slice(1) });
        return (member as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}
