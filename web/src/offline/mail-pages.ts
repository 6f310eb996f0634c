// The pages of mails that were shown, kept by the service worker so that they can be read without a connection. Each is
// kept with its own policy: no script runs in it. On sign-out all of them are removed.
import { MAIL_PAGES } from '../data/storage/mail-pages-name.ts';

const MOST = 200;
const ADDRESS = /^\/api\/v1\/emails\/[^/]+\/html$/;

export function isMailPage(pathname: string): boolean {
  return ADDRESS.test(pathname);
}

/** From the service; as it was last shown, if neither it nor a proxy before it reaches the service. */
export async function mailPage(request: Request, isUnreached: (status: number) => boolean): Promise<Response> {
  const received = await fetch(request).catch(() => undefined);
  const pages = await caches.open(MAIL_PAGES);
  if (received && !isUnreached(received.status)) {
    if (received.ok) await keep(pages, request, received.clone());
    return received;
  }
  // Better in other colours than not at all.
  return (await pages.match(request.url)) ?? (await pages.match(request.url, { ignoreSearch: true })) ?? missingPage();
}

/** Instead of the browser's own error page, which says nothing of mail. The worker does not have the texts of the app. */
function missingPage(): Response {
  const text = self.navigator.language.startsWith('de')
    ? 'Diese Mail ist nicht in diesem Browser gespeichert. Sie wird angezeigt, sobald die Verbindung wieder da ist.'
    : 'This mail is not stored in this browser. It is shown when the connection is back.';
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" };
  return new Response(`<!doctype html><meta name="color-scheme" content="light dark"><p>${text}</p>`, {
    status: 504,
    headers,
  });
}

async function keep(pages: Cache, request: Request, page: Response): Promise<void> {
  try {
    await pages.delete(request.url); // the newest are last
    await pages.put(request.url, page);
    const kept = await pages.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await pages.delete(old);
  } catch {
    // A full disk must not hide a mail.
  }
}
