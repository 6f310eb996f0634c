// A short run of npm run soak: replicas equal the service, nothing is lost, descriptors are back. Whether memory grows
// only a long run can tell.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { engine, newDatabase } from '../support/databases.ts';

it('a short time of mixed load with clients that misbehave leaves nothing behind and loses nothing', async () => {
  const script = fileURLToPath(new URL('../../bench/soak.ts', import.meta.url));
  const place = engine === 'postgres' ? ['--database-url', (await newDatabase()).place] : [];
  const child = spawn(process.execPath, [script, '--minutes', '0.1', '--store', engine, ...place]);
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code, out).toBe(0);
});
