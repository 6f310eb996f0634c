// German texts of the area contacts.
import type { Words } from '../words.ts';

export const contacts: Words['contacts'] = {
  title: 'Kontakte',
};
