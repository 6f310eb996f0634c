// The times that the snooze picker offers, in the time zone of the user.
import { addDays, instantOf, type LocalTime, localTime, weekdayOf } from '../../words/zoned-time.ts';

type PresetName = 'later' | 'evening' | 'tomorrow' | 'weekend' | 'week';

export interface Preset {
  name: PresetName;
  time: Date;
}

const MORNING = 8;
const EVENING = 18;
/** "Later today" is so many hours from now. */
const LATER = 3;
const SATURDAY = 6;

export function presetsOf(now: Date, zone: string): Preset[] {
  const local = localTime(now, zone);
  const at = (day: LocalTime, hour: number) => instantOf({ ...day, hour, minute: 0 }, zone);
  const weekday = weekdayOf(local);
  const presets: (Preset | false)[] = [
    local.hour + LATER < EVENING && { name: 'later', time: at(local, local.hour + LATER) },
    local.hour < EVENING - 1 && { name: 'evening', time: at(local, EVENING) },
    { name: 'tomorrow', time: at(addDays(local, 1), MORNING) },
    // On a Friday, tomorrow is the weekend already.
    weekday > 0 && weekday < SATURDAY - 1 && { name: 'weekend', time: at(addDays(local, SATURDAY - weekday), MORNING) },
    // On a Sunday, tomorrow is the next week already.
    weekday !== 0 && { name: 'week', time: at(addDays(local, 8 - weekday), MORNING) },
  ];
  return presets.filter((one) => one !== false);
}
