// Paints the screen of the address as soon as the service has answered, before the code of the app runs, which takes
// longer: on a slow device by a second. The app is then drawn below, and the layer with the first paint is removed when the
// app shows the same.
import '../ui/tokens.css';
import '../ui/base.css';
import { applyTheme } from '../data/storage/preferences.ts';
import { setTimeZone } from '../data/time-zone.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { loadWords } from '../words/words.ts';
import type { Answer, Answers } from './early-requests.ts';
import type { FirstContent } from './first-content.ts';
import styles from './first-paint.module.css';
import { toNode } from './to-node.ts';

export { screenAt } from '../screens.ts';

/** How long the app waits for it. Later answers are painted if the app is not there yet. */
const TIMEOUT = 800;
/** How long the first paint covers an app that is still loading. */
const LONGEST_COVER = 3000;
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const;

/** Resolves when it is painted, or when the app should not wait any longer. */
export async function paintFirst(content: FirstContent, pathname: string, answers: Promise<Answers>): Promise<void> {
  applyTheme();
  const late = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT));
  await Promise.race([paint(content, pathname, answers), late]).catch(() => {}); // the app says what is wrong
}

async function paint(content: FirstContent, pathname: string, asked: Promise<Answers>): Promise<void> {
  const [answers] = await Promise.all([asked, loadWords()]);
  const zone = (answers.settings as Answer<{ timezone: string | null }> | undefined)?.data.timezone;
  setTimeZone(zone ?? null);
  const view = content.view(pathname, answers);
  if (!view || appMain() || location.pathname !== pathname) return;
  const layer = document.createElement('div');
  layer.className = styles.layer as string;
  layer.dataset.firstPaint = '';
  layer.inert = true;
  layer.ariaHidden = 'true';
  layer.append(toNode(view));
  document.body.append(layer);
  removeWhenShown(layer);
  await new Promise<void>((resolve) => afterPaint(resolve));
  content.complete(layer);
}

function appMain(): Element | null {
  return document.querySelector('#app main');
}

/** Removes the layer after the app was rendered: when its screen is no longer busy, or at the first input. */
function removeWhenShown(layer: HTMLElement): void {
  const { pathname } = location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of INPUTS) removeEventListener(type, endIfUsed, true);
    layer.remove();
  };
  const endIfUsed = () => {
    if (appMain()) end();
  };
  const observer = new MutationObserver(() => {
    const main = appMain();
    if (!main) return;
    timer ??= setTimeout(end, LONGEST_COVER);
    if (!main.querySelector('[aria-busy="true"]') || location.pathname !== pathname) end();
  });
  observer.observe(document.getElementById('app') as HTMLElement, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-busy'],
  });
  for (const type of INPUTS) addEventListener(type, endIfUsed, true);
}
