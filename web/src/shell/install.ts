// The offer of the browser to install the app. It is made once, soon after the page has loaded, and kept until the
// settings show it.
import { createStore } from '../data/store.ts';

/** Not in the types of TypeScript: only Chromium has it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const store = createStore<InstallOffer | undefined>(undefined);

export const installOffer = { get: store.get, subscribe: store.subscribe };

/** Called before the first render. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The settings have a button instead of a bar of the browser.
    event.preventDefault();
    store.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => store.set(undefined));
}
