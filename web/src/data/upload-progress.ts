// Ends uploads whose connection is lost without an error, which the browser does not notice.

/** How long nothing of the file may leave the browser. */
const STALLED = 60_000;
/** How long the answer may take after the last byte: a slow connection still has some of them to carry. */
const UNANSWERED = 300_000;

type Upload = Pick<XMLHttpRequest, 'upload' | 'abort' | 'addEventListener'>;

/** `onTimeout` is called after the request was aborted because nothing has happened for too long. */
export function abortIfStalled(request: Upload, onTimeout: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (time: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      request.abort();
      onTimeout();
    }, time);
  };
  wait(STALLED);
  request.upload.addEventListener('progress', () => wait(STALLED));
  request.upload.addEventListener('load', () => wait(UNANSWERED));
  request.addEventListener('loadend', () => clearTimeout(timer));
}
