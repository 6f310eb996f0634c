// Family: a seventieth birthday, a grandmother, a brother, and questions from the mother.
import { got, sent, thread } from './thread.ts';

const family = { labels: ['family'], german: true };

export const familyThreads = [
  thread('Mamas Siebzigster', ['jonas', 'papa', 'aylin'], family, [
    got(
      63,
      '21:30',
      'jonas',
      (s) =>
        `Hallo ihr,\n\nam ${s.tag(s.party)} wird Mama 70 und sie hat „bloß kein Theater“ gesagt, also brauchen wir Theater. Vorschlag: der Saal im Dorfkrug, dreißig Leute, Kaffee um drei, Überraschung um fünf. Wer macht was?\n\nJonas`,
    ),
    got(62, '07:15', 'papa', 'Der Dorfkrug ist reserviert. Ich sage ihr, wir gehen zum Skat.\n\nPapa'),
    sent(
      62,
      '12:40',
      'Papa, du spielst seit 1994 keinen Skat mehr.\n\nIch mache eine Karte: alle Orte, an denen ihr gewohnt habt, mit kleinen Zeichnungen. Dafür brauche ich Fotos. Aylin, Lied mit den Kindern?',
    ),
    got(62, '20:11', 'aylin', 'Lied läuft. Lale möchte allein singen, Emil möchte trommeln. Ich verhandle.\n\nAylin'),
    got(
      41,
      '19:03',
      'papa',
      'Liebe Ida,\n\nhier die Fotos aus dem Schuhkarton. Auf dem dritten ist das Haus in Glückstadt, das es nicht mehr gibt. Der Hund hieß Bertha.\n\nPapa',
      {
        files: ['scan_001.png', 'scan_002.png', 'Glueckstadt_1961.png'],
        starred: true,
      },
    ),
    sent(40, '22:17', 'Bertha kommt auf jeden Fall auf die Karte. Danke, Papa!'),
    got(
      3,
      '18:26',
      'jonas',
      (s) =>
        `Zwischenstand: 34 Zusagen, zwei Torten, ein Trommler. Offen: Wer holt Oma am ${s.tag(s.party)} um halb drei ab? Ich habe den Anhänger voll Stühle.\n\nJ.`,
      { unread: true },
    ),
  ]),
  thread(
    'Wie läuft das Packen?',
    ['mama'],
    { ...family, draft: 'Liebe Mama,\n\nja, wir essen genug. Die Gardinen brauchen wir nicht, aber' },
    [
      got(
        16,
        '20:40',
        'mama',
        'Liebe Ida,\n\nPapa sagt, ihr habt schon zwanzig Kisten. Esst ihr denn vernünftig? Ich habe noch die guten Gardinen, die würden doch in euer Schlafzimmer passen, oder habt ihr da Rollos? Und nimm bitte den Kaktus von Oma mit nach vorn ins Auto, der mag keine Zugluft.\n\nDeine Mama',
      ),
      sent(
        15,
        '08:02',
        'Liebe Mama,\n\ninzwischen sind es einunddreißig. Der Kaktus bekommt einen Sitzplatz mit Gurt. Sonntag rufe ich an!\n\nDeine Ida',
      ),
      got(
        1,
        '19:12',
        'mama',
        'Liebe Ida,\n\ndu wolltest Sonntag anrufen. Macht nichts, ihr habt so viel um die Ohren. Wegen der Gardinen: 2,40 lang, cremefarben, gewaschen. Soll ich sie Papa mitgeben? Und kommt ihr denn an meinem Geburtstag vorbei, nur auf einen Kaffee? Kein Theater.\n\nDeine Mama',
        { unread: true, starred: true },
      ),
    ],
  ),
  thread('Oma', ['mama', 'jonas'], family, [
    got(
      55,
      '17:20',
      'mama',
      'Ihr Lieben,\n\nOma ist beim Kegeln (!) umgeknickt, nichts gebrochen, aber sie soll zwei Wochen sitzen. Sie freut sich über Besuch und ärgert sich über den Rollstuhl. Besuchszeit bis vier.\n\nMama',
    ),
    sent(55, '18:01', 'Ach Oma. Ich fahre Samstag hin und nehme die Fotos von Kenji mit, die mag sie.'),
    got(54, '08:44', 'jonas', 'Wir Sonntag, mit Kindern und Kuchen.'),
    got(
      50,
      '20:15',
      'mama',
      'Oma lässt ausrichten: Das Bild mit dem Fahrrad hängt jetzt über dem Fernseher, und der Fernseher bleibt aus.\n\nMama',
      { starred: true },
    ),
  ]),
  thread('Emils Referat über Inseln', ['aylin'], family, [
    got(
      36,
      '19:55',
      'aylin',
      'Liebe Ida,\n\nEmil hält ein Referat über Inseln, die manchmal keine sind, und hat überall erzählt, seine Tante sei „die Chefin davon“. Hast du eine Karte, die man an die Tafel hängen kann? A1 wäre ein Traum.\n\nAylin',
    ),
    sent(
      35,
      '09:20',
      'Für Emil: eine Karte in A1, mit den Prielen in zwei Blautönen und einer Stelle, an der ein Krebs versteckt ist. Er soll ihn vor der Klasse suchen lassen.',
      {
        files: ['Emil_Karte_A1.pdf'],
      },
    ),
    got(29, '14:12', 'aylin', 'EINE EINS. Die Lehrerin hat den Krebs nicht gefunden.', { starred: true }),
  ]),
  thread('Büsum im nächsten Monat', ['gisela', 'malte'], family, [
    got(
      20,
      '11:02',
      'gisela',
      (s) =>
        `Liebe Ida, lieber Tomasz,\n\nwenn der Umzug vorbei ist, kommt ihr euch erholen, ja? Das Zimmer über dem Bootshaus ist ab ${s.tag(s.party + 8)} frei. Malte sagt, er nimmt euch mit raus, wenn der Wind will.\n\nGisela`,
    ),
    got(20, '21:40', 'malte', 'Will er bestimmt. Gummistiefel mitbringen.\n\nMalte'),
    sent(
      19,
      '07:58',
      'Liebe Gisela, lieber Malte,\n\ndas ist der beste Plan des Jahres. Wir sagen Bescheid, sobald wir wissen, in welcher Kiste die Gummistiefel sind.\n\nIda',
    ),
  ]),
  thread('Pozdrowienia z Gdańska', ['ewa'], { labels: ['family'] }, [
    got(
      31,
      '12:31',
      'ewa',
      'Liebe Ida,\n\nTomasz hat geschrieben von neue Wohnung. Ich freue mich sehr! Ich schicke ein Paket mit Tischdecke von meine Mutter und Pierniki. Bitte nicht sagen zu Tomasz, ist Überraschung.\n\nEwa',
      { labels: ['surprise'] },
    ),
    sent(
      31,
      '18:22',
      'Liebe Ewa,\n\nwie schön! Ich sage kein Wort. Bitte schick es an die neue Adresse: Lindenweg 14, 20259 Hamburg. Dziękuję!\n\nIda',
    ),
  ]),
  thread('Shopping list + the cat', ['tomasz'], { labels: [] }, [
    sent(
      22,
      '16:10',
      'Could you on the way home: boxes (10, the book size), tape, cat food (the chicken one, Moss is on strike), oat milk.',
    ),
    got(22, '17:45', 'tomasz', 'Boxes yes, tape yes, oat milk yes. They only had salmon. I shall explain it to him.'),
    sent(22, '18:30', 'He has been told. He has gone into box 14 and will not come out.'),
    got(22, '18:31', 'tomasz', 'Then at least we know what is in box 14.'),
  ]),
  thread('Tent', ['jonas'], family, [
    sent(69, '20:02', 'Bruderherz,\n\nwo ist eigentlich mein Zelt?'),
    got(68, '22:14', 'jonas', 'Welches Zelt?'),
    got(68, '22:15', 'jonas', 'Ach DAS Zelt. Steht im Garten. Emil wohnt drin.'),
    sent(67, '07:31', 'Dann Miete ab sofort: eine Tafel Schokolade pro Woche.'),
  ]),
];
