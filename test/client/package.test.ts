// The package as others get it: packed, installed into an empty project without a network, run, type checked, bundled.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const LARGEST = 8000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = [...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text as string,
);

let project: string;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  project = temporaryFolder();
  await run('npm', ['pack', '--silent', '--pack-destination', project], join(root, 'client'));
  const [tarball] = readdirSync(project);
  write('package.json', '{"name": "empty", "type": "module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`]);
});
afterAll(() => service.end());

/** What a program prints; throws if it fails. */
async function run(program: string, words: string[], cwd = project): Promise<string> {
  const env = { ...process.env, DAYBOOK_URL: service.url };
  try {
    return (await promisify(execFile)(program, words, { cwd, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${words.join(' ')}: ${stdout}${stderr}`);
  }
}

function write(name: string, text: string): string {
  const path = join(project, name);
  writeFileSync(path, text);
  return path;
}

it('has its modules with their types, a README and a licence, and no dependencies', () => {
  const folder = join(project, 'node_modules/daybook-client');
  expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'daybook-client',
  ]);
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(10);
});

it('does what the first lines of its README say, in plain JavaScript', async () => {
  const mail = { from_address: 'bob@example.org', received_at: '2026-02-17T09:00:00Z', subject: 'The lease' };
  await service.ask('POST', '/emails', mail);
  expect(examples[0]?.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(11);
  const printed = await run(process.execPath, [write('example.js', examples[0] as string)]);
  expect(printed).toContain('1 changed');
  expect(printed).toContain("display_name: 'Ann Lee'");
  expect(printed).toContain('The lease');
});

const typed = `
import { type Client, type Contact, createClient, DaybookError, type Email, etagOf } from 'daybook-client';

const daybook: Client = createClient({ url: 'http://127.0.0.1:7200', token: 'dbk_x', timeout: 1000 });
declare const id: string, series: string, contact: Contact, mail: Email;
declare const process: { env: Record<string, string | undefined> };
declare const fs: { openAsBlob(path: string): Promise<Blob> };

export async function natural(): Promise<void> {
  const page = await daybook.emails.list({ folder: 'INBOX', is_read: false, fields: ['subject'], sort: 'received_at' });
  const subjects: (string | null)[] = page.data.map((one) => one.subject);
  const total: number = page.meta.total;
  for await (const one of daybook.contacts.all({ tag: ['a'] })) { const name: string = one.display_name; void name; }
  for await (const some of daybook.events.pages({ date: 'today' })) { const first: string | undefined = some[0]?.title; void first; }
  const one: Contact = await daybook.contacts.create({ display_name: 'Ann', emails: [{ address: 'a@example.org' }] });
  const same: Contact = await daybook.contacts.update(one.id, { notes: null }, { ifMatch: one });
  await daybook.contacts.update(one.id, (now) => ({ tags: [...now.tags, 'x'] }), { ifMatch: etagOf(same) });
  await daybook.settings.update((now) => ({ timezone: now.timezone }));
  const sent: Email = await daybook.emails.send({ to_addresses: [{ address: 'b@example.org' }], body_plain: 'x' });
  const status: 'received' | 'draft' | 'queued' | 'scheduled' | 'sending' | 'sent' | 'failed' = sent.status;
  await daybook.emails.markRead(sent.id, undefined, { signal: new AbortController().signal });
  const stream: Response = await daybook.files.download(id);
  const { data } = await daybook.get('/emails/{id}', { path: { id }, query: { fields: ['subject'] } });
  const subject: string | null = data.subject;
  await daybook.post('/emails/{id}/star', { path: { id } });
  const copy = daybook.replica({ kinds: ['emails'] });
  const kept: Email | undefined = copy.emails.get(id);
  try { await copy.ready; } catch (error) { if (error instanceof DaybookError) { const code: string = error.code; void code; } }
  const reason: string | undefined = copy.error?.code;
  void [reason, subjects, total, status, stream, subject, kept];
  // @ts-expect-error: no such filter
  await daybook.emails.list({ foldr: 'INBOX' });
  // @ts-expect-error: recipients are required
  await daybook.emails.send({ body_plain: 'x' });
  // @ts-expect-error: no such path
  await daybook.get('/emails/{id}/nothing', { path: { id } });
  // @ts-expect-error: the id is required
  await daybook.get('/emails/{id}');
  // @ts-expect-error: q is required
  await daybook.search({});
  // @ts-expect-error: folders cannot be restored
  await daybook.folders.restore('x');
}

export async function readme(): Promise<void> {
${examples
  .slice(1)
  .map((text) => `{\n${text}}\n`)
  .join('')}}
`;

/** What the compiler says about the file, with strict options. */
async function compile(file: string, options: object): Promise<string> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.asynciterable'],
    types: [],
    ...options,
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  return run(join(root, 'node_modules/.bin/tsc'), []);
}

it.each([
  ['node16', 'node16'],
  ['bundler', 'esnext'],
])('is used in strict TypeScript with moduleResolution %s', async (moduleResolution, module) => {
  write('natural.ts', typed);
  expect(await compile('natural.ts', { module, moduleResolution })).toBe('');
});

it('takes the WebSocket of the package ws and that of the runtime', async () => {
  write(
    'sockets.ts',
    `import { createClient } from 'daybook-client';
import { WebSocket as Socket } from 'ws';
export const clients = [createClient({ WebSocket: Socket }), createClient({ WebSocket })];
`,
  );
  const paths = { ws: [join(root, 'node_modules/@types/ws/index.d.ts')] };
  const options = { module: 'esnext', moduleResolution: 'bundler', paths, skipLibCheck: true };
  expect(await compile('sockets.ts', options)).toBe('');
});

it(`is less than ${LARGEST} bytes in a bundle for browsers, with nothing that only Node has`, async () => {
  const input = write('entry.js', "export * from 'daybook-client';\n");
  const code = await bundle(input);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|node:/);
  expect(gzipSync(code).length).toBeLessThan(LARGEST);
});
