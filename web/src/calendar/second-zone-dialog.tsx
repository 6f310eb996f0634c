// Chooses the second time zone of the week and the day.
import { useState } from 'react';
import { preferences, setPreferences } from '../data/storage/preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { Combobox } from '../ui/controls/combobox.tsx';
import { Field } from '../ui/controls/field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useWords } from '../words/words.ts';
import { matchingZones } from './editor/times-field.tsx';

export function SecondZoneDialog({ onClose }: { onClose: () => void }) {
  const { calendar, common } = useWords();
  const [text, setText] = useState(preferences.get().secondZone ?? '');
  const [error, setError] = useState<string>();
  const choose = (zone: string | undefined) => {
    if (!zone) return setError(calendar.unknownZone);
    setPreferences({ secondZone: zone });
    onClose();
  };
  return (
    <Dialog
      open
      size="small"
      title={calendar.chooseSecondZone}
      onClose={onClose}
      onSubmit={() => choose(matchingZones(text)[0]?.value)}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {common.done}
          </Button>
        </>
      }
    >
      <Field label={calendar.timeZone} hint={calendar.secondZoneHelp} error={error}>
        <Combobox
          data-autofocus
          text={text}
          onText={setText}
          options={matchingZones(text)}
          onPick={({ value }) => choose(value)}
        />
      </Field>
    </Dialog>
  );
}
