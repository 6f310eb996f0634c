// Finding, signing and moving into a flat.
import { got, sent, thread } from './thread.ts';

const flat = { labels: ['flat'] };
const wohnung = { labels: ['flat'], german: true };

export const flatThreads = [
  thread('Besichtigung Lindenweg 14, 3. OG links', ['kruse'], wohnung, [
    got(
      88,
      '10:42',
      'kruse',
      (s) =>
        `Sehr geehrte Frau Brandt,\n\nvielen Dank für Ihr Interesse an der Wohnung im Lindenweg 14 (drei Zimmer, 78 m², Balkon zum Hof). Gern zeige ich sie Ihnen am ${s.tag(-83)} um 17:30 Uhr. Bitte klingeln Sie bei „Suhr, Hausmeister“.\n\nMit freundlichen Grüßen\nSabine Kruse\nHausverwaltung Kruse & Partner`,
    ),
    sent(
      88,
      '12:10',
      'Sehr geehrte Frau Kruse,\n\nsehr gern, der Termin passt. Mein Partner Tomasz Nowak kommt mit. Dürfen wir zum Ausmessen ein Laser-Messgerät mitbringen?\n\nViele Grüße\nIda Brandt',
    ),
    got(87, '09:05', 'kruse', 'Selbstverständlich. Bringen Sie gern auch Ihre Unterlagen mit.\n\nS. Kruse'),
    sent(
      82,
      '20:31',
      'Sehr geehrte Frau Kruse,\n\nvielen Dank für die Besichtigung. Die Wohnung gefällt uns sehr, vor allem die Küche mit dem Fenster nach Osten. Anbei unsere Unterlagen als ein PDF: Selbstauskunft, Gehaltsnachweise, Bonitätsauskunft.\n\nViele Grüße\nIda Brandt und Tomasz Nowak',
      { files: ['Unterlagen_Brandt_Nowak.pdf'] },
    ),
  ]),
  thread('Did you see the balcony??', ['tomasz'], flat, [
    sent(
      83,
      '19:02',
      'I know we said no decisions on the stairs. But: the balcony. The morning light in the kitchen. The piano would fit between the doors, I measured twice.\n\nThoughts?',
    ),
    got(
      83,
      '19:20',
      'tomasz',
      'I am sitting next to you on the bus and you send me a mail.\n\nYes. Yes to all of it. The small room could be booth and desk both, if we hang the panels on the far wall.\n\nT.',
      { starred: true },
    ),
    sent(83, '19:21', 'You said you wanted it in writing.'),
  ]),
  thread('Zusage Lindenweg 14', ['kruse'], wohnung, [
    got(
      74,
      '11:15',
      'kruse',
      'Sehr geehrte Frau Brandt, sehr geehrter Herr Nowak,\n\nich freue mich, Ihnen mitzuteilen, dass die Eigentümerin sich für Sie entschieden hat. Den Entwurf des Mietvertrags finden Sie im Anhang. Bitte prüfen Sie vor allem die Namen, die Kaution (drei Monatsmieten) und § 7 zur Tierhaltung; die Katze habe ich eingetragen.\n\nHerzliche Grüße\nSabine Kruse',
      { starred: true, files: ['Mietvertrag_LW14-3L_Entwurf.pdf'] },
    ),
    sent(
      73,
      '08:48',
      'Liebe Frau Kruse,\n\ndas ist die schönste Mail seit Langem. Zwei Kleinigkeiten: Tomasz schreibt sich mit „sz“, und in § 12 steht noch die alte Heizungsart. Sonst einverstanden.\n\nHerzlich\nIda Brandt',
    ),
    got(
      70,
      '14:30',
      'kruse',
      (s) =>
        `Liebe Frau Brandt,\n\nbeides ist berichtigt. Unterschrift gern am ${s.tag(-66)} um 10 Uhr bei uns im Büro, bitte mit Ausweis.\n\nS. Kruse`,
      { files: ['Mietvertrag_LW14-3L.pdf'] },
    ),
    sent(70, '15:02', 'Wir kommen beide. Danke!'),
  ]),
  thread('Notice for Bleichergasse 9', ['thiele'], wohnung, [
    sent(
      65,
      '09:12',
      (s) =>
        `Sehr geehrter Herr Thiele,\n\nhiermit kündigen wir die Wohnung Bleichergasse 9, 2. OG, fristgerecht. Das unterschriebene Schreiben ist heute auch per Einschreiben an Sie gegangen. Für Besichtigungen sind wir gern da; am liebsten abends.\n\nZur Übergabe schlagen wir ${s.tag(s.move + 3)} vor.\n\nMit freundlichen Grüßen\nIda Brandt`,
      { files: ['Kuendigung_Bleichergasse.pdf'] },
    ),
    got(
      61,
      '16:55',
      'thiele',
      'Sehr geehrte Frau Brandt,\n\nIhr Schreiben habe ich erhalten. Schade, elf Jahre sind eine lange Zeit. Die Wände bitte weiß, die Dübellöcher zu. Die Küche kann bleiben, wenn der Nachmieter sie will.\n\nManfred Thiele',
    ),
    sent(
      60,
      '08:20',
      'Sehr geehrter Herr Thiele,\n\ndanke für die schnelle Antwort. Weiß und zu: wird gemacht.\n\nIda Brandt',
    ),
  ]),
  thread('Angebot Umzug 22767 → 20259', ['pohlmann'], wohnung, [
    sent(
      47,
      '20:10',
      (s) =>
        `Guten Tag Herr Pohlmann,\n\nwir ziehen am ${s.tag(s.move)} um: 2. OG ohne Aufzug nach 3. OG ohne Aufzug, etwa 35 Kubikmeter, dazu ein Klavier (215 kg) und rund 40 Bücherkisten. Können Sie uns ein Angebot machen, gern mit Halteverbotszone an beiden Adressen?\n\nViele Grüße\nIda Brandt`,
    ),
    got(
      46,
      '07:15',
      'pohlmann',
      'Moin Frau Brandt,\n\nKlavier und kein Aufzug, das mögen die Jungs. Anbei das Angebot: vier Mann, ein 12-Tonner, 8 Stunden, Klaviertragegurte inklusive. Halteverbot beantragen wir, Schilder stehen vier Tage vorher.\n\nGruß\nDirk Pohlmann',
      { files: ['Angebot_2417.pdf'] },
    ),
    sent(
      45,
      '12:32',
      'Moin Herr Pohlmann,\n\nangenommen! Ab wann sind die Männer da, damit wir Kaffee kochen können?\n\nIda Brandt',
    ),
    got(45, '13:01', 'pohlmann', 'Sieben Uhr. Schwarz, viel.\n\nD. P.', { starred: true }),
    got(
      4,
      '07:40',
      'pohlmann',
      (s) =>
        `Moin Frau Brandt,\n\nkurze Erinnerung: am ${s.tag(s.move)} um 7 Uhr geht es los. Halteverbot ist genehmigt (Anlage). Bitte das Klavier vorher abschließen und die Füße NICHT abschrauben.\n\nGruß\nDirk Pohlmann`,
      { files: ['Genehmigung_Halteverbot.pdf'], unread: true },
    ),
  ]),
  thread('Painting: colours', ['tomasz'], flat, [
    got(
      33,
      '22:14',
      'tomasz',
      'Final offer from my side:\n\n- kitchen: the warm white\n- small room: dark green, one wall only, behind the panels\n- bedroom: yours to decide, but not the grey one. It looked like a cloud with a cold.\n\nPiotr needs the order by Friday.',
    ),
    sent(
      32,
      '07:50',
      'Kitchen and green: agreed. Bedroom: the pale clay, number 214. I have held the sample next to the curtains at three different hours of the day, so you know it is serious.',
    ),
    got(32, '08:15', 'tomasz', '214 it is. I have told Piotr.'),
  ]),
  thread((s) => `Malerarbeiten ab ${s.tag(s.keys)}`, ['piotr'], wohnung, [
    got(
      30,
      '18:20',
      'piotr',
      (s) =>
        `Guten Abend Frau Ida,\n\nich kann anfangen gleich nach Schlüssel, ${s.tag(s.keys)} mittags. Zwei Tage, Farbe trocknet über Nacht. Farben wie Tomasz geschickt: 001 Küche, 388 kleines Zimmer eine Wand, 214 Schlafzimmer. Preis 1.480 Euro mit Material.\n\nPiotr`,
    ),
    sent(
      29,
      '09:00',
      'Lieber Piotr,\n\nwunderbar, so machen wir es. Ich bringe den Schlüssel um 12 Uhr und Kuchen um 15 Uhr.\n\nIda',
    ),
  ]),
  thread(
    'Schlüsselübergabe',
    ['kruse'],
    {
      ...wohnung,
      draft: (s) =>
        `Liebe Frau Kruse,\n\n${s.tag(s.keys)}, 11 Uhr passt gut. Wir bringen die Kautionsbestätigung mit. Eine Frage noch: Gibt es`,
    },
    [
      got(
        3,
        '09:31',
        'kruse',
        (s) =>
          `Liebe Frau Brandt,\n\ndie Übergabe der Schlüssel können wir am ${s.tag(s.keys)} um 11 Uhr machen. Herr Suhr liest mit Ihnen die Zähler ab. Sie erhalten drei Sätze Haustür/Wohnung, zwei Keller, einen Briefkasten. Bitte bestätigen Sie kurz.\n\nHerzliche Grüße\nSabine Kruse`,
        { starred: true, unread: true },
      ),
    ],
  ),
  thread('Internet am neuen Anschluss', ['telefon'], wohnung, [
    got(
      21,
      '13:13',
      'telefon',
      (s) =>
        `Guten Tag Ida Brandt,\n\nIhr Umzugsauftrag ist eingegangen. Der Techniker kommt am ${s.tag(s.move + 4)} zwischen 8 und 12 Uhr in den Lindenweg 14. Bitte sorgen Sie dafür, dass der Anschluss im Keller zugänglich ist.\n\nAuftragsnummer: FF-770-4417\nIhr Funkfeld-Team`,
    ),
  ]),
  thread((s) => `Helping hands on ${s.day(s.move)}?`, ['lena', 'daniel', 'jonas', 'felix'], flat, [
    sent(
      26,
      '19:45',
      (s) =>
        `Dear strong people,\n\non ${s.day(s.move)} we move. The men from Pohlmann carry the heavy things; what we need is a handful of friends for plants, lamps, the cat, and building the kitchen shelves. Soup at one, pizza at six, eternal gratitude in between.\n\nWho can come, and for how long?\n\nIda & Tomasz`,
    ),
    got(26, '20:02', 'lena', 'ALL DAY. I am bringing the label maker. Nobody can stop me.\n\nL.', { starred: true }),
    got(
      25,
      '07:33',
      'daniel',
      'Van and I are yours until three, then quiz. I can take the plants in one go if somebody sits in the back and holds the monstera.\n\nDaniel',
    ),
    got(
      25,
      '21:10',
      'jonas',
      'I come with the big drill and Emil, who wants to be paid in pizza. Aylin has a shift.\n\nJ.',
    ),
    got(
      24,
      '08:05',
      'felix',
      'Kitchen shelves: mine. Send me the wall dimensions and what the wall is made of (knock on it).\n\nFelix',
    ),
    sent(
      23,
      '22:20',
      'You are the best. Felix: 2.84 m, sounds like a biscuit tin on the left and like a bank vault on the right. Emil: two pizzas.',
    ),
    got(
      1,
      '20:47',
      'lena',
      'Question for the spreadsheet: do the boxes marked "?" have a room, or is "?" the room?\n\nAlso I have bought red, green and blue tape. You will thank me.',
      { unread: true },
    ),
  ]),
  thread('Willkommen im Lindenweg', ['cem'], wohnung, [
    got(
      6,
      '18:31',
      'cem',
      'Hallo Frau Brandt,\n\nHerr Suhr hat mir Ihre Adresse gegeben. Wir sind Ihre Nachbarn gegenüber (3. rechts). Falls Sie beim Streichen Strom, Wasser oder einen Staubsauger brauchen: einfach klingeln. Nur sonntags um zehn übt unsere Tochter Cello, da hilft auch Klingeln nicht.\n\nHerzlich\nCem Demir',
    ),
    sent(
      5,
      '21:12',
      'Lieber Herr Demir,\n\nwas für ein freundlicher Empfang, danke! Wir bringen ein Klavier und eine Katze namens Moss mit; vielleicht wird daraus ein Trio. Wir melden uns mit Kuchen.\n\nIda Brandt und Tomasz Nowak',
    ),
  ]),
  thread('Protokoll Vorbesichtigung Bleichergasse', ['thiele'], wohnung, [
    got(
      9,
      '11:20',
      'thiele',
      'Sehr geehrte Frau Brandt,\n\nanbei das Protokoll der Vorbesichtigung mit Fotos. Offen sind: Türblatt im Flur (Kratzer), Silikonfuge im Bad. Den Rest nehme ich so ab. Der Nachmieter übernimmt die Küche für 400 Euro.\n\nManfred Thiele',
      {
        files: ['Protokoll.pdf', 'Flur_1.png', 'Bad_Fuge.png'],
        snoozed: [1, '08:00'],
      },
    ),
  ]),
];
