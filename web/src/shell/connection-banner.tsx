// Says when there is no connection to the service, how many changes wait for it, and when it is back. A short
// interruption is not worth a message.
import { useEffect, useState } from 'react';
import { useWaitingChanges } from '../data/changes/mutations.ts';
import { useConnection } from '../data/live/live.ts';
import { useWords } from '../words/words.ts';
import styles from './connection-banner.module.css';

const SHOWN_AFTER = 1500;
/** How long it says that the connection is back. */
const BACK_FOR = 3000;

type Shown = 'nothing' | 'offline' | 'back';

export function ConnectionBanner() {
  const { shell } = useWords();
  const connection = useConnection();
  const waiting = useWaitingChanges();
  const [shown, setShown] = useState<Shown>('nothing');
  useEffect(() => {
    if (connection === 'live') setShown((before) => (before === 'offline' ? 'back' : before));
    if (connection !== 'offline') return;
    const timer = setTimeout(() => setShown('offline'), SHOWN_AFTER);
    return () => clearTimeout(timer);
  }, [connection]);
  useEffect(() => {
    if (shown !== 'back') return;
    const timer = setTimeout(() => setShown('nothing'), BACK_FOR);
    return () => clearTimeout(timer);
  }, [shown]);
  const offline = waiting > 0 ? `${shell.offline} ${shell.waiting(waiting)}` : shell.offline;
  // The element is always there: screen readers announce changes of what they already know.
  return (
    <div role="status" className={styles.banner} data-shown={shown}>
      {shown === 'offline' && offline}
      {shown === 'back' && shell.online}
    </div>
  );
}
