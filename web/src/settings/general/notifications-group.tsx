// The switch of notifications. The browser is only asked when the person switches them on.
import { useState } from 'react';
import { setPreferences, usePreferences } from '../../data/storage/preferences.ts';
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
  // Closing the question of the browser does not refuse the permission: it may be asked for again.
  const problem = permission === 'denied' ? words.refused : words.dismissed;
  const isProblem = isSupported && permission !== 'granted' && (wasAsked || notifications);
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
        {isProblem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </Row>
    </Group>
  );
}
