// The HTML of a mail in a sandboxed frame, as high as its content. The page comes from the service, sanitised; nothing in
// it runs. This page measures it, opens its mail links in the composer, and gets the keys that are pressed in it.
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';
import styles from './mail-frame.module.css';
import { openMailLink } from './mail-link.ts';

export interface RemoteImages {
  /** How many images were left out. */
  hidden: number;
  /** Why, as in the header X-Remote-Images. */
  reason: string;
}

export interface MailFrameProps {
  emailId: string;
  /** Of a mail that is attached to it: positions in attachments, as the service has them. */
  path?: string | undefined;
  title: string;
  isDark: boolean;
  /** Whether images of other servers are shown although the sender is not trusted. */
  showsImages: boolean;
  /** Changes when the page has to be read again, for example because the sender is trusted now. */
  version: number;
  onImages: (images: RemoteImages) => void;
}

/** The heights of frames that were shown, so that a mail that is opened again does not move what is below it. */
const heights = new Map<string, number>();
/** CSS pixels. Beyond it the page scrolls inside of its frame; paper has no limit. */
const MAX_HEIGHT = 50_000;
/** The width of paper, in CSS pixels, at which frames are measured for printing. */
const PAPER_WIDTH = 680;

export function MailFrame(props: MailFrameProps) {
  const { emailId, path, title, isDark, showsImages, version, onImages } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(0);
  const { conversation } = useWords();
  const source = addressOf(emailId, path, isDark, showsImages, version);
  const shown = path === undefined ? emailId : `${emailId}/${path}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load has a new document.
  useEffect(() => {
    const element = frame.current;
    const page = element?.contentDocument;
    if (!element || !page?.body || loaded === 0) return;
    nameQuotes(page, conversation.quoted);
    onImages(imagesOf(page));
    const stops = [keepHeight(element, page, shown), forwardKeys(element, page), openMailLinks(page)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [loaded, shown, conversation.quoted]);
  return (
    <iframe
      // Another address in the same frame would be an entry of the history.
      key={source}
      ref={frame}
      src={source}
      title={title}
      className={styles.frame}
      data-loaded={loaded > 0 || undefined}
      data-paper={isDark ? undefined : true}
      style={{ height: `${heights.get(shown) ?? 120}px` }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setLoaded((count) => count + 1)}
    />
  );
}

function addressOf(
  id: string,
  path: string | undefined,
  isDark: boolean,
  showsImages: boolean,
  version: number,
): string {
  const query = new URLSearchParams({ fold: 'true' });
  if (path !== undefined) query.set('path', path);
  if (isDark) query.set('theme', 'dark');
  if (showsImages) query.set('remote', 'true');
  return `/api/v1/emails/${id}/${path === undefined ? 'html' : 'attached-html'}?${query}${version > 0 ? `#${version}` : ''}`;
}

function imagesOf(page: Document): RemoteImages {
  return {
    hidden: page.querySelectorAll('img[data-remote-src]').length + Number(page.body.dataset.remoteBackgrounds ?? 0),
    reason: page.documentElement.dataset.remoteImages ?? '',
  };
}

/** The service names folded quotes in English. */
function nameQuotes(page: Document, name: string): void {
  for (const summary of page.querySelectorAll('details.quote > summary')) summary.textContent = name;
}

function keepHeight(frame: HTMLIFrameElement, page: Document, id: string): () => void {
  const root = page.documentElement;
  let max = MAX_HEIGHT;
  const measure = () => {
    // A horizontal scroll bar takes height of its own.
    const whole = Math.ceil(root.getBoundingClientRect().height) + Math.max(0, frame.clientHeight - root.clientHeight);
    const height = Math.min(whole, max);
    // It stays: without the width of its scroll bar the content could be low enough, and high again with it.
    if (height < whole) root.style.setProperty('overflow-y', 'auto', 'important');
    if (height === heights.get(id) && frame.style.height === `${height}px`) return;
    heights.set(id, height);
    frame.style.height = `${height}px`;
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(root);
  const onPaper = () => {
    max = Number.POSITIVE_INFINITY;
    frame.style.width = `${PAPER_WIDTH}px`;
    measure();
  };
  const onScreen = () => {
    max = MAX_HEIGHT;
    frame.style.width = '';
    measure();
  };
  addEventListener('beforeprint', onPaper);
  addEventListener('afterprint', onScreen);
  return () => {
    observer.disconnect();
    removeEventListener('beforeprint', onPaper);
    removeEventListener('afterprint', onScreen);
  };
}

/** The app has its shortcuts also while the focus is in the frame. */
function forwardKeys(frame: HTMLIFrameElement, page: Document): () => void {
  const forward = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const options = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, bubbles: true, cancelable: true };
    if (!frame.dispatchEvent(new KeyboardEvent('keydown', options))) event.preventDefault();
  };
  page.addEventListener('keydown', forward);
  return () => page.removeEventListener('keydown', forward);
}

function openMailLinks(page: Document): () => void {
  const open = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (link && openMailLink(link.getAttribute('href') ?? '')) event.preventDefault();
  };
  page.addEventListener('click', open);
  return () => page.removeEventListener('click', open);
}
