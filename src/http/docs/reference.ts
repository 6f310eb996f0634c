// The API reference: one HTML page generated from the OpenAPI document, with inline style and script. It loads only its
// icon, and shows everything even without its script.
import { hash } from 'node:crypto';
import { recordTable } from './fields.ts';
import { type Html, html, jsonHtml, prose } from './html.ts';
import { chapterHtml, chapters, cleanUp, makeToken } from './intro.ts';
import { type Json, type Operation, readSchemas, readTags, type Schema, type Tag } from './model.ts';
import { heading, operationHtml, sample } from './operation.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** The Content-Security-Policy of the page: only its own script and style run. */
export function referencePolicy(): string {
  const source = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${source(style)}`,
    `script-src ${source(script)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `place` is the data location of the service as command line options; without it the page does not show it. */
export function referencePage(document: Json, place?: string): string {
  const tags = readTags(document);
  const all = tags.flatMap((tag) => tag.operations);
  const schemas = readSchemas(document);
  const intro = chapters();
  const last = [cleanUp(all), makeToken(place)];
  const groups = [
    group('Introduction', 'introduction', intro.map(chapterLink)),
    ...tags.map((tag) => group(tag.name, `tag-${tag.name}`, tag.operations.map(operationLink))),
    group('Afterwards', 'afterwards', last.map(chapterLink)),
    group(
      'Records',
      'records',
      Object.keys(schemas).map((name) => otherLink(`schema-${name}`, 'Data', name)),
    ),
  ];
  const { title = 'API', version = '', summary = '' } = (document.info ?? {}) as Record<string, string>;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API reference</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${sidebar(title, version, groups)}
<main id="content" tabindex="-1">
<header class="title">
<h1>${title} API</h1>
<p>${summary}</p>
<p class="links">Version ${version} · <a href="/openapi.json">openapi.json</a> · <span data-origin></span></p>
</header>
<p class="nothing" hidden>Nothing on this page matches <q></q>. <button type="button" class="clear">Show all</button></p>
<div class="results"></div>
<div>
<h2 id="introduction">Introduction</h2>
${intro.map(chapterHtml)}
</div>
${tags.map((tag) => tagHtml(tag, all))}
<div>
<h2 id="afterwards">Afterwards</h2>
${last.map(chapterHtml)}
</div>
<div>
<h2 id="records">Records</h2>
${Object.entries(schemas).map(([name, schema]) => schemaHtml(name, schema, all))}
</div>
</main>
<script>${{ html: script }}</script>
</body>
</html>
`.html;
}

function sidebar(title: string, version: string, groups: Html[]): Html {
  return html`<aside class="side">
<div class="brand"><a href="#content"><strong>${title}</strong> <span>API ${version}</span></a><button type="button" class="menu" aria-expanded="false" aria-controls="contents">Contents</button></div>
<div class="tools">
<label class="filter"><span class="hidden">Search this page</span><input type="search" placeholder="Search this page" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></label>
<p class="found hidden" role="status" aria-live="polite"></p>
</div>
<nav id="contents" aria-label="Contents">
<section class="results"><h2>Results</h2><ul></ul></section>
${groups}
</nav>
<div class="settings">
<label><input type="checkbox" class="with-token"> Commands with a token</label>
<button type="button" class="theme">Theme: auto</button>
</div>
</aside>`;
}

function group(name: string, anchor: string, links: Html[]): Html {
  return html`<section><h2><a href="#${anchor}">${name}</a></h2><ul>${links}</ul></section>`;
}

function operationLink({ id, method, summary, path }: Operation): Html {
  return html`<li><a href="#${id}" title="${method} ${path}"><span class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span> <span>${summary}</span></a></li>`;
}

function chapterLink({ id, title }: { id: string; title: string }): Html {
  return otherLink(id, 'Guide', title);
}

/** Its type is shown only in search results, where it is listed together with operations. */
function otherLink(id: string, kind: string, text: string): Html {
  return html`<li><a href="#${id}"><span class="method kind">${kind}</span> <span>${text}</span></a></li>`;
}

function tagHtml({ name, description, operations }: Tag, all: Operation[]): Html {
  return html`<div class="tag">
<h2 id="tag-${name}">${name}</h2>
<p class="lead">${prose(description)}</p>
${operations.map((one) => operationHtml(one, all))}
</div>`;
}

function schemaHtml(name: string, schema: Schema, all: Operation[]): Html {
  const id = `schema-${name}`;
  const example = exampleOf(name, all);
  return html`<section class="entry" id="${id}" aria-labelledby="${id}-title">
<div class="about">${heading(id, name)}${schema.description && html`<p>${prose(schema.description)}</p>`}${recordTable(schema, `Fields of ${name}`)}</div>
${example !== undefined && html`<div class="samples">${sample('JSON', jsonHtml(example), `Example of ${name}`)}</div>`}
</section>`;
}

// The record in the response of the first operation that returns one.
function exampleOf(name: string, all: Operation[]): unknown {
  const isOf = ({ schema }: Operation['answers'][number]) =>
    schema?.properties?.data?.$ref === `#/components/schemas/${name}`;
  const answer = all.flatMap((one) => one.answers).find(isOf);
  return (answer?.example as Json | undefined)?.data;
}
