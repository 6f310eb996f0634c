// The values that records are made of: few enough to collide, odd enough to hurt. Equal sort keys, equal moments in
// different writing, nulls, accents, scripts, emoji, text that could be taken for syntax.
import fc from 'fast-check';

export const free = fc.oneof(
  fc.constantFrom(
    '',
    'The garden lease, signed',
    'Zoë grows ROSES in Ålesund',
    '日本語の本',
    'tab\tand\nline',
    '"quotes" \\ and </script>',
    'cafe\u0301 and caf\u00e9',
    '👩‍👩‍👧 family',
    'a nul \u0000, a lone \ud800, a separator \u2028',
    'שלום עולם',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Texts that lists sort by: some differ only in case or accents. */
export const sortable = fc.constantFrom(
  'alpha',
  'Alpha',
  'álpha',
  'beta',
  'Beta garden',
  'Zoë',
  'zoe',
  'Ärger',
  'arger',
  '日本の庭',
  '😀',
  '10',
  '9',
);

/** Moments, some equal in different writing. */
export const moment = fc.constantFrom(
  '2026-02-17T09:00:00Z',
  '2026-02-17T10:00:00+01:00',
  '2026-02-17T09:00:00',
  '2026-02-17',
  '2026-02-17T23:30:00Z',
  '2026-02-18T00:00:00.250Z',
  '2026-02-18T00:00:00Z',
  '2024-02-29T12:00:00-05:00',
  '1969-12-31T23:59:59Z',
);

/** Moments that no test lives to see. */
export const farMoment = fc.constantFrom('2999-01-01T08:00:00Z', '2999-01-01T09:00:00+01:00', '2998-06-01');

const json = fc.oneof(
  free,
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 0.5, [], [1, 'two', null], { inner: { deep: true } }),
);

const customKeys = { a: json, b: json, ключ: json, custom: json };

export const customFields = fc.record(customKeys, { requiredKeys: [], noNullPrototype: true });

/** Keys to merge: null removes one. */
export const customMerge = fc.oneof(
  customFields,
  fc.record({ a: fc.constant(null), b: fc.constant(null), ключ: json }, { requiredKeys: [], noNullPrototype: true }),
  customFields.map((inner) => ({ custom_fields: inner })),
);

export const tag = fc.constantFrom('home', 'Home', 'ключ', 'two words');

export const tags = fc.uniqueArray(tag, { maxLength: 3 });

export const folder = fc.constantFrom('INBOX', 'Archive', 'TRASH', 'SNOOZED', 'Ablage/Büro');

export const address = fc
  .tuple(
    fc.constantFrom('ann@example.org', 'bob@example.org', 'zoe@example.net'),
    fc.constantFrom(null, 'Ann Lee', 'Zoë'),
  )
  .map(([address, name]) => ({ address, name }));

/** Message ids, few enough to make threads and enough to make several. */
export const messageId = fc.integer({ min: 1, max: 8 }).map((number) => `<${number}@x.org>`);

export const html = fc.constantFrom('<p>Quarterly <b>figures</b></p>', '<div class="garden">Nothing here</div>', '');
