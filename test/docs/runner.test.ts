// The runner itself: it notices everything that a page gets wrong.
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { stepsOf } from './blocks.ts';
import { isShown } from './expected.ts';
import { runPage } from './run-page.ts';

const surroundings = {
  cwd: tmpdir(),
  env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), LANG: 'C.UTF-8', TERM: 'dumb' },
};
const run = (...lines: string[]) => runPage('page.md', lines.join('\n'), surroundings);

describe('a page passes', () => {
  it('when its commands end with 0 and print what it shows', async () => {
    await run(
      '```sh',
      'say() { echo "$1"; }',
      'say one',
      "say 'two",
      "three'",
      '```',
      '```text output',
      'one',
      'two',
      'three',
      '```',
    );
  });

  it('when a command is shown to fail', async () => {
    await run('```sh exit=3', '(exit 3)', '```');
  });

  it('when a program in another terminal is started, shows what is said and is stopped', async () => {
    await run(
      ...['```sh terminal=other until="ready"', 'X=1', 'sh -c "echo ready; echo steady; exec sleep 1000"', '```'],
      ...['```sh', 'echo "$X is here"', '```', '```text output', ' is here', '```'],
      ...['```text output=other', 'ready', 'steady', '```', '<!-- Ctrl-C: other -->'],
      ...['```sh terminal=other', 'echo $X', '```', '```text output', '1', '```'],
    );
  });

  it('when a program asks and the reader answers', async () => {
    await run(
      ...['```sh type="Ann,,8"', 'for q in Name Town Age; do read -rp "$q: " A; echo "$A" >> answers; done', '```'],
      ...['```sh', 'cat answers; rm answers', '```', '```text output', 'Ann', '', '8', '```'],
    );
  });

  it('when what cannot be run says why', async () => {
    await run('```sh not-run="needs systemd"', 'false', '```', '```json', '{]', '```');
  });
});

describe('a page fails', () => {
  it.each([
    ['a command fails', ['false'], /page.md:1: commands end with 1/],
    ['a command in the middle fails', ['echo one', 'ls /nowhere', 'echo two'], /commands end with 2/],
    [
      'the last command of a pipe fails',
      ['echo "{}" | node -p "JSON.parse(fs.readFileSync(0)).data.id"'],
      /end with 1/,
    ],
    ['a command in a substitution fails', ['X=$(exit 4)'], /commands end with 4/],
    ['a command does not exist', ['no-such-command'], /commands end with 127/],
    ['an answer is an error', [`echo '{"error":{"code":"NOT_FOUND"}}'`], /does not show/],
    ['a program crashes and its exit code is lost', [`node -e 'throw new Error("no")' || true`], /does not show/],
    ['an environment variable stays', ['export DAYBOOK_DATA=/tmp/x'], /leaves DAYBOOK_DATA=\/tmp\/x set/],
    ['a file stays', ['touch /tmp/daybook-runner-left'], /leaves \/tmp\/daybook-runner-left behind/],
  ])('when %s', async (_, commands, message) => {
    await expect(run('```sh', ...commands, '```')).rejects.toThrow(message);
  });

  it('when something else is printed than shown', async () => {
    const page = run('```sh', 'echo one', '```', '```text output', 'two', '```');
    await expect(page).rejects.toThrow(/page.md:4: the page shows:\ntwo\n\nand printed was:\none/);
  });

  it('when a command succeeds that is shown to fail', async () => {
    await expect(run('```sh exit=2', 'true', '```')).rejects.toThrow(/the page says that one ends with 2/);
  });

  it('when a program ends instead of going on', async () => {
    const page = run('```sh terminal=other until="ready"', 'echo "port in use"; false', '```');
    await expect(page).rejects.toThrow(/has ended before "ready"; printed was:\nport in use/);
  });

  it('when a program logs a failure', async () => {
    const serve = `sh -c 'echo ready; sleep 1; echo "{\\"level\\":50,\\"msg\\":\\"no\\"}"; exec sleep 1000'`;
    const page = run(
      ...['```sh terminal=other until="ready"', serve, '```'],
      ...['```sh', 'sleep 2', '```', '<!-- Ctrl-C: other -->'],
    );
    await expect(page).rejects.toThrow(/does not show/);
  });

  it('when a program still runs at its end', async () => {
    const page = run('```sh terminal=other until="ready"', 'echo ready; sleep 1000', '```');
    await expect(page).rejects.toThrow(/"other" still runs at the end/);
  });
});

describe('the words of a block', () => {
  it.each([
    ['```sh terminl=feed', /does not have the word terminl/],
    ['```text outptu', /does not have the word outptu/],
    ['```sh not-run', /not-run needs a reason/],
  ])('%s is refused', (fence, message) => {
    expect(() => stepsOf(`${fence}\ntrue\n\`\`\`\n`)).toThrow(message);
  });
});

describe('what is printed is what is shown', () => {
  it.each([
    ['one\ntwo\n', 'one\ntwo'],
    ['id: 01a1e30e-eee2-7000-a878-ff2ae17c7376', 'id: 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'],
    ['#26ed12203f Tue', '#9d0e3b8f6a Tue'],
    ['{"at":"2026-11-16T06:34:26Z","seq":1}', '{"at":"…","seq":1}'],
    ['first\n1\n2\n3\nlast', 'first\n…\nlast'],
  ])('%j as %j', (printed, shown) => {
    expect(isShown(printed, shown)).toBe(true);
  });

  it.each([
    ['one\ntwo', 'one'],
    ['id: none', 'id: 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'],
    ['a\nb', 'a…'],
    ['axb', 'a.b'],
    ['first\n1\n2', 'first\n…\nlast'],
  ])('%j not as %j', (printed, shown) => {
    expect(isShown(printed, shown)).toBe(false);
  });
});
