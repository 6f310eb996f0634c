// The original of a mail as text: header fields, parts and encodings, as it was sent.
import { useEffect, useState } from 'react';
import { daybook } from '../../data/client.ts';
import type { Email } from '../../data/types.ts';
import { copyText } from '../../shell/copy-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Copy, Download } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { formatBytes } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { downloadMail } from '../attachments/downloads.ts';
import styles from './source-dialog.module.css';

/** Longer originals have attachments, which are not worth reading as text. */
const SHOWN = 500_000;

interface Source {
  text: string;
  isCut: boolean;
}

export function SourceDialog({ email, onClose }: { email: Email; onClose: () => void }) {
  const { conversation } = useWords();
  const [source, setSource] = useState<Source>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    read(email.id, controller.signal).then(setSource, (reason: Error) => {
      if (!controller.signal.aborted) setError(reason.message);
    });
    return () => controller.abort();
  }, [email.id]);
  return (
    <Dialog
      open
      size="large"
      title={conversation.source}
      description={source?.isCut ? conversation.sourceCut(formatBytes(SHOWN)) : undefined}
      onClose={onClose}
      fullScreenOnPhone
      footer={
        source && (
          <>
            <Button icon={<Download />} onClick={() => downloadMail(email)}>
              {conversation.download}
            </Button>
            <Button icon={<Copy />} onClick={() => void copyText(source.text, conversation.copied)}>
              {conversation.copy}
            </Button>
          </>
        )
      }
    >
      {source ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard.
        <pre className={styles.source} tabIndex={0} data-autofocus>
          {source.text}
        </pre>
      ) : error ? (
        <p>{error}</p>
      ) : (
        <Skeleton height="20rem" />
      )}
    </Dialog>
  );
}

async function read(id: string, signal: AbortSignal): Promise<Source> {
  const headers = { range: `bytes=0-${SHOWN - 1}` };
  const response = await daybook.emails.raw(id, undefined, { signal, headers });
  const size = Number(/\/(\d+)$/u.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
  return { text: await response.text(), isCut: size > SHOWN };
}
