// The choice of a time zone from all that the browser knows, with what is typed as the filter.
import { useMemo, useState } from 'react';
import { Combobox, type ComboboxOption } from '../../ui/controls/combobox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { formatTime } from '../../words/format.ts';
import { dateFormat, deviceTimeZone } from '../../words/intl.ts';
import { locale, useWords } from '../../words/words.ts';

interface ZoneFieldProps {
  /** null: that of the device. */
  zone: string | null;
  isDisabled: boolean;
  onZone: (zone: string | null) => void;
}

const MOST_SHOWN = 50;
const AS_DEVICE = '';

export function ZoneField({ zone, isDisabled, onZone }: ZoneFieldProps) {
  const { time } = useWords().settings;
  const device = deviceTimeZone();
  const current = zone ?? time.asDevice(device);
  const [text, setText] = useState<string | null>(null);
  const options = useMemo(
    () => [{ value: AS_DEVICE, label: time.asDevice(device) }, ...zonesFor(text ?? '')],
    [text, device, time],
  );
  return (
    <Field inline label={time.zone} hint={time.zoneHint(formatTime(new Date(), zone ?? device))}>
      <Combobox
        disabled={isDisabled}
        text={text ?? current}
        onText={setText}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setText(null)}
        options={options}
        onPick={({ value }) => {
          setText(null);
          onZone(value === AS_DEVICE ? null : value);
        }}
      />
    </Field>
  );
}

/** The zones whose name has the text, those of cities that begin with it first. */
function zonesFor(text: string): ComboboxOption[] {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  const rank = (name: string) => (name.toLowerCase().split('/').at(-1)?.startsWith(wanted) ? 0 : 1);
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
    .filter((name) => name.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST_SHOWN)
    .map((value) => ({ value, label: value.replaceAll('_', ' '), detail: offsetOf(value) }));
}

/** GMT+2 */
function offsetOf(zone: string): string {
  const parts = dateFormat(locale(), { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
