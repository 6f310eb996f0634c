// Doctors, tax, insurance, repairs, lessons.
import { got, sent, thread } from './thread.ts';

const amt = { german: true };

export const errandThreads = [
  thread('Ihre Steuererklärung', ['albrecht'], { labels: ['money'], german: true }, [
    got(
      56,
      '10:20',
      'albrecht',
      'Sehr geehrte Frau Brandt,\n\nfür die Erklärung fehlen noch: die Rechnungen zum Arbeitszimmer, der Vertrag mit Harbour & Quill (Vorschuss) und die Fahrten nach Frankreich. Bitte bis Monatsende.\n\nJ. Albrecht',
    ),
    sent(
      54,
      '21:30',
      'Sehr geehrter Herr Albrecht,\n\nanbei alles in einem PDF, die Fahrten mit Kilometern und Tide.\n\nIda Brandt',
      {
        files: ['Belege_2.pdf'],
      },
    ),
    got(
      32,
      '14:11',
      'albrecht',
      'Sehr geehrte Frau Brandt,\n\ndie Erklärung ist eingereicht. Voraussichtliche Erstattung: 1.214 Euro. Die Tidenangaben haben dem Finanzamt bisher nicht geschadet.\n\nJ. Albrecht',
      {
        starred: true,
      },
    ),
  ]),
  thread('Hausratversicherung: neue Adresse', ['beck'], { labels: ['money', 'flat'], german: true }, [
    sent(
      25,
      '12:05',
      (s) =>
        `Liebe Frau Beck,\n\nab ${s.tag(s.keys)} wohnen wir im Lindenweg 14, 78 m². Ist der Umzug selbst mitversichert, vor allem das Klavier im Treppenhaus?\n\nIda Brandt`,
    ),
    got(
      24,
      '09:18',
      'beck',
      'Liebe Frau Brandt,\n\nja, beide Adressen sind zwei Monate lang versichert. Das Klavier ist gedeckt, sofern es eine Fachfirma trägt und nicht die Freunde. Nachtrag anbei, bitte unterschrieben zurück.\n\nMartina Beck',
      { files: ['Nachtrag_HS-88-104772.pdf'], snoozed: [3, '18:00'] },
    ),
  ]),
  thread('Terminerinnerung Zahnarztpraxis Reimers', ['reimers'], { labels: ['health'], german: true }, [
    got(
      7,
      '08:00',
      'reimers',
      (s) =>
        `Guten Tag Frau Brandt,\n\nwir erinnern an Ihren Kontrolltermin am ${s.tag(s.on(2, 4))} um 8:20 Uhr. Sollten Sie verhindert sein, sagen Sie bitte 24 Stunden vorher ab.\n\nIhre Zahnarztpraxis Reimers`,
    ),
  ]),
  thread('Moss: Impfung und Transportbox', ['brunner'], { labels: ['health'], german: true }, [
    got(
      30,
      '16:40',
      'brunner',
      'Liebe Frau Brandt,\n\nMoss ist geimpft und war sehr tapfer (wir weniger). Für den Umzug: Box eine Woche vorher offen ins Zimmer stellen, am Tag selbst erst als Letztes hinein, in der neuen Wohnung zwei Tage nur ein Raum. Und keine neuen Sorten Futter.\n\nSilke Brunner',
      { starred: true },
    ),
    sent(30, '19:12', 'Danke! Zum Futter hat er sich bereits schriftlich geäußert.'),
  ]),
  thread('宿題について', ['sato'], { labels: ['learning'] }, [
    got(
      3,
      '20:05',
      'sato',
      (s) =>
        `ブラントさん\n\n${s.nichi(s.on(1, 1))}のレッスンは七時からです。宿題：引っ越しについて十の文を書いてください。「〜てしまう」を三回使ってくださいね。\n\n佐藤`,
    ),
    sent(2, '22:01', '佐藤先生\n\nはい、わかりました。もう一つ書きました：「猫が箱に入ってしまいました。」\n\nアイダ'),
    got(1, '08:15', 'sato', 'とても良い文です。箱から出てきましたか。', { unread: true }),
  ]),
  thread('Your bicycle is ready', ['ole'], { labels: [], german: true }, [
    got(
      47,
      '15:20',
      'ole',
      'Moin Ida,\n\nKette, Ritzel, Bremsbeläge neu, Licht geht wieder. 118 Euro. Der Sattel ist dein Problem.\n\nOle',
    ),
    sent(47, '16:02', 'Hole es um sechs. Der Sattel und ich haben eine Abmachung.'),
  ]),
  thread('Vorbestellung abholbereit', [], amt, [
    got(
      29,
      '11:00',
      'biblio',
      (s) =>
        `Guten Tag,\n\ndas vorbestellte Medium „Gezeitenkunde für Segler, 1932“ liegt bis ${s.tag(-20)} für Sie bereit.\n\nBücherhalle Altona\nKarte 00417732`,
    ),
  ]),
  thread('Leihfrist endet', [], amt, [
    got(
      12,
      '11:00',
      'biblio',
      (s) =>
        `Guten Tag,\n\ndie Leihfrist für „Gezeitenkunde für Segler, 1932“ endet am ${s.tag(2)}. Verlängern können Sie im Konto.\n\nBücherhalle Altona`,
      {
        snoozed: [2, '09:00'],
      },
    ),
  ]),
  thread('Klavier stimmen nach Umzug', ['klavier'], amt, [
    sent(
      20,
      '18:50',
      (s) =>
        `Lieber Herr Ahrens,\n\nwir ziehen am ${s.tag(s.move)} mit dem Klavier um. Wie lange soll es stehen, bevor Sie kommen?\n\nIda Brandt`,
    ),
    got(
      18,
      '11:31',
      'klavier',
      (s) =>
        `Liebe Frau Brandt,\n\nvierzehn Tage, besser drei Wochen. Ein Klavier muss erst wissen, wo es ist. Ich trage ${s.tag(s.on(3, s.move + 18))}, 15 Uhr ein.\n\nL. Ahrens`,
    ),
    sent(18, '12:10', 'So machen wir es. Danke!'),
  ]),
  thread('Room for two nights', ['helen'], { labels: ['travel', 'book'] }, [
    got(
      62,
      '19:05',
      'helen',
      'Dear Ida,\n\nThe attic room is yours for the two nights. Breakfast from seven, or whenever the tide says. You left a pencil here last time; it is in the drawer.\n\nHelen, North Sands B&B',
    ),
    sent(61, '07:40', 'Dear Helen, wonderful. I hope it is the 2B.'),
  ]),
  thread('Ihr Depotgespräch', ['bank'], { labels: ['money'], german: true }, [
    got(
      37,
      '09:00',
      'bank',
      'Sehr geehrte Frau Brandt,\n\nes ist wieder Zeit für unser Jahresgespräch. Passt Ihnen eine der kommenden Wochen, nachmittags?\n\nCarsten Möller\nElbsparbank',
    ),
    sent(36, '21:50', 'Sehr geehrter Herr Möller,\n\nlieber nach dem Umzug; ich melde mich.\n\nIda Brandt'),
  ]),
  thread('Rezept', ['okonkwo'], { labels: ['health'], german: true }, [
    sent(
      66,
      '07:45',
      'Guten Morgen, könnte ich bitte ein neues Rezept für die Allergietabletten bekommen?\n\nIda Brandt',
    ),
    got(
      66,
      '10:30',
      'okonkwo',
      'Guten Tag Frau Brandt, das Rezept liegt ab 14 Uhr auf Ihrer Karte.\n\nHausarztpraxis Altona',
    ),
  ]),
];
