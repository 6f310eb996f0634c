// Changes between a mail with formatting and plain text. No word is lost; formatting is, which can be undone.
import { setPreferences } from '../data/storage/preferences.ts';
import { offerUndo } from '../shell/undo.ts';
import { words } from '../words/words.ts';
import type { ComposeMode } from './drafts/draft-content.ts';
import type { DraftSession } from './drafts/draft-session.ts';
import { escapeHtml } from './drafts/text-as-html.ts';

const FORMATTING = /<(?!(?:div|br|p)>|\/)/;

export function setMode(session: DraftSession, mode: ComposeMode): void {
  const { body, mode: before } = session.content;
  if (mode === before) return;
  setPreferences({ composeMode: mode });
  const html = mode === 'plain' ? null : linesToHtml(body.own.plain);
  session.change({ mode, body: { ...body, own: { plain: body.own.plain, html } } });
  if (mode === 'rich' || !FORMATTING.test(body.own.html ?? '')) return;
  const undo = () => {
    setPreferences({ composeMode: before });
    session.change({ mode: before, body: { ...session.content.body, own: body.own } });
  };
  offerUndo(words().compose.formattingRemoved, undo);
}

/** Each line of the text as a line of the editor. */
export function linesToHtml(text: string): string {
  if (text === '') return '';
  const lines = text.split('\n').map((line) => escapeHtml(line).replaceAll(/^ +| {2,}/g, nonBreaking));
  return lines.map((line) => `<div>${line || '<br>'}</div>`).join('');
}

function nonBreaking(spaces: string): string {
  return '&nbsp;'.repeat(spaces.length);
}
