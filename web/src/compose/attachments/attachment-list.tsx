// The attachments of a draft: those that are stored, those that are being uploaded, and those that failed.
import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Attachment, Close, Refresh } from '../../ui/icons.ts';
import { formatBytes } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { DraftAttachment } from '../drafts/draft-content.ts';
import styles from './attachments.module.css';
import type { Upload, Uploads } from './uploads.ts';

interface AttachmentListProps {
  attachments: readonly DraftAttachment[];
  pending: readonly Upload[];
  uploads: Uploads;
  inert: boolean;
  onRemove(attachment: DraftAttachment): void;
}

export function AttachmentList({ attachments, pending, uploads, inert, onRemove }: AttachmentListProps) {
  const { compose } = useWords();
  if (attachments.length + pending.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={compose.attachments} inert={inert}>
      {attachments.map((attachment) => (
        <li key={attachment.file_id ?? attachment.filename} className={styles.item}>
          <Attachment aria-hidden="true" />
          <span className={styles.name}>{attachment.filename}</span>
          <span className={styles.detail}>
            {attachment.file_id ? formatBytes(attachment.size ?? 0) : compose.attachmentMissing}
          </span>
          <IconButton
            size="small"
            label={compose.removeAttachment(attachment.filename)}
            icon={<Close />}
            onClick={() => onRemove(attachment)}
          />
        </li>
      ))}
      {pending.map((upload) => (
        <PendingItem key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function PendingItem({ upload: { id, file, progress, error }, uploads }: { upload: Upload; uploads: Uploads }) {
  const { compose } = useWords();
  const item = useRef<HTMLLIElement>(null);
  // In a list of many, a file that was just added, or that failed, is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies(error): it is shown again when this changes.
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <li ref={item} className={styles.item} data-failed={error ? true : undefined}>
      <Attachment aria-hidden="true" />
      <span className={styles.name}>{file.name}</span>
      {error ? (
        <span role="alert" className={styles.detail}>
          {compose.uploadFailed(error)}
        </span>
      ) : (
        <span className={styles.progress}>
          <Progress label={compose.uploading(file.name)} value={progress} />
        </span>
      )}
      {error && (
        <IconButton
          size="small"
          label={compose.retryUpload(file.name)}
          icon={<Refresh />}
          onClick={() => uploads.retry(id)}
        />
      )}
      <IconButton
        size="small"
        label={compose.cancelUpload(file.name)}
        icon={<Close />}
        onClick={() => uploads.cancel(id)}
      />
    </li>
  );
}
