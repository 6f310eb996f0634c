// German texts of the area compose.
import type { Words } from '../words.ts';

export const compose: Words['compose'] = {
  title: 'Neue E-Mail',
  reply: 'Antworten',
  replyAll: 'Allen antworten',
  forward: 'Weiterleiten',
  send: 'Senden',
  save: 'Entwurf speichern',
  discard: 'Entwurf verwerfen',
};
