// German texts that several areas use.
import type { Words } from '../words.ts';

export const common: Words['common'] = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  delete: 'Löschen',
  edit: 'Bearbeiten',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht',
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  retry: 'Erneut versuchen',
  done: 'Fertig',
  more: 'Mehr',
  back: 'Zurück',
  loading: 'Wird geladen …',
  today: 'Heute',
  tomorrow: 'Morgen',
  yesterday: 'Gestern',
  unknownError: 'Etwas ist schiefgegangen.',
  serviceUnreachable: 'Der Dienst ist nicht erreichbar.',
  notFound: 'Das gibt es nicht mehr.',
  selected: (count) => `${count} ausgewählt`,
};
