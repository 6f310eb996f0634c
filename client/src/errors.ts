// The one error of this package: what the service refused, or why no answer was received.

/** Codes of errors that the service did not send; its own codes are in docs/errors.md. */
export type ClientErrorCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_ANSWER' | 'NOT_MODIFIED' | 'CLOSED';

interface Facts {
  status?: number;
  details?: Record<string, unknown>;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

export class DaybookError extends Error {
  override readonly name = 'DaybookError';
  /** `NOT_FOUND`, `VALIDATION_ERROR`, …; `NETWORK_ERROR` and `TIMEOUT` if no answer was received. */
  readonly code: string;
  /** The status of the answer; 0 if there was none. */
  readonly status: number;
  /** What the service adds to the message, such as `field` and `errors`. */
  readonly details: Record<string, unknown>;
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;
  /** After how many milliseconds the request may be repeated, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(code: string, message: string, { status = 0, details = {}, requestId, retryAfter, cause }: Facts = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The error that an answer describes; a proxy may have written it, so its body can be anything. */
export async function errorOf(response: Response): Promise<DaybookError> {
  const { status, statusText, headers } = response;
  const text = await response.text();
  const { code = `HTTP_${status}`, message = statusText || `HTTP status ${status}`, details } = readError(text);
  return new DaybookError(code, message, {
    status,
    details,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: delayOf(headers.get('retry-after')),
  });
}

function readError(text: string): { code?: string; message?: string; details?: Record<string, unknown> } {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
function delayOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const delay = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}
