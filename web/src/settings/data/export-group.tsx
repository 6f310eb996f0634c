// Export: a file for each kind of records, with its progress while it is downloaded.
import { type MouseEvent, useEffect, useRef } from 'react';
import { may, useSession } from '../../data/session.ts';
import { canWriteFiles, removeCopiedFiles } from '../../data/storage/export-files.ts';
import { useStore } from '../../data/store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Download } from '../../ui/icons.ts';
import { formatBytes, formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './data.module.css';
import {
  dismissExport,
  downloads,
  type ExportDownload,
  type ExportKind,
  exportAddress,
  startExport,
} from './export-downloads.ts';

const KINDS = ['emails', 'events', 'contacts'] as const;

export function ExportGroup() {
  const { export: texts } = useWords().settings.data;
  const session = useSession();
  const running = useStore(downloads);
  useEffect(() => void removeCopiedFiles(), []);
  return (
    <Group title={texts.title} text={texts.text}>
      <Row className={styles.downloads}>
        {KINDS.filter((kind) => may(session, `${kind}:read`)).map((kind) => (
          <ButtonLink
            key={kind}
            id={linkId(kind)}
            icon={<Download aria-hidden />}
            href={exportAddress(kind)}
            download
            onClick={(event) => begin(event, kind)}
          >
            {texts[kind]}
          </ButtonLink>
        ))}
      </Row>
      {/* It is there before its text, so that screen readers announce it. */}
      <p role="status" className="visually-hidden">
        {running.map(({ kind, state }) => texts[state](texts[kind])).join('. ')}
      </p>
      {running.map((download) => (
        <DownloadRow key={download.kind} download={download} />
      ))}
    </Group>
  );
}

const linkId = (kind: ExportKind) => `export-${kind}`;

function begin(event: MouseEvent, kind: ExportKind): void {
  if (!canWriteFiles()) return; // the browser downloads it by itself
  event.preventDefault();
  void startExport(kind);
}

function DownloadRow({ download }: { download: ExportDownload }) {
  const { export: texts } = useWords().settings.data;
  const { common } = useWords();
  const { kind, state, records, total, bytes, error } = download;
  const isRunning = state === 'running';
  const end = useRef<HTMLButtonElement>(null);
  // The focus stays near the button that goes.
  const retry = () => {
    end.current?.focus();
    void startExport(kind);
  };
  const dismiss = () => {
    document.getElementById(linkId(kind))?.focus();
    dismissExport(kind);
  };
  const title = texts[state](texts[kind]);
  return (
    <Row className={styles.job}>
      <div className={styles.jobHead}>
        <span>{title}</span>
        <span className={styles.downloads}>
          {state === 'failed' && (
            <Button size="small" onClick={retry}>
              {common.retry}
            </Button>
          )}
          <Button ref={end} size="small" onClick={dismiss}>
            {isRunning ? common.cancel : common.close}
          </Button>
        </span>
      </div>
      {isRunning && <Progress label={title} value={total > 0 ? records / total : undefined} />}
      {error ? (
        <p role="alert" className={styles.problem}>
          {bytes > 0 ? texts.incomplete(error) : error}
        </p>
      ) : (
        <p className={styles.quiet}>
          {`${texts.counts(formatNumber(records), formatNumber(total))} · ${formatBytes(bytes)}`}
        </p>
      )}
    </Row>
  );
}
