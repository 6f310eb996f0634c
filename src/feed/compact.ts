// Changes as compact lines: the seq, when, the event, and the line that a list has for the record.
import { compactLine, LINE_CHARS, oneLine, shortTime, type View } from '../records/compact.ts';
import { createPause } from '../records/slices.ts';
import { type AnyRecord, commonFields } from '../resources/resource.ts';
import { resourceOfEvent } from '../resources/resources.ts';
import { handleOf } from '../values/ids.ts';
import { formatTime } from '../values/time.ts';
import type { Message } from './messages.ts';

export interface CompactChanges {
  format: 'compact';
  /** How many there are: "3 changes". */
  summary: string;
  lines: string[];
  meta: ChangesMeta;
}

/** The newest seq, and whether more changes follow the last message. */
export interface ChangesMeta {
  seq: number;
  has_more: boolean;
}

/** Pauses between messages: a page of large ones takes long to parse. */
export async function compactChanges(
  messages: readonly Message[],
  meta: ChangesMeta,
  view: View,
): Promise<CompactChanges> {
  const count = `${messages.length} ${messages.length === 1 ? 'change' : 'changes'}`;
  const summary = meta.has_more ? `${count}, and more after the last` : count;
  const lines: string[] = [];
  const pause = createPause();
  for (const message of messages) {
    lines.push(lineOf(message, view));
    await pause();
  }
  return { format: 'compact', summary, lines, meta };
}

function lineOf({ seq, event, at, text }: Message, view: View): string {
  const { data } = JSON.parse(String(text)) as { data: AnyRecord };
  const when = shortTime(formatTime(at), view);
  return oneLine(`${seq} ${when} ${event} ${subjectOf(event, data, view)}`, LINE_CHARS);
}

/** What changed: a record, what is left of one, or something that is not a record, such as a calendar or a reminder. */
function subjectOf(event: string, data: AnyRecord, view: View): string {
  const handle = data.id === undefined ? '' : `#${handleOf(data.id)} `;
  if (data.permanent === true) return `${handle || data.name} (permanently deleted)`;
  if (Object.keys(data).length === 2 && data.deleted_at !== undefined) return handle;
  const resource = resourceOfEvent(event);
  if (resource && commonFields(resource).every((name) => name in data)) return compactLine(resource, data, view);
  const title = data.title ?? data.name;
  return handle + (title ?? JSON.stringify(data, (_key, value) => (value === null ? undefined : value)));
}
