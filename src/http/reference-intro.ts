// The introduction of the reference page: how to begin, and what all operations have in common.
import { compactList } from '../domain/compact.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { resources } from '../resources/all.ts';
import type { AnyRecord } from '../resources/resource.ts';
import { EXAMPLE_TIME, recordExample } from './openapi-schemas.ts';
import { cleanUpCommand, keepingId, ORIGIN } from './reference-curl.ts';
import { type Html, html, jsonHtml, prose } from './reference-html.ts';
import type { Operation } from './reference-model.ts';
import { commandSample, heading, sample } from './reference-operation.ts';
import { synonymsOfChapter } from './reference-synonyms.ts';

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

/** The record that the introduction makes, for who cleans up. */
const ONCE = { variable: 'ONCE_ID', path: '/api/v1/contacts/$ONCE_ID?permanent=true' };

/** The script that the page shows for the feed; it goes on where it stopped. */
const FEED_SCRIPT = `// follow.mjs, for Node 22 or newer: node_modules/.bin/node follow.mjs
const url = '${API.replace('http', 'ws')}/ws';
let since = Number(process.argv[2] ?? 0);

function follow() {
  const socket = new WebSocket(url + '?since=' + since);
  socket.onmessage = (message) => {
    const { event, seq, data } = JSON.parse(message.data);
    if (event === 'connected') return;
    console.log(seq, event, data.id);
    since = seq; // keep it, to resume later
  };
  socket.onclose = () => setTimeout(follow, 1000);
}
follow();`;

export function chapters(): Chapter[] {
  return [
    {
      id: 'begin',
      title: 'Begin',
      text: html`<p>Daybook keeps a person’s mail, calendar and contacts behind one JSON interface, and tells every change as it happens. All of it lives under <code>/api/v1</code>.</p>
<p>Everything on this page can be tried from a shell: the commands name this service’s own address, and need only curl (the live feed: Node, which comes with Daybook). A command that creates a record keeps its id in a shell variable such as <code>EVENT_ID</code>. The other commands of the section act on that record alone; without the variable they say what to run first, and do nothing. Run them in one shell, from here down to <a href="#clean-up">Clean up</a>, which removes what they have made.</p>
<p>One command stands apart, after Clean up: <a href="#make-a-token">Make a token</a> changes what every request to this service needs.</p>
<p>Mail files (mbox, Maildir, <code>.eml</code>) are imported and exported on the command line, and backups are made there: <code>./daybook help</code>.</p>
<p>To have something to look at, start a second service with invented records: <code>./daybook serve --demo --port 7300</code>.</p>`,
      samples: html`${commandSample(`curl "${API}/events?date=today&expand=true"`, 'Command: events of today', 'Today')}
${commandSample(`curl "${API}/emails?is_read=false&fields=subject,from_name&limit=5"`, 'Command: unread mail', 'Unread mail')}`,
    },
    {
      id: 'tokens',
      title: 'Tokens and scopes',
      text: html`<p>On its own machine, and as long as no token exists, Daybook needs none. The first token you make changes that: from then on every request carries one, as <code>Authorization: Bearer dbk_…</code>. WebSocket clients that cannot set headers send <code>?token=</code>.</p>
<p>A token has scopes, may expire, can be revoked, and is shown once. Switch on “Commands with a token” beside the contents of this page, and every command sends the one in the shell variable <code>TOKEN</code>. <a href="#make-a-token">Make a token</a> has the command that makes one.</p>`,
      samples: sample('Header', html`Authorization: Bearer dbk_…`, 'The header of a request with a token'),
    },
    {
      id: 'envelopes',
      title: 'Envelopes',
      text: html`<p>One record comes as <code>data</code>. A list comes as <code>data</code> and <code>meta</code>, which says how many there are in all and whether there are more. A batch answers its tally bare.</p>
<p>Times come back in UTC, as <code>2026-02-17T09:00:00Z</code>. What you send may carry any offset; without one it is read in the service’s time zone. Nothing is coerced: an unknown field or a <code>"true"</code> that should be <code>true</code> is refused by name.</p>
<p><code>limit</code> goes up to ${limits.pageMax}, and <code>fields=title,start_at</code> keeps answers short. In <code>search</code> every word must match as a beginning, without regard to case and accents.</p>`,
      samples: html`${sample('One record', jsonHtml({ data: { id: '018f3c5e-…', title: 'Dentist' } }), 'One record')}
${sample(
  'A list',
  jsonHtml({ data: [{ id: '018f3c5e-…' }], meta: { total: 87, limit: 20, offset: 0, has_more: true } }),
  'A list',
)}`,
    },
    {
      id: 'errors',
      title: 'Errors',
      text: html`<p>An error has a <code>code</code> to act on, a <code>message</code> that says what would be right, and <code>details</code>. Where fields are at fault, <code>details.errors</code> lists every one of them.</p>
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
    },
    {
      id: 'retries',
      title: 'Safe retries',
      text: html`<p>Send an <code>Idempotency-Key</code> with a POST, and the same request within 24 hours gets the first answer again instead of being done twice.</p>
<p>Every answer with one record has an <code>ETag</code>. Give it back as <code>If-Match</code> with PATCH or DELETE, and a change that somebody else made in between is not overwritten but answered with 412.</p>
<p>A connector that imports names its records by <code>source</code> and <code>source_id</code>; a second create of the same pair is a 409 that names the record which stands.</p>`,
      samples: commandSample(keepingId(CREATE_ONCE, ONCE.variable), 'Command: create once'),
    },
    {
      id: 'feed',
      title: 'Change feed',
      text: html`<p>Every change is one message, in the order in which it was committed, numbered by <code>seq</code>. Keep the last <code>seq</code> you have seen: with <code>since</code> the feed goes on exactly there, on the WebSocket at <code>/api/v1/ws</code> as well as by polling <a href="#getChanges">/api/v1/changes</a>.</p>
<p><code>?events=email.*,event.created</code> narrows it. A deletion carries the <code>id</code> alone. A client that reads too slowly is closed with 4408 and can resume. A token may have ${limits.socketsPerToken} sockets open, a user twice as many; one more is refused with <code>429</code>.</p>`,
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
    },
    {
      id: 'compact',
      title: 'Compact lists',
      text: html`<p>With <code>format=compact</code> a list is one short line for each record, made to be read by a language model: no nulls, no repeated keys, dates as people say them.</p>
<p>The <code>#</code> and ten digits at the beginning are a handle. Every place that takes an id takes a handle, so a model can answer a list with an action.</p>`,
      samples: html`${commandSample(`curl "${API}/emails?format=compact&limit=5"`, 'Command: a compact list')}
${sample('Lines', html`${compactLines()}`, 'Lines of compact lists')}`,
    },
  ];
}

