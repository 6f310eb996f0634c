// German texts of the area conversation.
import type { Words } from '../words.ts';

export const conversation: Words['conversation'] = {
  title: 'Unterhaltung',
};
