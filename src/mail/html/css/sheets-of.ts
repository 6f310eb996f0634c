// Finds the style sheets of a mail in its source: what is in comments, as for Outlook, is none.
import type { Sheet } from './styles.ts';

const MEDIA = /\smedia\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;
const OTHER_TYPE = /\stype\s{0,9}=\s{0,9}["']?(?!text\/css|["'\s])[^"'\s]/i;
const TAG_CHARS = 2000;

export function sheetsOf(html: string): Sheet[] {
  const begin = /<!--|<style(?=[\s/>])/gi;
  const end = /<\/style/gi;
  const sheets: Sheet[] = [];
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    const isComment = found[0] === '<!--';
    const after = html.indexOf(isComment ? '-->' : '>', found.index + 2);
    if (after < 0) break;
    begin.lastIndex = after;
    if (isComment) continue;
    const tag = html.slice(found.index, Math.min(after, found.index + TAG_CHARS));
    end.lastIndex = after;
    const until = end.exec(html)?.index ?? html.length;
    begin.lastIndex = until;
    const text = OTHER_TYPE.test(tag) ? '' : html.slice(after + 1, until);
    const [, ...media] = MEDIA.exec(tag) ?? [];
    sheets.push({ text, media: media.find((one) => one !== undefined) });
  }
  return sheets;
}
