// Entry of the web app. The session and the screen of the address are asked for at once; language and theme are there before
// anything is shown.
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { applyTheme, preferences } from './data/preferences.ts';
import { loadSession } from './data/session.ts';
import { registerServiceWorker } from './offline/register.ts';
import { preloadScreen } from './routes.tsx';
import { App } from './shell/app.tsx';
import { watchInstallOffer } from './shell/install.ts';
import { watchMissingFiles } from './shell/load-part.ts';
import { loadWords } from './words/words.ts';

void loadSession();
preloadScreen(location.pathname);
preferences.subscribe(() => {
  applyTheme();
  void loadWords();
});
watchInstallOffer();
applyTheme();
watchMissingFiles();
await loadWords();
createRoot(document.getElementById('app') as HTMLElement).render(<App />);
registerServiceWorker();
