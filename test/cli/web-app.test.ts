// The web app from the command line: what serve says about it, how it is left out, and how it is built.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, serve, temporaryFolder } from '../support/process.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const html = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
const withWeb = { DAYBOOK_NO_WEB: 'false' };

/** A copy of the program, so that its build is not that of other tests. */
function copyProgram(): string {
  const copy = temporaryFolder();
  for (const name of [
    'daybook',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'src',
    'client/package.json',
    'client/src',
    'web',
  ])
    cpSync(join(checkout, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('/web/dist') });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  return join(copy, 'daybook');
}

describe('serve', () => {
  let program: string;
  beforeAll(() => {
    program = copyProgram();
  });

  it('builds the app on the first start, says so, and says where to open it', async () => {
    const data = join(temporaryFolder(), 'data');
    const first = await serve(data, { program, env: withWeb });
    expect(first.out()).toMatch(/^building the web app …\nDaybook \S+ listens at (\S+)\n {2}open {4}\1 in a browser\n/);
    expect(await (await fetch(`${first.url}/mail`, html)).text()).toContain('<title>Daybook</title>');
    await first.stop();
    const second = await serve(data, { program, env: withWeb });
    expect(second.out()).toMatch(/^Daybook /);
    expect((await fetch(second.url, html)).status).toBe(200);
    await second.stop();
  });

  it.each<[string, string[], Record<string, string>]>([
    ['--no-web', ['--no-web'], withWeb],
    ['DAYBOOK_NO_WEB', [], { DAYBOOK_NO_WEB: 'true' }],
  ])('%s leaves the app out: / leads to the API reference', async (_how, args, env) => {
    const service = await serve(join(temporaryFolder(), 'data'), { program, args, env });
    expect(service.out()).not.toMatch(/building|open {4}|warning/);
    const answer = await fetch(service.url, html);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
    await service.stop();
  });

  it('starts without the app if it cannot be built, and says why in its lines and in the log', async () => {
    const broken = copyProgram();
    writeFileSync(join(broken, '../web/src/main.ts'), 'import { nothing } from "./nowhere.ts";\nnothing(');
    const service = await serve(join(temporaryFolder(), 'data'), { program: broken, env: withWeb });
    expect(service.out()).toMatch(/^ {2}warning the web app could not be built: .*main\.ts/m);
    expect(service.out()).not.toContain('open    ');
    expect(service.log()).toContainEqual(
      expect.objectContaining({ level: 50, reason: expect.stringContaining('main.ts') }),
    );
    expect((await fetch(service.url, html)).status).toBe(503);
    expect((await fetch(`${service.url}/api/v1/emails`)).status).toBe(200);
    await service.stop();
  });
});

describe('build-web', () => {
  it('builds once', async () => {
    const first = await run(['build-web']);
    expect(first).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^the web app is (built|up to date)\n$/),
    });
    expect(await run(['build-web'])).toMatchObject({ code: 0, out: 'the web app is up to date\n' });
  });
});
