// Threads: which emails belong together, whatever the order they arrive in, and exactly the events that report it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesSince } from '../../support/scenario.ts';
import { startTestService, type TestService } from '../../support/service.ts';

interface Mail {
  id: string;
  thread_id: string;
  updated_at: string;
  created_at: string;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

let made = 0;
/** A message id that no other test uses. */
const freshId = (name = 'm') => `<${name}.${made++}@threads.test>`;

async function ask(method: string, path: string, body?: object): Promise<Mail> {
  const answer = await service.ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return (answer.body as { data: Mail }).data;
}
const arrive = (members: object) =>
  ask('POST', '/emails', { from_address: 'a@x.org', received_at: '2026-02-17T09:00:00Z', ...members });
const draft = (members: object) => ask('POST', '/emails/drafts', members);
const threadOf = async (mail: Mail) => (await ask('GET', `/emails/${mail.id}`)).thread_id;
const threadsOf = async (mails: Mail[]) => new Set(await Promise.all(mails.map(threadOf)));

/** What the work answers, and the changes that it made as `event id`. */
async function watch<T>(work: () => Promise<T>): Promise<{ answer: T; events: string[]; told: Mail[] }> {
  const { seq } = await changesSince(service, 0, 0);
  const answer = await work();
  const { messages } = await changesSince(service, seq, 1000);
  const told = messages.map((one) => one.data as unknown as Mail);
  return { answer, told, events: messages.map((one) => `${one.event} ${(one.data as { id: string }).id}`) };
}

describe('a thread is found', () => {
  it('by in_reply_to', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const { answer, events } = await watch(() => arrive({ message_id: freshId(), in_reply_to: id }));
    expect(answer.thread_id).toBe(parent.thread_id);
    expect(events).toEqual([`email.created ${answer.id}`]);
  });

  it('by any of references, even when the nearest is unknown', async () => {
    const id = freshId();
    const first = await arrive({ message_id: id });
    const reply = await arrive({ references: [id, freshId('lost')], in_reply_to: freshId('lost') });
    expect(reply.thread_id).toBe(first.thread_id);
  });

  it('by a draft and by a mail that is sent, as by one that arrives', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    expect((await draft({ in_reply_to: id })).thread_id).toBe(parent.thread_id);
    expect((await arrive({ status: 'queued', in_reply_to: id })).thread_id).toBe(parent.thread_id);
  });

  it('in the trash too', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    await ask('DELETE', `/emails/${parent.id}`);
    expect((await arrive({ in_reply_to: id })).thread_id).toBe(parent.thread_id);
  });

  it('never by subject', async () => {
    const one = await arrive({ subject: 'Re: Lunch', message_id: freshId() });
    const two = await arrive({ subject: 'Re: Lunch', message_id: freshId() });
    const three = await draft({ subject: 'Re: Lunch' });
    expect(new Set([one, two, three].map((mail) => mail.thread_id)).size).toBe(3);
  });

  it('without a message id: each such mail is a thread of its own', async () => {
    const mails = [await arrive({}), await arrive({}), await arrive({ references: [] })];
    expect(new Set(mails.map((mail) => mail.thread_id)).size).toBe(3);
  });

  it('by complete message ids only', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const other = await arrive({ in_reply_to: `${id}x` });
    expect(other.thread_id).not.toBe(parent.thread_id);
  });

  it('never by an empty in_reply_to, should one be taken', async () => {
    const answers = [1, 2].map(() => service.ask('POST', '/emails/drafts', { in_reply_to: '' }));
    const threads = (await Promise.all(answers))
      .filter(({ status }) => status === 201)
      .map(({ body }) => (body as { data: Mail }).data.thread_id);
    expect(new Set(threads).size).toBe(threads.length);
  });
});

describe('a thread_id that is given', () => {
  it('wins over the thread of the parent, and moves nothing', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const { answer, events } = await watch(() => arrive({ in_reply_to: id, thread_id: 'mine' }));
    expect(answer.thread_id).toBe('mine');
    expect(events).toEqual([`email.created ${answer.id}`]);
    expect(await threadOf(parent)).toBe(parent.thread_id);
  });

  it('is joined by replies', async () => {
    const id = freshId();
    await arrive({ message_id: id, thread_id: 'given by the server' });
    expect((await arrive({ in_reply_to: id })).thread_id).toBe('given by the server');
  });

  it.each(['0 sorts first', 'zz sorts last'])('stays when the mail is sent (%s)', async (thread) => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const given = { status: 'draft', to_addresses: ['b@x.org'], subject: 'Hi', thread_id: thread, in_reply_to: id };
    const mail = await arrive(given);
    const { answer, events } = await watch(() => ask('POST', `/emails/${mail.id}/send`));
    expect(answer.thread_id).toBe(thread);
    expect(events).toEqual([`email.queued ${mail.id}`]);
    expect(await threadOf(parent)).toBe(parent.thread_id);
  });
});

