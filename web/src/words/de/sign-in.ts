// German texts of the sign-in screen.
import type { Words } from '../words.ts';

export const signIn: Words['signIn'] = {
  title: 'Bei Daybook anmelden',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  tokenLost:
    'Das erste Token wurde erstellt, ist aber nicht in diesem Browser angekommen. Erstellen Sie mit dem Befehl unten ein weiteres, und widerrufen Sie das erste, wenn Sie angemeldet sind.',
  kept: (count) =>
    count === 1
      ? '1 Änderung wurde noch nicht gesendet. Sie bleibt in diesem Browser und wird nach der Anmeldung gesendet.'
      : `${count} Änderungen wurden noch nicht gesendet. Sie bleiben in diesem Browser und werden nach der Anmeldung gesendet.`,
  intro: 'Dieser Dienst braucht ein Token: ein langes Passwort, das Sie erstellt oder erhalten haben.',
  token: 'Token',
  placeholder: 'dbk_…',
  submit: 'Anmelden',
  show: 'Token anzeigen',
  hide: 'Token verbergen',
  how: 'Woher bekomme ich ein Token?',
  howText:
    'Führen Sie diesen Befehl auf dem Rechner, auf dem der Dienst läuft, in dessen Ordner aus. Er gibt das Token einmal aus:',
  command: './daybook token create --name browser',
  copy: 'Befehl kopieren',
  copied: 'Der Befehl wurde kopiert.',
  privacy:
    'Das Token wird nicht im Browser gespeichert. Es wird gegen eine Sitzung getauscht, die Sie jederzeit beenden können.',
  missing: 'Fügen Sie hier das Token ein.',
  wrongForm: 'Das ist kein Token. Tokens beginnen mit dbk_ und enthalten keine Leerzeichen.',
  expired: 'Dieses Token ist abgelaufen. Erstellen Sie mit dem Befehl unten ein neues.',
  revoked: 'Dieses Token wurde widerrufen. Erstellen Sie mit dem Befehl unten ein neues.',
  refused: 'Dieses Token ist hier nicht bekannt. Wurde es vollständig kopiert, und ist es von diesem Dienst?',
  unreachable: 'Der Dienst ist nicht erreichbar. Läuft er? Ihre Eingabe bleibt erhalten.',
};
