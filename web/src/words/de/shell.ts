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
  online: 'Wieder verbunden.',
  failed: 'Diese Ansicht ist abgestürzt',
  failedHelp: (message) => `Nichts Gespeichertes ist verloren. Der Fehler war: ${message}`,
  loadingSlowly: 'Diese Ansicht ist noch nicht geladen',
  loadingSlowlyHelp: 'Sie ist in diesem Browser nicht gespeichert und wird geladen, sobald der Dienst erreichbar ist.',
  refused: (reason) => `Die Änderung wurde nicht übernommen: ${reason}`,
  unreachable: 'Daybook ist nicht erreichbar',
  unreachableHelp: 'Läuft der Dienst? Starten Sie ihn mit npm start in seinem Ordner.',
  pageNotFound: 'Diese Seite gibt es nicht',
  goToToday: 'Zu Heute',
  storageFull:
    'Der Speicher dieses Browsers ist voll. Daybook läuft weiter, aber was noch nicht gesendet ist, geht verloren, wenn Sie die Seite schließen.',
  storageFullAction: 'Was gespeichert ist',
  newVersion: 'Eine neue Version der App ist bereit.',
  reload: 'Neu laden',
};
