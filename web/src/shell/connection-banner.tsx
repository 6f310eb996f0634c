// Says when there is no connection to the service, and how many changes wait for it. A short interruption is not worth
// a message.
import { useEffect, useState } from 'react';
import { useConnection } from '../data/live.ts';
import { useWaitingChanges } from '../data/mutations.ts';
import { useWords } from '../words/words.ts';
import styles from './connection-banner.module.css';

const PATIENCE = 1500;

export function ConnectionBanner() {
  const { shell } = useWords();
  const isOffline = useConnection() === 'offline';
  const waiting = useWaitingChanges();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isOffline) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isOffline]);
  return (
    <div role="status" className={styles.banner} hidden={!isShown}>
      {isShown && `${shell.offline}${waiting > 0 ? ` ${shell.waiting(waiting)}` : ''}`}
    </div>
  );
}
