// Friends, near and far.
import { got, sent, thread } from './thread.ts';

export const friendThreads = [
  thread('Quiz night: we need a fourth', ['daniel', 'lena', 'hanna'], {}, [
    got(
      92,
      '12:15',
      'daniel',
      'Team "Low Tide, High Hopes" is one brain short on Thursday. Who knows anything about opera?\n\nDaniel',
    ),
    got(92, '12:40', 'hanna', 'I know how it ends: badly, and in Italian.'),
    sent(92, '13:05', 'I can do rivers, fonts and the lesser-known Beatles. See you there.'),
    got(
      90,
      '23:48',
      'daniel',
      'SECOND. We lost to the librarians again. The question about the Danish strait was yours and you were magnificent.',
    ),
  ]),
  thread('Paris en vue', ['marc'], { labels: ['travel'] }, [
    sent(
      12,
      '21:07',
      (s) =>
        `Cher Marc,\n\nje viens à Paris ${s.jour(s.paris)} jusqu’à dimanche, pour Éditions du Phare et pour toi. Le canapé est-il libre ?\n\nIda`,
    ),
    got(
      11,
      '23:30',
      'marc',
      'Ma chère Ida,\n\nLe canapé t’attend, le chat aussi (il s’appelle maintenant Gutenberg). Samedi matin je relie un atlas de 1840 : si tu veux tenir le marteau, je te le prête cinq minutes. Et le soir, la petite table au coin de la rue des Abeilles.\n\nJe t’embrasse,\nMarc',
      { starred: true },
    ),
    sent(10, '08:12', 'Un atlas de 1840, un marteau et un chat nommé Gutenberg. J’arrive.'),
    got(
      0,
      '07:52',
      'marc',
      'Question pratique : tu arrives gare du Nord à quelle heure ? Je viendrai te chercher à vélo, ce qui ne t’aidera pas pour la valise.\n\nM.',
      {
        unread: true,
      },
    ),
  ]),
  thread('お元気ですか', ['yuki'], {}, [
    got(
      44,
      '06:30',
      'yuki',
      'アイダさん\n\nお元気ですか。大阪は毎日忙しいですが、新しい絵本の仕事が始まりました。主人公は引っ越しが嫌いな猫です。モスのことを思い出しながら描いています。\n\n新しい住所が決まったら教えてくださいね。年賀状を送りたいので。\n\nゆき',
      { starred: true },
    ),
    sent(
      43,
      '20:44',
      'ゆきさん\n\nメールありがとう！モスも引っ越しが嫌いです。今、箱の中に住んでいます。写真を送りますね。\n\n新しい住所は Lindenweg 14, 20259 Hamburg です。遊びに来てください。\n\nアイダ',
      { files: ['moss_in_box_14.png'] },
    ),
    got(42, '05:58', 'yuki', '箱の中のモス、完璧です！この写真、そのまま最後のページに使ってもいいですか。\n\nゆき'),
    sent(42, '07:40', 'もちろんです。モスは出演料として鶏肉を希望しています。'),
  ]),
  thread('River data for your chapter', ['priya'], { labels: ['book'] }, [
    got(
      78,
      '18:20',
      'priya',
      'Hello you,\n\nI finally dug out the Severn bore figures. Use them freely, cite the report, and please do not call it a wave. It is a bore. It is the only time anyone says that word with love.\n\nWhen are you coming to Bristol?\n\nPriya',
      { files: ['severn_bore_2009_2024.csv'] },
    ),
    sent(
      77,
      '22:09',
      'You treasure. It goes into the box on page 31, with your name under it. Bristol: when the boxes are unpacked and the book is out, so approximately never, or next spring.',
    ),
    got(77, '22:31', 'priya', 'Next spring then. I am writing it into my calendar in ink.'),
  ]),
  thread((s) => `Dinner on ${s.day(s.on(4, 3))}?`, ['lena', 'felix'], {}, [
    got(
      2,
      '12:30',
      'lena',
      (s) =>
        `Last supper in the old flat's neighbourhood: the Portuguese place, ${s.day(s.on(4, 3))}, half past seven? Felix wants to talk kitchens, I want to talk about anything but boxes.\n\nL.`,
      { unread: true },
    ),
  ]),
  thread('Translation question', ['sofia'], { labels: ['book'] }, [
    got(
      60,
      '10:51',
      'sofia',
      'Hej Ida!\n\nA quick one: in your sample chapter, "the island breathes twice a day": is that a saying or is it yours? I would like to keep it in Swedish if it is yours.\n\nSofia',
    ),
    sent(60, '11:20', 'It is mine, and it is yours in Swedish. How does it sound?'),
    got(
      59,
      '09:14',
      'sofia',
      '"Ön andas två gånger om dygnet." I read it to my father, who was a pilot on the west coast, and he nodded, which he does once a year.',
    ),
  ]),
  thread('Il dolce della nonna', ['rosa'], {}, [
    got(
      53,
      '15:33',
      'rosa',
      'Ciao Ida!\n\nHere is the recipe for your mother’s birthday, no hazelnuts, only almonds. The secret is to forget it in the fridge for one night. If it does not wobble, call me. If it wobbles too much, also call me.\n\nRosa',
      { files: ['torta_di_nonna.pdf'] },
    ),
    sent(52, '19:01', 'Rosa, you have saved a seventieth birthday. Test run on Sunday!'),
    sent(45, '17:40', 'Report: it wobbled exactly once. Tomasz has eaten the evidence.'),
    got(45, '18:12', 'rosa', 'Brava!!'),
  ]),
  thread('Your prints on our wall', ['hanna'], {}, [
    got(
      18,
      '16:20',
      'hanna',
      'Ida, two people asked today whether they may buy the big map above the counter. May they? And if yes, for how much, and may I keep the hook?\n\nHanna',
    ),
    sent(
      18,
      '19:55',
      'They may, 180 each, framed 240, and the hook is yours for ever. I can bring two more after the move.',
    ),
    got(17, '08:03', 'hanna', 'Sold one before the first espresso.'),
  ]),
  thread('That photo from Lindisfarne', ['ben'], {}, [
    got(
      85,
      '20:12',
      'ben',
      'Found this while clearing a drive: you, up to the knees, explaining the tide to a dog. It is a masterpiece.',
      {
        files: ['ida_and_dog.png'],
        starred: true,
      },
    ),
    sent(84, '07:45', 'The dog understood. It left an hour before everyone else.'),
  ]),
];
