// The hint about a forgotten attachment, in English and German.
import { expect, it } from 'vitest';
import { mentionsAttachment } from '../../../web/src/compose/attachments/attachment-words.ts';

it.each([
  'The lease is attached.',
  'see attachment',
  'Enclosed you find',
  'anbei der Plan',
  'Im Anhang: das Bild',
  'Ich habe es beigefügt',
])('%s', (text) => expect(mentionsAttachment(text)).toBe(true));

it.each(['Tea at five?', '> The lease is attached.', 'Wir sind seine Anhänger', 'I am attacking the problem'])(
  '%s: no hint',
  (text) => expect(mentionsAttachment(text)).toBe(false),
);
