// Several instances of the real program on one database, and what is asked of them.
import { expect } from 'vitest';
import { examine, type Findings, type Ledger } from '../support/crash-check.ts';
import type { TestFeed } from '../support/feed.ts';
import { type Served, serve } from '../support/process.ts';
import { type Answered, ask } from '../support/service.ts';

export function startInstances(place: string, count: number): Promise<Served[]> {
  return Promise.all(Array.from({ length: count }, () => serve(place, { args: ['--log-level', 'error'] })));
}

/** The data of an answer, which must be a success. */
export async function make(url: string, method: string, path: string, body?: object): Promise<{ id: string }> {
  const answer = await ask(url, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return (answer.body as { data: { id: string } }).data;
}

export const mail = { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z', body_plain: 'good morning' };

interface Replayed {
  seq: number;
  event: string;
  timestamp: string;
  data: { id: string };
}

/** The whole change log as an instance returns it. */
export async function replayOf(url: string): Promise<Replayed[]> {
  const all: Replayed[] = [];
  for (;;) {
    const answer: Answered = await ask(url, 'GET', `/changes?since=${all.at(-1)?.seq ?? 0}&limit=1000`);
    const { data, meta } = answer.body as { data: Replayed[]; meta: { has_more: boolean } };
    all.push(...data);
    if (!meta.has_more) return all;
  }
}

export function seqsTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

export function seqsOf(feed: TestFeed): number[] {
  return feed.changes().map(({ seq }) => seq);
}

/** Nothing that was acknowledged is lost, nothing is half done, the log has no gap; returns how long the log is. */
export async function expectWhole(place: string, ledger: Ledger): Promise<number> {
  const findings: Findings = { unsound: [], lost: [], unpaired: [], gaps: [], halves: [], doubled: [] };
  const log = await examine(place, ledger, findings);
  expect({ ...findings, refused: ledger.refused }).toEqual({
    unsound: [],
    lost: [],
    unpaired: [],
    gaps: [],
    halves: [],
    doubled: [],
    refused: [],
  });
  expect(ledger.keyed.filter(({ answer }) => answer === null)).toEqual([]);
  return log.length;
}
