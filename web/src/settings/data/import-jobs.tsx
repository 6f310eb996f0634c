// The imports of the last days: how far each is, and at its end what was imported, and what was not and why.
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import { refreshAll } from '../../data/live/refresh.ts';
import type { Task } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatDayTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './data.module.css';
import { cancelUpload, type ImportUpload, retryUpload } from './import-uploads.ts';

const MOST = 20;

export function ImportJobs() {
  const { import: texts } = useWords().settings.data;
  const { data } = useQuery('imports', (signal) => daybook.tasks.list({ limit: 100 }, { signal }), {
    events: ['email.task_updated'],
    isStored: false,
  });
  const jobs = (data?.data ?? []).filter(({ kind }) => kind.includes('import')).slice(0, MOST);
  if (jobs.length === 0) return null;
  return (
    <Group title={texts.recent}>
      <ul>
        {jobs.map((task) => (
          <li key={task.id}>
            <Row className={styles.job}>
              <Job task={task} />
            </Row>
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Job({ task }: { task: Task }) {
  const { import: texts } = useWords().settings.data;
  const { common } = useWords();
  const { id, state, progress, error, finished_at } = task;
  const name = nameOf(task);
  const title = { running: texts.importing, done: texts.finished, cancelled: texts.cancelled }[state](name);
  const isRunning = state === 'running';
  return (
    <>
      <div className={styles.jobHead}>
        <span role="status">{title}</span>
        {isRunning && (
          <Button size="small" onClick={() => void cancel(id)}>
            {common.cancel}
          </Button>
        )}
      </div>
      {isRunning && (
        <Progress
          label={title}
          value={progress && progress.total_bytes > 0 ? progress.bytes / progress.total_bytes : undefined}
        />
      )}
      <p className={styles.quiet}>
        {progress && texts.counts(progress.imported, progress.known)}
        {finished_at && ` · ${formatDayTime(finished_at)}`}
        {isRunning && ` · ${texts.leave}`}
      </p>
      {error && <p className={styles.problem}>{texts.interrupted(error)}</p>}
      <Skipped task={task} />
    </>
  );
}

function Skipped({ task: { failed, errors } }: { task: Task }) {
  const { import: texts } = useWords().settings.data;
  if (failed === 0) return null;
  return (
    <details>
      <summary>{`${texts.skipped(failed)}: ${texts.reasons}`}</summary>
      <ul className={styles.reasons}>
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            <strong>{id}</strong> {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A file on its way to the service. */
export function UploadJob({ upload }: { upload: ImportUpload }) {
  const { import: texts } = useWords().settings.data;
  const { common } = useWords();
  const { id, file, progress, error } = upload;
  const label = texts.uploading(file.name);
  return (
    <Row className={styles.job}>
      <div className={styles.jobHead}>
        <span role="status">{label}</span>
        <span className={styles.downloads}>
          {error && (
            <Button size="small" onClick={() => retryUpload(upload)}>
              {common.retry}
            </Button>
          )}
          <Button size="small" onClick={() => cancelUpload(id)}>
            {common.cancel}
          </Button>
        </span>
      </div>
      {error ? (
        <p role="alert" className={styles.problem}>
          {texts.failed(error)}
        </p>
      ) : (
        <Progress label={label} value={progress} />
      )}
    </Row>
  );
}

function nameOf({ params }: Task): string {
  const { filename } = params as { filename?: string };
  return filename ?? '';
}

async function cancel(id: string): Promise<void> {
  try {
    await daybook.imports.cancel(id);
  } catch (error) {
    showToast({ tone: 'danger', text: reasonOf(error) });
  }
  await refreshAll();
}
