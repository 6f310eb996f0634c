// The rowing club: crew, regatta, money, and a boat with a hole.
import { got, sent, thread } from './thread.ts';

const club = { labels: ['club'], german: true };
const crew = ['frauke', 'mira', 'anke', 'jule'];

export const clubThreads = [
  thread('Mannschaft für die Regatta', crew, club, [
    got(
      72,
      '20:20',
      'nils',
      (s) =>
        `Moin zusammen,\n\nich melde euch als Gig-Vierer: Frauke Bug, Mira zwei, Ida drei, Anke Schlag, Jule steuert. Rennen ist am ${s.tag(s.regatta)}, 1000 m. Bis dahin zweimal Wasser und einmal Kraft die Woche. Wer nicht kann, sagt es jetzt oder schweigt beim Ergometer.\n\nNils`,
      { cc: ['frauke', 'mira', 'anke', 'jule'] },
    ),
    got(72, '20:45', 'jule', 'ICH FREUE MICH!!! (Ja, ich schreibe auch laut.)'),
    sent(71, '07:20', 'Dabei. Nur am Umzugswochenende nicht, da trage ich andere Boote.'),
    got(71, '08:33', 'anke', 'Dabei. Ida, wir kommen tragen, das zählt als Kraft.'),
    got(70, '19:09', 'mira', 'Dabei, außer in der Woche mit den Korrekturen.'),
  ]),
  thread('Loch im „Reiher“', ['hauke', 'nils'], club, [
    got(
      51,
      '21:14',
      'nils',
      'Ida, du kennst Hauke von der Werft: Der Reiher hat steuerbord ein Loch, so groß wie eine Faust. Poller. Frag nicht. Kannst du ihn fragen, was das kostet?\n\nNils',
    ),
    sent(
      50,
      '08:12',
      'Moin Hauke,\n\nunser Gig-Vierer „Reiher“ ist einem Poller begegnet. Fotos anbei. Was meinst du: Flicken oder Planke?\n\nIda',
      {
        to: ['hauke'],
        cc: ['nils'],
        files: ['reiher_steuerbord.png'],
      },
    ),
    got(
      49,
      '06:40',
      'hauke',
      'Planke. 380 und eine Kiste Bier, zehn Tage, wenn ihr ihn bringt. Der Poller hat gewonnen.\n\nHauke',
    ),
    sent(49, '12:01', 'Machen wir. Nils bringt ihn Samstag, das Bier bringe ich.'),
    got(37, '17:22', 'hauke', 'Fertig. Sieht man nicht mehr. Rechnung an die Kasse.\n\nHauke', {
      files: ['Rechnung_Reiher.pdf'],
    }),
  ]),
  thread('Mitgliedsbeitrag', ['gerd'], club, [
    got(
      46,
      '10:00',
      'gerd',
      'Liebe Ida,\n\ndein Beitrag (186 Euro) ist im Kassenbuch noch weiß. Kein Drama, nur ein Haken, der fehlt.\n\nGerd Voss, Kassenwart',
    ),
    sent(45, '20:18', 'Lieber Gerd,\n\nüberwiesen, mit Verwendungszweck und schlechtem Gewissen.\n\nIda'),
    got(44, '09:30', 'gerd', 'Haken gesetzt. Gewissen bitte behalten, hilft nächstes Jahr.'),
  ]),
  thread('Trainingslager: Wer kann wann?', [...crew, 'nils'], club, [
    got(
      24,
      '22:31',
      'jule',
      (s) =>
        `Trainingswochenende! Vorschlag: ${s.tag(s.manuscript + 1)} und Sonntag, Bootshaus in Ratzeburg, Schlafsack, Frauke kocht (hat sie noch nicht gesagt, tut sie aber). Wer ist dabei?\n\nJule`,
    ),
    got(24, '22:50', 'frauke', 'Frauke kocht. Linsen.'),
    sent(23, '07:05', 'Wenn das Manuskript am Tag davor raus ist: ja. Tragt mich mit Fragezeichen ein.'),
    got(22, '18:40', 'nils', 'Ida mit Fragezeichen, Rest steht. Ich bringe das Motorboot.'),
    got(1, '17:02', 'jule', 'Ida!! Fragezeichen → Ausrufezeichen? Ich muss die Betten melden.', { unread: true }),
  ]),
  thread('Arbeitsdienst am Steg', ['ursula'], club, [
    got(
      8,
      '18:00',
      'ursula',
      (s) =>
        `Liebe Mitglieder,\n\nam ${s.tag(s.on(6, 2))} ab halb zwölf wird der Steg geschrubbt. Es fehlen noch sechs Paar Hände. Wer keine Stunden hat, zahlt; wer kommt, bekommt Erbsensuppe.\n\nDr. Ursula Behrens\nVorsitzende`,
    ),
  ]),
  thread('Protokoll der Vorstandssitzung', ['ursula'], club, [
    got(
      64,
      '12:12',
      'ursula',
      'Liebe Ida,\n\nanbei das Protokoll. Unter TOP 4 stehst du als Zuständige für die neue Hafenkarte im Flur. Ich danke dir im Voraus, dann kannst du nicht mehr ablehnen.\n\nU. B.',
      { files: ['Protokoll_Vorstand.pdf'] },
    ),
    sent(63, '19:40', 'Liebe Ursula,\n\nein sauberer Trick. Die Karte kommt, aber mit einem Seeungeheuer.\n\nIda'),
  ]),
];
