// The introduction of the reference page: how to start, and what all operations have in common.
import { errors } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { compactList } from '../../records/compact.ts';
import type { AnyRecord } from '../../resources/resource.ts';
import { resources } from '../../resources/resources.ts';
import { cleanUpCommand, keepingId, ORIGIN } from './curl.ts';
import { type Html, html, jsonHtml, prose } from './html.ts';
import type { Operation } from './model.ts';
import { EXAMPLE_TIME, recordExample } from './openapi-schemas.ts';
import { commandSample, heading, sample } from './operation.ts';
import { synonymsOfChapter } from './synonyms.ts';

interface Chapter {
  id: string;
  title: string;
  text: Html;
  samples: Html;
}

const API = `${ORIGIN}/api/v1`;

const CREATE_ONCE = `curl -sS "${API}/contacts" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: import-0042" \\
  -d '{"display_name": "Ann Lee"}'`;

/** The record that the introduction creates, for the clean-up. */
const ONCE = { variable: 'ONCE_ID', path: '/api/v1/contacts/$ONCE_ID?permanent=true' };

/** The script that the page shows for the feed; it resumes where it stopped. */
const FEED_SCRIPT = `// follow.mjs, for Node 22 or newer: node_modules/.bin/node follow.mjs
const url = '${API.replace('http', 'ws')}/ws';
let since = Number(process.argv[2] ?? 0);

function follow() {
  const socket = new WebSocket(url + '?since=' + since);
  socket.onmessage = (message) => {
    const { event, seq, data } = JSON.parse(message.data);
    if (event === 'connected') return;
    console.log(seq, event, data.id);
    since = seq; // store it to resume later
  };
  socket.onclose = () => setTimeout(follow, 1000);
}
follow();`;

export function chapters(): Chapter[] {
  return [begin(), tokens(), envelopes(), errorCodes(), retries(), changeFeed(), compactLists()];
}

function begin(): Chapter {
  return {
    id: 'begin',
    title: 'Getting started',
    text: html`<p>Daybook stores a person’s mail, calendar and contacts, serves them with a JSON API, and sends every change as it happens. All paths begin with <code>/api/v1</code>.</p>
<p>You can try everything on this page in a shell. The commands use the address of this service and need only curl (the live feed: Node, which is installed with Daybook). A command that creates a record stores its id in a shell variable such as <code>EVENT_ID</code>. The other commands of the section use only that record; without the variable they print which command to run first, and do nothing. Run them in one shell, from the top of the page down to <a href="#clean-up">Clean up</a>, which removes the records that they created.</p>
<p>One command is separate, after Clean up: <a href="#create-a-token">Create a token</a> changes what every request to this service needs.</p>
<p>Import and export of mail files (mbox, Maildir, <code>.eml</code>) and backups are commands of the command line: <code>./daybook help</code>.</p>
<p>For example data, start a second service with demo records: <code>./daybook serve --demo --port 7300</code>.</p>`,
    samples: html`${commandSample(`curl "${API}/events?date=today&expand=true"`, 'Command: events of today', 'Today')}
${commandSample(`curl "${API}/emails?is_read=false&fields=subject,from_name&limit=5"`, 'Command: unread mail', 'Unread mail')}`,
  };
}

function tokens(): Chapter {
  return {
    id: 'tokens',
    title: 'Tokens and scopes',
    text: html`<p>On its own machine, and as long as no token exists, Daybook does not need one. After the first token is created, every request needs a token, sent as <code>Authorization: Bearer dbk_…</code>. Clients of the WebSocket and the event stream that cannot set headers send <code>?token=</code>.</p>
<p>A token has scopes, may expire, can be revoked, and is shown once. Switch on “Commands with a token” next to the table of contents, and every command sends the token in the shell variable <code>TOKEN</code>. <a href="#create-a-token">Create a token</a> has the command that creates one.</p>`,
    samples: sample('Header', html`Authorization: Bearer dbk_…`, 'The header of a request with a token'),
  };
}

function envelopes(): Chapter {
  return {
    id: 'envelopes',
    title: 'Envelopes',
    text: html`<p>A single record is in <code>data</code>. A list has <code>data</code> and <code>meta</code>, with the total and whether there are more records. A batch returns its counts without an envelope.</p>
<p>Responses have times in UTC, as <code>2026-02-17T09:00:00Z</code>. Requests may use any offset; a time without an offset is in the <code>timezone</code> of the event, or else in that of the service. Values are not coerced: an unknown field, or a <code>"true"</code> that should be <code>true</code>, is rejected by name.</p>
<p><code>limit</code> is at most ${limits.pageMax}, and <code>fields=title,start_at</code> keeps responses short. In <code>search</code> every word must be the beginning of a word in the record; case and accents are ignored.</p>`,
    samples: html`${sample('One record', jsonHtml({ data: { id: '018f3c5e-…', title: 'Dentist' } }), 'One record')}
${sample(
  'A list',
  jsonHtml({ data: [{ id: '018f3c5e-…' }], meta: { total: 87, limit: 20, offset: 0, has_more: true } }),
  'A list',
)}`,
  };
}

function errorCodes(): Chapter {
  return {
    id: 'errors',
    title: 'Errors',
    text: html`<p>An error has a <code>code</code> for programs, a <code>message</code> that says what is wrong and what is valid, and <code>details</code>. If fields are invalid, <code>details.errors</code> lists all of them.</p>
<details class="failures"><summary>All codes <span class="quiet">${Object.keys(errors).length}</span></summary>${codesHtml()}</details>`,
    samples: sample(
      '400',
      jsonHtml({
        error: {
          code: 'VALIDATION_ERROR',
          message: 'title is required.',
          details: {
            field: 'title',
            errors: [{ field: 'title', constraint: 'required', message: 'title is required.' }],
          },
        },
      }),
      'An error',
    ),
  };
}

