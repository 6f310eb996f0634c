// The script of the reference page: fills in the page's address, searches, copies, stores the theme. It is inserted
// into the page unchanged, so it is plain JavaScript without imports.
import { ORIGIN } from './curl.ts';
import { searchScript } from './search.ts';

export const script = `'use strict';
(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const root = document.documentElement;
  const contents = $('nav');
  root.classList.add('js');

  // Private windows may refuse storage; then a choice lasts until the page is closed.
  const keep = (name, value) => { try { localStorage.setItem('reference-' + name, value); } catch {} };
  const kept = (name) => { try { return localStorage.getItem('reference-' + name); } catch { return null; } };

  // Commands contain this page's own address, and a token if that is switched on.
  const origin = location.protocol.startsWith('http') ? location.origin : '${ORIGIN}';
  const commands = $$('[data-live]').map((element) => [element, element.textContent]);
  const withToken = $('.with-token');
  const fill = () => {
    for (const [element, text] of commands) {
      let command = text.replaceAll('${ORIGIN}', origin).replaceAll('${ORIGIN.replace('http', 'ws')}', origin.replace('http', 'ws'));
      if (withToken.checked) command = withTokenIn(command);
      element.textContent = command;
    }
  };
  const withTokenIn = (command) => command
    .replace(/\\bcurl (?=["-])/g, 'curl -H "Authorization: Bearer \${TOKEN:?set it to a token first}" ')
    .replace("/ws')", "/ws?token=$TOKEN')")
    .replace("'?since=' + since", "'?token=' + process.env.TOKEN + '&since=' + since");
  withToken.checked = kept('token') === 'yes';
  withToken.addEventListener('change', () => { keep('token', withToken.checked ? 'yes' : 'no'); fill(); });
  fill();
  $('[data-origin]').textContent = origin;

  // Theme: the system setting, or the choice made here.
  const themes = ['auto', 'light', 'dark'];
  const themeButton = $('.theme');
  const show = (theme) => { root.dataset.theme = theme; themeButton.textContent = 'Theme: ' + theme; };
  show(themes.includes(kept('theme')) ? kept('theme') : 'auto');
  themeButton.addEventListener('click', () => {
    const next = themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length];
    keep('theme', next);
    show(next);
  });

  // Copying; without access to the clipboard API, execCommand is used.
  const copy = async (text) => {
    try { return await navigator.clipboard.writeText(text); } catch {}
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) throw new Error('refused');
  };
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('.copy');
    if (!button) return;
    let word = 'Copied';
    try { await copy($('pre', button.closest('figure')).textContent); } catch { word = 'Not copied'; }
    button.textContent = word;
    setTimeout(() => { button.textContent = 'Copy'; }, 1600);
  });

${searchScript}
  // Table of contents on a narrow screen.
  const menu = $('.menu');
  const open = (isOpen) => { menu.setAttribute('aria-expanded', String(isOpen)); root.classList.toggle('open', isOpen); };
  menu.addEventListener('click', () => open(!root.classList.contains('open')));
  input.addEventListener('focus', () => open(true));
  $('nav').addEventListener('click', (event) => { if (event.target.closest('a')) open(false); });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !root.classList.contains('open')) return;
    open(false);
    menu.focus();
  });

  // The table of contents highlights the current section.
  const links = new Map($$('nav a').map((link) => [link.getAttribute('href').slice(1), link]));
  let current;
  const mark = (link) => {
    if (!link || link === current) return;
    current?.removeAttribute('aria-current');
    current = link;
    link.setAttribute('aria-current', 'location');
    // Scrolls only the table of contents; scrollIntoView would scroll the page as well.
    const { top, bottom } = link.getBoundingClientRect();
    const box = contents.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) contents.scrollTop += top - box.top - box.height / 2;
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) mark(links.get(target.id));
  }, { rootMargin: '-10% 0px -80% 0px' });
  for (const section of $$('section.entry')) watcher.observe(section);
})();
`;
