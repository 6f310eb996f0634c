// The little script of the reference page: fills in the page's address, filters, copies, remembers the theme. It runs
// as it stands in the page, so it is plain JavaScript and uses nothing of ours.
import { ORIGIN } from './reference-curl.ts';

export const script = `'use strict';
(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const root = document.documentElement;
  root.classList.add('js');

  // Private windows may refuse storage; then a choice holds until the page is left.
  const keep = (name, value) => { try { localStorage.setItem('reference-' + name, value); } catch {} };
  const kept = (name) => { try { return localStorage.getItem('reference-' + name); } catch { return null; } };

  // Commands name this page's own address, and send a token when that is switched on.
  const origin = location.protocol.startsWith('http') ? location.origin : '${ORIGIN}';
  const commands = $$('[data-live]').map((element) => [element, element.textContent]);
  const withToken = $('.with-token');
  // A snooze until a time that has passed would end at once.
  const tomorrow = new Date(Date.now() + 864e5).toISOString().slice(0, 10) + 'T08:00:00Z';
  const fill = () => {
    for (const [element, text] of commands) {
      let command = text.replaceAll('${ORIGIN}', origin).replaceAll('${ORIGIN.replace('http', 'ws')}', origin.replace('http', 'ws'));
      command = command.replace(/("until": ")\\d{4}-\\d\\d-\\d\\dT[^"]+/, '$1' + tomorrow);
      if (withToken.checked) command = withTokenIn(command);
      element.textContent = command;
    }
  };
  const withTokenIn = (command) => command
    .replace(/\\bcurl (-s )?(?=["-])/g, 'curl $1-H "Authorization: Bearer $TOKEN" ')
    .replace("/ws').on", "/ws?token=$TOKEN').on")
    .replace("'?since=' + since", "'?token=' + process.env.TOKEN + '&since=' + since");
  withToken.checked = kept('token') === 'yes';
  withToken.addEventListener('change', () => { keep('token', withToken.checked ? 'yes' : 'no'); fill(); });
  fill();
  $('[data-origin]').textContent = origin;

  // Theme: as the system says, or as chosen here.
  const themes = ['auto', 'light', 'dark'];
  const themeButton = $('.theme');
  const show = (theme) => { root.dataset.theme = theme; themeButton.textContent = 'Theme: ' + theme; };
  show(themes.includes(kept('theme')) ? kept('theme') : 'auto');
  themeButton.addEventListener('click', () => {
    const next = themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length];
    keep('theme', next);
    show(next);
  });

  // Copying; where the page is not trusted with the clipboard, the old way.
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

  // The filter: every word must occur in an operation's method, path, summary, fields or parameters.
  const input = $('.filter input');
  const operations = $$('.operation').map((section) => ({
    section,
    link: $('nav a[href="#' + section.id + '"]').closest('li'),
    words: section.dataset.words,
  }));
  const found = $('.found');
  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const { section, link, words: text } of operations) {
      const fits = words.every((word) => text.includes(word));
      section.hidden = link.hidden = !fits;
      if (fits) count++;
    }
    for (const part of $$('[data-intro]')) part.hidden = words.length > 0;
    for (const group of $$('.tag')) group.hidden = !$('.operation:not([hidden])', group);
    for (const group of $$('nav section:not([data-intro])')) group.hidden = !$('li:not([hidden])', group);
    $('.nothing').hidden = count > 0;
    found.classList.toggle('hidden', words.length === 0);
    found.textContent = words.length === 0 ? '' : count + ' of ' + operations.length + ' operations';
  };
  const clear = () => { input.value = ''; filter(); };
  input.addEventListener('input', filter);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear();
    if (event.key === 'Enter') operations.find(({ section }) => !section.hidden)?.link.firstChild.click();
  });
  $('.clear').addEventListener('click', () => { clear(); input.focus(); });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  // A link to something that the filter hides shows it again.
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.closest('[hidden]')) return;
    clear();
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);

  // Contents on a narrow screen.
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

  // The contents follow what is being read.
  const contents = $('nav');
  const links = new Map($$('nav a').map((link) => [link.getAttribute('href').slice(1), link]));
  let current;
  const mark = (link) => {
    if (!link || link === current) return;
    current?.removeAttribute('aria-current');
    current = link;
    link.setAttribute('aria-current', 'location');
    // Only the contents are scrolled; scrollIntoView would move the page as well.
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
