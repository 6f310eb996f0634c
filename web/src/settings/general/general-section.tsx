// The section General: what applies to this browser (language, look, keyboard, notifications) and what follows the
// person (time, mail).
import { type Preferences, setPreferences, usePreferences } from '../../data/storage/preferences.ts';
import { runAction } from '../../shell/actions/run-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { DarkTheme, LightTheme, SystemTheme } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './general.module.css';
import { InstallGroup } from './install-group.tsx';
import { MailGroup } from './mail-group.tsx';
import { NotificationsGroup } from './notifications-group.tsx';
import { TimeGroup } from './time-group.tsx';

export function GeneralSection() {
  return (
    <>
      <LookGroup />
      <TimeGroup />
      <MailGroup />
      <KeyboardGroup />
      <NotificationsGroup />
      <InstallGroup />
    </>
  );
}

function LookGroup() {
  const { look } = useWords().settings;
  const { language, theme, density } = usePreferences();
  return (
    <Group title={look.title} text={look.here}>
      <Row>
        <Field inline label={look.language}>
          <Select
            value={language}
            onValue={(value: Preferences['language']) => setPreferences({ language: value })}
            options={optionsOf(look.languages)}
          />
        </Field>
      </Row>
      <Row className={styles.choice}>
        <span className={styles.label}>{look.theme}</span>
        <Segmented
          label={look.theme}
          value={theme}
          onChange={(value) => setPreferences({ theme: value })}
          options={[
            { value: 'system', label: look.themes.system, icon: <SystemTheme aria-hidden /> },
            { value: 'light', label: look.themes.light, icon: <LightTheme aria-hidden /> },
            { value: 'dark', label: look.themes.dark, icon: <DarkTheme aria-hidden /> },
          ]}
        />
      </Row>
      <Row className={styles.choice}>
        <span className={styles.label}>{look.density}</span>
        <Segmented
          label={look.density}
          value={density}
          onChange={(value) => setPreferences({ density: value })}
          options={optionsOf(look.densities)}
        />
      </Row>
    </Group>
  );
}

function KeyboardGroup() {
  const { keyboard } = useWords().settings;
  const { shortcuts } = usePreferences();
  return (
    <Group title={keyboard.title}>
      <Row>
        <Switch
          label={keyboard.shortcuts}
          hint={keyboard.shortcutsHint}
          checked={shortcuts}
          onChecked={(checked) => setPreferences({ shortcuts: checked })}
        />
      </Row>
      <Row>
        <Button size="small" onClick={() => runAction('shortcuts')}>
          {keyboard.help}
        </Button>
      </Row>
    </Group>
  );
}

function optionsOf<V extends string>(labels: Readonly<Record<V, string>>): { value: V; label: string }[] {
  return (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }));
}
