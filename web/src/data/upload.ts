// Uploads a file with progress. XMLHttpRequest, because fetch does not report the progress of what is sent.
import { DaybookError } from 'daybook-client';
import { daybook } from './client.ts';
import { abortIfStalled } from './upload-progress.ts';

interface UploadOptions {
  /** The idempotency key: a retry with it stores the file once. */
  key: string;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
}

/** Resolves with `data` of the answer; `path` is below /api/v1. Throws a DaybookError. */
export function uploadFile(path: string, file: File, { key, signal, onProgress }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const unreachable = () => reject(new DaybookError('NETWORK_ERROR', 'The service cannot be reached.'));
    request.open('POST', daybook.baseUrl + path);
    request.setRequestHeader('idempotency-key', key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer = read(request.responseText);
      if (request.status < 300) resolve(answer.data);
      else reject(new DaybookError(answer.error.code, answer.error.message, { status: request.status }));
    };
    request.onerror = unreachable;
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file, file.name);
    abortIfStalled(request, unreachable);
    request.send(form);
  });
}

interface UploadAnswer {
  data?: unknown;
  error: { code: string; message: string };
}

/** A proxy may have written it, so it can be anything. */
function read(text: string): UploadAnswer {
  const error = { code: 'INVALID_ANSWER', message: 'The answer is not JSON.' };
  try {
    return { error, ...(JSON.parse(text) as object) };
  } catch {
    return { error };
  }
}
