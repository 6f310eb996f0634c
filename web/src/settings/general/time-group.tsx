// Settings of time: time zone, first day of the week, working hours.
import type { Settings } from '../../data/types.ts';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import { saveSettings, useMayChangeSettings, useSettings } from '../settings-data.ts';
import { weekdayName } from './weekdays.ts';
import { WorkingHours } from './working-hours.tsx';
import { ZoneField } from './zone-field.tsx';

const WEEK_STARTS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export function TimeGroup() {
  const { time } = useWords().settings;
  const settings = useSettings();
  const isDisabled = !useMayChangeSettings() || !settings;
  return (
    <Group title={time.title}>
      <Row>
        <ZoneField
          zone={settings?.timezone ?? null}
          isDisabled={isDisabled}
          onZone={(timezone) => void saveSettings({ timezone })}
        />
      </Row>
      <Row>
        <Field inline label={time.weekStart}>
          <Select
            disabled={isDisabled}
            value={settings?.week_start ?? 'MO'}
            onValue={(value: Settings['week_start']) => void saveSettings({ week_start: value })}
            options={WEEK_STARTS.map((value, day) => ({ value, label: weekdayName(day, 'long') }))}
          />
        </Field>
      </Row>
      <Row>
        <WorkingHours
          text={settings?.working_hours ?? null}
          isDisabled={isDisabled}
          onText={(working_hours) => void saveSettings({ working_hours })}
        />
      </Row>
    </Group>
  );
}
