// One operation on the reference page: what it takes on the left, how to call it and what it answers on the right.
import { commandOf } from './reference-curl.ts';
import { bodyTable, parametersTable, typeHtml } from './reference-fields.ts';
import { type Html, html, jsonHtml, prose } from './reference-html.ts';
import type { Operation, Parameter } from './reference-model.ts';
import { synonymsOf } from './reference-synonyms.ts';

export function operationHtml(operation: Operation, all: Operation[]): Html {
  const { id, method, path, summary, notes, body } = operation;
  return html`<section class="entry operation" id="${id}" aria-labelledby="${id}-title" data-words="${synonymsOf(operation)}">
<div class="about">
${heading(id, summary)}
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${pathHtml(path)}</code></p>
${factsHtml(operation)}
${notes && html`<p>${prose(notes)}</p>`}
${parametersHtml(operation, ['path', 'query'])}
${
  body &&
  html`<h4>Body${!body.required && html` <small>each field may be left out</small>`}</h4>
${bodyTable(body.schema, `Body of ${summary}`)}
${!body.form && html`<details class="example"><summary>Example body</summary>${sample('JSON', jsonHtml(body.example ?? {}), `Example body of ${summary}`)}</details>`}`
}
${parametersHtml(operation, ['header'])}
${failuresHtml(operation)}
</div>
<div class="samples">
${commandSample(commandOf(operation, all), `Command: ${summary}`)}
${answersHtml(operation)}
</div>
</section>`;
}

export function heading(id: string, text: string): Html {
  return html`<h3 id="${id}-title">${text} <a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></h3>`;
}

/** A block of text with its title and a button that copies it; it can be scrolled by keyboard. */
export function sample(title: string, code: Html, label: string, live = false, warning?: Html): Html {
  return html`<figure class="sample"><figcaption>${title}<button type="button" class="copy" aria-label="Copy: ${label}">Copy</button></figcaption>${warning && html`<p class="warning">${warning}</p>`}<pre tabindex="0" role="region" aria-label="${label}"><code${live && html` data-live`}>${code}</code></pre></figure>`;
}

/** A block that the page fills in with its own address, and with the token when that is switched on. */
export function commandSample(command: string, label: string, title = 'Shell', warning?: Html): Html {
  return sample(title, html`${command}`, label, true, warning);
}

function pathHtml(path: string): Html {
  return html`${path.split(/(\{\w+\})/).map((part, index) => (index % 2 === 1 ? html`<span class="variable">${part}</span>` : html`${part}`))}`;
}

function factsHtml({ scope, emits, open, notes }: Operation): Html {
  const facts: Html[] = [];
  if (open) facts.push(html`<li>Open to anyone</li>`);
  if (scope) facts.push(html`<li>Scope <code>${scope}</code></li>`);
  if (emits) facts.push(html`<li>Emits ${eventsHtml(emits)}</li>`);
  return facts.length > 0 || notes === '' ? html`<ul class="facts">${facts}</ul>` : html``;
}

// "email.queued, or email.scheduled with scheduled_at": the names among the words.
function eventsHtml(text: string): Html {
  const parts = text.split(/(\b[a-z]+\.[a-z_]+\b)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

const TITLES = { path: 'Path', query: 'Query', header: 'Headers' };

function parametersHtml({ parameters, summary }: Operation, places: Parameter['in'][]): Html {
  return html`${places.map((place) => {
    const title = TITLES[place];
    const own = parameters.filter((one) => one.in === place);
    if (own.length === 0) return html``;
    return html`<h4>${title}${place === 'header' && html` <small>optional</small>`}</h4>
${parametersTable(own, `${title} parameters of ${summary}`, place === 'query')}`;
  })}`;
}

function answersHtml({ answers, summary }: Operation): Html {
  return html`${answers.map(({ status, description, type, schema, example }) => {
    const title = html`<span class="status">${status}</span> ${description}`;
    if (example === undefined) {
      const shape = schema && type ? html` <span class="quiet">${type}</span>` : '';
      return html`<p class="answer">${title}${shape}</p>`;
    }
    const record = schema?.properties?.data;
    const shown = record?.$ref ? html` <span class="quiet">data: ${typeHtml(record)}</span>` : '';
    return html`<div class="answer"><p>${title}${shown}</p>${sample('JSON', jsonHtml(example), `Answer ${status} of ${summary}`)}</div>`;
  })}`;
}

function failuresHtml({ failures }: Operation): Html {
  if (failures.length === 0) return html``;
  return html`<details class="failures"><summary>Errors <span class="quiet">${failures.map(({ status }) => status).join(' ')}</span></summary>
<dl>${failures.map(
    ({ status, codes }) =>
      html`<div><dt>${status}</dt>${codes.map(({ code, meaning }) => html`<dd>${code && html`<code>${code}</code> `}${prose(meaning)}</dd>`)}</div>`,
  )}</dl></details>`;
}
