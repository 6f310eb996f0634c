// Links that begin a mail.
import { expect, it } from 'vitest';
import { readMailto } from '../../../web/src/compose/mailto.ts';

it.each([
  ['mailto:ann@x.org', { to: 'ann@x.org' }],
  ['mailto:a@x.org?subject=Why?&body=Because', { to: 'a@x.org', subject: 'Why?', body: 'Because' }],
  ['MAILTO:a%20b@x.org?Subject=1+1&BODY=a%0D%0Ab', { to: 'a b@x.org', subject: '1+1', body: 'a\nb' }],
  ['mailto:?to=a@x.org&to=b@x.org', { to: 'a@x.org, b@x.org' }],
  ['mailto:100%@x.org', { to: '100%@x.org' }],
  ['mailto:', {}],
  ['https://x.org/?mailto:a@x.org', undefined],
])('%s', (link, expected) => {
  expect(readMailto(link)).toEqual(expected);
});
