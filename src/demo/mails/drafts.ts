// Mails that are written but not sent, and one scheduled mail.
import type { Text } from './thread.ts';

interface Draft {
  to: string[];
  subject: Text;
  text: Text;
}

export const drafts: Draft[] = [
  {
    to: ['mama'],
    subject: 'Dein Geburtstag',
    text: 'Liebe Mama,\n\nkein Theater, versprochen. Wir kommen nur auf einen Kaffee. Zieh doch etwas Schönes an, falls',
  },
  {
    to: ['klavier'],
    subject: 'Noch eine Frage zum Klavier',
    text: 'Lieber Herr Ahrens,\n\ndarf ein Klavier neben einem Heizkörper stehen, wenn dazwischen ein Bücherregal',
  },
  {
    to: [],
    subject: 'Acknowledgements (notes)',
    text: 'Morag (heron). Yann (poles). Fenna (flats!). Marie who delivers the post. Kenji, for the one day of light. Oliver, for 380 words. Mama, for every map I was allowed to draw on the back of. Tomasz. The dog on Lindisfarne.',
  },
  {
    to: ['helen'],
    subject: 'Two nights in spring?',
    text: 'Dear Helen,\n\nthe pencil and I would like to come back. Is the attic free around the first spring tide of',
  },
];

/** Sent automatically on the morning of the birthday. */
export const scheduled: Draft = {
  to: ['mama'],
  subject: 'Alles Gute, Mama!',
  text: 'Liebe Mama,\n\nsiebzig! Heute früh habe ich zuerst an dich gedacht. Wir sehen uns um drei, auf „nur einen Kaffee“.\n\nDeine Ida',
};
