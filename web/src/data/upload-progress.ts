// Ends uploads over connections that have died without a word: nothing else says that nothing happens any more.

/** How long nothing of the file may leave the browser. */
const STALLED = 60_000;
/** How long the answer may take after the last byte: a slow connection still has some of them to carry. */
const UNANSWERED = 300_000;

type Upload = Pick<XMLHttpRequest, 'upload' | 'abort' | 'addEventListener'>;

/** `onDead` is called after the request was aborted because nothing has happened for too long. */
export function abortIfDead(request: Upload, onDead: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (time: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      request.abort();
      onDead();
    }, time);
  };
  wait(STALLED);
  request.upload.addEventListener('progress', () => wait(STALLED));
  request.upload.addEventListener('load', () => wait(UNANSWERED));
  request.addEventListener('loadend', () => clearTimeout(timer));
}
