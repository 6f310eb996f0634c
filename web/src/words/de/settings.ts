// German texts of the settings: the sections, and the section General.
import type { Words } from '../words.ts';
import { settingsAccess } from './settings-access.ts';
import { settingsAccounts } from './settings-accounts.ts';
import { settingsData } from './settings-data.ts';

export const settings: Words['settings'] = {
  title: 'Einstellungen',
  sections: {
    general: 'Allgemein',
    accounts: 'Konten',
    identities: 'Identitäten',
    privacy: 'Datenschutz',
    access: 'Zugang',
    import: 'Import und Export',
    about: 'Über Daybook',
  },
  sectionHelp: {
    general: 'Sprache, Aussehen, Zeit, Mitteilungen',
    accounts: 'Mailserver und Synchronisierung',
    identities: 'Absendernamen und Signaturen',
    privacy: 'Vertraute Absender, Daten in diesem Browser',
    access: 'Tokens, Sitzungen, Abmelden',
    import: 'Mails übernehmen, alles mitnehmen',
    about: 'Version, Speicher, Sicherung',
  },
  notSaved: (reason) => `Nicht gespeichert: ${reason}`,
  checkFields: 'Einige Felder brauchen einen anderen Wert.',
  unsaved: 'Das sind Ihre Änderungen, die noch nicht gespeichert wurden.',
  notAllowed: (scope) => `Diese Sitzung darf das nicht: Ihr Token hat nicht die Berechtigung ${scope}.`,
  look: {
    title: 'Sprache und Aussehen',
    language: 'Sprache',
    languages: { system: 'Wie der Browser', en: 'English', de: 'Deutsch' },
    theme: 'Farben',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    density: 'Abstände in Listen',
    densities: { comfortable: 'Weit', compact: 'Eng' },
    here: 'Diese Einstellungen gelten für diesen Browser.',
  },
  time: {
    title: 'Zeit',
    zone: 'Zeitzone',
    asDevice: (zone) => `Wie dieses Gerät (${zone})`,
    zoneHint: (time) => `Alle Zeiten werden in ihr angezeigt. Dort ist es jetzt ${time} Uhr.`,
    weekStart: 'Die Woche beginnt am',
    workingHours: 'Arbeitszeiten',
    workingHoursHint:
      'Der Kalender schattiert die anderen Stunden und sucht freie Zeiten innerhalb dieser. Ohne sie gelten Montag bis Freitag, 9:00 bis 17:00 Uhr.',
    from: 'Von',
    to: 'bis',
    days: 'Arbeitstage',
    hoursText: 'Arbeitszeiten als Text',
    hoursOrder: 'Das Ende muss nach dem Beginn liegen.',
  },
  mail: {
    title: 'Mail',
    hold: 'Senden rückgängig machen',
    holdHint: 'So lange wartet eine Mail, bevor sie abgeht; bis dahin können Sie sie zurücknehmen.',
    holdOff: 'Aus',
    seconds: (count) => `${count} Sekunden`,
    signature: 'Signatur in Antworten',
    signatures: { above: 'Über der zitierten Mail', below: 'Unter der zitierten Mail' },
  },
  keyboard: {
    title: 'Tastatur',
    shortcuts: 'Tastenkürzel',
    shortcutsHint: 'Einzelne Tasten lösen etwas aus, zum Beispiel e für Archivieren. Strg-K und Escape gelten immer.',
    help: 'Alle Tastenkürzel anzeigen',
  },
  notifications: {
    title: 'Mitteilungen',
    label: 'In diesem Browser benachrichtigen',
    hint: 'Bei neuen Mails im Posteingang, die nicht von einer Mailingliste sind, und bei Erinnerungen, solange Daybook in einem Tab geöffnet ist, den Sie gerade nicht ansehen.',
    refused:
      'Der Browser erlaubt für diese Seite keine Mitteilungen. Erlauben Sie sie in seinen Einstellungen für diese Website (Symbol vor der Adresse), und schalten Sie dies dann noch einmal ein.',
    dismissed:
      'Mitteilungen wurden nicht erlaubt. Schalten Sie dies noch einmal ein, und erlauben Sie sie, wenn der Browser fragt.',
    unsupported:
      'Dieser Browser hat für diese Seite keine Mitteilungen. Sie brauchen HTTPS oder diesen Rechner selbst.',
    noSender: 'Unbekannter Absender',
    noSubject: '(kein Betreff)',
    more: (count) => `${count} neue Mails`,
  },
  install: {
    title: 'App',
    text: 'Installieren Sie Daybook als App mit eigenem Fenster und Symbol.',
    action: 'Daybook installieren',
    done: 'Daybook ist auf diesem Gerät installiert.',
  },
  accounts: settingsAccounts,
  access: settingsAccess,
  data: settingsData,
};
