// The book: A Field Guide to Tidal Islands, with an editor in London, a photographer in Kyoto and a publisher in Paris.
import { got, sent, thread } from './thread.ts';

const book = { labels: ['book'] };

export const bookThreads = [
  thread('Tidal Islands: where we are', ['eleanor'], book, [
    got(
      97,
      '15:40',
      'eleanor',
      'Dear Ida,\n\nLovely to talk yesterday. To put it in writing: we have eleven chapters of fourteen, the maps for nine, and Kenji’s plates for all but the Breton section. If the remaining three chapters reach me by the date in the contract we keep the spring slot, which I would very much like to.\n\nNo pressure (some pressure).\n\nEleanor',
    ),
    sent(
      96,
      '21:18',
      'Dear Eleanor,\n\nNoted, including the brackets. Order of battle: 12 (Gois), 13 (Mont-Saint-Michel and its mud), 14 (what the sea will do next). The maps follow the text, not the other way round, which is why they are late.\n\nIda',
    ),
    got(95, '10:02', 'eleanor', 'Perfect. And do keep "its mud" in the title of 13.\n\nE.'),
  ]),
  thread('Chapter 12: The Gois at six in the morning', ['eleanor', 'oliver'], book, [
    sent(
      71,
      '23:05',
      'Dear both,\n\nHere is chapter 12. It begins in the dark because the causeway does. Yann, the guide, has read the French names; Fenna has checked the heights. One sidebar is missing (the rescue poles), I shall send it once I have found out who built the third one.\n\nIda',
      { files: ['12_Gois_v3.docx'] },
    ),
    got(
      67,
      '16:20',
      'oliver',
      'Hello Ida,\n\nRead with pleasure and a red pencil. Forty-one small things, two large ones: (1) high water is given once in local time and once in GMT on the same page; (2) "the tide waits for no van" is funny but is it true? The van in 1987 was a lorry.\n\nOliver',
      { files: ['12_Gois_v3_OG.docx'] },
    ),
    sent(
      66,
      '08:31',
      'Oliver,\n\n(1) Guilty, fixed: everything local, with a note. (2) I have looked it up and you are right. A lorry. The joke survives.\n\nI.',
    ),
    got(66, '09:12', 'eleanor', 'I vote for the lorry.'),
    sent(
      52,
      '22:40',
      'And here is the sidebar on the poles. The third one was rebuilt by the ferryman’s daughter. I love her.',
      {
        files: ['12_sidebar_poles.docx'],
      },
    ),
  ]),
  thread('Plates for Brittany / ブルターニュの写真', ['kenji'], book, [
    got(
      58,
      '09:44',
      'kenji',
      'Ida-san,\n\nブルターニュから帰りました。天気は三日間雨、一日だけ光。その一日がすべてです。\n\n(Back from Brittany. Three days of rain, one of light. The one is enough.)\n\nEight proofs attached in small size. Number 5 is the one I dream about: the last cyclist and the water already silver behind her.\n\n健二',
      {
        starred: true,
        files: ['proof_01.png', 'proof_05.png', 'proof_08.png'],
      },
    ),
    sent(
      57,
      '20:15',
      '健二さん、\n\n五番、すばらしいです。何度も見ています。\n\nNumber 5 is the chapter opening, no discussion. May I have it across the double page, with the horizon a little below the fold? And is the cyclist all right with being in a book?\n\nアイダ',
    ),
    got(
      56,
      '07:58',
      'kenji',
      'はい、彼女に聞きました。名前はマリー、郵便局員です。本を一冊ほしいそうです。\n\n(I asked. Her name is Marie, she delivers the post. She would like one copy of the book.)\n\n健二',
    ),
    sent(56, '08:30', 'もちろん！ She shall have the first.'),
    got(
      2,
      '08:21',
      'kenji',
      (s) =>
        `Ida-san,\n\n${s.nichi(s.on(6, 2))}の電話、日本時間の十七時で大丈夫ですか。最後の色見本を郵便で送りました。青が少し強いかもしれません。\n\n(Is our call all right at five in the afternoon, my time? The last colour proofs are in the post. The blue may be a little too strong.)\n\n健二`,
      { unread: true },
    ),
  ]),
  thread('Droits français pour « Îles de marée »', ['camille'], book, [
    got(
      49,
      '09:20',
      'camille',
      'Chère Ida,\n\nNotre comité a dit oui. Nous aimerions publier l’édition française à l’automne suivant la parution à Londres, dans le même format si les cartes le permettent. Votre français suffirait-il pour relire les légendes vous-même ? Nous avons une excellente traductrice pour le texte.\n\nBien à vous,\nCamille Roche\nÉditions du Phare',
      { starred: true },
    ),
    sent(
      48,
      '21:40',
      'Chère Camille,\n\nQuelle joie ! Mon français suffit pour les légendes et pour commander un café, donc oui. Pour le format : les cartes sont dessinées pour 24 × 30 cm ; plus petit, les noms des chenaux se noieraient, ce qui serait un comble.\n\nAmicalement,\nIda',
    ),
    got(
      47,
      '10:05',
      'camille',
      'Alors 24 × 30. Je prépare le contrat avec Harbour & Quill. Si vous passez à Paris, venez voir la maison : le bureau donne sur le quai.\n\nCamille',
    ),
    sent(
      11,
      '19:30',
      (s) =>
        `Chère Camille,\n\nje serai à Paris ${s.jour(s.paris)} pour le week-end. Auriez-vous une heure le vendredi après-midi ?\n\nIda`,
    ),
    got(
      10,
      '08:50',
      'camille',
      (s) =>
        `Chère Ida,\n\nparfait : ${s.jour(s.paris)} à 16 heures, 27 quai du Phare. Demandez-moi à l’accueil, et apportez une carte, n’importe laquelle.\n\nCamille`,
    ),
  ]),
  thread('Heights in chapter 13', ['fenna'], book, [
    sent(
      39,
      '10:12',
      'Dear Fenna,\n\nOne more question, I promise: on page 4 I give the bay’s range as 14 metres at springs. Two sources say 14.15 and one says 13.5. What would you print?\n\nIda',
    ),
    got(
      38,
      '13:47',
      'fenna',
      'Dear Ida,\n\n"Up to 14 metres" and nobody will write to you. The 13.5 is a mean of springs, the 14.15 is one evening in one year that people like to quote. And please: tidal flats, not sandbanks. You know why.\n\nFenna',
    ),
    sent(38, '14:02', 'I know why. Flats it is. Thank you!'),
  ]),
  thread('Cover: three directions', ['nadia', 'eleanor'], book, [
    got(
      28,
      '17:05',
      'nadia',
      'Hi both,\n\nThree ways in, PDF attached:\n\nA. The causeway as one white line across deep blue, title along it.\nB. Kenji’s no. 5, full bleed, small type.\nC. A tide table set so beautifully that people will frame it.\n\nI have a favourite and I am not telling.\n\nNadia',
      { files: ['Tidal_cover_ABC.pdf'] },
    ),
    sent(
      27,
      '08:41',
      'Nadia, these are gorgeous. My heart says C, my eyes say B, and my publisher’s sales team will say A.\n\nCould the line in A follow a real crossing? Then people who know will know.',
    ),
    got(
      27,
      '11:30',
      'eleanor',
      'Sales have said A. But I have told them it must be a real crossing, so everybody wins.\n\nNadia, the Gois? It has the nicest bend.',
    ),
    got(
      26,
      '09:15',
      'nadia',
      'It was my favourite all along. The Gois, at scale, with the poles as tiny dots. New version next week.',
    ),
    got(5, '16:44', 'nadia', 'Cover, round two. Look at the poles with a loupe.\n\nN.', {
      files: ['Tidal_cover_A2.pdf'],
      starred: true,
    }),
    sent(4, '21:03', 'I looked with a loupe. I may have squeaked. Yes, yes, yes.'),
  ]),
  thread('Chapter 13, at last', ['eleanor', 'oliver'], book, [
    sent(
      17,
      '23:52',
      'Dear both,\n\nChapter 13, mud included. It is 400 words too long, I know, but they are good words. Take out whichever you can bear.\n\nIda',
      {
        files: ['13_MontStMichel_v2.docx'],
      },
    ),
    got(
      15,
      '12:20',
      'oliver',
      'Ida,\n\nI took out 380 and you will not miss them. Ten more and I start on the adjectives.\n\nOliver',
      {
        files: ['13_MontStMichel_v2_OG.docx'],
      },
    ),
    sent(14, '20:33', 'Clean. You are a surgeon.'),
  ]),
  thread(
    (s) => `Chapter 14 and ${s.day(s.manuscript)}`,
    ['eleanor'],
    {
      ...book,
      draft: (s) =>
        `Dear Eleanor,\n\nHonest answer: half of it stands, the other half is a pile of cards on the floor between two moving boxes. I can have the whole by ${s.day(s.manuscript)} if`,
    },
    [
      got(
        2,
        '15:10',
        'eleanor',
        (s) =>
          `Dear Ida,\n\nA gentle knock. The printer has confirmed the spring slot on the condition that everything is with us by ${s.day(s.manuscript)}. I know you are moving house in the middle of it (who plans these things?). Tell me honestly: is 14 on its way? If you need me to take the index off your desk, I will.\n\nEleanor`,
        { starred: true, unread: true },
      ),
    ],
  ),
  thread('The safe hours', ['morag'], book, [
    sent(
      80,
      '10:20',
      'Dear Mrs Sinclair,\n\nI am writing a book on tidal islands and would like to describe the crossing to Oronsay properly, that is, the way somebody would who has done it more than twice. Might I quote you on the safe hours?\n\nIda Brandt',
    ),
    got(
      76,
      '19:44',
      'morag',
      'Dear Ida,\n\nMorag, please. Quote away, but print this under it: the table is an opinion, the sea is the fact. Two hours either side of low water, less with a wind from the west, and if a heron is standing where you mean to walk, go home and put the kettle on.\n\nMorag',
      { starred: true },
    ),
    sent(75, '08:05', 'Morag, that will be the last line of the book, if my editor lets me.'),
    got(74, '20:30', 'morag', 'Tell her I said so.'),
  ]),
  thread('Book launch at Seitenwind?', ['buch'], { labels: ['book'], german: true }, [
    got(
      13,
      '14:12',
      'buch',
      'Liebe Frau Brandt,\n\nwir würden die Buchpremiere sehr gern bei uns machen, vierzig Stühle, Leinwand, Wein. Wenn Herr Watanabe seine Bilder zeigen könnte, wäre das Fenster für zwei Wochen Ihres.\n\nHerzlich\nCornelia Liebig, Buchhandlung Seitenwind',
      { snoozed: [6, '09:00'] },
    ),
  ]),
  thread('Filming on the causeway', ['ben'], book, [
    got(
      34,
      '22:51',
      'ben',
      'Ida!\n\nI have two days of money left and a drone licence that expires soon. What if I film you walking the Gois at dawn and we cut three minutes for the launch? You talk, I stay out of the water. Mostly.\n\nBen',
    ),
    sent(
      33,
      '13:07',
      'Ben, I would love that, but not before the manuscript is out of the house. After the move, after the deadline, before the licence expires: does such a day exist?',
    ),
    got(33, '13:30', 'ben', 'It exists. I will find it.'),
  ]),
];
