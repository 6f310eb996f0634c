// Every size, count and time limit of the service, each with its reason.
// A test compares docs/limits.md with this table.

const KiB = 1024;
const MiB = 1024 * KiB;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const limits = {
  // Requests
  bodyBytes: 26 * MiB, // a mail of 25 MB, the usual limit of mail servers, encoded as JSON
  jsonDepth: 64, // far deeper than any record; keeps recursive code safe
  urlBytes: 16 * KiB, // Node's own header limit; a list URL needs a few hundred
  reportedFaults: 20, // faults reported for one body; more do not help the client
  idempotencyKeyChars: 255, // a UUID or a connector's own composite key
  idempotencyKept: 1 * day, // 24 hours, as documented in the API
  compressChars: 1400, // a smaller response fits into one network packet uncompressed
  requestTime: 15 * minute, // to send a request: a file of 100 MiB at 1 Mbit a second

  // Work in progress per client; a client is a token, or an IP address without a token
  connections: 2000, // of all clients, including WebSockets and event streams, more if --sockets is raised; at most half of them of one user; for a further one a connection of whoever has most is closed
  headersTime: 20 * second, // to send the request line and headers
  bodyTime: 1 * minute, // to send a JSON body: 26 MiB at 3.6 Mbit a second
  bodyStall: 10 * second, // without receiving a byte of a JSON body
  uploadStall: 30 * second, // without receiving a byte of a file
  recordBytes: 8 * MiB, // of a body without the text of a mail: notes of a million characters, each escaped
  actionBytes: 64 * KiB, // of a body for an action without parameters
  sessionTime: 3 * second, // to send that body, of a single packet
  sessionBytes: 4 * KiB, // of a body with a token, which is read before the client is known; a token has 60 characters
  smallBodyBytes: 64 * KiB, // Content-Length up to which a body does not count towards userBodies
  userBodies: 32 * MiB, // request bodies of one user in memory, of all tokens together: one of the largest, and half of allBodies
  allBodies: 64 * MiB, // request bodies of all users in memory
  inlineBytes: 256 * KiB, // a larger body is parsed in a worker thread; parsing this much takes a few milliseconds
  bodyParsing: 10 * second, // to parse a body in that thread
  jsonValues: 200_000, // JSON values in a body; custom_fields can have 128,000
  jsonMembers: 30_000, // object members in a body: to receive them from the thread takes about 1 µs each on the main thread
  discardBytes: 1 * MiB, // of a refused body that are read to keep the connection open; a longer body closes it
  discardTime: 5 * second, // to read the rest of a refused body, so that the client receives the response
  clientRequests: 900, // concurrent requests of one client; below half of the connections, so that 429 comes before one of its requests has to give way
  anonymousRequests: 64, // concurrent requests without a token of one address to one route; above this the oldest that waits for its client gives way
  clientReads: 3, // concurrent store reads of one client; other clients need connections too
  pipelinedRead: 64, // requests of one connection that wait; above this the connection is not read
  pipelined: 1024, // requests of one connection that were read at once and wait; above this it is closed
  pipelinedByAll: 1200, // of all connections, without the first of each; above this the one with the most is closed
  clientUnread: 8 * MiB, // responses that one client has not read yet; its next requests wait
  allUnread: 64 * MiB, // of all clients; above this the client with the most unread data loses connections
  answerWait: 5 * second, // that a request waits because of these limits or clientReads before it is refused
  answerStall: 15 * second, // within which a client must read part of its response; checked at intervals

  // Files
  fileBytes: 100 * MiB, // far more than mail servers accept; a photo album, a scanned contract
  fileNameChars: 255, // maximum of common file systems
  keptUnsure: 1 * minute, // after which a write that has stored a content has either committed or failed
  leftOver: 1 * day, // after which an unfinished upload in a shared folder belongs to a process that no longer runs

  // Text, counted in UTF-16 code units
  nameChars: 1000, // titles, names, subjects, locations: one line of text
  lineChars: 998, // RFC 5322 section 2.1.1: a header line; message ids and addresses
  noteChars: 1_000_000, // descriptions and notes
  mailBodyChars: 25_000_000, // each of body_plain and body_html; bodyBytes bounds both together
  shortChars: 255, // folders, labels, tags, calendar names, names of tokens, sources, types
  typedAddressChars: 200_000, // of an address field as typed: a thousand addresses of two hundred characters
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
  customChars: 256_000, // custom_fields as JSON
  recurrenceDates: 1000, // exdates and rdates
  recurrenceRules: 10, // further rules, and rules whose occurrences are taken out, each
  overrides: 1000, // changed occurrences of one series
  overrideChars: 500_000, // of them all as JSON
  recurrenceParts: 400, // values in one by… part; byyearday has 366
  reminderMinutes: 525_600, // a year

  // Lists and search
  pageDefault: 20,
  pageMax: 500,
  pageBytes: 2_000_000, // of one page in UTF-8; a larger page ends early, with a cursor for the rest
  recordsAtOnce: 1000, // of a user, up to which any list of them is read on the main thread
  recordBytesAtOnce: 4 * MiB, // of all of them together, up to which this is so
  countedAtOnce: 100_000, // of a user, up to which those in a range of time are counted there, in an index
  deepOffset: 1000, // offset from which a page is read as a slow query, from the nearer end of the list
  rowsInLocalOrder: 5000, // events within two days of a page that are put in the order of a time zone at once; more are sorted by the database
  fewMatches: 2000, // of a search that are sorted; with more, the list is scanned from the newest
  batchIds: 100,
  participants: 10, // of a conversation that a list shows
  conversationLists: 200, // folders, and labels, of a conversation that a list shows
  longConversation: 500, // mails above which the longest of merged conversations keeps its id; below it the oldest does
  threadBatchMails: 500, // mails that a batch changes by thread_ids; they change in the transaction of the request
  threadBatchBytes: 4 * MiB, // of one conversation that is changed so, unless it is a single mail; several have renameAtOnceBytes together
  filterValues: 20, // repeated values of one list parameter, such as tag
  preview: 200, // UTF-16 code units of the preview of a mail, as in the specification
  previewChars: 20_000, // of a text in which the preview is searched: quotes and headers can precede it
  previewHtmlChars: 250_000, // of an HTML text: newsletters begin with styles of a hundred thousand
  previewTags: 4000, // of an HTML text that are read for its preview; a newsletter begins within the first hundreds
  previewBatch: 50, // mails whose previews a job computes in one transaction, so that no other writer waits long
  previewBatchBytes: 4 * MiB, // of their texts; a transaction has at least one mail
  indexBatch: 50, // records of an earlier version that a job indexes in one transaction
  indexBatchBytes: MiB, // of their texts; a transaction has at least one record
  compactChars: 10_000, // of one field in a compact record, such as the text of a mail: about five pages
  searchChars: 500, // a search box, not a document
  searchWords: 32, // each costs an index lookup; a search with more is refused
  htmlChars: 5_000_000, // of an HTML text that are indexed, including embedded images
  htmlMarks: 150_000, // tags and attributes of an HTML text that are parsed for indexing; a newsletter has ten thousand
  indexedWords: 16_000, // of one record that are searchable, thirty pages: the limit of PostgreSQL
  indexedChars: 250_000, // total length of these words: fits into one tsvector of PostgreSQL in any script
  markedWords: 6000, // more of them for recipients, names of attachments and what the operators of q look at
  markedChars: 40_000, // total length of these words: what is left of a tsvector
  searchResults: 5, // of each kind in a search over everything
  searchResultsMax: 50,
  highlights: 5, // parts of a record that a search shows
  highlightChars: 200, // of such a part
  highlightedChars: 20_000, // of a text in which they are looked for
  highlightedInAll: 1_000_000, // of all texts of a response
  highlightHtmlChars: 100_000, // of an HTML text, tags included
  highlightBatch: 10, // records whose texts are in memory for them at a time
  documentBytes: 25 * MiB, // of an attachment whose text is searched: the usual size of a mail
  documentUnpacked: 32 * MiB, // that an office document may unpack to, all of its parts together
  documentChars: 200_000, // of the texts of all documents of a mail, a hundred pages; the index has room for less
  documentReading: 10 * second, // to read one document
  documentMemory: 384, // MiB of the process that reads them
  documentHeap: 192, // MiB of them that are its heap
  pdfBytes: 10 * MiB, // of a PDF; larger ones are mostly scanned
  pdfPages: 300, // whose text is searched
  documentBatch: 4, // mails whose documents are read at a time: while a lease lasts, one document of each
  documentTries: 2, // of a document that takes too long or too much memory
  attachedMailThreads: 2, // that read attached mails, one of a user at a time: while one user's takes long, another's has a thread
  attachedMailReading: 4 * second, // to read one through all levels above it: less than slowWait, which the next one waits
  attachedMailsWaiting: 200, // requests of one user for attached mails that wait for one another: a page with its pictures
  attachedMailDepth: 8, // messages within messages that are shown and searched; a discussion that is forwarded has a few
  documentFailures: 4, // such documents and tries of a mail, after which its others are left out
  documentClaims: 10, // of a job that never ended, after which its mail is left alone
  derivedBytes: 4000, // of the texts of attachments that are indexed in the transaction that changes a mail; more are left to a job
  documentsPerMail: 20, // whose texts are searched
  queryDepth: 8, // parentheses within parentheses in q
  sortKeyChars: 200, // titles that are equal in this many characters are sorted by id
  occurrences: 50_000, // of all series in one expanded list
  windowStarts: 200, // of one series that are kept around a range; a series with more is expanded each time
  windowSteps: 2000, // to find them
  keptLists: 4, // of each user whose series are kept, such as one for each calendar that is shown
  seriesBytes: 64_000_000, // of memory for series that lists have expanded, of all users
  nameOrder: 1_000_000, // the largest place of a calendar, folder, label or tag in its list
  names: 10_000, // folders, labels or tags of a user; more are not listed, and cannot be created; one that is not listed can be read, changed and deleted by its name
  renameAtOnce: 500, // records that change in the transaction of a request when a name is changed; more are left to a job
  renameAtOnceBytes: 1 * MiB, // of these records: those that go to the trash are indexed again, 2 MiB in a second on a busy machine
  renameBatch: 100, // records that such a job, or that of a batch by filter, changes in one transaction, so that no other writer waits long
  renameBatchBytes: 128 * KiB, // of these records; a transaction has at least one
  batchAtOnce: 100, // mails that a batch by filter changes in the transaction of its request, as many as a batch by ids; more are left to a job
  batchChunk: 10_000, // mails that such a job selects at a time, without their texts; to select them again takes as long as a list
  batchTasks: 10, // batches by filter of a user that run at the same time
  correspondentsDefault: 10, // a list below an address field
  correspondentsMax: 100,
  correspondentsScan: 500, // addresses with the best scores in which matches are looked for first; takes a few milliseconds
  correspondentsBatch: 200, // records that the job for stored mail counts in one transaction
  correspondentsBatchBytes: MiB, // of their documents; a transaction has at least one record
  correspondentsBatchUses: 500, // of addresses in them: each is a few statements, and other writes wait meanwhile
  correspondentRecipients: 100, // of one mail that count; a mail to more people is hardly personal
  correspondentWords: 30, // of a name and an address that find it
  correspondentWordChars: 64, // of one of them, as in search
  taskErrors: 100, // reasons why records could not be changed that a task keeps
  tasksKept: 30 * day, // how long a finished task can be read
  freeBusyDays: 366, // the longest range of free and busy times
  quotedChars: 500_000, // of a mail that is quoted in a reply; of a longer text the beginning is quoted, a longer HTML as text
  quotedLines: 20_000, // of it; each line is marked
  identities: 50, // of an account; each request that sends reads them
  trustedSenders: 10_000, // of a user; each addition counts them
  signatureChars: 100_000, // each of signature_plain and signature_html, with an embedded picture
  holdSeconds: 120, // the longest time that a mail is held so that it can be cancelled; longer waits are schedules
  workingHoursParts: 20, // of working_hours, separated by semicolons
  expandDays: 3_660, // the longest range of an expanded list: ten years
  recurrenceSteps: 2_000_000, // of the recurrence expansion of one list: about a second of CPU time
  recurrenceCountSteps: 500_000, // to find where a rule with count ends, when an event is saved; a rule that takes more is refused, and so are further rules that do together
  recurrenceSearchSteps: 200_000, // to find the occurrence before or after a moment
  slice: 10, // ms of long work of all requests together before other requests get their turn

  // Change feed
  changesPage: 500, // changes read from the log at a time
  changesPageMax: 1000, // GET /changes
  changesStretch: 2000, // changes that are filtered at a time for a client; takes a few milliseconds
  changesKeptDays: 90, // how long a client can be disconnected and still resume
  feedPageBytes: 2 * MiB, // of the change log that are read for a socket at a time, at least one change
  feedBytes: 32 * MiB, // of messages queued for all sockets together; briefly twice as much
  feedReads: 2, // pages that are read for sockets at the same time; one if half of feedBytes is used
  feedPatience: 2 * second, // that a page waits before the socket that delays the others most is closed
  socketsPerToken: 64, // a few programs with a few windows each; a user may have twice as many
  socketBufferBytes: 2 * MiB, // unread messages after which a client receives the log only as fast as it reads
  socketPieceBytes: 64 * KiB, // of a message written to a socket at a time; four writes can be pending
  socketMessageBytes: 64 * KiB, // client messages are one short JSON object
  socketPatterns: 100, // event patterns of one connection
  socketPing: 30 * second, // between pings, and heartbeats of event streams: half of what proxies wait
  streamRetry: 3 * second, // before a client of an event stream connects again; browsers wait as long
  socketDrain: 10 * second, // after which a client that has unread messages and reads nothing is disconnected
  socketLinger: 3 * second, // for a client's close frame when the service stops
  countsInterval: 100, // ms between two messages with counts to one client: the badge of an app follows what is on its screen
  accessCheck: 500, // ms for which the result of a token lookup is cached

  // Webhooks
  webhooks: 20, // of a user; each reads the log
  webhookUrlChars: 2048, // of a URL; proxies and servers seldom accept more
  webhookSecretChars: 100, // whsec_ and 64 bytes in base64, and some more to say what is wrong
  webhookBytes: MiB, // of a message; of a larger change the record is left out
  webhookConnect: 10 * second, // to resolve the name, to connect, and for the TLS handshake
  webhookTime: 15 * second, // for a receiver to answer: the least that Standard Webhooks recommends
  webhookAnswerTime: second, // after the status, for the beginning of the body of an answer
  webhookAnswerBytes: KiB, // of the body of an answer that are read
  webhookLease: 20 * second, // longer than a request; after it another instance delivers
  webhookRetryBase: 5, // seconds before the second attempt; doubles before each further attempt
  webhookDelay: 1 * hour, // the longest wait between attempts
  webhookRetryAfter: 1 * day, // the longest wait that a receiver can ask for
  webhookFailing: 5 * day, // without an accepted message, after which a webhook is disabled
  webhookSecretKept: 1 * day, // that a secret signs beside the one that replaced it
  webhookPage: 20, // changes that are read for a webhook at a time
  webhookPageBytes: 256 * KiB, // of them, at least one change
  webhookSkipped: 1000, // changes that were not to be sent after which this is stored
  webhookSkippedTime: 1 * hour, // after which fewer of them are stored too, long before the log forgets them
  webhookPending: 1000, // changes of the log among which those that wait are counted
  webhookScan: 250, // ms between two looks for webhooks with something to send
  webhooksAtOnce: 64, // that are delivered to at the same time, one request each
  webhooksOfUser: 4, // of them of one user, so that slow receivers of few users do not delay the others
  webhookTurn: second, // of delivery, after which a webhook lets those that wait go first
  webhookTests: 4, // of one user at the same time; a person waits for them
  webhookDeliveries: 500, // attempts of a webhook that are listed, the newest
  webhookDeliveriesKept: 30 * day, // how long they are listed
  webhookDrain: 3 * second, // for requests that are under way when the service stops

  // Rates
  requestsPerMinute: 6000, // per token; a busy sync connector does 50 a second
  failedLoginsPerMinute: 30, // per IP address, against password guessing

  // The database
  logPages: 2000, // of 8 KiB in the write-ahead log of SQLite, after which a writer restarts it
  logBytes: 16 * MiB, // size to which the file of this log is truncated on a restart
  spareSpace: 64 * MiB, // free on the disk; below this the log is truncated as soon as possible
  writeProbeBytes: 256 * KiB, // written by such a probe, so that it fails if an ordinary write would
  writeProbe: 2 * second, // between write probes while writes fail, for /health
  clockSkew: 5 * second, // by which the clock may be behind stored times before a warning is logged
  clockAhead: 24 * hour, // by which stored times may be ahead of the clock and still be continued
  databaseLock: 5 * second, // for another program that writes to the same SQLite file to finish
  databaseConnect: 5 * second, // to get a connection, new or from the pool
  databaseStatement: 30 * second, // far longer than any statement takes; a stuck one must not block a user's log
  slowWait: 5 * second, // that a search, a deep page or a list without an index waits for its turn; then the response is 503
  databaseConnections: 10, // of one instance, in addition to the listening connection
  complaints: 10 * second, // between log lines about an unavailable store
  feedSweep: 2 * second, // after which a lost notification of another instance is compensated by polling

  // Mail servers
  certificateChars: 64 * KiB, // tls_ca: a chain of several certificates
  syncFolders: 1000, // folders selected for the sync of one account
  accounts: 100, // email accounts of one user
  mailConnect: 10 * second, // to resolve the name, to connect, and for the TLS handshake
  mailLookup: second, // minimum time before a failed name lookup is reported, so that timing reveals nothing
  mailGreeting: 10 * second, // from the connection to the server's greeting
  mailTest: 25 * second, // the whole connection test of an account: a user waits for it
  mailWords: 500, // characters of a server reply that are shown
  deliveryWords: 200, // characters of a server reply that are stored per recipient: a mail has up to 3,000
  checkFirst: 30 * second, // before an account whose server was unavailable is tested again; doubles each time
  checkLast: 1 * hour, // the longest wait between such tests

  // Sending mail
  sendRetryBase: 30, // seconds before the second attempt, as in mail servers; doubles before each further attempt
  sendDelay: 4000 * second, // the longest wait between attempts
  sendLifetime: 5, // days after which sending a mail fails permanently (RFC 5321 section 4.5.4.1)
  sendTimeout: 120, // seconds without data from a server; it may be scanning for viruses
  sendTime: 1 * hour, // for one mail: 25 MB over a slow connection; bounds a server that never finishes
  sendLanes: 20, // accounts that send at the same time
  sendReferences: 50, // message ids in the References of a reply: the first, and the last ones
  smtpIdle: 10 * second, // how long a connection is kept for the next mail
  smtpMails: 100, // sent over one connection; servers close it after some number
  smtpProbe: 5 * second, // for an idle connection to answer NOOP
  smtpQuit: 1 * second, // for a server to answer QUIT
  smtpReplyBytes: 64 * KiB, // of one reply: more than a hundred lines of 512 bytes

  // Leaving mailing lists
  unsubscribeTime: 20 * second, // for the server of a list to respond: a user waits for it
  unsubscribeChars: 1000, // of the subject and of the body that a list requires in a mail: usually a token

  // Images of mails on other servers
  imageBytes: 10 * MiB, // of one image: a large photo
  imageKept: day, // as long as a reader may look at a mail again
  imageUrlChars: 8 * KiB, // of the URL of an image, percent-encoded: half of what a request may have before its body
  imageTime: 10 * second, // to fetch one image, redirects included
  imageLookup: 2 * second, // for a name server to answer; others are asked next
  imagePieces: 2000, // chunks of one image, however small; beyond them they must have imagePieceBytes on average
  imagePieceBytes: 256, // servers send chunks of kilobytes
  interimResponses: 10, // responses with status 1xx before the response; servers send one or none
  imageRedirects: 3, // of one image; trackers of newsletters use one or two
  imagesAtOnce: 24, // fetched at the same time for all users: the connections of four browsers
  imagesOfUser: 8, // of them for one user: a third, so that others get theirs
  imagesWaiting: 500, // images that wait for the others, at most imageTime; a newsletter has a hundred

  // Reading mail
  authenticationFields: 20, // Authentication-Results fields of one message that are read; servers write one to four
  reportBytes: 256 * KiB, // of a delivery report that are parsed: a thousand recipients with their reasons
  mailBytes: 50 * MiB, // of one message that is parsed; of a larger one only the header is, and its source is kept
  mailSourceBytes: 256 * MiB, // of one message that is stored or sent at all
  mailLines: 1_000_000, // of one message: twice the lines of a 25 MB attachment
  mailParts: 1000, // of one message, the same as attachments of a record
  mailDepth: 50, // of nested parts; forwarded mail is nested, but not this deeply
  mailHeaderBytes: 256 * KiB, // of a message: a thousand recipients and all Received fields
  mailPartHeaderBytes: 2 * MiB, // headers of all parts together
  mailWindow: 1 * MiB, // a larger message is read from a file, a window at a time
  mailContentMemory: 4 * MiB, // of small decoded contents of such a message; others are written to files
  mailReading: 5 * second, // to parse one message
  htmlCleaning: 2 * second, // to sanitise one HTML text; after that the plain text is shown
  htmlThreads: 2, // that sanitise HTML, one text of a user at a time: while one user's takes long, another's has a thread
  cleanedChars: 8 * MiB, // of sanitised texts that are kept in memory, for mails that are opened again: a hundred newsletters
  parserIdle: 3 * second, // idle time of the thread that parses large bodies, which retains much memory
  threadIdle: 30 * second, // after which an idle thread is stopped
  searchIdle: 10 * minute, // idle time of the thread that searches an SQLite file: a new one starts without its cache
  threadPatience: 6, // times as long a task may take while its thread waits for the processor, or in one native call
  threadMemory: 768, // MiB of heap of one thread: a text of 50 MB several times
  archiveEntries: 1_000_000, // files in one imported archive; a Google Takeout with photos has a hundred thousand
  archiveRatio: 200, // times its size that an archive may unpack to; mail reaches ten times
  archiveFree: 64 * MiB, // that any archive may unpack to
  exportLine: 400 * MiB, // of one row in a restored export: the largest mail with every character escaped
  exportFree: 1024 * MiB, // that any export may unpack to; above this archiveRatio applies
  mailboxReach: 32 * MiB, // after a From line in a mailbox file that are searched for a MIME delimiter
  notesBytes: 64 * MiB, // of a message header in an export: a whole record with every character escaped
  exports: 4, // downloads of all records at a time: each has the largest message in memory
  exportsOfUser: 2, // of them for one user
  importBytes: 10_240 * MiB, // of a file that is uploaded to be imported; the parts of Google Takeout have 2 to 10 GB
  imports: 10, // of a user that wait or run: each keeps its file
  importReport: 1 * second, // between two reports of the progress of an import
  importTries: 20, // of an import that ends with the process again and again
  importBatch: 100, // messages that an import stores in one transaction
  importsAtOnce: 20, // imports that run at the same time, one of a user; each has a batch of messages in memory
  importThreads: 2, // that parse messages of all of these imports, one message of a user at a time
  importSlice: 20, // ms of messages that such an import stores in one transaction, at least one, so that no other writer waits long
  importSliceBytes: 4 * MiB, // of messages that it has in memory at a time, at least one message

  // Mirroring mailboxes
  syncBatch: 50, // messages that are stored in one transaction; a crash loses at most these
  syncBytes: 16 * MiB, // of messages in memory at a time, at least one message
  syncPoll: 120, // seconds between scans of folders that the server does not report on
  syncProgress: 1 * second, // between two progress events
  syncSteady: 1 * minute, // after which an IMAP session counts as stable
  syncRetryLast: 5 * minute, // the longest wait before an unavailable server is retried
  idle: 4 * minute, // after which an idle connection sends a command, so that firewalls keep it open

  // Work
  turn: 20, // ms of requests in one turn of the event loop; then new connections and other work get their turn
  turnAccepting: 2, // ms, while new connections arrive
  largeText: MiB, // characters above which a text is stored over several turns of the event loop
  hugeBytes: 2 * MiB, // above which a text is loaded only on demand, as bytes
  commitGroup: 128, // writes that share one fsync
  commitTime: 30, // ms of such a group on SQLite; the rest forms the next group
  jobLease: 60 * second,
  jobBatch: 100,
  jobRetry: 1 * second, // before the first retry of a failed job or of an unavailable store
  jobRetryLast: 10 * minute, // the longest delay before a failed job, such as an IMAP push, is retried
  reminderLate: 1 * minute, // after which a reminder counts as late; one that was due so long before its event was saved still fires
  reminderBatch: 100, // reminders of one event that are fired in one transaction, and those due at the same moment
  reminderLateMails: 10, // of one event after downtime, the last ones; the reminders of the others are missed
  remindersKept: 90 * day, // after they were due, and as long as the change log has them; older ones that were missed are not listed
  remindersListed: 10_000, // in one list, of all pages
  reminderDays: 366, // the longest range of a list of reminders
  reminderEvents: 200, // whose reminders a list computes at a time
  jobPoll: 30 * second, // the longest delay after a lost timer, or for a job of another process
  housekeeping: 10 * minute,
  drain: 10 * second, // from SIGTERM to exit
  webBuildTime: 2 * minute, // to build the web app, which takes a second or two; after that the service starts without it
  stopQuiet: 50, // ms without a new connection after which a stopping service closes its listener
  stopServing: 500, // ms in which a stopping service still handles requests; after that the response is 503
  stopAccepting: 5 * second, // after which a stopping service closes its listener in any case
  stopLinger: 1 * second, // for a client to close its side of a connection
  tokens: 1000, // valid tokens of one user
  sessionsPerToken: 100, // browsers of one person; a further one ends the oldest
  sessionLife: 90 * day, // after which a person signs in again
  tokensKept: 90 * day, // after a token was revoked or has expired: long enough for an investigation
} as const;
