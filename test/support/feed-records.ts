// Records created for tests of the feed, and what a feed has sent.
import type { FeedMessage, TestFeed } from './feed.ts';
import type { TestService } from './service.ts';

type Data = { id: string; deleted_at: string | null };

export async function make(service: TestService, method: string, path: string, body?: object): Promise<Data> {
  const answer = await service.ask(method, path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return (answer.body as { data: Data }).data;
}

export const contact = (service: TestService, name = 'Ann') => make(service, 'POST', '/contacts', { first_name: name });
export const event = (service: TestService) =>
  make(service, 'POST', '/events', { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' });
export const email = (service: TestService, body_plain = 'Hello') =>
  make(service, 'POST', '/emails', { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z', body_plain });

export async function changes(service: TestService, query = '', headers = {}) {
  const { body } = await service.ask('GET', `/changes${query}`, undefined, headers);
  return body as { data: FeedMessage[]; meta: { seq: number; has_more: boolean } };
}

export const newest = async (service: TestService) => (await changes(service, '?limit=0')).meta.seq;
export const seqs = (feed: TestFeed) => feed.changes().map(({ seq }) => seq);
export const told = (feed: TestFeed) => feed.changes().map((message) => message.event);
