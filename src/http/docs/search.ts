// The search of the reference page, a part of its script: entries that contain every word, best first. The rank depends
// on where a word is found: in the title, the path, a synonym, a field name, or the text.
export const searchScript = `
  const entries = $$('section.entry').map((section) => {
    const link = $('nav li a[href="#' + CSS.escape(section.id) + '"]');
    const item = link.closest('li');
    return {
      ...{ section, home: section.parentElement, after: section.nextElementSibling },
      ...{ item, itemHome: item.parentElement, itemAfter: item.nextElementSibling },
      known: null,
    };
  });
  const texts = (section, selector) => $$(selector, section).map((one) => one.textContent.toLowerCase());
  // Read from the page on the first search.
  const knownOf = (entry) => entry.known ??= {
    title: texts(entry.section, 'h3')[0].replace(/#\\s*$/, ''),
    path: texts(entry.section, '.route').join(' '),
    synonyms: (entry.section.dataset.words ?? '').toLowerCase(),
    names: texts(entry.section, 'th[scope=row] code, .facts code').join(' '),
    codes: texts(entry.section, '.failures dd > code:first-child'),
    text: texts(entry.section, '.about > p, td, .values').join(' '),
  };

  // How well a text matches the word: as a whole word (or its plural), as a prefix, or within a word.
  const fit = (text, word, whole, start, within) => {
    let best = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const isStart = at === 0 || !/[a-z0-9]/.test(text[at - 1]);
      const isEnd = /^s?(?![a-z0-9_-])/.test(text.slice(at + word.length, at + word.length + 2));
      best = Math.max(best, isStart ? (isEnd ? whole : start) : within);
      if (best === whole) break;
    }
    return best;
  };
  const scoreOf = (known, word) => Math.max(
    fit(known.title, word, 100, 80, 30),
    fit(known.path, word, 90, 60, 25),
    fit(known.synonyms, word, 60, 50, 0),
    fit(known.names, word, 45, 35, 20),
    // Nearly every operation has codes such as RATE_LIMITED, so their words do not distinguish operations.
    known.codes.includes(word) ? 45 : word.includes('_') && known.codes.some((code) => code.includes(word)) ? 35 : 0,
    fit(known.text, word, 12, 8, word.length > 3 ? 3 : 0),
  );
  // "uploads" and "uploading" match "upload".
  const stemOf = (word) => word.replace(/(?:ies|ing|ed|es|s|e)$/, '');
  const bestOf = (known, word) => {
    const stem = stemOf(word);
    return Math.max(scoreOf(known, word), stem.length > 2 ? 0.9 * scoreOf(known, stem) : 0);
  };

  const input = $('.filter input');
  const found = $('.found');
  const nothing = $('.nothing');
  const results = $('main > .results');
  const list = $('nav > .results ul');
  // Only what was moved, the last first, so that what follows it is in its place: the page is long, and moving all of it is slow.
  const putBack = () => {
    for (const { section, home, after, item, itemHome, itemAfter } of entries.toReversed())
      if (section.parentElement === results) { home.insertBefore(section, after); itemHome.insertBefore(item, itemAfter); }
  };
  const resultsText = (count) => count === 0 ? 'Nothing found' : count === 1 ? '1 result' : count + ' results';
  const search = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    putBack();
    const scored = words.length === 0 ? [] : entries
      .map((entry) => ({ ...entry, scores: words.map((word) => bestOf(knownOf(entry), word)) }))
      .filter(({ scores }) => scores.every((score) => score > 0))
      .map((entry) => ({ ...entry, score: entry.scores.reduce((sum, score) => sum + score) }))
      .sort((a, b) => b.score - a.score);
    // Entries that match only in their text are omitted if others match better.
    const best = scored.filter(({ score }) => score > scored[0].score / 4);
    results.append(...best.map(({ section }) => section));
    list.append(...best.map(({ item }) => item));
    root.classList.toggle('searching', words.length > 0);
    nothing.hidden = words.length === 0 || best.length > 0;
    $('q', nothing).textContent = input.value.trim();
    found.classList.toggle('hidden', words.length === 0);
    found.textContent = words.length === 0 ? '' : resultsText(best.length);
  };
  const clear = () => { input.value = ''; search(); };
  input.addEventListener('input', () => { search(); scrollTo(0, 0); contents.scrollTop = 0; });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear();
    if (event.key === 'Enter') $('a', list)?.click();
  });
  $('.clear').addEventListener('click', () => { clear(); input.focus(); });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea')) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  // A link to an entry outside of the results clears the search.
  addEventListener('hashchange', () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !root.classList.contains('searching') || target.closest('.results')) return;
    clear();
    target.scrollIntoView();
  });
`;