function retries(): Chapter {
  return {
    id: 'retries',
    title: 'Safe retries',
    text: html`<p>If a POST, PATCH or DELETE has an <code>Idempotency-Key</code>, the same request of the same token within 24 hours returns the first response again and is not performed twice.</p>
<p>Every response with a single record has an <code>ETag</code>. Send it back as <code>If-Match</code> with PATCH or DELETE: if the record was changed in the meantime, the response is 412 and nothing is overwritten.</p>
<p>A connector that imports records identifies them by <code>source</code> and <code>source_id</code>; a second create with the same pair is a 409 that names the existing record.</p>`,
    samples: commandSample(keepingId(CREATE_ONCE, ONCE.variable), 'Command: create once'),
  };
}

function changeFeed(): Chapter {
  return {
    id: 'feed',
    title: 'Change feed',
    text: html`<p>Every change is one message, numbered by <code>seq</code> in the order of the commits. Store the last <code>seq</code> that you have seen: with <code>since</code> the feed continues exactly there, on the WebSocket at <code>/api/v1/ws</code>, on the event stream at <a href="#streamChanges">/api/v1/changes/stream</a> and by polling <a href="#listChanges">/api/v1/changes</a>.</p>
<p><code>?events=email.*,event.created</code> filters the events. The data of a deletion does not contain the record, only its <code>id</code>. A client that reads too slowly is closed with 4408 and can resume. A token may have ${limits.socketsPerToken} open sockets and event streams, a user twice as many; a further one is rejected with <code>429</code>.</p>`,
    samples: html`${commandSample(FEED_SCRIPT, 'Script: follow the feed', 'JavaScript')}
${sample(
  'A message',
  jsonHtml({
    event: 'event.created',
    data: { id: '018f3c5e-…', title: 'Dentist' },
    timestamp: EXAMPLE_TIME,
    seq: 412,
  }),
  'A message of the feed',
)}`,
  };
}

function compactLists(): Chapter {
  return {
    id: 'compact',
    title: 'Compact lists',
    text: html`<p>With <code>format=compact</code> a list has one short line for each record, for language models: no nulls, no repeated keys, and short dates.</p>
<p>The <code>#</code> and ten digits at the beginning are a handle. A handle is accepted wherever an id is, so a model can act on the records of a list.</p>`,
    samples: html`${commandSample(`curl "${API}/emails?format=compact&limit=5"`, 'Command: a compact list')}
${sample('Lines', html`${compactLines()}`, 'Lines of compact lists')}`,
  };
}

/** The section after the operations. */
export function cleanUp(all: Operation[]): Chapter {
  return {
    id: 'clean-up',
    title: 'Clean up',
    text: html`<p>Permanently deletes the records that the commands of this page have created in this shell. Empty variables are skipped, and no other record is changed.</p>`,
    samples: commandSample(cleanUpCommand(all, [ONCE]), 'Command: clean up'),
  };
}

/**
 * `place` has the options that select the data of the service. If they must not be shown, the command asks for them:
 * without them it would create another, empty database.
 */
export function makeToken(place: string | undefined): Chapter {
  const data = place ?? `--data "\${DATA:?set it to the data folder of this service first}"`;
  return {
    id: 'create-a-token',
    title: 'Create a token',
    text: html`<p>Run this in the folder of Daybook, on the machine of the service, to give programs separate permissions, or before you make the service available to others. The token is stored in the shell variable <code>TOKEN</code>; keep a copy, because it is shown only once.</p>
<p>Without <code>--scopes</code> the token may do everything except <code>admin</code>; with <code>--scopes events:read,emails:read</code> it may only read mail and calendar.</p>
${place === undefined && html`<p>Set <code>DATA</code> to the data folder of the service, which the service prints when it starts. A service that was started with <code>--database</code> needs that option instead.</p>`}`,
    samples: commandSample(
      `TOKEN=$(./daybook token create --name laptop --expires 90d \\\n  ${data})\nprintf '%s\\n' "$TOKEN"`,
      'Command: create a token',
      'In the folder of Daybook',
      html`After that every request to this service needs a token, permanently. Without one the commands of this page get 401.`,
    ),
  };
}

export function chapterHtml({ id, title, text, samples }: Chapter): Html {
  return html`<section class="entry" id="${id}" aria-labelledby="${id}-title" data-words="${synonymsOfChapter(id)}">
<div class="about">${heading(id, title)}${text}</div>
<div class="samples">${samples}</div>
</section>`;
}

function codesHtml(): Html {
  const byStatus = Map.groupBy(Object.entries(errors), ([, [status]]) => status);
  return html`<dl>${[...byStatus].map(
    ([status, codes]) =>
      html`<div><dt>${status}</dt>${codes.map(([code, [, meaning]]) => html`<dd><code>${code}</code> ${prose(meaning)}</dd>`)}</div>`,
  )}</dl>`;
}

// Created by the code that serves them, so the page shows what a client gets.
function compactLines(): string {
  return resources
    .flatMap((resource) => {
      const meta = { total: 1, limit: 20, offset: 0, has_more: false };
      const records = [recordExample(resource) as AnyRecord];
      return compactList(resource, records, meta, {}, 'UTC', Date.parse(EXAMPLE_TIME)).lines;
    })
    .join('\n');
}
