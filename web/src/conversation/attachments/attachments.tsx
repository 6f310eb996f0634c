// The attachments of a mail as cards: open the preview, download one or all.

import { useState } from 'react';
import { fileAddress } from '../../data/files.ts';
import type { Email } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FileName } from '../../ui/display/file-name.tsx';
import { Download } from '../../ui/icons.ts';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { formatBytes } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { useEmailText } from '../conversation-data.ts';
import { Invitations } from '../invitations/invitation-card.tsx';
import { AttachedMail } from './attached-mail.tsx';
import { iconOf, isMail, isStored, listedAttachments, type MailAttachment, previewOf } from './attachment-kind.ts';
import { AttachmentPreview } from './attachment-preview.tsx';
import styles from './attachments.module.css';
import { download, downloadAll } from './downloads.ts';

/** Larger images are not loaded for a thumbnail. */
const THUMBNAIL_BYTES = 4_000_000;

export function Attachments({ email }: { email: Email }) {
  const { conversation } = useWords();
  const [shown, setShown] = useState<number>();
  const { data } = useEmailText(email.attachments.some(({ inline }) => inline) ? email.id : null);
  const listed = listedAttachments(email, Boolean(data?.body_html));
  const stored = listed.filter(isStored);
  const mails = email.attachments.flatMap((attachment, at) =>
    isStored(attachment) && isMail(attachment) ? [{ attachment, at }] : [],
  );
  if (listed.length === 0) return null;
  return (
    <>
      <Invitations attachments={stored} />
      <section className={styles.attachments} aria-label={conversation.attachments(listed.length)}>
        <div className={styles.head}>
          <span>{conversation.attachments(listed.length)}</span>
          {stored.length > 1 && (
            <Button size="small" variant="quiet" icon={<Download />} onClick={() => void downloadAll(stored)}>
              {conversation.downloadAll}
            </Button>
          )}
        </div>
        <ul className={styles.cards}>
          {listed.map((attachment, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two attachments can have the same name.
            <li key={at}>
              <Card
                attachment={attachment}
                onOpen={() => setShown(stored.findIndex(({ file_id }) => file_id === attachment.file_id))}
              />
            </li>
          ))}
        </ul>
        {mails.map(({ attachment, at }) => (
          <AttachedMail
            key={at}
            emailId={email.id}
            path={String(at)}
            filename={attachment.filename}
            isOpenAtFirst={mails.length === 1}
          />
        ))}
        {shown !== undefined && (
          <AttachmentPreview files={stored} index={shown} onShow={setShown} onClose={() => setShown(undefined)} />
        )}
      </section>
    </>
  );
}

function Card({ attachment, onOpen }: { attachment: MailAttachment; onOpen: () => void }) {
  const { conversation } = useWords();
  const { filename, size, file_id: fileId } = attachment;
  const Icon = iconOf(attachment);
  const hasThumbnail = fileId && previewOf(attachment) === 'image' && (size ?? 0) < THUMBNAIL_BYTES;
  const content = (
    <>
      <span className={styles.icon}>
        {hasThumbnail ? <img src={fileAddress(fileId)} alt="" loading="lazy" /> : <Icon aria-hidden />}
      </span>
      <span className={styles.names}>
        <span className={styles.name}>
          <FileName name={filename} />
        </span>
        <span className={styles.size}>{fileId ? size !== null && formatBytes(size) : conversation.notStored}</span>
      </span>
    </>
  );
  if (!fileId) return <div className={styles.card}>{content}</div>;
  const name = conversation.downloadFile(filename);
  return (
    <div className={styles.card}>
      <button type="button" className={styles.open} data-has-text onClick={onOpen}>
        <span className="visually-hidden">{conversation.open}</span> {content}
      </button>
      <button
        type="button"
        className={styles.download}
        aria-label={name}
        {...tooltip(name)}
        onClick={() => download(fileAddress(fileId), filename)}
      >
        <Download aria-hidden />
      </button>
    </div>
  );
}
