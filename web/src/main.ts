// Entry of the web app, small, so that it runs while the rest is still loaded: it asks for the session and for what the
// screen of the address shows first, and loads that screen beside the app.
import { screenAt } from './screens.ts';
import { requestEarly } from './start/early-requests.ts';

const screen = screenAt(location.pathname);
// What is read after the session cannot be older than the place in the change log that the session names.
void requestEarly('/session').then(
  ({ ok }) => {
    if (ok)
      for (const [path, query] of screen?.firstRequests?.(location.pathname) ?? []) void requestEarly(path, query);
  },
  () => {}, // the app says that the service cannot be reached
);
new Worker(new URL('./start/intl-worker.ts', import.meta.url));
const loadingScreen = screen?.load().catch(() => {}); // what fails here is loaded again when it is shown
const { startApp } = await import('./start/start-app.tsx');
await startApp(loadingScreen);
