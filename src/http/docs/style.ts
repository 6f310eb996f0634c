// The looks of the reference page, light and dark. Every pair of text and ground has a contrast of 4.5 or more.

const colours = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #16181b);
  --raised: light-dark(#ffffff, #1c1f23);
  --sunk: light-dark(#f4f1ea, #111315);
  --ink: light-dark(#22262b, #e3e1db);
  --soft: light-dark(#5a6068, #a3a9b1);
  --line: light-dark(#e6e1d7, #2d3137);
  --accent: light-dark(#24588f, #8dbbee);
  --get: light-dark(#1c6848, #7fcba5);
  --post: light-dark(#24588f, #8dbbee);
  --patch: light-dark(#85560a, #e3b867);
  --delete: light-dark(#a3352b, #f29a91);
  --key: light-dark(#22262b, #d7d4cc);
  --text: light-dark(#1c6848, #93cfae);
  --value: light-dark(#85560a, #e0b878);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --serif: ui-serif, "Iowan Old Style", Charter, "Source Serif 4", Georgia, serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
[data-theme="light"] { color-scheme: light; }
[data-theme="dark"] { color-scheme: dark; }
`;

const ground = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 0.9375rem/1.6 var(--sans); }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; }
code, pre, kbd { font-family: var(--mono); font-size: 0.86em; }
p { margin: 0 0 0.85rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet, small { color: var(--soft); font-weight: 400; }
.skip { position: fixed; top: -4rem; left: 1rem; z-index: 9; padding: 0.5rem 1rem; background: var(--raised); border-radius: 6px; }
.skip:focus { top: 1rem; }
html:not(.js) :is(.copy, .menu, .tools, .settings) { display: none; }
`;

const side = `
.side { position: sticky; top: 0; height: 100vh; height: 100dvh; display: flex; flex-direction: column; border-right: 1px solid var(--line); background: var(--sunk); font-size: 0.8438rem; }
.brand { padding: 1.35rem 1.4rem 0.9rem; display: flex; align-items: baseline; justify-content: space-between; }
.brand a { color: inherit; text-decoration: none; }
.brand strong { font: 600 1.3rem/1 var(--serif); letter-spacing: -0.01em; margin-right: 0.3rem; }
.brand span { color: var(--soft); }
.menu { display: none; }
.tools { padding: 0 1.1rem 0.7rem; }
.filter { position: relative; display: block; }
.filter input { width: 100%; padding: 0.42rem 2rem 0.42rem 0.7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--raised); }
.filter input::placeholder { color: var(--soft); opacity: 1; }
.filter kbd { position: absolute; right: 0.55rem; top: 50%; transform: translateY(-50%); padding: 0 0.35rem; border: 1px solid var(--line); border-radius: 4px; color: var(--soft); }
.filter input:not(:placeholder-shown) { padding-right: 0.7rem; }
.filter input:focus + kbd, .filter input:not(:placeholder-shown) + kbd { display: none; }
.found:not(.hidden) { margin: 0.5rem 0.3rem 0; color: var(--soft); }
nav { flex: 1; overflow: auto; padding: 0.3rem 0.7rem 1.5rem; scrollbar-width: thin; overscroll-behavior: contain; }
nav h2 { margin: 1.1rem 0.7rem 0.25rem; font: 600 0.75rem/1.6 var(--sans); text-transform: capitalize; }
nav h2 a { color: var(--soft); text-decoration: none; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.22rem 0.7rem; border-radius: 6px; color: var(--ink); text-decoration: none; line-height: 1.45; }
nav li a:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); }
nav li a[aria-current] { background: color-mix(in srgb, var(--accent) 13%, transparent); color: var(--accent); }
nav .kind { color: var(--soft); }
nav > :not(.results) .kind { display: none; }
nav .method { flex: none; width: 2.6rem; font-size: 0.6875rem; }
.settings { border-top: 1px solid var(--line); padding: 0.8rem 1.4rem; display: grid; gap: 0.55rem; justify-items: start; color: var(--soft); }
.settings label { display: flex; gap: 0.5rem; align-items: center; cursor: pointer; }
.settings input { accent-color: var(--accent); margin: 0; }
.settings button { border: 0; background: none; padding: 0; }
.settings button:hover, .settings label:hover { color: var(--ink); }
`;

const content = `
main { min-width: 0; max-width: 84rem; padding: 0 clamp(1.25rem, 3.5vw, 3.5rem) 6rem; }
.title { padding: 3.6rem 0 0.4rem; }
h1 { margin: 0 0 0.4rem; font: 600 2.5rem/1.15 var(--serif); letter-spacing: -0.02em; }
.title p { font-size: 1.0625rem; margin: 0 0 0.4rem; color: var(--soft); }
.title .links { font-size: 0.875rem; }
h2 { text-wrap: balance; }
main h2 { margin: 4.5rem 0 0; font: 600 1.75rem/1.2 var(--serif); letter-spacing: -0.015em; text-transform: capitalize; }
main div:first-of-type > h2 { margin-top: 3rem; }
.lead { color: var(--soft); margin: 0.4rem 0 0; }
.entry { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 0 3rem; align-items: start; padding: 2.4rem 0; border-bottom: 1px solid var(--line); }
.about { max-width: 48rem; }
h3 { margin: 0 0 0.5rem; font: 600 1.1875rem/1.35 var(--sans); letter-spacing: -0.005em; }
h4 { margin: 1.7rem 0 0.3rem; font: 600 0.8125rem/1.5 var(--sans); }
.anchor { margin-left: 0.15rem; color: var(--soft); text-decoration: none; font-weight: 400; opacity: 0; }
h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
.entry:target h3 { color: var(--accent); }
.about p code, .about dd code, td code, .facts code { background: var(--sunk); border-radius: 4px; padding: 0.08em 0.32em; overflow-wrap: anywhere; }
.route { margin-bottom: 0.5rem; overflow-wrap: anywhere; }
.about .route code { background: none; padding: 0; font-size: 0.9em; }
.variable { color: var(--accent); }
.method { font: 600 0.75rem/1.6 var(--mono); letter-spacing: 0.02em; }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.patch { color: var(--patch); } .method.delete { color: var(--delete); }
.facts { display: flex; flex-wrap: wrap; gap: 0.15rem 1.4rem; margin: 0 0 0.85rem; padding: 0; list-style: none; color: var(--soft); font-size: 0.8438rem; }
.facts:empty { display: none; }
:root:not(.searching) .results, nav .results:has(ul:empty), .searching :is(main, nav) > :not(.results, .nothing) { display: none; }
.nothing { padding: 5rem 0; color: var(--soft); overflow-wrap: anywhere; }
.nothing button { border: 0; background: none; padding: 0; color: var(--accent); text-decoration: underline; text-underline-offset: 0.2em; }
details > summary { cursor: pointer; font-weight: 600; font-size: 0.8125rem; padding: 0.2rem 0; width: fit-content; }
details > summary:hover { color: var(--accent); }
.example, .failures { margin-top: 0.9rem; }
.example .sample { margin-top: 0.5rem; }
dl { margin: 0.5rem 0 0; font-size: 0.8438rem; }
dl div { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr); padding: 0.45rem 0; border-top: 1px solid var(--line); }
dt { font: 600 0.8125rem/1.7 var(--mono); color: var(--delete); grid-row: span 12; }
dd { margin: 0; grid-column: 2; color: var(--soft); padding: 0.08rem 0; }
dd > code:first-child { color: var(--ink); }
`;

const tables = `
table { width: 100%; border-collapse: collapse; font-size: 0.8438rem; line-height: 1.5; }
thead th { text-align: left; font-weight: 400; color: var(--soft); font-size: 0.75rem; padding: 0.25rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line); }
tbody th, td { text-align: left; vertical-align: top; font-weight: 400; padding: 0.5rem 0.9rem 0.5rem 0; border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { width: 27%; overflow-wrap: break-word; }
tbody th code { font-weight: 600; }
.type { width: 17%; color: var(--soft); }
.default { width: 14%; }
.default code { white-space: nowrap; }
.none { color: var(--soft); }
td p { margin: 0; }
td p + p { margin-top: 0.2rem; }
.values { line-height: 1.75; }
.bounds { color: var(--soft); font-size: 0.8125rem; }
.required { display: block; width: fit-content; font-style: normal; font-size: 0.75rem; color: var(--delete); }
.member th { padding-left: 1rem; }
.member th code { font-weight: 400; }
.prefix { color: var(--soft); }
.folded > td { padding-left: 1rem; }
`;

const samples = `
.samples { position: sticky; top: 1.5rem; display: grid; gap: 1rem; min-width: 0; }
.sample { margin: 0; border: 1px solid var(--line); border-radius: 9px; background: var(--raised); overflow: hidden; }
figcaption { display: flex; justify-content: space-between; align-items: center; padding: 0.3rem 0.5rem 0.3rem 0.9rem; font-size: 0.75rem; color: var(--soft); border-bottom: 1px solid var(--line); min-height: 2.1rem; }
.warning { margin: 0; padding: 0.6rem 0.9rem; border-bottom: 1px solid var(--line); color: var(--delete); font-size: 0.8125rem; }
.copy { border: 0; background: none; border-radius: 5px; padding: 0.15rem 0.5rem; color: var(--soft); }
.copy:hover { color: var(--ink); background: var(--sunk); }
pre { margin: 0; padding: 0.75rem 0.9rem 0.85rem; overflow: auto; max-height: min(24rem, 40vh); font-size: 0.7813rem; line-height: 1.6; tab-size: 2; scrollbar-width: thin; }
pre:focus-visible { outline-offset: -2px; }
pre code { font-size: inherit; }
pre code[data-live] { white-space: pre-wrap; overflow-wrap: anywhere; }
pre :is(b, i, u) { font: inherit; text-decoration: none; }
pre b { color: var(--key); } pre i { color: var(--text); } pre u { color: var(--value); }
.answer { margin: 0; min-width: 0; }
.answer p, p.answer { margin: 0 0 0.4rem; font-size: 0.8438rem; }
.status { font: 600 0.8125rem var(--mono); color: var(--get); margin-right: 0.35rem; }
`;

const narrow = `
@media (max-width: 75rem) {
  .entry { grid-template-columns: minmax(0, 1fr); gap: 1.4rem; }
  .samples { position: static; max-width: 48rem; }
  pre { max-height: 24rem; }
}
@media (max-width: 52rem) {
  html { scroll-padding-top: 4.5rem; }
  body { display: block; }
  .side { position: sticky; z-index: 5; height: auto; max-height: 100dvh; border-right: 0; border-bottom: 1px solid var(--line); }
  .brand { padding: 0.7rem 1.25rem; align-items: center; }
  .js .menu { display: block; border: 1px solid var(--line); border-radius: 7px; background: var(--raised); padding: 0.25rem 0.8rem; }
  .js:not(.open) :is(.tools, nav, .settings) { display: none; }
  .js.open .side { height: 100dvh; }
  html:not(.js) .side { position: static; max-height: none; }
  nav li a { padding-block: 0.45rem; }
  .filter input { font-size: 1rem; }
  .title { padding-top: 2rem; }
  h1 { font-size: 2rem; }
  main h2 { margin-top: 3.2rem; font-size: 1.5rem; }
  .anchor { opacity: 1; }
  thead { display: none; }
  tbody tr { display: grid; grid-template-columns: auto 1fr; gap: 0 0.7rem; padding: 0.55rem 0; border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
  tbody tr:last-child { border-bottom: 0; }
  tbody th, td { padding: 0; border: 0; width: auto; }
  tbody tr.member { padding-left: 1rem; }
  .member th { padding-left: 0; }
  .required { display: inline; margin-left: 0.3rem; }
  .type { width: auto; text-align: right; }
  .default { width: auto; grid-column: 1 / -1; }
  .default::before { content: "default "; color: var(--soft); }
  .default:has(.none) { display: none; }
  td:last-child { grid-column: 1 / -1; }
  .folded > td { padding-left: 0; min-width: 0; }
}
@media print {
  .side, .copy, .skip { display: none; }
  body { display: block; }
  pre { max-height: none; white-space: pre-wrap; }
  .samples { position: static; }
}
@media (prefers-reduced-motion: no-preference) {
  .anchor, .copy { transition: opacity 0.15s, color 0.15s; }
}
`;

export const style = colours + ground + side + content + tables + samples + narrow;
