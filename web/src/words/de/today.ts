// German texts of the area today.
import type { Words } from '../words.ts';

export const today: Words['today'] = {
  title: 'Heute',
};
