// Queries that a screen sends first: they are sent before the app is there, and the app must send the same.

/** Rows of a page of a long list. */
export const PAGE = 50;

/** Who the user is. */
export const OWN_PEOPLE = {
  identities: { limit: 500 },
  accounts: { limit: 500 },
  sent: { status: 'sent', fields: ['from_address', 'from_name'], limit: 50 },
} as const;
