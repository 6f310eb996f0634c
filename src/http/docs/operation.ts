// One operation on the reference page: its parameters on the left, an example call and its response on the right.
import { commandOf } from './curl.ts';
import { bodyTable, parametersTable, typeHtml } from './fields.ts';
import { type Html, html, jsonHtml, prose } from './html.ts';
import type { Operation, Parameter } from './model.ts';
import { synonymsOf } from './synonyms.ts';

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
  html`<h4>Body${!body.required && html` <small>all fields are optional</small>`}</h4>
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

/** A block of text with a title and a copy button; it can be scrolled by keyboard. */
export function sample(title: string, code: Html, label: string, live = false, warning?: Html): Html {
  return html`<figure class="sample"><figcaption>${title}<button type="button" class="copy" aria-label="Copy: ${label}">Copy</button></figcaption>${warning && html`<p class="warning">${warning}</p>`}<pre tabindex="0" role="region" aria-label="${label}"><code${live && html` data-live`}>${code}</code></pre></figure>`;
}

/** A block that the page completes with its own address, and with the token if that is switched on. */
export function commandSample(command: string, label: string, title = 'Shell', warning?: Html): Html {
  return sample(title, html`${command}`, label, true, warning);
}

function pathHtml(path: string): Html {
  return html`${path.split(/(\{\w+\})/).map((part, index) => (index % 2 === 1 ? html`<span class="variable">${part}</span>` : html`${part}`))}`;
}

function factsHtml({ scope, alsoNeeds, emits, open, notes }: Operation): Html {
  const facts: Html[] = [];
  if (open) facts.push(html`<li>Open to anyone</li>`);
  if (scope) facts.push(html`<li>Scope <code>${scope}</code></li>`);
  if (alsoNeeds) facts.push(html`<li>Also <code>${alsoNeeds.scope}</code> ${alsoNeeds.when}</li>`);
  if (emits.length > 0) facts.push(html`<li>Emits ${emits.map(eventHtml)}</li>`);
  return facts.length > 0 || notes === '' ? html`<ul class="facts">${facts}</ul>` : html``;
}

function eventHtml({ event, when }: Operation['emits'][number], index: number): Html {
  return html`${index > 0 && '; '}<code>${event}</code>${when !== undefined && ` ${when}`}`;
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
    return html`<div class="answer"><p>${title}${shown}</p>${sample('JSON', jsonHtml(example), `Response ${status} of ${summary}`)}</div>`;
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
