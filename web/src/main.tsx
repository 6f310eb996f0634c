// Entry of the web app: language and theme first, then the app.
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { applyTheme, preferences } from './data/preferences.ts';
import { registerServiceWorker } from './offline/register.ts';
import { App } from './shell/app.tsx';
import { watchInstallOffer } from './shell/install.ts';
import { watchMissingFiles } from './shell/load-part.ts';
import { loadWords } from './words/words.ts';

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
