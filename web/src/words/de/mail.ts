// German texts of the area mail.
import type { Words } from '../words.ts';

export const mail: Words['mail'] = {
  title: 'Mail',
};
