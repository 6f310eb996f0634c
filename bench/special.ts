// What is measured on Daybook alone, because a bare program has nothing like it: the feed, a get during searches, an
// import. A message of the feed is timed from the sending of the change, so its commit is in the figure.
import { type Figures, figuresOf, type MeasuredRound, quantiles } from './figures.ts';
import { listen } from './listener.ts';
import { drive, open, requestText } from './load.ts';
import { type Bench, oneRound, ROUNDS } from './measure.ts';
import { choosing, post, read } from './operations.ts';

export interface Special {
  name: string;
  about: string;
  lanes: number;
  run(bench: Bench): Promise<Partial<Figures>>;
}

const IMPORTED = 10_000;
const REPLAYED = 10_000;
const SEARCHING = 4; // connections that search meanwhile

export const specials = {
  besideSearches: {
    name: 'get during search',
    about: `a get while ${SEARCHING} search a common word`,
    lanes: 10,
    async run({ daybook: { program, mailbox }, seconds }) {
      const gets = choosing(mailbox.ids.map((id) => read(`/emails/${id}`)));
      const searches = choosing(mailbox.searches.common.map((word) => read(`/emails?search=${word}`)));
      const rounds: MeasuredRound[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const searching = drive(program.port, SEARCHING, seconds, searches);
        rounds.push(await oneRound(program, this.lanes, seconds, gets));
        const { errors } = await searching;
        (rounds.at(-1) as MeasuredRound).errors += errors;
      }
      return { ...figuresOf(rounds, program.memory()), cpuPerRequest: undefined };
    },
  },
  feed: fanOut('feed', 'from a change to its client', 1, 200),
  feedMany: fanOut('feed fan-out', 'from a change to all clients', 1_000, 30),
  replay: {
    name: 'replay',
    about: '10,000 missed changes',
    lanes: 1,
    async run({ daybook: { program } }) {
      const { meta } = (await (await fetch(`http://127.0.0.1:${program.port}/api/v1/changes?limit=1`)).json()) as {
        meta: { seq: number };
      };
      const wanted = Math.min(REPLAYED, meta.seq);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { promise, resolve } = Promise.withResolvers<void>();
        let left = wanted;
        const started = performance.now();
        const client = await listen(program.port, `?since=${meta.seq - wanted}`, () => --left === 0 && resolve());
        await promise;
        times.push(performance.now() - started);
        client.close();
      }
      const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
      return { perSecond: (wanted * ROUNDS) / seconds, ...quantiles(times), errors: 0, memory: program.memory() };
    },
  },
  besideBatch: {
    name: 'get during batch',
    about: 'a get while INBOX is marked read by filter',
    lanes: 1,
    async run({ daybook: { program, mailbox }, seconds }) {
      const gets = choosing(mailbox.ids.map((id) => read(`/emails/${id}`)));
      const address = `http://127.0.0.1:${program.port}/api/v1`;
      const body = JSON.stringify({ where: { folder: 'INBOX' }, action: 'mark_read' });
      const headers = { 'content-type': 'application/json' };
      const begun = await fetch(`${address}/emails/batch`, { method: 'POST', headers, body });
      const { data: task } = (await begun.json()) as { data?: { id: string } };
      const rounds: MeasuredRound[] = [];
      const isRunning = async () => {
        const answer = await fetch(`${address}/tasks/${task?.id}`);
        return ((await answer.json()) as { data?: { state: string } }).data?.state === 'running';
      };
      do rounds.push(await oneRound(program, this.lanes, seconds, gets));
      while (await isRunning());
      return { ...figuresOf(rounds, program.memory()), cpuPerRequest: undefined };
    },
  },
  import: {
    name: 'import',
    about: '10,000 emails posted',
    lanes: 10,
    async run({ daybook: { program, mailbox } }) {
      let left = IMPORTED;
      const round = await oneRound(program, this.lanes, Number.POSITIVE_INFINITY, () =>
        left-- > 0 ? post(mailbox) : undefined,
      );
      return figuresOf([round], program.memory());
    },
  },
} satisfies Record<string, Special>;

function fanOut(name: string, about: string, clients: number, changes: number): Special {
  return {
    name,
    about,
    lanes: clients,
    async run({ daybook: { program, mailbox } }) {
      let missing = 0;
      let allHave = () => {};
      const heard = () => {
        if (--missing === 0) allHave();
      };
      const listeners = await Promise.all(Array.from({ length: clients }, () => listen(program.port, '', heard)));
      const writer = await openWriter(program.port);
      const times: number[] = [];
      for (let change = 0; change < changes; change++) {
        missing = clients;
        const all = new Promise<void>((resolve) => {
          allHave = resolve;
        });
        const path = `/emails/${mailbox.ids[change % mailbox.ids.length]}/custom`;
        const started = performance.now();
        const stored = writer.send(requestText('PATCH', path, `{"heard_${clients}":${started}}`));
        await all;
        times.push(performance.now() - started);
        await stored;
      }
      writer.close();
      for (const one of listeners) one.close();
      return { ...quantiles(times), errors: 0, memory: program.memory() };
    },
  };
}

async function openWriter(port: number) {
  let answered: (status: number) => void = () => {};
  const ready = Promise.withResolvers<void>();
  const connection = open(port, {
    opened: ready.resolve,
    answered: (status) => answered(status),
    failed: () => ready.reject(new Error('no connection to write on')),
    closed: () => {},
  });
  await ready.promise;
  return {
    close: connection.close,
    send(text: string): Promise<number> {
      connection.send(text);
      return new Promise((resolve) => {
        answered = resolve;
      });
    },
  };
}
