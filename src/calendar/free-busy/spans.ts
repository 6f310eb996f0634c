// Spans of time: sets of them merged, cut and taken from each other, and as they are served, in UTC and in a time zone.
import { formatTime, localTime } from '../../values/time.ts';

/** From `start` up to but not including `end`, in milliseconds. */
export interface Span {
  start: number;
  end: number;
}

/** A span as it is served. */
export interface ServedSpan {
  start_at: string;
  end_at: string;
  /** The same moments in the time zone of the request, with its offset. */
  start_local: string;
  end_local: string;
}

/** Ascending; spans that overlap or touch become one. */
export function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** What is left of spans without the others. Both are merged. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let next = 0;
  for (const { start, end } of spans) {
    let from = start;
    while (next < others.length && (others[next] as Span).end <= start) next++;
    for (let at = next; at < others.length && (others[at] as Span).start < end; at++) {
      const other = others[at] as Span;
      if (other.start > from) left.push({ start: from, end: other.start });
      from = Math.max(from, other.end);
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}

export function served({ start, end }: Span, timezone: string): ServedSpan {
  return {
    start_at: formatTime(start),
    end_at: formatTime(end),
    start_local: formatLocal(start, timezone),
    end_local: formatLocal(end, timezone),
  };
}

/** 2026-06-02T09:00:00+02:00: the local time with its offset from UTC. */
function formatLocal(moment: number, timezone: string): string {
  const local = localTime(moment, timezone);
  const minutes = Math.round((local.getTime() - moment) / 60_000);
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${two(hour)}:${two(minute)}`;
  return formatTime(local.getTime()).replace('Z', offset);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
