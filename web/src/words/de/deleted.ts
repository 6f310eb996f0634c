// German texts of deleted events and contacts.
import type { Words } from '../words.ts';

export const deleted: Words['deleted'] = {
  trash: 'Papierkorb',
  parts: { mail: 'Mail', events: 'Termine', contacts: 'Kontakte' },
  titles: { events: 'Gelöschte Termine', contacts: 'Gelöschte Kontakte' },
  restore: 'Wiederherstellen',
  restoreOne: { events: 'Gelöschten Termin wiederherstellen', contacts: 'Gelöschten Kontakt wiederherstellen' },
  erase: 'Endgültig löschen',
  eraseOne: { events: 'Gelöschten Termin endgültig löschen', contacts: 'Gelöschten Kontakt endgültig löschen' },
  deletedOn: (day) => `Gelöscht: ${day}`,
  restored: (title) => `${title} wiederhergestellt.`,
  show: 'Anzeigen',
  eraseTitle: (title) => `„${title}“ endgültig löschen?`,
  eraseSeries: 'Der Termin wiederholt sich; alle seine Termine werden gelöscht.',
  eraseText: 'Das kann nicht rückgängig gemacht werden.',
  erased: (title) => `${title} endgültig gelöscht.`,
  restoredElsewhere: (title) => `${title} wurde inzwischen anderswo wiederhergestellt und deshalb nicht gelöscht.`,
  gone: (title) => `${title} wurde inzwischen anderswo endgültig gelöscht.`,
  notLoaded: 'Die Liste konnte nicht geladen werden',
  empty: {
    events: {
      title: 'Keine gelöschten Termine',
      text: 'Gelöschte Termine bleiben hier, bis Sie sie wiederherstellen oder endgültig löschen.',
      back: 'Zum Kalender',
    },
    contacts: {
      title: 'Keine gelöschten Kontakte',
      text: 'Gelöschte Kontakte bleiben hier, bis Sie sie wiederherstellen oder endgültig löschen.',
      back: 'Zu den Kontakten',
    },
  },
};
