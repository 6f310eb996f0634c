// Entry of the web app, as small as possible, so that it runs while the rest is still loaded: it asks for the session and
// for what the screen of the address shows first, paints that, and then starts the app.
import { reloadOnce } from './data/reload-once.ts';
import { answersOf, requestEarly } from './start/early-requests.ts';

const session = requestEarly('/session');
// Not awaited at the top level: the file of the app imports from this one and would wait for it.
start().catch(fail);

async function start(): Promise<void> {
  const { pathname } = location;
  const { paintFirst, screenAt } = await import('./start/first-paint.ts');
  const screen = screenAt(pathname);
  if (screen?.first) {
    const answers = answersOf(session, screen.first.requests(pathname));
    answers.catch(() => {}).finally(preloadApp);
    await paintFirst(screen.first, pathname, answers);
  }
  const loadingScreen = screen?.load().catch(() => {}); // what fails here is loaded again when it is shown
  const { startApp } = await import('./start/start-app.tsx');
  await startApp(loadingScreen);
}

/** Loads the file of the app without running it. Not earlier, because then the answers, which are shown first, come later. */
function preloadApp(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-preload]')) link.rel = 'preload';
}

/** A file is missing, because the connection is gone or there is a newer version. What was painted does not work alone. */
function fail(): void {
  document.querySelector('[data-first-paint]')?.remove();
  if (reloadOnce()) return;
  const message = document.createElement('p');
  message.role = 'alert';
  message.textContent = navigator.language.startsWith('de')
    ? 'Daybook konnte nicht geladen werden. Bitte lade die Seite noch einmal.'
    : 'Daybook could not be loaded. Please load the page again.';
  document.getElementById('app')?.append(message);
}
