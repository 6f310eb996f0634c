// Clients that write through several instances until they are stopped. Each write has a key: where it got no
// answer, or was told to try again, its client repeats it on the next instance until it is acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../support/crash-check.ts';
import { type Answered, ask, seqOf } from '../support/service.ts';

interface Writers {
  ledger: Ledger;
  /** Answers that said to try again, and how long the slowest of all answers took, in milliseconds. */
  putOff: { status: number; code: string; retryAfter: string | null }[];
  slowest(): number;
  /** Lets every open write finish. */
  stop(): Promise<void>;
}

export function startWriters(urls: string[], count: number): Writers {
  const ledger: Ledger = { acknowledged: [], batches: [], keyed: [], unanswered: 0, refused: [] };
  const putOff: Writers['putOff'] = [];
  let slowest = 0;
  let stopping = false;
  let made = 0;

  async function attempt(url: string, keyed: Ledger['keyed'][number]): Promise<boolean> {
    const begun = performance.now();
    let answer: Answered;
    try {
      answer = await ask(url, 'POST', keyed.path, keyed.body, { 'idempotency-key': keyed.key });
    } catch {
      ledger.unanswered++;
      return false;
    } finally {
      slowest = Math.max(slowest, performance.now() - begun);
    }
    if (answer.status === 201) {
      acknowledge(ledger, keyed, answer);
      return true;
    }
    const { error } = answer.body as { error?: { code: string } };
    putOff.push({ status: answer.status, code: error?.code ?? '', retryAfter: answer.headers.get('retry-after') });
    if (answer.status !== 503) ledger.refused.push(answer.text);
    return answer.status !== 503;
  }

  async function write(writer: number): Promise<void> {
    for (let turn = writer; !stopping; turn++) {
      const key = `key-${writer}-${++made}`;
      const body = { display_name: `contact ${made}`, tags: [`tag-${made % 7}`], custom_fields: { key } };
      const keyed = { key, path: '/contacts', body, answer: null };
      ledger.keyed.push(keyed);
      while (!(await attempt(urls[turn % urls.length] as string, keyed))) {
        turn++;
        await sleep(20);
      }
    }
  }

  const running = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return {
    ledger,
    putOff,
    slowest: () => slowest,
    async stop() {
      stopping = true;
      await running;
    },
  };
}

function acknowledge(ledger: Ledger, keyed: Ledger['keyed'][number], answer: Answered): void {
  const seq = seqOf(answer);
  const { id } = (answer.body as { data: { id: string } }).data;
  keyed.answer = answer.text;
  ledger.acknowledged.push({ seq, event: 'contact.created', id, text: answer.text.slice('{"data":'.length, -1) });
}
