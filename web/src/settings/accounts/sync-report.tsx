// The report of the synchronisation of an account: its state, and how many messages each folder has at the server and
// here. It follows the feed.
import type { Message } from 'daybook-client';
import { useEffect, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { onMessage } from '../../data/live/feed.ts';
import { useQuery } from '../../data/live/query.ts';
import type { Account } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { Refresh } from '../../ui/icons.ts';
import { formatNumber, formatRelative } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './accounts.module.css';

type Report = Awaited<ReturnType<typeof daybook.accounts.syncStatus>>;

export function SyncReport({ account: { id } }: { account: Account }) {
  const { sync } = useWords().settings.accounts;
  const { data: report } = useQuery(`sync/${id}`, (signal) => daybook.accounts.syncStatus(id, undefined, { signal }), {
    events: ['sync.*', 'email_account.*'],
    concerns: (message) => isOf(message, id),
  });
  return (
    <Group
      title={sync.title}
      actions={
        <Button icon={<Refresh aria-hidden />} onClick={() => void synchronise(id)}>
          {sync.now}
        </Button>
      }
    >
      <Row>{report ? <State report={report} /> : <Skeleton width="60%" />}</Row>
      <FetchProgress id={id} isSyncing={report?.state === 'syncing'} />
      {report && report.folders.length > 0 && <Folders report={report} />}
    </Group>
  );
}

function State({ report: { state, last_error, next_try, waiting_changes } }: { report: Report }) {
  const { sync } = useWords().settings.accounts;
  return (
    <div role="status">
      {sync.states[state]} {waiting_changes > 0 && sync.waiting(waiting_changes)}
      {last_error && <p className={styles.problem}>{last_error}</p>}
      {next_try && <p>{sync.nextTry(formatRelative(next_try))}</p>}
    </div>
  );
}

interface Fetching {
  folder: string;
  done: number;
  total: number;
}

/** How far the folder is that is fetched now. */
function FetchProgress({ id, isSyncing }: { id: string; isSyncing: boolean }) {
  const { sync } = useWords().settings.accounts;
  const [fetching, setFetching] = useState<Fetching | null>(null);
  useEffect(
    () =>
      onMessage(['sync.*'], (message) => {
        if (!isOf(message, id)) return;
        setFetching(message.event === 'sync.progress' ? (message.data as unknown as Fetching) : null);
      }),
    [id],
  );
  if (!fetching || !isSyncing) return null;
  const label = sync.progress(fetching.folder, fetching.done, fetching.total);
  return (
    <Row>
      {label}
      <Progress label={label} value={fetching.total > 0 ? fetching.done / fetching.total : undefined} />
    </Row>
  );
}

function Folders({ report }: { report: Report }) {
  const { sync } = useWords().settings.accounts;
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption className="visually-hidden">{sync.report}</caption>
        <thead>
          <tr>
            <th scope="col">{sync.folder}</th>
            <th scope="col" className={styles.number}>
              {sync.atServer}
            </th>
            <th scope="col" className={styles.number}>
              {sync.here}
            </th>
            <th scope="col">{sync.checked}</th>
          </tr>
        </thead>
        <tbody>
          {report.folders.map((folder) => (
            <tr key={folder.path}>
              <th scope="row">
                {folder.path}
                {folder.last_error && <p className={styles.problem}>{folder.last_error}</p>}
                {Boolean(folder.missing) && <p>{sync.missing(folder.missing ?? 0)}</p>}
              </th>
              <td className={styles.number}>{folder.server === null ? '–' : formatNumber(folder.server)}</td>
              <td className={styles.number}>{formatNumber(folder.daybook)}</td>
              <td>{folder.last_success ? formatRelative(folder.last_success) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isOf({ data }: Message, id: string): boolean {
  const { account_id, id: own } = data as { account_id?: string; id?: string };
  return account_id === id || own === id;
}

async function synchronise(id: string): Promise<void> {
  try {
    await daybook.accounts.sync(id);
    showToast({ text: words().settings.accounts.sync.started });
  } catch (error) {
    showToast({ tone: 'danger', text: reasonOf(error) });
  }
}
