// The table of effects: the hooks of each resource, which run in the transaction that changes a record, in this order.

import { keepAnchors } from './calendar/changes/move-series.ts';
import { refuseStrayOverrides } from './calendar/changes/stray-overrides.ts';
import { keepSpan } from './calendar/effects.ts';
import { eraseReminders, keepReminderJob } from './calendar/reminders/jobs.ts';
import { eraseContactUses, eraseMailUses, keepContactUses, keepMailUses } from './correspondents/keep.ts';
import {
  countInConversation,
  eraseAttachments,
  keepAttachments,
  keepConversation,
  keepPreview,
  keepSnooze,
  leaveConversation,
} from './mail/effects.ts';
import { type Effects, type EffectsTable, provideEffects } from './records/effects.ts';
import { account } from './resources/account.ts';
import { contact } from './resources/contact.ts';
import { email } from './resources/email.ts';
import { event } from './resources/event.ts';
import type { Resource } from './resources/resource.ts';
import { eraseAttachmentTexts, keepAttachmentTexts, searchedTextsOf } from './search/attachment-texts.ts';
import { cancelIfTrashed, dropSendJobs, prepareToSend } from './sending/effects.ts';
import { mirrorErased, mirrorSaved, pushErased, pushSaved } from './sync/effects.ts';

const effects: EffectsTable = new Map<Resource, Effects>([
  [
    email,
    {
      save: [
        cancelIfTrashed,
        keepAttachments,
        keepSnooze,
        prepareToSend,
        keepConversation,
        keepPreview,
        keepMailUses,
        keepAttachmentTexts,
        pushSaved,
        countInConversation,
      ],
      erase: [eraseAttachments, leaveConversation, dropSendJobs, eraseMailUses, eraseAttachmentTexts, pushErased],
      searchedTexts: searchedTextsOf,
    },
  ],
  [event, { save: [keepAnchors, keepSpan, refuseStrayOverrides, keepReminderJob], erase: [eraseReminders] }],
  [contact, { save: [keepContactUses], erase: [eraseContactUses] }],
  [account, { save: [mirrorSaved], erase: [mirrorErased] }],
]);

provideEffects(effects);
