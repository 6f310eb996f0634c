// Sign-out: ends the session and clears what the browser has stored; asks first if something would be lost.
import { waitingChanges } from '../../data/changes/mutations.ts';
import { signOut } from '../../data/session.ts';
import { readKeys } from '../../data/storage/storage.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { SignOut } from '../../ui/icons.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { useWords, words } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';

export function SignOutGroup() {
  const { access } = useWords().settings;
  return (
    <Group title={access.signOut} text={access.signOutText}>
      <Row>
        <Button icon={<SignOut aria-hidden />} onClick={() => void leave()}>
          {access.signOut}
        </Button>
      </Row>
    </Group>
  );
}

async function leave(): Promise<void> {
  const { access } = words().settings;
  const unsent = waitingChanges() + (await readKeys('drafts')).length;
  const isSure = await confirm({
    title: access.signOutTitle,
    text: unsent > 0 ? access.signOutUnsent(unsent) : access.signOutText,
    action: unsent > 0 ? access.signOutAnyway : access.signOut,
    danger: unsent > 0,
  });
  if (!isSure) return;
  try {
    await signOut();
  } catch (error) {
    showToast({ tone: 'danger', text: reasonOf(error) });
  }
}
