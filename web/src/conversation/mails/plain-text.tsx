// The plain text of a mail: with links, quotes that can be folded, and a dimmed signature.

import { useMemo, useState } from 'react';
import { LinkedText } from '../../ui/display/linked-text.tsx';
import { More } from '../../ui/icons.ts';
import { tooltip } from '../../ui/overlays/tooltip.tsx';
import { useWords } from '../../words/words.ts';
import { openMailLink } from './mail-link.ts';
import styles from './plain-text.module.css';
import { type TextBlock, textBlocks, unquoted } from './plain-text-blocks.ts';

/** Quotes within quotes are shown as such up to this depth. */
const DEEPEST = 5;

export function PlainText({ text }: { text: string }) {
  const blocks = useMemo(() => textBlocks(text), [text]);
  return (
    <div className={styles.text} dir="auto">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a mail does not change.
        <Block key={at} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'quote') return <Quote block={block} />;
  return (
    <div className={block.kind === 'signature' ? styles.signature : styles.own}>
      <LinkedText text={block.lines.join('\n')} onLink={openMailLink} />
    </div>
  );
}

function Quote({ block: { lines, isFolded } }: { block: TextBlock }) {
  const { conversation } = useWords();
  const [isOpen, setOpen] = useState(!isFolded);
  const name = isOpen ? conversation.quotedOpen : conversation.quoted;
  return (
    <>
      {isFolded && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={name}
          {...tooltip(name)}
          onClick={() => setOpen(!isOpen)}
        >
          <More aria-hidden />
        </button>
      )}
      {isOpen && <QuotedLines lines={lines} depth={1} />}
    </>
  );
}

function QuotedLines({ lines, depth }: { lines: readonly string[]; depth: number }) {
  const introduction = lines.findIndex((line) => /^\s{0,3}>/u.test(line));
  // The mail below a header of Outlook has no marks.
  const marked = introduction < 0 ? [] : lines.slice(introduction);
  const before = introduction < 0 ? lines : lines.slice(0, introduction);
  const inner = unquoted(marked);
  const isNested = depth < DEEPEST && inner.some((line) => /^\s{0,3}>/u.test(line));
  const blocks = useMemo(() => (isNested ? textBlocks(inner.join('\n')) : []), [isNested, inner]);
  return (
    <>
      {before.length > 0 && (
        <div className={styles.introduction}>
          <LinkedText text={before.join('\n').trimEnd()} onLink={openMailLink} />
        </div>
      )}
      {marked.length > 0 && (
        <blockquote className={styles.quote}>
          {isNested ? (
            blocks.map((block, at) =>
              block.kind === 'quote' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text of a mail does not change.
                <QuotedLines key={at} lines={block.lines} depth={depth + 1} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text of a mail does not change.
                <div key={at} className={styles.own}>
                  <LinkedText text={block.lines.join('\n')} onLink={openMailLink} />
                </div>
              ),
            )
          ) : (
            <LinkedText text={inner.join('\n')} onLink={openMailLink} />
          )}
        </blockquote>
      )}
    </>
  );
}
