// daybook serve: starts the service, prints its address and the next steps, and drains it on SIGTERM or SIGINT.
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Config, commandFor, demoHome } from '../config.ts';
import { demoDay } from '../demo/note.ts';
import { checkFolder, folderClaim } from '../files/content-folder.ts';
import { openBlobs } from '../files/content-store.ts';
import { limits } from '../limits.ts';
import { filesFolder, keyFile, placeOf } from '../open-store.ts';
import type { Service } from '../service.ts';
import type { Store } from '../store/port.ts';
import { isPostgres } from '../values/place.ts';
import { shellWord } from '../values/shell.ts';
import { version } from '../version.ts';
import { openWebApp } from '../web/web-app.ts';
import { addSettings, allSettings, configOf } from './options.ts';
import { permissionWarning } from './permissions.ts';

export function addServeCommand(program: Command): void {
  const command = program.command('serve').description('Start the service.');
  addSettings(command, allSettings);
  command.option('--demo', `Serve sample records in a separate folder [${demoHome}]`);
  command.action(async (options: Record<string, unknown>) => {
    const asked = options.demo === true;
    // The environment names the database of the user's own records: the demo must not use it.
    const config = configOf(asked ? { data: demoHome, ...options } : options);
    const { startService } = await import('../service.ts'); // the server is large; other commands do not need it
    const service = await startService(config, {
      ...(asked && { prepare: (store) => fillWithDemo(store, config) }),
      ...(!config.noWeb && { openWebApp: () => openWebApp(() => process.stdout.write('building the web app …\n')) }),
    });
    drainOnSignal(service);
    process.stdout.write(startupMessage(service, config, await demoLines(service.store, config, asked)));
  });
}

// Loaded only on request: the demo contains a lot of sample text.
async function fillWithDemo(store: Store, config: Config): Promise<void> {
  const { fillDemo } = await import('../demo/fill.ts');
  const folder = filesFolder(config);
  await checkFolder(store, folder);
  await fillDemo(store, openBlobs(folder, folderClaim(store, folder)), config.timezone);
}

function startupMessage({ url, tokensRequired, store, webApp }: Service, config: Config, demo: string[]): string {
  const warning = permissionWarning(config);
  const bearer = tokensRequired ? ' -H "Authorization: Bearer $TOKEN"' : '';
  return [
    `Daybook ${version} listens at ${url}`,
    ...(webApp && 'files' in webApp ? [`  open    ${url} in a browser`] : []),
    ...demo,
    `  data    ${store.about.location}`,
    tokensRequired
      ? `  access  a token is required (${commandFor(config, 'token list')})`
      : `  access  no token needed from this machine (${commandFor(config, 'token create --name NAME')} changes that)`,
    `  try     curl ${url}/api/v1/emails${bearer}`,
    `  docs    ${url}/docs`,
    ...(webApp && 'problem' in webApp ? [`  warning the web app could not be built: ${webApp.problem}`] : []),
    ...(warning === null ? [] : [`  warning ${warning}`]),
    '  stop    Ctrl-C',
    '',
  ].join('\n');
}

/** States that these records are samples, and how to remove them and use one's own. */
async function demoLines(store: Store, config: Config, asked: boolean): Promise<string[]> {
  const day = await demoDay(store);
  if (day === undefined) return [];
  if (!asked) return [`  demo    it was filled with sample records on ${day}`];
  return [
    `  demo    these are sample records, created on ${day}, separate from your own`,
    `  remove  ${removal(config)}   (after it has stopped)`,
    '  yours   ./daybook serve   starts the service with your own records',
  ];
}

/** The demo folder can be removed as a whole; a folder that the user named may contain other data. */
function removal(config: Config): string {
  if (isPostgres(config.database)) return `drop the database, and rm -r ${shellWord(filesFolder(config))}`;
  if (placeOf(config) === join(demoHome, 'daybook.db')) return `rm -r ${shellWord(demoHome)}`;
  const place = resolve(placeOf(config));
  return `rm -rf ${shellWord(place)}* ${shellWord(filesFolder(config))} ${shellWord(keyFile(config))}`;
}

function drainOnSignal(service: Service): void {
  let draining = false;
  const drain = (signal: NodeJS.Signals) => {
    if (draining) process.exit(1); // second signal: exit immediately
    draining = true;
    process.stdout.write(`${signal}: finishing the requests in progress, for at most ${limits.drain / 1000} s.\n`);
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
