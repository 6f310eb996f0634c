// German texts of the components themselves.
import type { Words } from '../words.ts';

export const ui: Words['ui'] = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  dismiss: 'Ausblenden',
  remove: 'Entfernen',
  notifications: 'Hinweise',
  noMatches: 'Keine Treffer',
  loading: 'Wird geladen',
  inSeconds: (seconds) => `in ${seconds} s`,
  thenKey: 'dann',
  hues: {
    red: 'Rot',
    orange: 'Orange',
    amber: 'Bernstein',
    olive: 'Oliv',
    green: 'Grün',
    teal: 'Petrol',
    cyan: 'Cyan',
    blue: 'Blau',
    indigo: 'Indigo',
    violet: 'Violett',
    pink: 'Rosa',
    gray: 'Grau',
  },
};
