// What only emails do: marks, snoozing, drafts, sending and batches.
import { add, change } from './changes.ts';
import { draftAgain, folderOf, isWaiting } from './email-states.ts';
import { type Fields, type Kind, utc } from './kinds.ts';
import { newRecord, remove, restore } from './record-rules.ts';
import { find, type Kept, type Made, missing, type Outcome, refuse, type World } from './world.ts';

const EMAIL: Kind = 'email';

const marks: Record<string, Fields> = {
  read: { is_read: true },
  unread: { is_read: false },
  star: { is_starred: true },
  unstar: { is_starred: false },
};

export function mark(world: World, kept: Kept, flag: string, made: Made): Outcome {
  return change(world, kept, marks[flag] as Fields, made);
}

/** Snoozing again moves the time and keeps the first folder. What is in the trash cannot be snoozed. */
export function snooze(world: World, kept: Kept, until: string, made: Made): Outcome {
  const { deleted_at, snoozed_until, snoozed_from, folder } = kept.record;
  if (deleted_at !== null) return refuse(409, 'ALREADY_DELETED');
  const values = {
    folder: 'SNOOZED',
    snoozed_until: utc(until),
    snoozed_from: snoozed_until === null ? folder : snoozed_from,
  };
  return change(world, kept, values, made, { action: 'snoozed' });
}

export function unsnooze(world: World, kept: Kept, made: Made): Outcome {
  const { snoozed_until, snoozed_from } = kept.record;
  if (snoozed_until === null) return refuse(409, 'NOT_SNOOZED');
  const values = { folder: snoozed_from, snoozed_until: null, snoozed_from: null };
  return change(world, kept, values, made, { action: 'unsnoozed' });
}

/** Nobody has an account here, so a draft is from nobody yet. */
export function createDraft(world: World, content: Fields, made: Made): Outcome {
  return add(
    world,
    EMAIL,
    newRecord(world, EMAIL, { ...draftContent(content), status: 'draft', is_read: true }, made),
    made,
  );
}

export function editDraft(world: World, kept: Kept, content: Fields, made: Made): Outcome {
  if (kept.record.status !== 'draft') return refuse(409, 'NOT_A_DRAFT');
  return change(world, kept, { ...draftContent(content), is_read: true }, made);
}

/** A draft, or a failed mail once more. */
export function send(world: World, kept: Kept, made: Made): Outcome {
  const { status, deleted_at } = kept.record;
  if (status === 'sent') return refuse(409, 'ALREADY_SENT');
  if (status !== 'draft' && status !== 'failed') return refuse(409, 'NOT_A_DRAFT');
  if (deleted_at !== null) return refuse(409, 'ALREADY_DELETED');
  if (status === 'draft' && !isComplete(kept.record)) return refuse(400, 'VALIDATION_ERROR');
  const values = { status: 'queued', folder: folderOf('queued'), is_read: true };
  return change(world, kept, values, made, { action: 'queued', status: 202 });
}

/** Somebody gets it, and something is in it. */
function isComplete(mail: Fields): boolean {
  const lists = [mail.to_addresses, mail.cc_addresses, mail.bcc_addresses] as unknown[][];
  const hasContent = mail.subject || mail.body_plain || mail.body_html || (mail.attachments as unknown[]).length > 0;
  return lists.some((list) => list.length > 0) && Boolean(hasContent);
}

export function cancel(world: World, kept: Kept, made: Made): Outcome {
  return isWaiting(kept.record) ? change(world, kept, draftAgain, made) : refuse(409, 'NOT_CANCELLABLE');
}

/** One action on many mails: a name that cannot be served fails alone, and a mail named twice counts once. */
export function batch(world: World, names: string[], action: string, params: Fields, made: Made): Outcome {
  const answers: Outcome[] = [];
  const errors: Fields[] = [];
  const served = new Set<Kept>();
  for (const name of new Set(names)) {
    const kept = find(world, EMAIL, name);
    if (kept && served.has(kept)) continue;
    if (kept) served.add(kept);
    const outcome = kept ? act(world, kept, action, params, made) : missing();
    answers.push(outcome);
    if (outcome.error) errors.push({ id: name, code: outcome.error });
  }
  const body = { processed: answers.length - errors.length, failed: errors.length, errors };
  return { status: 200, body, events: answers.flatMap(({ events }) => events) };
}

function act(world: World, kept: Kept, action: string, params: Fields, made: Made): Outcome {
  const labels = kept.record.labels as unknown[];
  switch (action) {
    case 'move':
      return change(world, kept, { folder: params.folder }, made);
    case 'add_label':
      return labels.includes(params.label)
        ? change(world, kept, {}, made)
        : change(world, kept, { labels: [...labels, params.label] }, made);
    case 'remove_label':
      return change(world, kept, { labels: labels.filter((one) => one !== params.label) }, made);
    case 'delete':
      return remove(world, kept, made);
    case 'restore':
      return restore(world, kept, made);
    case 'snooze':
      return snooze(world, kept, params.until as string, made);
    default:
      return mark(world, kept, action.replace('mark_', ''), made);
  }
}

/** A draft's content as the record names it; a list of recipients that is cleared becomes empty. */
function draftContent({ to, cc, bcc, ...rest }: Fields): Fields {
  const lists = { to_addresses: to, cc_addresses: cc, bcc_addresses: bcc };
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  return { ...rest, ...Object.fromEntries(given.map(([field, list]) => [field, list ?? []])) };
}
