// Every error a client can meet, in one table: its HTTP status and what it means.
// docs/errors.md is kept equal to this table by a test.

export const errors = {
  VALIDATION_ERROR: [
    400,
    'The body is missing, is not JSON, or a field is unknown, of the wrong type or out of range.',
  ],
  INVALID_QUERY: [400, 'A query parameter is unknown or has a value it cannot have.'],
  UNAUTHORIZED: [401, 'The token is missing, unknown, expired or revoked.'],
  INSUFFICIENT_SCOPE: [403, 'The token lacks the scope that this request needs.'],
  FORBIDDEN_ORIGIN: [403, 'The request comes from a web page of another origin.'],
  FORBIDDEN_HOST: [403, 'The Host header does not name this service.'],
  NOT_FOUND: [404, 'There is no such record or route.'],
  METHOD_NOT_ALLOWED: [405, 'The address exists, but not with this method; see the Allow header.'],
  REQUEST_TIMEOUT: [408, 'The request or its body did not arrive in time.'],
  CONFLICT: [409, 'A record with the same source and source_id exists; details.id names it.'],
  ALREADY_DELETED: [409, 'The record is already in the trash.'],
  NOT_DELETED: [409, 'The record is not in the trash.'],
  SYNC_OFF: [409, 'The email account is not mirrored.'],
  NOT_A_DRAFT: [409, 'Only a draft can be edited, and only a draft or a failed email can be sent.'],
  ALREADY_SENT: [409, 'The email has been sent already.'],
  NOT_SNOOZED: [409, 'The email is not snoozed.'],
  NOT_CANCELLABLE: [409, 'Only a queued or scheduled email can be cancelled.'],
  AMBIGUOUS_ID: [409, 'The short handle fits more than one record; use the whole id.'],
  FILE_IN_USE: [409, 'An email that is not sent yet has this file attached; details.email_id names it.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'The Idempotency-Key was used with another request.'],
  CURSOR_EXPIRED: [410, 'The change log does not reach back (or forward) to this `since`; read the lists again.'],
  PRECONDITION_FAILED: [412, 'The record has changed since the version that If-Match names.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is larger than the service accepts.'],
  QUOTA_EXCEEDED: [413, 'The file does not fit into what the files of one user may take together.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be sent as application/json, a file as multipart/form-data.'],
  RANGE_NOT_SATISFIABLE: [416, 'The Range begins behind the end of the file.'],
  NO_DEFAULT_ACCOUNT: [422, 'No account_id was given and there is no default email account.'],
  ACCOUNT_NOT_CONNECTED: [422, 'The email account is unknown or not connected.'],
  NOT_UNSUBSCRIBABLE: [
    422,
    'The email names no way to unsubscribe that can be taken for you; details.url is the page to open, where it has one.',
  ],
  RATE_LIMITED: [429, 'Too many requests; wait for the time that Retry-After gives.'],
  INTERNAL_ERROR: [500, 'The service has failed; the log has the request id.'],
  MAIL_SERVER_FAILED: [502, 'The mail server could not be reached or has refused; the message has its words.'],
  UNSUBSCRIBE_FAILED: [
    502,
    'The server of the mailing list could not be reached or did not agree; the message says why.',
  ],
  SERVICE_UNAVAILABLE: [
    503,
    'The store cannot be reached or written just now, or the service has too much to do; nothing was changed, unless the message says that this is unknown.',
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

/** The error for one or more faults: its message tells the first, its details list all. */
export function faulty(code: 'VALIDATION_ERROR' | 'INVALID_QUERY', faults: Fault[]): AppError {
  const [first] = faults;
  if (!first) throw new Error('faulty() needs a fault');
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new AppError(code, first.message + more, { field: first.field, errors: faults });
}

export function errorBody(error: AppError): string {
  return JSON.stringify({ error: { code: error.code, message: error.message, details: error.details } });
}
