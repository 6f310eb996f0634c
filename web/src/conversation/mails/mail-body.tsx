// The text of a mail: HTML in a frame, with what was left out and its colours; or plain text.
import { useEffect, useRef, useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import { usePreferences } from '../../data/storage/preferences.ts';
import type { Email } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DarkTheme, Image, LightTheme, Warning } from '../../ui/icons.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useWords } from '../../words/words.ts';
import { isMail, isStored } from '../attachments/attachment-kind.ts';
import { useEmailText } from '../conversation-data.ts';
import styles from './mail-body.module.css';
import { MailFrame, type RemoteImages } from './mail-frame.tsx';
import { trustSender } from './mail-writes.ts';
import { nameOf, type Person, senderOf } from './people.ts';
import { PlainText } from './plain-text.tsx';
import { useIsMailPrinted } from './printed.ts';

export function MailBody({ email }: { email: Email }) {
  const { conversation, common } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const isPrinted = useIsMailPrinted(email.id);
  const { data, error } = useEmailText(isNear || isPrinted ? email.id : null);
  return (
    <div ref={place} className={styles.body} data-failed={(!data && error !== undefined) || undefined}>
      {data ? (
        <Text email={data} />
      ) : error ? (
        <Banner tone="warning" icon={<Warning />}>
          {conversation.textNotLoaded}
        </Banner>
      ) : (
        <div className={styles.loading} role="status" aria-label={common.loading} data-loading>
          <Skeleton width="90%" />
          <Skeleton width="75%" />
          <Skeleton width="40%" />
        </div>
      )}
    </div>
  );
}

function Text({ email }: { email: Email }) {
  const { conversation } = useWords();
  if (email.body_html?.trim()) return <HtmlText emailId={email.id} sender={senderOf(email)} />;
  if (email.body_plain?.trim()) return <PlainText text={email.body_plain} />;
  if (email.attachments.some((one) => isStored(one) && isMail(one))) return null; // it is shown below
  return <p className={styles.empty}>{conversation.noText}</p>;
}

interface HtmlTextProps {
  emailId: string;
  /** Of a mail that is attached to it. Nobody has verified its sender, so images are shown only once. */
  path?: string;
  sender: Person;
}

export function HtmlText({ emailId, path, sender }: HtmlTextProps) {
  const { conversation } = useWords();
  const isAppDark = useIsDark();
  const trusted = useCollection('trustedSenders').length;
  const [isOriginal, setOriginal] = useState(false);
  const [showsImages, setShowsImages] = useState(false);
  const [images, setImages] = useState<RemoteImages>({ hidden: 0, reason: '' });
  return (
    <div className={styles.html} data-original-colours={(isAppDark && isOriginal) || undefined}>
      {images.hidden > 0 && (
        <ImagesBanner
          images={images}
          onShow={() => setShowsImages(true)}
          canTrust={path === undefined}
          // The page is read again then, and the service decides whether the trust applies to this mail.
          onTrust={() => void trustSender(sender)}
        />
      )}
      <MailFrame
        emailId={emailId}
        path={path}
        title={conversation.bodyOf(nameOf(sender))}
        isDark={isAppDark && !isOriginal}
        showsImages={showsImages}
        version={trusted}
        onImages={setImages}
      />
      {isAppDark && (
        <Button
          size="small"
          variant="quiet"
          className={styles.colours ?? ''}
          icon={isOriginal ? <DarkTheme /> : <LightTheme />}
          onClick={() => setOriginal(!isOriginal)}
        >
          {isOriginal ? conversation.darkColours : conversation.originalColours}
        </Button>
      )}
    </div>
  );
}

interface ImagesBannerProps {
  images: RemoteImages;
  onShow: () => void;
  canTrust: boolean;
  onTrust: () => void;
}

function ImagesBanner({ images, onShow, canTrust, onTrust }: ImagesBannerProps) {
  const { conversation } = useWords();
  const isUnverified = images.reason === 'unverified';
  return (
    <Banner
      icon={<Image />}
      actions={
        images.reason !== 'forbidden' && (
          <>
            <Button size="small" variant="quiet" onClick={onShow}>
              {conversation.showImages}
            </Button>
            {canTrust && !isUnverified && (
              <Button size="small" variant="quiet" onClick={onTrust}>
                {conversation.alwaysFromSender}
              </Button>
            )}
          </>
        )
      }
    >
      {isUnverified ? conversation.imagesUnverified : conversation.imagesHidden}
    </Banner>
  );
}

function useIsDark(): boolean {
  const { theme } = usePreferences();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? isSystemDark : theme === 'dark';
}

/** Whether the element was close to what is visible: the texts of a long conversation are read when they are needed. */
function useNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '800px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
