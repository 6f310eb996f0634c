// What docs/guide/sending.md declares for a mail whose server misbehaves at a stage of the exchange.
import { FAULTS, type Fault, type Stage } from './fake-smtp.ts';

export type End = [status: 'queued' | 'failed' | 'sent', code: string | null];

const LATER: End = ['queued', 'DEFERRED'];
const AGAIN: End = ['queued', 'any'];
const UNKNOWN: End = ['failed', 'OUTCOME_UNKNOWN'];
const all = (end: End) => Object.fromEntries(FAULTS.map((fault) => [fault, end])) as Record<Fault, End>;
const REPLIES = { '421': LATER, '451': LATER, '452': LATER };
const refusing = (one: string, other: string, rest: End): Record<Fault, End> => ({
  ...all(rest),
  ...REPLIES,
  '550': ['failed', one],
  '552': ['failed', other],
});

export const DECLARED: Record<Stage, Record<Fault, End>> = {
  greeting: all(AGAIN),
  ehlo: all(AGAIN),
  login: { ...all(AGAIN), '550': ['queued', 'AUTH_FAILED'], '552': ['queued', 'AUTH_FAILED'] },
  mail: refusing('REFUSED', 'TOO_LARGE', AGAIN),
  rcpt: refusing('RECIPIENTS_REFUSED', 'RECIPIENTS_REFUSED', AGAIN),
  data: refusing('REFUSED', 'TOO_LARGE', AGAIN),
  body: refusing('REFUSED', 'TOO_LARGE', AGAIN),
  dot: refusing('REFUSED', 'TOO_LARGE', UNKNOWN),
  quit: all(['sent', null]),
};

/** A body for a fault at the stage: in the middle of a message it must be longer than the socket buffers. */
export function textFor(stage: Stage): string {
  return stage === 'body' ? `${'x'.repeat(70)}\n`.repeat(72_000) : 'Tea at five?';
}