describe('a parent that arrives late', () => {
  it('joins the thread of its reply, which is not changed', async () => {
    const id = freshId();
    const reply = await arrive({ message_id: freshId(), in_reply_to: id });
    const { answer, events } = await watch(() => arrive({ message_id: id }));
    expect(answer.thread_id).toBe(reply.thread_id);
    expect(events).toEqual([`email.created ${answer.id}`]);
    expect(await ask('GET', `/emails/${reply.id}`)).toEqual(reply);
  });

  it('finds its replies together already', async () => {
    const id = freshId();
    const replies = [
      await arrive({ in_reply_to: id }),
      await arrive({ references: [id] }),
      await draft({ in_reply_to: id }),
    ];
    const parent = await arrive({ message_id: id });
    expect([...(await threadsOf([...replies, parent]))]).toEqual([replies[0]?.thread_id]);
  });
});

describe('a mail that links two threads', () => {
  it('merges them, and emits one event for every mail that moves, after its own', async () => {
    const [one, two] = [freshId('one'), freshId('two')];
    const older = [await arrive({ message_id: one }), await arrive({ in_reply_to: one })];
    const newer = [
      await arrive({ message_id: two }),
      await arrive({ in_reply_to: two }),
      await draft({ in_reply_to: two }),
    ];
    const { answer, events, told } = await watch(() => arrive({ references: [two, one] }));
    expect(answer.thread_id).toBe(older[0]?.thread_id);
    expect(events).toEqual([`email.created ${answer.id}`, ...newer.map(({ id }) => `email.updated ${id}`)]);
    expect(told.map((mail) => mail.thread_id)).toEqual(Array(4).fill(answer.thread_id));
    expect([...(await threadsOf([...older, ...newer, answer]))]).toEqual([answer.thread_id]);
    for (const mail of newer) {
      expect(await ask('GET', `/emails/${mail.id}`)).toEqual({
        ...mail,
        thread_id: answer.thread_id,
        updated_at: answer.updated_at,
      });
    }
  });

  it('is in the list of the thread', async () => {
    const [one, two] = [freshId(), freshId()];
    const first = await arrive({ message_id: one });
    const second = await arrive({ message_id: two });
    const third = await arrive({ references: [one, two] });
    const list = await service.ask('GET', `/emails?thread_id=${first.thread_id}&fields=id&sort=created_at&order=asc`);
    expect((list.body as { data: Mail[] }).data).toEqual([first, second, third].map(({ id }) => ({ id })));
    const left = await service.ask('GET', `/emails?thread_id=${second.thread_id}`);
    expect((left.body as { data: Mail[] }).data).toEqual([]);
  });

  it('can link three, with their mails in the trash', async () => {
    const ids = [freshId(), freshId(), freshId()];
    const mails: Mail[] = [];
    for (const id of ids) mails.push(await arrive({ message_id: id }));
    await ask('DELETE', `/emails/${mails[2]?.id}`);
    const { answer, events } = await watch(() => arrive({ references: ids }));
    expect(events).toEqual([
      `email.created ${answer.id}`,
      `email.updated ${mails[1]?.id}`,
      `email.updated ${mails[2]?.id}`,
    ]);
    expect([...(await threadsOf([...mails, answer]))]).toEqual([mails[0]?.thread_id]);
  });

  it('may be a parent that arrives late between its own parent and its reply', async () => {
    const [top, middle] = [freshId(), freshId()];
    const first = await arrive({ message_id: top });
    const last = await arrive({ in_reply_to: middle });
    const { answer, events } = await watch(() => arrive({ message_id: middle, in_reply_to: top }));
    expect(events).toEqual([`email.created ${answer.id}`, `email.updated ${last.id}`]);
    expect([...(await threadsOf([first, last, answer]))]).toEqual([first.thread_id]);
  });
});

describe('a chain of fifty', () => {
  it.each([1, 2, 3])('ends in one thread whatever the order of arrival (%i)', async (seed) => {
    const ids = Array.from({ length: 50 }, () => freshId(`chain${seed}`));
    const mails: Mail[] = [];
    for (const place of shuffled(50, seed))
      mails.push(await arrive({ message_id: ids[place], in_reply_to: ids[place - 1] ?? null }));
    expect((await threadsOf(mails)).size).toBe(1);
  });

  it('of references that name all before them never needs a second thread', async () => {
    const ids = Array.from({ length: 50 }, () => freshId('full'));
    const { answer, events } = await watch(async () => {
      const mails: Mail[] = [];
      for (const place of shuffled(50, 4))
        mails.push(await arrive({ message_id: ids[place], references: ids.slice(0, place) }));
      return mails;
    });
    expect((await threadsOf(answer)).size).toBe(1);
    expect(events).toEqual(answer.map(({ id }) => `email.created ${id}`));
  });
});

