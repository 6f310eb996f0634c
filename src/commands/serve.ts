// daybook serve: starts the service, says where it is and what to do next, and drains it on SIGTERM or SIGINT.
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, commandFor, demoHome } from '../config.ts';
import { demoDay } from '../demo/note.ts';
import { limits } from '../limits.ts';
import { filesFolder, keyFile, placeOf } from '../open-store.ts';
import type { Service } from '../service.ts';
import { openBlobs } from '../store/blobs.ts';
import { checkFolder, folderClaim } from '../store/files-folder.ts';
import type { Store } from '../store/store.ts';
import { isPostgres } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';
import { version } from '../version.ts';
import { addSettings, allSettings, configOf } from './options.ts';
import { permissionWarning } from './permissions.ts';

export function addServeCommand(program: Command): void {
  const command = program.command('serve').description('Start the service.');
  addSettings(command, allSettings);
  command.option('--demo', `Serve invented records to try things on, in a folder of their own [${demoHome}]`);
  command.action(async (options: Record<string, unknown>) => {
    const asked = options.demo === true;
    // The environment says where a person's own records are: they stay apart.
    const config = configOf(asked ? { data: demoHome, ...options } : options);
    const { startService } = await import('../service.ts'); // the server is large; other commands do without it
    const service = await startService(config, asked ? (store) => fillWithDemo(store, config) : undefined);
    drainOnSignal(service);
    process.stdout.write(greeting(service, config, await demoLines(service.store, config, asked)));
  });
}

// Loaded only when asked for: the demo is a book of invented text.
async function fillWithDemo(store: Store, config: Config): Promise<void> {
  const { fillDemo } = await import('../demo/fill.ts');
  const folder = filesFolder(config);
  await checkFolder(store, folder);
  await fillDemo(store, openBlobs(folder, folderClaim(store, folder)), config.timezone);
}

function greeting({ url, tokensRequired, store }: Service, config: Config, demo: string[]): string {
  const warning = permissionWarning(config);
  const bearer = tokensRequired ? ' -H "Authorization: Bearer $TOKEN"' : '';
  return [
    `Daybook ${version} listens at ${url}`,
    ...demo,
    `  data    ${store.about.location}`,
    tokensRequired
      ? `  access  a token is required (${commandFor(config, 'token list')})`
      : `  access  no token needed from this machine (${commandFor(config, 'token create --name NAME')} changes that)`,
    `  try     curl ${url}/api/v1/emails${bearer}`,
    `  docs    ${url}/docs`,
    ...(warning === null ? [] : [`  warning ${warning}`]),
    '  stop    Ctrl-C',
    '',
  ].join('\n');
}

/** That these records are invented, and how to get rid of them and to one's own. */
async function demoLines(store: Store, config: Config, asked: boolean): Promise<string[]> {
  const day = await demoDay(store);
  if (day === undefined) return [];
  if (!asked) return [`  demo    it was filled with invented records on ${day}`];
  return [
    `  demo    these are invented records, made on ${day}, apart from your own`,
    `  remove  ${removal(config)}   (once it is stopped)`,
    '  yours   ./daybook serve   starts the service with your own records',
  ];
}

/** The folder of the demo may go as a whole; one that was named may hold other things. */
function removal(config: Config): string {
  if (isPostgres(config.database)) return `drop the database, and rm -r ${shellWord(filesFolder(config))}`;
  if (placeOf(config) === join(demoHome, 'daybook.db')) return `rm -r ${shellWord(demoHome)}`;
  const place = resolve(placeOf(config));
  return `rm -rf ${shellWord(place)}* ${shellWord(filesFolder(config))} ${shellWord(keyFile(config))}`;
}

function drainOnSignal(service: Service): void {
  let draining = false;
  const drain = (signal: NodeJS.Signals) => {
    if (draining) process.exit(1); // asked twice: at once
    draining = true;
    process.stdout.write(`${signal}: finishing the requests under way, at most ${limits.drain / 1000} s.\n`);
    setTimeout(() => process.exit(1), limits.drain).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`daybook: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
}
