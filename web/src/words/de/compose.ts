// German texts of the area compose.
import type { Words } from '../words.ts';

export const compose: Words['compose'] = {
  title: 'Verfassen',
};