describe('a draft whose in_reply_to is edited', () => {
  const edit = (mail: Mail, in_reply_to: string | null) => ask('PATCH', `/emails/drafts/${mail.id}`, { in_reply_to });

  it('joins the thread it now replies to, alone', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const mail = await draft({ subject: 'new' });
    const { answer, events } = await watch(() => edit(mail, id));
    expect(answer.thread_id).toBe(parent.thread_id);
    expect(events).toEqual([`email.updated ${mail.id}`]);
  });

  it('joins a thread that is younger than the draft, which stays as it is', async () => {
    const id = freshId();
    const mail = await draft({ subject: 'new' });
    const parent = await arrive({ message_id: id });
    const { answer, events } = await watch(() => edit(mail, id));
    expect(answer.thread_id).toBe(parent.thread_id);
    expect(events).toEqual([`email.updated ${mail.id}`]);
    expect(await ask('GET', `/emails/${parent.id}`)).toEqual(parent);
  });

  it.each([
    ['older', 0, 1],
    ['younger', 1, 0],
  ])('moves from one thread to an %s one and does not link the two', async (_which, to, from) => {
    const ids = [freshId(), freshId()];
    const parents = [await arrive({ message_id: ids[0] }), await arrive({ message_id: ids[1] })];
    const mail = await draft({ in_reply_to: ids[from] });
    expect(mail.thread_id).toBe(parents[from]?.thread_id);
    const { answer, events } = await watch(() => edit(mail, ids[to] as string));
    expect(answer.thread_id).toBe(parents[to]?.thread_id);
    expect(events).toEqual([`email.updated ${mail.id}`]);
    expect(await Promise.all(parents.map(threadOf))).toEqual(parents.map((parent) => parent.thread_id));
  });

  it('no longer counts as a mail that names its old parent', async () => {
    const [lost, other] = [freshId('lost'), freshId()];
    const mail = await draft({ in_reply_to: lost });
    await arrive({ message_id: other });
    await edit(mail, other);
    const late = await arrive({ message_id: lost });
    expect(late.thread_id).not.toBe(await threadOf(mail));
  });

  it('leaves the old thread for a parent that is not known yet, which does not join that when it arrives', async () => {
    const [known, unknown] = [freshId(), freshId()];
    const parent = await arrive({ message_id: known });
    const mail = await draft({ in_reply_to: known });
    expect((await edit(mail, unknown)).thread_id).not.toBe(parent.thread_id);
    const late = await arrive({ message_id: unknown });
    expect(late.thread_id).toBe(await threadOf(mail));
    expect(late.thread_id).not.toBe(await threadOf(parent));
  });

  it('keeps its thread when it is sent, and its new Message-ID is known', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const mail = await draft({ in_reply_to: id, to: 'b@x.org', body_plain: 'x' });
    const { answer, events } = await watch(() => ask('POST', `/emails/${mail.id}/send`));
    expect(answer.thread_id).toBe(parent.thread_id);
    expect(events).toEqual([`email.queued ${mail.id}`]);
    const { message_id } = answer as Mail & { message_id: string };
    expect((await arrive({ in_reply_to: message_id })).thread_id).toBe(parent.thread_id);
  });
});

describe('an erased mail', () => {
  // The rows, because no answer shows a link that is left behind.
  const linksOf = ({ id }: Mail) => service.store.catalogue('select message_id from thread_links where id = ?1', id);

  it('leaves no links behind', async () => {
    const id = freshId();
    const mail = await arrive({ message_id: id, in_reply_to: freshId(), references: [freshId(), freshId()] });
    expect(await linksOf(mail)).toHaveLength(4);
    await ask('DELETE', `/emails/${mail.id}?permanent=true`);
    expect(await linksOf(mail)).toEqual([]);
    expect((await arrive({ in_reply_to: id })).thread_id).not.toBe(mail.thread_id);
  });

  it('leaves its replies together, because they refer to the same parent', async () => {
    const id = freshId();
    const parent = await arrive({ message_id: id });
    const reply = await arrive({ in_reply_to: id });
    const { events } = await watch(() => ask('DELETE', `/emails/${parent.id}?permanent=true`));
    expect(events).toEqual([`email.deleted ${parent.id}`]);
    expect((await arrive({ in_reply_to: id })).thread_id).toBe(await threadOf(reply));
  });

  it('that linked two threads leaves them merged', async () => {
    const [one, two] = [freshId(), freshId()];
    const mails = [await arrive({ message_id: one }), await arrive({ message_id: two })];
    const bridge = await arrive({ references: [one, two] });
    await ask('DELETE', `/emails/${bridge.id}?permanent=true`);
    expect((await threadsOf(mails)).size).toBe(1);
  });

  it('that is deleted and restored keeps its links', async () => {
    const id = freshId();
    const mail = await arrive({ message_id: id });
    await ask('DELETE', `/emails/${mail.id}`);
    await ask('POST', `/emails/${mail.id}/restore`);
    expect((await arrive({ in_reply_to: id })).thread_id).toBe(mail.thread_id);
  });
});

/** The numbers below `count` in an order that the seed decides (a linear congruential generator, Fisher–Yates). */
function shuffled(count: number, seed: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  let state = seed * 7919;
  for (let last = count - 1; last > 0; last--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (last + 1);
    [numbers[last], numbers[other]] = [numbers[other] as number, numbers[last] as number];
  }
  return numbers;
}
