// The section Privacy: senders whose images are loaded, and what this browser stores.
import { type ReactNode, useEffect, useState } from 'react';
import { countChanges } from '../../data/changes/mutation-ids.ts';
import { mutate } from '../../data/changes/mutations.ts';
import { useCollection } from '../../data/live/live.ts';
import { readKeys, removeValue } from '../../data/storage/storage.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { offerUndo } from '../../shell/undo.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { formatBytes, formatNumber } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import { Entry, Group, Row } from '../group.tsx';
import { Facts } from './facts.tsx';

export function PrivacySection() {
  return (
    <>
      <TrustedSenders />
      <BrowserStorage />
    </>
  );
}

function TrustedSenders() {
  const { trusted } = useWords().settings.data;
  const { common } = useWords();
  const senders = [...useCollection('trustedSenders')].sort((one, other) => one.sender.localeCompare(other.sender));
  return (
    <Group title={trusted.title} text={trusted.text}>
      {senders.length === 0 ? (
        <Row>{trusted.none}</Row>
      ) : (
        <ul>
          {senders.map(({ id, sender }) => (
            <Entry
              key={id}
              title={sender}
              actions={
                <Button size="small" aria-label={trusted.remove(sender)} onClick={() => void distrust(id, sender)}>
                  {common.remove}
                </Button>
              }
            />
          ))}
        </ul>
      )}
    </Group>
  );
}

async function distrust(id: string, sender: string): Promise<void> {
  const { data, notSaved } = words().settings;
  try {
    await mutate([{ method: 'DELETE', path: `/trusted-senders/${id}` }]);
    const undo = () => void mutate([{ method: 'POST', path: '/trusted-senders', body: { sender } }]).catch(showReason);
    offerUndo(data.trusted.removed(sender), undo);
  } catch (error) {
    showToast({ tone: 'danger', text: notSaved(reasonOf(error)) });
  }
}

function showReason(error: unknown): void {
  showToast({ tone: 'danger', text: words().settings.notSaved(reasonOf(error)) });
}

interface Stored {
  answers: number;
  drafts: number;
  changes: number;
  bytes: number | undefined;
}

function BrowserStorage() {
  const { browser } = useWords().settings.data;
  const [stored, setStored] = useState<Stored | null>(null);
  useEffect(() => void readStored().then(setStored), []);
  const clear = async () => {
    const { clearTitle: title, clearText: text, clear: action } = browser;
    if (!(await confirm({ title, text, action }))) return;
    for (const key of await readKeys('cache')) await removeValue('cache', key);
    setStored(await readStored());
    showToast({ text: browser.cleared });
  };
  const facts: [string, ReactNode][] = stored
    ? [
        [browser.answers, formatNumber(stored.answers)],
        [browser.drafts, formatNumber(stored.drafts)],
        [browser.changes, formatNumber(stored.changes)],
      ]
    : [];
  return (
    <Group
      title={browser.title}
      text={browser.text}
      actions={<Button onClick={() => void clear()}>{browser.clear}</Button>}
    >
      <Facts facts={facts} />
      {stored?.bytes !== undefined && <Row>{browser.size(formatBytes(stored.bytes))}</Row>}
    </Group>
  );
}

async function readStored(): Promise<Stored> {
  const [answers, drafts, changes] = await Promise.all([readKeys('cache'), readKeys('drafts'), readKeys('mutations')]);
  // Not in pages without HTTPS.
  const estimate = await navigator.storage?.estimate();
  return { answers: answers.length, drafts: drafts.length, changes: countChanges(changes), bytes: estimate?.usage };
}
