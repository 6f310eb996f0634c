// The client has a name for every operation of the service, but for those that are listed here with what they are for.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from '../../client/src/endpoints.ts';
import { routes } from '../../src/http/routes/routes.ts';

const UNNAMED: Record<string, string> = {
  'POST /files': 'files.upload',
  'POST /imports': 'imports.upload',
  'GET /changes/stream': 'the replica reads the feed',
  'GET /emails/{id}/remote-image': 'the page of a mail has its address',
};

it('every operation has a name, and every name is that of an operation', () => {
  const named = Object.values(endpoints)
    .flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
    .map((endpoint) => endpoint.replace('STREAM', 'GET'));
  const operations = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect([...named, ...Object.keys(UNNAMED)].toSorted()).toEqual(operations.toSorted());
});

it('the README lists the names of every object', () => {
  const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8');
  for (const [object, entries] of Object.entries(endpoints)) {
    if (typeof entries === 'string') continue;
    const names = [...Object.keys(entries), ...(['files', 'imports'].includes(object) ? ['upload'] : [])];
    expect(readme).toContain(`| \`${object}\` | ${names.map((name) => `\`${name}\``).join(', ')} |`);
  }
});

it('tag is the only parameter that is repeated: other lists are joined by commas', () => {
  const repeated = routes.flatMap(({ parameters = [] }) => parameters.filter(({ repeatable }) => repeatable));
  expect([...new Set(repeated.map(({ name }) => name))]).toEqual(['tag']);
});
