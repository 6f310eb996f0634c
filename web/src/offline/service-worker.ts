// The service worker: keeps the files of the app, so that it opens without a connection, and the pages of mails that were
// shown. It does not touch other requests to the API. It also shows the page of a notification that is clicked.
// build.ts makes it one script, /sw.js, and puts in the list of files.
/// <reference lib="webworker" />

import { isMailPage, mailPage } from './mail-pages.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this build besides the page itself, as paths. */
declare const __APP_FILES__: readonly string[];
declare const __APP_VERSION__: string;

const PREFIX = 'daybook-app-';
const CACHE = PREFIX + __APP_VERSION__;
const PAGE = '/';
const files = new Set(__APP_FILES__);
/** The files are the same for every request; a script and its preload differ in headers that Vary names. */
const ANY = { ignoreVary: true };

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (isMailPage(pathname)) event.respondWith(mailPage(request, (status) => UNREACHED.has(status)));
  else if (files.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate' && !isOfService(pathname)) event.respondWith(page(request));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage((event.notification.data as { path?: string } | null)?.path ?? PAGE));
});

/** In a tab of the app, if there is one. */
async function showPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const tab = windows.find(({ frameType, url }) => frameType === 'top-level' && !isOfService(new URL(url).pathname));
  if (!tab) return void (await self.clients.openWindow(path));
  tab.postMessage({ path });
  await tab.focus();
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Files with a hash in their names never change, and may come from the cache of the browser.
  const fresh = [PAGE, ...files].map(
    (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' }),
  );
  await cache.addAll(fresh);
  await self.skipWaiting();
}

/** The page of an open tab loads the rest of its own version on demand: the version before this one is kept for it. */
async function removeOldFiles(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, ANY)) ?? (await caches.match(request, ANY)) ?? fetch(request);
}

/** From the service, which may have a newer version; as it was kept, if neither it nor a proxy before it reaches it. */
async function page(request: Request): Promise<Response> {
  const received = await fetch(request).catch(() => undefined);
  if (received && !UNREACHED.has(received.status)) return received;
  const kept = await (await caches.open(CACHE)).match(PAGE, ANY);
  return kept ?? received ?? Response.error();
}

/** What a proxy answers when the service behind it does not run. */
const UNREACHED: ReadonlySet<number> = new Set([502, 504]);

/** Pages of the service itself: they are never those of the app. */
function isOfService(path: string): boolean {
  return /^\/(?:api|docs|health|metrics|openapi\.json|assets)(?:\/|$)/.test(path);
}
