// German texts of the area settings.
import type { Words } from '../words.ts';

export const settings: Words['settings'] = {
  title: 'Einstellungen',
};
