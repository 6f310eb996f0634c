// Newsletters in HTML: a weekly letter, a digest about maps, the city, and a publisher in Paris.
import { FR, type Story, TH, TU, WE } from '../story.ts';
import { type Issue, KOMPASS, PHARE, SLOW, TERRAIN } from './issues.ts';
import { got, type Thread, thread } from './thread.ts';

interface Letter {
  sender: string;
  issues: Issue[];
  /** Its weekday, its interval in days, and its time of day. */
  comes: [weekday: number, every: number, time: string];
  masthead: (number: number) => string;
  tint: string;
  words: { also: string; why: string; leave: string };
}

const ENGLISH = {
  also: 'Also in this issue:',
  why: 'You get this letter because you asked for it.',
  leave: 'Unsubscribe',
};
const GERMAN = {
  also: 'Außerdem in dieser Ausgabe:',
  why: 'Sie erhalten diesen Brief, weil Sie ihn bestellt haben.',
  leave: 'Abbestellen',
};
const FRENCH = {
  also: 'Aussi dans cette lettre :',
  why: 'Vous recevez cette lettre parce que vous l’avez demandée.',
  leave: 'Se désabonner',
};

const LETTERS: Letter[] = [
  {
    sender: 'slow',
    issues: SLOW,
    comes: [FR, 7, '06:30'],
    masthead: (number) => `The Slow Letter, no. ${204 + number}`,
    tint: '#7a5c3e',
    words: ENGLISH,
  },
  {
    sender: 'terrain',
    issues: TERRAIN,
    comes: [TU, 14, '15:00'],
    masthead: (number) => `Type & Terrain, issue ${61 + number}`,
    tint: '#2f6b5b',
    words: ENGLISH,
  },
  {
    sender: 'kompass',
    issues: KOMPASS,
    comes: [TH, 14, '11:30'],
    masthead: () => 'Alster-Kompass: Ihr Newsletter',
    tint: '#1f4e79',
    words: GERMAN,
  },
  {
    sender: 'phare',
    issues: PHARE,
    comes: [WE, 28, '09:45'],
    masthead: (number) => `La Lettre du Phare, n° ${33 + number}`,
    tint: '#8c2f39',
    words: FRENCH,
  },
];

/** The newest issue arrived on the last such weekday, the others before it. */
export function newsletters(story: Story): Thread[] {
  return LETTERS.flatMap((letter) => {
    const [weekday, every, time] = letter.comes;
    const newest = -story.on(weekday, -6);
    return letter.issues.map((issue, number) => {
      const daysAgo = newest + (letter.issues.length - 1 - number) * every;
      // Some senders omit the text version.
      const text = number % 3 === 1 ? null : textOf(letter, issue, number);
      return thread(issue[0], [], { labels: ['newsletters'] }, [
        got(daysAgo, time, letter.sender, text, { html: pageOf(letter, issue, number) }),
      ]);
    });
  });
}

function textOf({ words, masthead }: Letter, [title, lead, items]: Issue, number: number): string {
  return [title, lead, [words.also, ...items.map((item) => `- ${item}`)].join('\n'), masthead(number)].join('\n\n');
}

function pageOf({ sender, tint, words, masthead }: Letter, [title, lead, items]: Issue, number: number): string {
  const site = `https://${sender}.example`;
  const links = items.map(
    (item, index) => `<li><a href="${site}/${index + 1}" style="color:${tint}">${escaped(item)}</a></li>`,
  );
  return `<!doctype html><html><body style="margin:0;background:#f6f4ef;font-family:Georgia,serif;color:#2b2b2b">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fff">
<p style="font-size:12px;letter-spacing:.08em;color:${tint}">${escaped(masthead(number))}</p>
<h1 style="font-size:28px;line-height:1.2;margin:8px 0 16px">${escaped(title)}</h1>
<p style="font-size:17px;line-height:1.6">${escaped(lead)}</p>
<p style="font-size:15px;margin-bottom:4px">${words.also}</p>
<ul style="font-size:15px;line-height:1.9;margin-top:0;padding-left:20px">${links.join('')}</ul>
<hr style="border:0;border-top:1px solid #ddd;margin:28px 0">
<p style="font-size:12px;color:#777">${words.why} <a href="${site}/unsubscribe" style="color:#777">${words.leave}</a></p>
<img src="${site}/open.gif" width="1" height="1" alt="">
</div></body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
