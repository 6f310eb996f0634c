// The address /compose: opens a composer over the inbox.
import { useEffect } from 'react';
import { daybook } from '../data/client.ts';
import type { Email } from '../data/types.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { reasonOf } from '../shell/reasons.ts';
import { showToast } from '../ui/feedback/toast.ts';
import { readComposeAddress } from './compose-address.ts';
import { openCompose } from './compose-store.ts';

export function ComposeScreen() {
  useEffect(() => {
    const request = readComposeAddress(location.search);
    goTo('/mail/inbox', { replace: true });
    open(request).catch((error: unknown) => showToast({ text: reasonOf(error), tone: 'danger' }));
  }, []);
  return null;
}

async function open(request: ReturnType<typeof readComposeAddress>): Promise<void> {
  if (!('emailId' in request)) return openCompose(request);
  openCompose({ replyTo: (await daybook.emails.get(request.emailId)) as Email, mode: request.mode });
}
