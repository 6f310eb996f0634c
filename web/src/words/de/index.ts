// German texts, one file per area.

import type { Words } from '../words.ts';
import { calendar } from './calendar.ts';
import { common } from './common.ts';
import { compose } from './compose.ts';
import { contacts } from './contacts.ts';
import { conversation } from './conversation.ts';
import { deleted } from './deleted.ts';
import { mail } from './mail.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { today } from './today.ts';
import { ui } from './ui.ts';

export const de: Words = {
  common,
  shell,
  today,
  mail,
  conversation,
  compose,
  calendar,
  contacts,
  deleted,
  search,
  settings,
  signIn,
  ui,
};
