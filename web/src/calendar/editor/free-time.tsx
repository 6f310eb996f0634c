// Suggests times at which one is free, within the working hours, to choose with a click.
import { useState } from 'react';
import { daybook } from '../../data/client.ts';
import { useCollection } from '../../data/live/live.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Schedule } from '../../ui/icons.ts';
import { addDays } from '../../words/days.ts';
import { formatDay, formatTime, timeZone } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { lengthInMinutes } from '../events/event-times.ts';
import { USUAL_HOURS } from '../working-hours.ts';
import { draftTimes, timesOfDraft } from './draft-times.ts';
import { type EventDraft, problemOf } from './event-draft.ts';
import styles from './event-editor.module.css';

export interface FreeTimeProps {
  draft: EventDraft;
  onPick: (changes: Partial<EventDraft>) => void;
}

interface Slot {
  start_at: string;
  end_at: string;
}

/** How many days are searched, and how many times are suggested. */
const DAYS = 14;
const MOST = 8;
/** Suggestions of one long free time are this far apart. */
const SPACING = 60;

export function FreeTime({ draft, onPick }: FreeTimeProps) {
  const { calendar } = useWords();
  const hours = useCollection('settings')[0]?.working_hours ?? USUAL_HOURS;
  const [slots, setSlots] = useState<readonly Slot[] | 'loading' | null>(null);
  if (draft.allDay || problemOf(draft)) return null;
  const minutes = Math.max(15, lengthInMinutes(timesOfDraft(draft)));
  const find = async () => {
    setSlots('loading');
    setSlots(await freeSlots(draft, minutes, hours).catch(() => []));
  };
  const pick = ({ start_at }: Slot) => {
    const end_at = new Date(Date.parse(start_at) + minutes * 60_000).toISOString();
    onPick(draftTimes({ all_day: false, start_at, end_at }, draft.zone));
  };
  return (
    <div className={styles.free}>
      <Button size="small" icon={<Schedule />} busy={slots === 'loading'} onClick={() => void find()}>
        {calendar.findTime}
      </Button>
      {Array.isArray(slots) && (
        <ul className={styles.slots} aria-label={calendar.freeTimes}>
          {slots.length === 0 && <li>{calendar.noFreeTime}</li>}
          {slots.map((slot: Slot) => (
            <li key={slot.start_at}>
              <Button size="small" onClick={() => pick(slot)}>
                {formatDay(slot.start_at)}, {formatTime(slot.start_at)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

async function freeSlots(draft: EventDraft, minutes: number, hours: string): Promise<Slot[]> {
  const now = new Date().toISOString();
  const start = timesOfDraft({ ...draft, startMinutes: 0 });
  const from = !start.all_day && start.start_at > now ? draft.startDate : now;
  const query = {
    from,
    to: addDays(from.slice(0, 10), DAYS),
    tz: timeZone(),
    minutes,
    working_hours: hours,
    limit: 50,
  };
  const { slots } = (await daybook.events.freeSlots(query)) as unknown as { slots: Slot[] };
  return slots.flatMap((slot) => startsIn(slot, minutes)).slice(0, MOST);
}

/** Starts within a free time: at most three, so that other days are suggested too. */
function startsIn({ start_at, end_at }: Slot, minutes: number): Slot[] {
  const step = Math.max(SPACING, minutes) * 60_000;
  const last = Date.parse(end_at) - minutes * 60_000;
  const half = 30 * 60_000;
  const first = Math.ceil(Date.parse(start_at) / half) * half;
  const starts: Slot[] = [];
  for (let at = first; at <= last && starts.length < 3; at += step)
    starts.push({ start_at: new Date(at).toISOString().replace('.000Z', 'Z'), end_at });
  return starts;
}
