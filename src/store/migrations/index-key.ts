// The function `index_key` of step 2: a long text becomes its beginning and its digest. It is a copy of the rule that
// was in force then and never changes; the rule of today is in values/text.ts.
import { createHash } from 'node:crypto';

const CHARS = 300;

export function indexKey(text: string): string {
  const whole = clean(text);
  if (whole.length <= CHARS) return whole;
  const digest = createHash('sha256').update(whole).digest('hex');
  return `${clean(whole.slice(0, CHARS - 100))}\ufffd${digest}`;
}

function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
