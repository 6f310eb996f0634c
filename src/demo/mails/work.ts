// Work at the map studio.
import { got, sent, thread } from './thread.ts';

const work = { labels: ['work'], work: true };
const arbeit = { labels: ['work'], work: true, german: true };

export const workThreads = [
  thread('Hafenmuseum: wall map, second round', ['reuter', 'julia'], work, [
    got(
      81,
      '10:30',
      'reuter',
      'Dear Ms Brandt,\n\nThe committee liked the draft of the harbour map very much. Three wishes: the old customs border more visible, the names of the lost basins in a second colour, and could the scale bar be in cable lengths? Our visitors are either children or captains.\n\nKind regards\nThomas Reuter',
    ),
    sent(
      80,
      '11:48',
      'Dear Dr Reuter,\n\nYes, yes, and with joy. For the lost basins I suggest the blue of old charts at forty per cent; it reads as memory without shouting. A proof will be with you next week.\n\nBest\nIda Brandt',
      {
        cc: ['julia'],
      },
    ),
    sent(
      74,
      '16:02',
      'Dear Dr Reuter,\n\nProof two attached, 1:1 crop of the middle basin and the whole at a quarter.\n\nIda Brandt',
      {
        files: ['Hafenmuseum_proof2.pdf'],
      },
    ),
    got(
      72,
      '09:15',
      'reuter',
      'Dear Ms Brandt,\n\nCable lengths! The captains wept. Approved for print, with one typo: it is "Sandtorkai", one word.\n\nT. R.',
      {
        starred: true,
      },
    ),
    got(72, '09:40', 'julia', 'Invoice goes out today. Nice one, Ida.'),
  ]),
  thread('Inselverband: scope creep, friendly', ['wiebke', 'julia', 'rasmus'], arbeit, [
    got(
      43,
      '13:20',
      'wiebke',
      'Liebe Frau Brandt, liebe Frau Peters,\n\ndie Karte wird großartig. Nun fragen die Halligen, ob sie auch drauf können. Alle zehn. Ginge das noch, und was würde es kosten?\n\nWiebke Jensen',
    ),
    got(43, '13:58', 'julia', 'Ida, realistically? I have four days left in the budget and a smile.'),
    sent(
      43,
      '15:10',
      'Zehn Halligen sind drei Tage, wenn wir die Warften als Punkte setzen, und acht, wenn als Häuser. Ich würde Punkte nehmen; bei dem Maßstab sind sie ehrlicher.',
    ),
    got(42, '08:30', 'wiebke', 'Punkte sind wunderbar. Die Halligleute sagen, mehr sind sie bei Landunter auch nicht.'),
    got(42, '09:02', 'rasmus', 'Offer updated, sent, signed. I love this client.'),
  ]),
  thread('Label collisions in the tile build', ['stefan', 'mei'], work, [
    got(
      27,
      '17:48',
      'stefan',
      'Hi,\n\nsince the font change about 3 % of place labels at zoom 9 vanish. The placer thinks the new ampersand is 2.4 em wide. Ida, did the metrics file change with the font?\n\nStefan',
    ),
    sent(
      26,
      '09:11',
      'It did, and I forgot the kerning table. Fixed file on the share. Sorry! I blame the ampersand, it is a very good ampersand.',
    ),
    got(26, '10:20', 'mei', 'Confirmed: rebuilt, 0 collisions, Buxtehude is back.'),
    got(26, '10:22', 'stefan', 'Buxtehude thanks you.'),
  ]),
  thread('Carte du littoral : légendes', ['claire'], work, [
    got(
      35,
      '11:05',
      'claire',
      'Bonjour Ida,\n\nNous avons relu les légendes : deux accents à corriger (« Île-d’Aix », « Noirmoutier-en-l’Île ») et une demande du maire, qui souhaite que son phare soit un peu plus grand que celui du voisin. Je vous laisse juge.\n\nBien cordialement,\nClaire Dubois',
    ),
    sent(
      35,
      '14:30',
      'Bonjour Claire,\n\nLes accents sont corrigés. Pour le phare du maire : il est déjà deux mètres plus haut sur le terrain, donc je l’ai dessiné à l’échelle. Il peut dire que c’est la carte qui le dit.\n\nBien à vous,\nIda',
    ),
    got(34, '09:50', 'claire', 'Le maire est ravi. L’autre maire aussi, car il ne le sait pas encore.'),
  ]),
  thread('Quarterly review: your slides', ['katrin'], work, [
    got(
      14,
      '08:55',
      'katrin',
      (s) =>
        `Ida,\n\nfor ${s.day(s.on(3, 3))} I need three slides from you: what we shipped, what we learned, what you would stop doing. Five minutes, no map may take longer than the coffee.\n\nK.`,
    ),
    sent(
      13,
      '17:30',
      'Draft of the three attached. The third slide says "meetings about fonts". I can make it more diplomatic.',
      {
        files: ['review_ida.pdf'],
      },
    ),
    got(13, '18:02', 'katrin', 'Do not make it more diplomatic.'),
  ]),
  thread(
    'Trail signs: proof for sign-off',
    ['graham'],
    {
      ...work,
      draft: 'Dear Graham,\n\nThank you, that is very clear. On the Welsh: we would rather set it first, since',
    },
    [
      got(
        1,
        '14:20',
        'graham',
        'Hi Ida,\n\nAll twelve panels reviewed. Eleven are fine. Number 7 has north at the bottom, which I thought was a mistake until I stood in front of the post: that is how people arrive. Please keep it and tell nobody.\n\nOne question on the order of languages, see attached.\n\nGraham',
        { files: ['panels_comments.pdf'], unread: true, starred: true },
      ),
    ],
  ),
  thread('Leave for the move', ['birgit', 'katrin'], arbeit, [
    sent(
      40,
      '09:30',
      (s) =>
        `Liebe Birgit,\n\nich möchte von ${s.tag(s.keys)} bis ${s.tag(s.move + 4)} Urlaub nehmen (Umzug). Katrin weiß Bescheid.\n\nIda`,
      {
        to: ['birgit'],
        cc: ['katrin'],
      },
    ),
    got(
      39,
      '11:14',
      'birgit',
      'Liebe Ida,\n\neingetragen, und ein Tag Sonderurlaub für den Umzug kommt dazu. Bitte die neue Adresse durchgeben, sobald sie gilt.\n\nBirgit',
    ),
  ]),
  thread('Jakob’s first map', ['jakob', 'anil'], work, [
    got(
      19,
      '15:33',
      'jakob',
      'Hi Ida, hi Anil,\n\nI have finished the bus map for the open day. I am aware that it is not to scale. Is it supposed to be to scale?\n\nJakob',
    ),
    got(19, '15:51', 'anil', 'No! And that is the most important thing you will learn this year.'),
    sent(
      19,
      '16:20',
      'It is lovely, Jakob. Two notes: straighten line 5 (your 43 degrees want to be 45), and give the river the same courtesy. Then print it large.',
    ),
    got(18, '10:10', 'jakob', 'Done, printed, hung up. Somebody already asked which stop is nearest to the cake.'),
  ]),
  thread('Ria Viva: bird seasons', ['ines', 'paula'], work, [
    got(
      6,
      '12:12',
      'ines',
      'Dear Ida,\n\nthe spoonbills have changed their minds and now rest on the eastern bank, so the path must close two weeks earlier. Can the season bar on the map still move? The birds do not read contracts.\n\nInês',
    ),
    sent(
      5,
      '10:25',
      'Dear Inês,\n\nthe bar moves, the birds win. Paula redraws the icon so that it looks east.\n\nIda',
      { cc: ['paula'] },
    ),
    got(5, '11:40', 'paula', 'It looks east. It also looks slightly smug. I think that is correct.'),
    got(0, '09:04', 'ines', 'It is perfect and yes, they ARE smug. Go to print.', { unread: true }),
  ]),
  thread('Team lunch', ['anil', 'julia', 'mei', 'paula', 'stefan'], work, [
    got(
      48,
      '10:02',
      'anil',
      (s) =>
        `My sister is visiting and has threatened to cook for all of you. ${s.day(s.on(3, -46))}, our kitchen, half past twelve. Allergies and cowardice to me by tonight.\n\nAnil`,
    ),
    got(48, '10:10', 'paula', 'No allergies, some cowardice regarding chilli.'),
    sent(48, '10:31', 'In! I bring dessert without hazelnuts (training for my mother’s birthday).'),
  ]),
  thread('New laptop, old charger', ['helpdesk'], work, [
    sent(
      57,
      '09:03',
      'Hello, the new laptop arrived with a charger for the old one. Could you swap it? Until then I am working fast.',
    ),
    got(57, '09:40', 'helpdesk', 'Hi Ida, ticket NL-3318. Please come by before noon, we have exactly one.'),
    got(57, '13:15', 'helpdesk', 'Ticket NL-3318 was closed: charger handed over. How did we do? Reply with 1 to 5.'),
  ]),
];
