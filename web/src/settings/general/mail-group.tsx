// Settings of mail: how long a mail can be taken back, and where the signature of a reply is.
import { DEFAULT_HOLD_SECONDS } from '../../data/hold-default.ts';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import { saveSettings, useMayChangeSettings, useSettings } from '../settings-data.ts';

const HOLD = [0, 5, 10, 20, 30, 60, 120];

export function MailGroup() {
  const { mail } = useWords().settings;
  const settings = useSettings();
  const isDisabled = !useMayChangeSettings() || !settings;
  const hold = settings?.hold_seconds ?? DEFAULT_HOLD_SECONDS;
  const choices = [...new Set([...HOLD, hold])].sort((one, other) => one - other);
  return (
    <Group title={mail.title}>
      <Row>
        <Field inline label={mail.hold} hint={mail.holdHint}>
          <Select
            disabled={isDisabled}
            value={String(hold)}
            onValue={(value) => void saveSettings({ hold_seconds: Number(value) })}
            options={choices.map((one) => ({
              value: String(one),
              label: one === 0 ? mail.holdOff : mail.seconds(one),
            }))}
          />
        </Field>
      </Row>
      <Row>
        <Field inline label={mail.signature}>
          <Select
            disabled={isDisabled}
            value={settings?.signature_position ?? 'above'}
            onValue={(value: 'above' | 'below') => void saveSettings({ signature_position: value })}
            options={[
              { value: 'above', label: mail.signatures.above },
              { value: 'below', label: mail.signatures.below },
            ]}
          />
        </Field>
      </Row>
    </Group>
  );
}
