// Every size, count and time limit of the service, each with its reason.
// docs/limits.md is checked against this table, so a number is changed here and nowhere else.

const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const limits = {
  // Requests
  bodyBytes: 26 * MiB, // a mail of 25 MB, the usual limit of mail servers, with its JSON around it
  jsonDepth: 64, // far deeper than any record; keeps recursive code safe
  urlBytes: 16 * KiB, // Node's own header limit; a list URL needs a few hundred
  reportedFaults: 20, // a body with a thousand faults is not explained by a thousand messages
  idempotencyKeyChars: 255, // a UUID or a connector's own composite key
  idempotencyKept: 1 * day, // the contract's 24 hours
  requestTime: 5 * minute, // to send a request: 26 MiB over a slow line

  // Text, counted in UTF-16 code units
  nameChars: 1000, // titles, names, subjects, places: one line of text
  lineChars: 998, // RFC 5322 section 2.1.1: a header line; message ids and addresses
  noteChars: 1_000_000, // descriptions and notes
  mailBodyChars: 25_000_000, // each of body_plain and body_html; bodyBytes bounds both together
  shortChars: 255, // folders, labels, tags, calendar names, sources, kinds
  pathChars: 4096, // the client's own paths, stored and never opened

  // Lists inside records
  addresses: 1000, // recipients of one mail in one field
  references: 1000, // message ids in one References chain
  attachments: 1000,
  attendees: 1000,
  reminders: 100,
  contactItems: 200, // emails, phones, postal addresses of one contact
  tags: 200, // labels of an email, tags of a contact
  customKeys: 1000, // keys of custom_fields
  customChars: 256_000, // custom_fields written as JSON
  recurrenceDates: 1000, // exdates and rdates
  recurrenceParts: 400, // values in one by… part; byyearday has 366
  reminderMinutes: 525_600, // a year

  // Lists and search
  pageDefault: 20,
  pageMax: 500,
  pageChars: 32_000_000, // of one page of records or changes; the page then ends early and says that there is more
  deepOffset: 1000, // from here on a page of a list is read apart, and from the nearer end
  fewMatches: 2000, // of a search: so many are sorted to find the newest, more are looked through from the newest on
  batchIds: 100,
  filterValues: 20, // repeated values of one list parameter, such as tag
  searchChars: 500, // a search box, not a document
  searchWords: 32,
  indexedWords: 16_000, // of one record are searchable, thirty pages: as many places as PostgreSQL tells apart
  indexedChars: 250_000, // of them together: what one entry of PostgreSQL's index holds in any script
  sortKeyChars: 200, // two titles that agree in so many characters are ordered by id
  occurrences: 10_000, // of all series in one expanded list
  expandDays: 3_660, // the longest range of an expanded list: ten years
  recurrenceSteps: 50_000, // steps through series in one expanded list: about half a second
  recurrenceTime: 2 * second, // for all series of one expanded list, against rules made to be slow

  // Change feed
  changesPage: 500, // changes read from the log at a time
  changesPageMax: 1000, // GET /changes
  changesKeptDays: 90, // how long a client may stay away and still resume
  socketBufferBytes: 8 * MiB, // unread messages before a client counts as too slow
  socketMessageBytes: 64 * KiB, // client messages are a line of JSON
  socketPatterns: 100, // event patterns of one connection
  socketPing: 30 * second,
  socketDrain: 10 * second, // how long a replay waits for a reader that has stopped reading
  socketLinger: 3 * second, // for a client's answer to a close when the service stops
  accessCheck: 500, // ms after which a token or its absence is looked up again

  // Rates
  requestsPerMinute: 6000, // per token; a busy sync connector does 50 a second
  failedLoginsPerMinute: 30, // per address, against guessing

  // The database server
  databaseConnect: 5 * second, // to get a connection, a new one or one of the pool
  databaseStatement: 30 * second, // far above what any takes; a stuck one must not hold a user's log
  databaseConnections: 10, // of one instance, beside the one that listens
  complaints: 10 * second, // between log lines that the store is away
  feedSweep: 2 * second, // after which a lost notification of another instance is made up for

  // Work
  commitGroup: 128, // writes that share one fsync
  jobLease: 60 * second,
  jobBatch: 100,
  jobRetry: 1 * second, // after which the jobs are looked for again when the store was away
  jobPoll: 30 * second, // a lost timer or another process's job is found so late at most
  housekeeping: 10 * minute,
  drain: 10 * second, // SIGTERM to exit
  tokens: 1000, // per user
} as const;
