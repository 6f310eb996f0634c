// The state of a server as a coloured dot with its text.
import type { Account } from '../../data/types.ts';
import { serverState } from './account-state.ts';
import styles from './accounts.module.css';

interface ServerStateTextProps {
  label: string;
  server: Account['smtp'];
  hasDetail?: boolean;
}

export function ServerStateText({ label, server, hasDetail = false }: ServerStateTextProps) {
  const { tone, text, detail } = serverState(server);
  return (
    <span className={styles.state} data-tone={tone}>
      <span className={styles.dot} aria-hidden />
      <span>
        {label}: <span className={styles.stateText}>{text}</span>
        {hasDetail && detail && <span className={styles.stateDetail}>{detail}</span>}
      </span>
    </span>
  );
}
