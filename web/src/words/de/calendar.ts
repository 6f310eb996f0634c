// German texts of the area calendar.
import type { Words } from '../words.ts';

export const calendar: Words['calendar'] = {
  title: 'Kalender',
};
