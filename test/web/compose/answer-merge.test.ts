// What was typed into an answer before the service has created its draft.
import { describe, expect, it } from 'vitest';
import { mergeAnswer } from '../../../web/src/compose/drafts/answer-merge.ts';
import { type ComposeMode, type DraftContent, fieldsOf } from '../../../web/src/compose/drafts/draft-content.ts';

const ann = { address: 'ann@x.org', name: 'Ann' };

/** As it is shown before the service has answered. */
function begun(mode: ComposeMode): DraftContent {
  return {
    account_id: 'a1',
    identity_id: 'i1',
    to: [ann],
    cc: [],
    bcc: [],
    subject: 'Re: Tea',
    mode,
    body: {
      own: { plain: '', html: mode === 'plain' ? null : '' },
      signature: null,
      quote: { plain: '> Tea?', html: null },
      position: 'above',
    },
    attachments: [],
  };
}

/** As the service has created it for a mail with formatting. */
const CREATED: DraftContent = {
  ...begun('rich'),
  body: { ...begun('rich').body, quote: { plain: '> Tea at five?', html: '<blockquote>Tea</blockquote>' } },
};

const answer = (mode: ComposeMode, typed: Partial<DraftContent>) =>
  mergeAnswer({ content: { ...begun(mode), ...typed }, initial: fieldsOf(begun(mode)), hadSignature: false }, CREATED);

describe('an answer in plain text to a mail with formatting', () => {
  it('stays one when the service has created it, with the quote as text', () => {
    const own = { plain: 'Yes', html: null };
    const { content } = answer('plain', { body: { ...begun('plain').body, own } });
    expect(fieldsOf(content).body).toEqual({ body_plain: 'Yes\n\n> Tea at five?\n', body_html: null });
  });

  it('stays one if only its recipients were changed', () => {
    const { content } = answer('plain', { cc: [{ address: 'bob@x.org', name: null }] });
    expect([content.mode, content.cc.length, fieldsOf(content).body.body_html]).toEqual(['plain', 1, null]);
  });

  it('is unchanged when what was typed is removed', () => {
    const { content, untouched } = answer('plain', {
      body: { ...begun('plain').body, own: { plain: 'Y', html: null } },
    });
    const emptied = { ...content, body: { ...content.body, own: { plain: '', html: null } } };
    expect(fieldsOf(emptied)).toEqual(fieldsOf(untouched));
  });
});

it('an answer with formatting has the quote of the service, and what was removed stays removed', () => {
  const own = { plain: 'Yes', html: '<div>Yes</div>' };
  const typed = { ...begun('rich').body, own };
  const kept = fieldsOf(answer('rich', { body: typed }).content).body;
  expect(kept.body_html).toBe('<div>Yes</div><br><blockquote>Tea</blockquote>');
  const removed = fieldsOf(answer('rich', { body: { ...typed, quote: null } }).content).body;
  expect(removed.body_html).toBe('<div>Yes</div>');
});
