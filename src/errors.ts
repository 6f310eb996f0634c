// Every error that a client can receive: its HTTP status and its meaning.
// docs/errors.md is kept equal to this table by a test.
export const errors = {
  VALIDATION_ERROR: [
    400,
    'The body is missing, is not JSON, or a field is unknown, of the wrong type or out of range.',
  ],
  INVALID_QUERY: [400, 'A query parameter is unknown or has an invalid value.'],
  UNAUTHORIZED: [
    401,
    'The token is missing, unknown, expired or revoked; details.reason is unknown, expired or revoked if one was sent.',
  ],
  INSUFFICIENT_SCOPE: [403, 'The token lacks the scope that this request needs.'],
  FORBIDDEN_ORIGIN: [403, 'The request comes from a web page of another origin.'],
  FORBIDDEN_HOST: [403, 'The Host header does not name this service.'],
  NOT_FOUND: [404, 'The record or route does not exist.'],
  METHOD_NOT_ALLOWED: [405, 'The path exists, but does not support this method; see the Allow header.'],
  REQUEST_TIMEOUT: [408, 'The request or its body did not arrive in time.'],
  CONFLICT: [
    409,
    'A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed.',
  ],
  READ_ONLY: [
    409,
    'Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed.',
  ],
  ALREADY_DELETED: [409, 'The record is already in the trash.'],
  NOT_DELETED: [409, 'The record is not in the trash.'],
  SYNC_OFF: [409, 'The email account is not synchronised.'],
  NOT_A_DRAFT: [409, 'Only a draft can be edited, and only a draft or a failed email can be sent.'],
  ALREADY_SENT: [409, 'The email has already been sent.'],
  NOT_SNOOZED: [409, 'The email is not snoozed.'],
  NOT_REPLIABLE: [409, 'Only a received or sent email can be replied to or forwarded.'],
  NOT_CANCELLABLE: [409, 'Only a queued or scheduled email can be cancelled.'],
  AMBIGUOUS_ID: [409, 'The handle matches more than one record; use the full id.'],
  FILE_IN_USE: [409, 'The file is attached to an email that has not been sent yet; details.email_id names the email.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'The Idempotency-Key was used with another request, or by another token.'],
  CURSOR_EXPIRED: [
    410,
    'The change log does not contain this `since`: it is too old, or beyond the newest change. Read the lists again.',
  ],
  PRECONDITION_FAILED: [412, 'The record has changed since the version given in If-Match.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is larger than the service accepts.'],
  QUOTA_EXCEEDED: [413, 'The file would exceed the quota for the files of one user.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be sent as application/json, a file as multipart/form-data.'],
  RANGE_NOT_SATISFIABLE: [416, 'The Range begins after the end of the file.'],
  NO_DEFAULT_ACCOUNT: [422, 'No account_id was given and there is no default email account.'],
  ACCOUNT_NOT_CONNECTED: [422, 'The email account is unknown or not connected.'],
  NOT_UNSUBSCRIBABLE: [
    422,
    'The email does not offer a way to unsubscribe automatically; details.url is the page to open, if there is one.',
  ],
  RATE_LIMITED: [429, 'Too many requests; wait for the time given in Retry-After.'],
  INTERNAL_ERROR: [500, 'An internal error occurred; the log has an entry with the request id.'],
  MAIL_SERVER_FAILED: [
    502,
    'The mail server could not be reached or rejected the request; the message has its response.',
  ],
  IMAGE_UNAVAILABLE: [
    502,
    'The image of a mail could not be fetched from its server, or is not an image that can be shown.',
  ],
  UNSUBSCRIBE_FAILED: [
    502,
    'The server of the mailing list could not be reached or rejected the request; the message has the reason.',
  ],
  SERVICE_UNAVAILABLE: [
    503,
    'The store is unavailable or not writable, or the service is overloaded; nothing was changed, unless the message says that the outcome is unknown.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string]>;

export type ErrorCode = keyof typeof errors;

/** One fault of a body or query: which field, which rule, and what would be right. */
export interface Fault {
  field: string;
  constraint: string;
  message: string;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message?: string, details: Record<string, unknown> = {}, retryAfter?: number) {
    super(message ?? errors[code][1]);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return errors[this.code][0];
  }
}

/** The error for one or more faults: its message is that of the first, its details list all. */
export function faulty(code: 'VALIDATION_ERROR' | 'INVALID_QUERY', faults: Fault[]): AppError {
  const [first] = faults;
  if (!first) throw new Error('faulty() needs a fault');
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new AppError(code, first.message + more, { field: first.field, errors: faults });
}

export function errorBody(error: AppError): string {
  return JSON.stringify({ error: { code: error.code, message: error.message, details: error.details } });
}
