// Attachments in a dialog, one at a time: pictures, PDF, text, sound and video. Nothing in a file runs: pictures are
// images, text is text, and a PDF is shown by the viewer of the browser.

import { type KeyboardEvent, useEffect, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { fileAddress } from '../../data/files.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ChevronLeft, ChevronRight, Download } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { previewOf, type StoredAttachment } from './attachment-kind.ts';
import styles from './attachment-preview.module.css';
import { download } from './downloads.ts';

export interface AttachmentPreviewProps {
  files: readonly StoredAttachment[];
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

const TEXT_BYTES = 300_000;

export function AttachmentPreview({ files, index, onShow, onClose }: AttachmentPreviewProps) {
  const { conversation } = useWords();
  const step = (by: number) => onShow((index + by + files.length) % files.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return; // for example "Back" of the browser
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // Sound and video have arrow keys of their own.
    if (by === undefined || files.length < 2 || (event.target as Element).matches('audio, video')) return;
    event.preventDefault();
    step(by);
  };
  const file = files[index];
  if (!file) return null;
  return (
    <Dialog
      open
      size="large"
      className={styles.dialog ?? ''}
      title={file.filename}
      onClose={onClose}
      onKeyDown={onKeyDown}
      fullScreenOnPhone
      footer={
        <>
          {files.length > 1 && (
            <div className={styles.steps}>
              <IconButton label={conversation.previousFile} icon={<ChevronLeft />} onClick={() => step(-1)} />
              <span aria-live="polite">{conversation.fileOf(index + 1, files.length)}</span>
              <IconButton label={conversation.nextFile} icon={<ChevronRight />} onClick={() => step(1)} />
            </div>
          )}
          <Button
            variant="primary"
            icon={<Download />}
            data-autofocus
            onClick={() => download(fileAddress(file.file_id), file.filename)}
          >
            {conversation.download}
          </Button>
        </>
      }
    >
      <section
        className={styles.content}
        aria-label={conversation.preview(file.filename)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long text can be scrolled by keyboard.
        tabIndex={0}
      >
        <Content key={file.file_id} file={file} />
      </section>
    </Dialog>
  );
}

function Content({ file }: { file: StoredAttachment }) {
  const { conversation } = useWords();
  const address = fileAddress(file.file_id);
  switch (previewOf(file)) {
    case 'image':
      return <img className={styles.image} src={address} alt={file.filename} />;
    case 'pdf':
      return <PdfContent file={file} />;
    case 'text':
      return <TextContent file={file} />;
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: an attachment has no captions.
      return <audio controls src={address} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: an attachment has no captions.
      return <video className={styles.image} controls src={address} />;
    default:
      return <p>{conversation.noPreview}</p>;
  }
}

interface Loaded<T> {
  value?: T;
  isFailed?: boolean;
}

function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the component is made again for another file.
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal).then(
      (value) => setState({ value }),
      () => controller.signal.aborted || setState({ isFailed: true }),
    );
    return () => controller.abort();
  }, []);
  return state;
}

function TextContent({ file }: { file: StoredAttachment }) {
  const { conversation } = useWords();
  const { value, isFailed } = useLoaded(async (signal) => {
    const headers = { range: `bytes=0-${TEXT_BYTES - 1}` };
    return (await daybook.files.download(file.file_id, undefined, { signal, headers })).text();
  });
  if (isFailed) return <p>{conversation.previewFailed}</p>;
  if (value === undefined) return <Skeleton height="12rem" />;
  return (
    <>
      {(file.size ?? 0) > TEXT_BYTES && <p className={styles.note}>{conversation.previewCut}</p>}
      <pre className={styles.text}>{value}</pre>
    </>
  );
}

/** The service sends files as downloads only, so the page shows its own copy, which is always a PDF. */
function PdfContent({ file }: { file: StoredAttachment }) {
  const { conversation } = useWords();
  const { value, isFailed } = useLoaded(async (signal) => {
    const response = await daybook.files.download(file.file_id, undefined, { signal });
    return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'application/pdf' }));
  });
  useEffect(() => (value ? () => URL.revokeObjectURL(value) : undefined), [value]);
  if (isFailed) return <p>{conversation.previewFailed}</p>;
  if (!navigator.pdfViewerEnabled) return <p>{conversation.noPreview}</p>;
  if (!value) return <Skeleton height="60dvh" />;
  return <iframe className={styles.pdf} src={value} title={conversation.preview(file.filename)} />;
}
