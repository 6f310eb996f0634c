// The actions of writing mail: new mail, reply, forward, and what can be done with the composer that has the focus.

import { registerPreparation } from '../data/changes/preparations.ts';
import { daybook } from '../data/client.ts';
import type { Email } from '../data/types.ts';
import type { Action } from '../shell/actions/action.ts';
import type { ActionTarget } from '../shell/actions/action-target.ts';
import { Compose, Forward, Reply, ReplyAll, Save, Send, Trash } from '../ui/icons.ts';
import type { AnswerMode } from './compose-address.ts';
import { openCompose } from './compose-store.ts';
import { DISCARDED_CREATION, prepareDiscard } from './drafts/discarded-creation.ts';

// Here, because changes of an earlier visit are sent on every screen.
registerPreparation(DISCARDED_CREATION, prepareDiscard);

export const composeActions: readonly Action[] = [
  {
    id: 'compose',
    label: (w) => w.shell.compose,
    group: 'create',
    keys: ['c'],
    icon: Compose,
    run: () => openCompose({}),
  },
  answer('reply', ['r'], Reply),
  answer('reply-all', ['a'], ReplyAll),
  answer('forward', ['f'], Forward),
  {
    id: 'send',
    label: (w) => w.compose.send,
    group: 'mail',
    keys: ['mod+Enter'],
    icon: Send,
    isAvailable: ({ composer }) => composer !== undefined,
    run: ({ composer }) => composer?.send(),
  },
  {
    id: 'save-draft',
    label: (w) => w.compose.save,
    group: 'mail',
    keys: ['mod+s'],
    icon: Save,
    isAvailable: ({ composer }) => composer !== undefined,
    run: ({ composer }) => composer?.save(),
  },
  {
    id: 'discard-draft',
    label: (w) => w.compose.discard,
    group: 'mail',
    keys: ['mod+Shift+d'],
    icon: Trash,
    isAvailable: ({ composer }) => composer !== undefined,
    run: ({ composer }) => composer?.discard(),
  },
];

function answer(mode: AnswerMode, keys: readonly string[], icon: Action['icon']): Action {
  return {
    id: mode,
    label: ({ compose }) => ({ reply: compose.reply, 'reply-all': compose.replyAll, forward: compose.forward })[mode],
    group: 'mail',
    keys,
    ...(icon && { icon }),
    isAvailable: ({ email, conversations }) => email !== undefined || conversations?.length === 1,
    async run(target) {
      const email = await answeredEmail(target);
      if (email) openCompose({ replyTo: email, mode });
    },
  };
}

/** The mail that was chosen, else the newest of the conversation that was sent or received. */
async function answeredEmail({ email, conversations }: ActionTarget): Promise<Email | undefined> {
  if (email) return email;
  const [conversation] = conversations ?? [];
  if (!conversation) return undefined;
  const { data } = await daybook.threads.get(conversation.id);
  return (data.emails as Email[]).findLast(({ status }) => status === 'received' || status === 'sent');
}
