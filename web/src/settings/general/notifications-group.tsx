// The switch of notifications. The browser is only asked when the person switches them on.
import { useState } from 'react';
import { setPreferences, usePreferences } from '../../data/preferences.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './general.module.css';

export function NotificationsGroup() {
  const { notifications: words } = useWords().settings;
  const { notifications } = usePreferences();
  const isSupported = 'Notification' in globalThis && isSecureContext;
  const [permission, setPermission] = useState(isSupported ? Notification.permission : 'denied');
  const [wasAsked, setAsked] = useState(false);
  const isOn = notifications && permission === 'granted';
  const toggle = async (checked: boolean) => {
    if (!checked) return setPreferences({ notifications: false });
    const answer = await Notification.requestPermission();
    setAsked(true);
    setPermission(answer);
    setPreferences({ notifications: answer === 'granted' });
  };
  const isRefused = isSupported && permission === 'denied' && (wasAsked || notifications);
  return (
    <Group title={words.title}>
      <Row>
        <Switch
          label={words.label}
          hint={isSupported ? words.hint : words.unsupported}
          disabled={!isSupported}
          checked={isOn}
          onChecked={(checked) => void toggle(checked)}
        />
        {isRefused && (
          <p role="alert" className={styles.problem}>
            {words.refused}
          </p>
        )}
      </Row>
    </Group>
  );
}
