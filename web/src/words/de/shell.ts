// German texts of the frame around the screens: navigation, connection, shortcuts.
import type { Words } from '../words.ts';

export const shell: Words['shell'] = {
  app: 'Daybook',
  navigation: 'Hauptnavigation',
  skip: 'Zum Inhalt springen',
  today: 'Heute',
  mail: 'Mail',
  calendar: 'Kalender',
  contacts: 'Kontakte',
  search: 'Suche',
  settings: 'Einstellungen',
  compose: 'Neue Mail',
  newEvent: 'Neuer Termin',
  newContact: 'Neuer Kontakt',
  commands: 'Befehle',
  shortcuts: 'Tastenkürzel',
  openSidebar: 'Seitenleiste anzeigen',
  offline: 'Keine Verbindung. Sie können weiterlesen; Änderungen werden gesendet, sobald die Verbindung wieder da ist.',
  waiting: (count) =>
    count === 1 ? '1 Änderung wartet auf den Versand.' : `${count} Änderungen warten auf den Versand.`,
  refused: (reason) => `Die Änderung wurde nicht übernommen: ${reason}`,
  unreachable: 'Daybook ist nicht erreichbar',
  unreachableHelp: 'Läuft der Dienst? Starten Sie ihn mit npm start in seinem Ordner.',
  pageNotFound: 'Diese Seite gibt es nicht',
  goToToday: 'Zu Heute',
  newVersion: 'Eine neue Version der App ist bereit.',
  reload: 'Neu laden',
};
