// An answer that was begun before the service has created its draft: recipients, subject and quote are those of the
// service, and what was typed meanwhile stays.
import { type DraftContent, fieldsOf, withParts } from './draft-content.ts';
import { type DraftFields, differences, FIELD_NAMES } from './draft-fields.ts';

export interface BegunAnswer {
  content: DraftContent;
  /** As it was opened; undefined if all of it is to be saved. */
  initial: DraftFields | undefined;
  /** Whether it had a signature then. */
  hadSignature: boolean;
}

/** `untouched` is how the answer would be if nothing had been typed. */
export function mergeAnswer(
  { content, initial, hadSignature }: BegunAnswer,
  created: DraftContent,
): { content: DraftContent; untouched: DraftContent } {
  const stored = inModeOf(content, created);
  const typed = new Set(initial ? differences(initial, fieldsOf(content)) : FIELD_NAMES);
  const merged = withParts(
    content,
    stored,
    FIELD_NAMES.filter((name) => !typed.has(name)),
  );
  if (typed.has('body')) {
    const { own, quote, signature } = content.body;
    const isSigned = !typed.has('sender') && (signature !== null || !hadSignature);
    // What was removed before stays removed.
    merged.body = {
      ...stored.body,
      own,
      quote: quote && stored.body.quote,
      signature: isSigned ? stored.body.signature : signature,
    };
  }
  return { content: merged, untouched: stored };
}

/** The service answers HTML with HTML; a person who writes plain text goes on with it. */
function inModeOf({ mode }: DraftContent, created: DraftContent): DraftContent {
  if (mode !== 'plain' || created.mode === 'plain') return created;
  const { body } = created;
  return { ...created, mode, body: { ...body, own: { plain: body.own.plain, html: null } } };
}
