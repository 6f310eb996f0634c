// Saving the form of an event: compares it with the record that it was opened with, asks for the scope, and sends only
// what was changed, on the condition that nobody else has changed the event meanwhile.
import { etagOf } from 'daybook-client';
import { useEffect, useState } from 'react';
import { untilAnswered } from '../../data/changes/until-answered.ts';
import { daybook } from '../../data/client.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { timeZone } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { choosePart, createEvent, updateEvent } from '../events/event-changes.ts';
import { isSameTimes, nextSlot, timesOf, timeValues } from '../events/event-times.ts';
import { isConflict } from '../events/event-undo.ts';
import { showSaved } from '../shown-event.ts';
import { timesOfDraft } from './draft-times.ts';
import { closeEditor, type EditorRequest, openEditor } from './editor-store.ts';
import { draftOf, type EventDraft, emptyDraft, inputOf, patchOf, SERIES_FIELDS } from './event-draft.ts';

/** What the form was opened with. */
export interface Base {
  key: string;
  /** The record as it was then; undefined for a new event. */
  event: CalendarEvent | undefined;
  etag: string | undefined;
  draft: EventDraft;
}

export interface Conflict {
  before: CalendarEvent;
  now: CalendarEvent;
}

let serial = 0;

/** Reads the record that is edited; without a connection the one that is shown is used. */
export function useBase(request: EditorRequest | null): Base | null {
  const [base, setBase] = useState<Base | null>(null);
  useEffect(() => {
    setBase(null);
    if (!request) return;
    let isCurrent = true;
    void baseOf(request).then((found) => isCurrent && setBase(found));
    return () => {
      isCurrent = false;
    };
  }, [request]);
  return request ? base : null;
}

async function baseOf({ event, draft }: EditorRequest): Promise<Base> {
  serial += 1;
  const key = String(serial);
  if (!event) {
    const times = nextSlot(timeZone());
    return { key, event: undefined, etag: undefined, draft: { ...emptyDraft(times), ...draft } };
  }
  const now = await daybook.events.get(event.id, undefined, { retries: 0 }).catch(() => event);
  return { key, event: now, etag: etagOf(now), draft: { ...draftOf(now), ...draft } };
}

export function useSave(opened: Base, draft: EventDraft, onError: (error: unknown) => void) {
  const [base, setBase] = useState(opened);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const showProblem = async (error: unknown, current: Base) => {
    if (!isConflict(error) || !current.event) return onError(error);
    try {
      setConflict({ before: current.event, now: await daybook.events.get(current.event.id) });
      setBase(current);
    } catch (unreadable) {
      onError(unreadable);
    }
  };
  /** `isForced`: the changes of the person count, whatever has changed elsewhere. */
  const save = async (isForced = false) => {
    const current = isForced && conflict ? await baseOf({ event: conflict.now, draft: changesOf(draft, base) }) : base;
    setSaving(true);
    try {
      if (await send(current, isForced ? current.draft : draft)) closeEditor();
    } catch (error) {
      await showProblem(error, current);
    } finally {
      setSaving(false);
    }
  };
  /** Takes what has changed elsewhere: the form of the current record. */
  const resolve = () => {
    const now = conflict?.now as CalendarEvent;
    setConflict(null);
    setBase({ ...base, event: now, etag: etagOf(now) });
    return draftOf(now);
  };
  return { save, isSaving, conflict, resolve };
}

/** Resolves with false if the person has changed their mind, rejects if the service refuses. */
async function send({ event, etag }: Base, draft: EventDraft): Promise<boolean> {
  if (!event) {
    const created = createEvent(inputOf(draft), true);
    void created.then((made) => made && showSaved(made)).catch(() => {}); // `settled` says why it was refused
    return settled(created, { draft });
  }
  const body = patchOf(draft, event);
  if (Object.keys(body).length === 0) return true;
  const isOfSeries = Object.keys(body).some((field) => SERIES_FIELDS.includes(field));
  const part = await choosePart(event, 'change', { after: timesOfDraft(draft), isOfSeries });
  if (!part) return false;
  const done = updateEvent(event, body, { part, text: words().calendar.saved, ifMatch: etag ?? '' });
  const moved = { ...event, ...timeValues(timesOfDraft(draft)) };
  if (!isSameTimes(timesOf(event), timesOf(moved))) void done.then(() => showSaved(moved)).catch(() => {});
  return settled(done, { event, draft });
}

/** Closes the form also without a connection; if the change is refused later, it can be opened again. */
async function settled(done: Promise<unknown>, request: EditorRequest): Promise<boolean> {
  if (!(await untilAnswered(done))) {
    const { calendar } = words();
    showToast({ text: calendar.savedLater });
    done.catch((error) =>
      showToast({
        tone: 'danger',
        text: words().shell.refused(reasonOf(error)),
        action: { label: calendar.openAgain, run: () => openEditor({ ...request, isUnsaved: true }) },
        duration: Number.POSITIVE_INFINITY,
      }),
    );
  }
  return true;
}

/** The fields of the form that the person has changed. */
function changesOf(draft: EventDraft, base: Base): Partial<EventDraft> {
  const before = base.event ? draftOf(base.event) : base.draft;
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof EventDraft]),
    ),
  );
}
