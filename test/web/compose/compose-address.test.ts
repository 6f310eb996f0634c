// The address /compose: mailto links and links to drafts and answers.
import { expect, it } from 'vitest';
import { readComposeAddress } from '../../../web/src/compose/compose-address.ts';

it.each([
  ['', {}],
  ['?to=ann%40x.org&subject=Tea', { to: 'ann@x.org', subject: 'Tea' }],
  ['?draft=d1', { draftId: 'd1' }],
  ['?reply=m1', { emailId: 'm1', mode: 'reply' }],
  ['?reply-all=m1', { emailId: 'm1', mode: 'reply-all' }],
  ['?forward=m1', { emailId: 'm1', mode: 'forward' }],
  [`?url=${encodeURIComponent('mailto:ann@x.org')}`, { to: 'ann@x.org' }],
  [
    `?url=${encodeURIComponent('mailto:ann+b@x.org?to=bob@x.org&subject=1+1&body=a%0D%0Ab')}`,
    { to: 'ann+b@x.org, bob@x.org', subject: '1+1', body: 'a\nb' },
  ],
  [`?url=${encodeURIComponent('mailto:100%@x.org')}`, { to: '100%@x.org' }],
  [`?url=${encodeURIComponent('javascript:alert(1)')}`, {}],
])('%s', (search, expected) => {
  expect(readComposeAddress(search)).toEqual(expected);
});
