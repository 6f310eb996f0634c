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
  compressChars: 1400, // a smaller answer fits into one packet of the network as it is
  requestTime: 15 * minute, // to send a request: a file of 100 MiB at 1 Mbit a second

  // What clients may have under way; a client is a token, or an address where there is none
  connections: 2000, // of all clients, sockets of the feed among them; a request on one more is answered with 503
  connectionsSpare: 100, // connections beyond these that are let in to be answered so; others are closed at once
  headersTime: 20 * second, // to send the address and headers of a request
  bodyTime: 1 * minute, // to send a JSON body: 26 MiB at 3.6 Mbit a second
  bodyStall: 10 * second, // without a byte of a JSON body
  uploadStall: 30 * second, // without a byte of a file
  recordBytes: 8 * MiB, // of a body without the text of a mail: notes of a million characters, each escaped
  actionBytes: 64 * KiB, // of a body where none is needed
  smallBodyBytes: 64 * KiB, // declared; such a body does not count as one in memory
  clientBodies: 32 * MiB, // of bodies of one client in memory: one of the largest
  allBodies: 64 * MiB, // of bodies of all clients in memory
  inlineBytes: 256 * KiB, // a larger body is parsed in a thread; this much takes a few milliseconds
  bodyParsing: 10 * second, // for that thread to parse a body
  jsonValues: 200_000, // in a body; custom_fields has room for 128,000
  jsonMembers: 50_000, // of all objects in a body; custom_fields has room for 43,000
  discardBytes: 1 * MiB, // of a refused body are read to keep the connection; a longer one ends it
  discardTime: 5 * second, // for what is left of a refused body, so that its sender sees the answer
  clientRequests: 1000, // of one client at the same time
  clientReads: 3, // requests of one client that read the store at the same time; others have connections to it too
  pipelined: 1024, // requests of one connection that wait for their turn; one that sends more is closed
  pipelinedByAll: 1200, // of all connections, but for the first of each; beyond it the one with most is closed
  clientUnread: 8 * MiB, // of answers that one client has not read yet; its next requests wait
  allUnread: 64 * MiB, // of all clients; beyond it whoever has most unread loses connections
  answerWait: 5 * second, // for which a request waits because of these or of clientReads; then it is refused
  answerStall: 15 * second, // in which a client must read something of its answer; noticed at the latest after twice as long

  // Files
  fileBytes: 100 * MiB, // far more than mail servers take; a photo album, a scanned contract
  fileNameChars: 255, // what file systems allow
  keptUnsure: 1 * minute, // after which a write that has put a content in its place is over, one way or the other
  leftOver: 1 * day, // after which an unfinished upload in a shared folder was left by a process that is gone

  // Text, counted in UTF-16 code units
  nameChars: 1000, // titles, names, subjects, places: one line of text
  lineChars: 998, // RFC 5322 section 2.1.1: a header line; message ids and addresses
  noteChars: 1_000_000, // descriptions and notes
  mailBodyChars: 25_000_000, // each of body_plain and body_html; bodyBytes bounds both together
  shortChars: 255, // folders, labels, tags, calendar names, sources, kinds
  typedAddressChars: 200_000, // of addresses as typed, in one field: a thousand of two hundred
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
  pageChars: 2_000_000, // of one page of records or changes; the page then ends early and says that there is more
  deepOffset: 1000, // from here on a page of a list is read apart, and from the nearer end
  fewMatches: 2000, // of a search: so many are sorted to find the newest, more are looked through from the newest on
  batchIds: 100,
  filterValues: 20, // repeated values of one list parameter, such as tag
  searchChars: 500, // a search box, not a document
  searchWords: 32, // each costs a look into the index; a search of more is refused
  htmlChars: 5_000_000, // of an HTML text are looked through for words, pictures in it included
  htmlMarks: 150_000, // tags and attributes of an HTML text that are looked through for words; a newsletter has ten thousand
  indexedWords: 16_000, // of one record are searchable, thirty pages: as many places as PostgreSQL tells apart
  indexedChars: 250_000, // of them together: what one entry of PostgreSQL's index holds in any script
  sortKeyChars: 200, // two titles that agree in so many characters are ordered by id
  occurrences: 10_000, // of all series in one expanded list
  expandDays: 3_660, // the longest range of an expanded list: ten years
  recurrenceSteps: 2_000_000, // of work to find all occurrences of one expanded list: about a second of processor time
  slice: 10, // ms of long work of one request after which others are served

  // Change feed
  changesPage: 500, // changes read from the log at a time
  changesPageMax: 1000, // GET /changes
  changesStretch: 2000, // changes whose events are looked through at a time for what a client wants; takes a few milliseconds
  changesKeptDays: 90, // how long a client may stay away and still resume
  feedPageChars: 2 * MiB, // of the log that are read for a socket at a time, at least one change
  feedBytes: 32 * MiB, // of messages that wait for all sockets together; twice as much for a moment
  feedReads: 2, // pages that are read for sockets at the same time; one when half of that is used
  feedPatience: 2 * second, // for a page, before the socket that would hold the others up longest is closed
  socketsPerToken: 64, // a few programs with a few windows each; a user may have twice as many
  socketBufferBytes: 2 * MiB, // unread messages after which a client is given the log as fast as it reads
  socketPieceBytes: 64 * KiB, // of a message that a socket is given at a time; four are under way
  socketMessageBytes: 64 * KiB, // client messages are a line of JSON
  socketPatterns: 100, // event patterns of one connection
  socketPing: 30 * second,
  socketDrain: 10 * second, // after which a client with unread messages that reads nothing at all is closed
  socketLinger: 3 * second, // for a client's answer to a close when the service stops
  accessCheck: 500, // ms after which a token or its absence is looked up again

  // Rates
  requestsPerMinute: 6000, // per token; a busy sync connector does 50 a second
  failedLoginsPerMinute: 30, // per address, against guessing

  // The database
  logPages: 2000, // of 8 KiB in the write-ahead log of SQLite, after which a writer starts it anew
  logBytes: 16 * MiB, // that the file of this log keeps when it is started anew
  spareSpace: 64 * MiB, // free on the disk; below it the log gives its room back as soon as it can
  writeProbeBytes: 256 * KiB, // of such a try, so that it fails where a usual change does
  writeProbe: 2 * second, // between tries to write while writes fail, for /health
  clockSkew: 5 * second, // by which the clock may be behind stored times before the log says so
  clockAhead: 24 * hour, // that stored times may be ahead of the clock and still be followed; beyond it they are a mistake
  databaseLock: 5 * second, // for another program that writes to the same SQLite file to finish
  databaseConnect: 5 * second, // to get a connection, a new one or one of the pool
  databaseStatement: 30 * second, // far above what any takes; a stuck one must not hold a user's log
  slowWait: 5 * second, // of a search or a deep page for its turn; then the answer is 503
  databaseConnections: 10, // of one instance, beside the one that listens
  complaints: 10 * second, // between log lines that the store is away
  feedSweep: 2 * second, // after which a lost notification of another instance is made up for

  // Mail servers
  certificateChars: 64 * KiB, // tls_ca: a chain of several certificates
  syncFolders: 1000, // folders named in the sync of one account
  accounts: 100, // email accounts of one user
  mailConnect: 10 * second, // to resolve the name, to connect, and to agree on TLS
  mailLookup: second, // until a name that leads nowhere is told so, known or not
  mailGreeting: 10 * second, // from the connection to the server's first words
  mailTest: 25 * second, // the whole test of an account: a person waits for it
  mailWords: 500, // characters of what a server said that are shown
  deliveryWords: 200, // characters of it that are kept for each recipient: a mail has up to 3,000
  checkFirst: 30 * second, // after which an account whose server was away is tried again; each time twice as long
  checkLast: 1 * hour, // the longest wait between such tries

  // Sending mail
  sendRetryBase: 30, // seconds before the second try, as mail servers have it; twice as long before each one after it
  sendDelay: 4000 * second, // the longest wait between tries
  sendLifetime: 5, // days after which a mail is given up (RFC 5321 section 4.5.4.1)
  sendTimeout: 120, // seconds without a sign of life from a server; it may be looking for viruses
  sendTime: 1 * hour, // for one mail: 25 MB over a slow line, and no end of a server that keeps us busy
  sendLanes: 20, // accounts that are sent through at the same time
  sendReferences: 50, // message ids in the References of a reply: the first, and the last ones
  smtpIdle: 10 * second, // how long a connection is kept for the next mail
  smtpMails: 100, // that go over one connection; servers end it at some number
  smtpProbe: 5 * second, // for a kept connection to show that it is alive
  smtpFarewell: 1 * second, // for a server to say goodbye
  smtpReplyBytes: 64 * KiB, // of one reply; a hundred lines of 512 bytes are more than any has

  // Leaving mailing lists
  unsubscribeTime: 20 * second, // for the server of a list to answer: a person waits for it
  unsubscribeChars: 1000, // of the subject and of the text that a list wants in a mail: a word or a token

  // Reading mail
  authenticationFields: 20, // Authentication-Results fields of one message that are read; servers write one to four
  reportBytes: 256 * KiB, // of a delivery report that are looked through: a thousand recipients with their reasons
  mailBytes: 50 * MiB, // of one message that is read; a larger one is kept as it came, with the fields at its top
  mailSourceBytes: 256 * MiB, // of one message that is kept or sent at all; an import holds one in memory
  mailLines: 1_000_000, // of one message: twice what an attachment of 25 MB has
  mailParts: 1000, // of one message, as many as attachments of a record
  mailDepth: 50, // of parts in parts; people forward mail within mail, not that often
  mailHeaderBytes: 256 * KiB, // at the top of a message: a thousand recipients and every server on the way
  mailPartHeaderBytes: 2 * MiB, // of all parts together
  mailReading: 5 * second, // to read one message
  htmlCleaning: 2 * second, // to make one HTML text fit to be shown; after it the plain text is shown
  parserIdle: 3 * second, // the same for the thread that parses large bodies, which keeps much memory after one
  threadIdle: 30 * second, // after which a thread without work is given back
  threadMemory: 768, // MiB of heap that one may have: a message of 50 MB, several times
  archiveEntries: 1_000_000, // files in one archive that is imported; a Google Takeout with photos has a hundred thousand
  archiveRatio: 200, // times its size that an archive may unpack to; mail comes to ten times
  archiveFree: 64 * MiB, // that it may unpack to at any rate
  exportLine: 400 * MiB, // of one row in an export that is restored: the largest mail, every character escaped
  exportFree: 1024 * MiB, // that an export may unpack to at any rate; above it archiveRatio holds
  mailboxReach: 32 * MiB, // after a line in a mailbox file that begins with From, within which a delimiter shows that it is in a part
  importBatch: 100, // messages that an import stores in one transaction

  // Mirroring mailboxes
  syncBatch: 50, // messages that are stored in one transaction; an end of the process costs at most these
  syncBytes: 16 * MiB, // of messages that are in memory at a time, at least one
  syncPoll: 120, // seconds after which folders that the server does not tell of are looked at again
  syncProgress: 1 * second, // between two events of progress
  syncSteady: 1 * minute, // after which a session with a mail server counts as one that works
  syncRetryLast: 5 * minute, // the longest wait before a server that is away is tried again
  pushLast: 10 * minute, // the longest wait before a change that the server has refused is tried again
  idle: 4 * minute, // after which a line to a mailbox speaks, so that nothing in between forgets it

  // Work
  turn: 20, // ms of requests in one turn of the event loop; then new connections and other work have theirs
  turnAccepting: 2, // ms, as long as new connections come in
  largeText: MiB, // characters of a text that is stored in several turns of the event loop
  hugeBytes: 8 * MiB, // of a text that is read apart from the main thread, where the engine can
  commitGroup: 128, // writes that share one fsync
  commitTime: 30, // ms of such a group on SQLite, after which what is left of it is the next group
  jobLease: 60 * second,
  jobBatch: 100,
  jobRetry: 1 * second, // after which the jobs are looked for again when the store was away
  jobPoll: 30 * second, // a lost timer or another process's job is found so late at most
  housekeeping: 10 * minute,
  drain: 10 * second, // SIGTERM to exit
  stopQuiet: 50, // ms without a new connection, after which a service that stops no longer listens
  stopServing: 500, // ms in which a service that stops still serves what comes in; after it the answer is 503
  stopAccepting: 5 * second, // after which a service that stops no longer listens, however busy the machine is
  stopLinger: 1 * second, // for a client to close its side of a connection
  tokens: 1000, // of one user that are in force
  tokensKept: 90 * day, // after a token was revoked or has expired: long enough to find out what it was used for
} as const;
