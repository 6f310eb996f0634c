// German texts of the area search.
import type { Words } from '../words.ts';

export const search: Words['search'] = {
  title: 'Suche',
};
