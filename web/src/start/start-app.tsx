// Starts the app: language and theme are there before anything is shown, and the screen of the address is shown together
// with the frame around it.
import { createRoot } from 'react-dom/client';
import { loadSession } from '../data/session.ts';
import { applyTheme, preferences } from '../data/storage/preferences.ts';
import { registerServiceWorker } from '../offline/register.ts';
import { App } from '../shell/app.tsx';
import { watchInstallOffer } from '../shell/install.ts';
import { watchMissingFiles } from '../shell/load-part.ts';
import { startLayers } from '../ui/overlays/layers.ts';
import { loadWords } from '../words/words.ts';

/** How long the frame waits for its screen. Later the screen says itself that it is still loaded. */
const TIMEOUT = 1000;

export async function startApp(screen: Promise<unknown> | undefined): Promise<void> {
  void loadSession();
  preferences.subscribe(() => {
    applyTheme();
    void loadWords();
  });
  startLayers();
  watchInstallOffer();
  applyTheme();
  watchMissingFiles();
  await Promise.all([loadWords(), Promise.race([screen, new Promise((resolve) => setTimeout(resolve, TIMEOUT))])]);
  createRoot(document.getElementById('app') as HTMLElement).render(<App />);
  registerServiceWorker();
}
