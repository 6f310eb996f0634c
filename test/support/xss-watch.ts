// Notices what texts of attackers must not do in a page of the web app: run a script, open a dialog or a window, ask
// another server, or become elements with handlers or addresses.
import type { Page } from 'playwright-core';
import { XSS_PAYLOADS } from './xss-payloads.ts';

export interface XssWatch {
  /** What has happened that must not happen; empty if all is well. */
  found(): Promise<string[]>;
}

export async function watchForScripts(page: Page, origin: string): Promise<XssWatch> {
  const events: string[] = [];
  page.on('dialog', async (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.context().on('page', (other) => events.push(`page ${other.url()}`));
  const leaves = (url: URL) => url.origin !== origin && !/^(?:data|blob|about):/.test(url.href);
  // Also requests that the policy stops.
  page.on('request', (request) => {
    if (leaves(new URL(request.url()))) events.push(`request ${request.url()}`);
  });
  await page.route(leaves, (route) => route.abort());
  return { found: async () => [...events, ...((await page.evaluate(FIND_ACTIVE_CONTENT)) as string[])] };
}

/** Runs in the page: whether a script has run, and active content of the page and of its frames. */
const FIND_ACTIVE_CONTENT = `(() => {
  const found = 'xss' in window ? ['a script has run'] : [];
  const look = (root, isFrame) => {
    for (const element of root.querySelectorAll('*')) {
      const { localName, attributes } = element;
      if (isFrame && /^(?:script|iframe|object|embed|form|base|link|svg|math|template)$/.test(localName)) found.push(localName);
      if (!isFrame && /^(?:object|embed|base|applet|frame|math|marquee|template)$/.test(localName)) found.push(localName);
      if (!isFrame && localName === 'script' && !element.src.startsWith(location.origin + '/assets/')) found.push('script');
      for (const { name, value } of attributes) {
        if (/^on/i.test(name)) found.push(localName + ' ' + name);
        if (/^(?:href|xlink:href|action|formaction|ping)$/.test(name) && !/^(?:https?:|mailto:|tel:|[/#?])/i.test(value)) found.push(localName + ' ' + name + ' ' + value);
        if (/^(?:src|srcset|data|poster|background)$/.test(name) && !/^(?:\\/|blob:|data:image\\/(?!svg))/.test(value) && !value.startsWith(location.origin + '/')) found.push(localName + ' ' + name + ' ' + value);
        if (name === 'style' && /url\\(|expression|import/i.test(value)) found.push(localName + ' style ' + value);
      }
    }
  };
  look(document, false);
  for (const frame of document.querySelectorAll('iframe')) if (frame.contentDocument) look(frame.contentDocument, true);
  return found;
})()`;

/** All payloads, as texts of at most this length, without control characters. */
export function packedPayloads(most: number, isAllowed: (payload: string) => boolean = () => true): string[] {
  const texts: string[] = [];
  for (const payload of XSS_PAYLOADS) {
    const text = payload.replaceAll(/\p{Cc}/gu, ' ').trim();
    if (text.length > most || !isAllowed(text)) continue;
    const last = texts.at(-1);
    if (last !== undefined && last.length + text.length < most) texts[texts.length - 1] = `${last} ${text}`;
    else texts.push(text);
  }
  return texts;
}