/** What comes after the operations. */
export function cleanUp(all: Operation[]): Chapter {
  return {
    id: 'clean-up',
    title: 'Clean up',
    text: html`<p>Removes for good what the commands of this page have made in this shell. A variable that is empty is left out, and no other record is touched.</p>`,
    samples: commandSample(cleanUpCommand(all, [ONCE]), 'Command: clean up'),
  };
}

/**
 * `place` has the options that name the data of the service. Where they are not to be shown, the command asks for them:
 * without them it would make another, empty Daybook.
 */
export function makeToken(place: string | undefined): Chapter {
  const data = place ?? `--data "\${DATA:?set it to the data folder of this service first}"`;
  return {
    id: 'make-a-token',
    title: 'Make a token',
    text: html`<p>Run this in the folder of Daybook, on the machine of the service, when programs are to have rights of their own, or when others are to reach the service. The token stays in the shell variable <code>TOKEN</code>; keep a copy, since it is shown once.</p>
<p>Without <code>--scopes</code> it may do everything but administer; <code>--scopes events:read,emails:read</code> lets it read mail and calendar alone.</p>
${place === undefined && html`<p>Set <code>DATA</code> to the folder that the service was started with; its first lines name it. A service that was started with <code>--database</code> needs that option instead.</p>`}`,
    samples: commandSample(
      `TOKEN=$(./daybook token create --name laptop --expires 90d \\\n  ${data})\nprintf '%s\\n' "$TOKEN"`,
      'Command: make a token',
      'In the folder of Daybook',
      html`From then on every request to this service needs a token, for good. Without one the commands of this page are answered with 401.`,
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

// Made by the code that serves them, so the page shows what a client gets.
function compactLines(): string {
  return resources
    .flatMap((resource) => {
      const meta = { total: 1, limit: 20, offset: 0, has_more: false };
      const records = [recordExample(resource) as AnyRecord];
      return compactList(resource, records, meta, {}, 'UTC', Date.parse(EXAMPLE_TIME)).lines;
    })
    .join('\n');
}
