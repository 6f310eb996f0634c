// daybook serve: starts the service, says where it is and what to do next, and drains it on SIGTERM or SIGINT.
import type { Command } from 'commander';
import { type Config, commandFor } from '../config.ts';
import { limits } from '../limits.ts';
import type { Service } from '../service.ts';
import type { Store } from '../store/store.ts';
import { version } from '../version.ts';
import { addSettings, allSettings, configOf } from './options.ts';

export function addServeCommand(program: Command): void {
  const command = program.command('serve').description('Start the service.');
  addSettings(command, allSettings);
  command.option('--demo', 'Fill an empty data folder with an invented life to try things on.');
  command.action(async (options: Record<string, unknown>) => {
    const config = configOf(options);
    const { startService } = await import('../service.ts'); // the server is large; other commands do without it
    const service = await startService(
      config,
      options.demo ? (store) => fillWithDemo(store, config.timezone) : undefined,
    );
    drainOnSignal(service);
    process.stdout.write(greeting(service, config));
  });
}

// Loaded only when asked for: the demo is a book of invented text.
async function fillWithDemo(store: Store, timezone: string): Promise<void> {
  const { fillDemo } = await import('../demo/fill.ts');
  await fillDemo(store, timezone);
}

function greeting({ url, tokensRequired, store }: Service, config: Config): string {
  const bearer = tokensRequired ? ' -H "Authorization: Bearer $TOKEN"' : '';
  return [
    `Daybook ${version} listens at ${url}`,
    `  data    ${store.about.location}`,
    tokensRequired
      ? `  access  a token is required (${commandFor(config, 'token list')})`
      : `  access  no token needed from this machine (${commandFor(config, 'token create --name NAME')} changes that)`,
    `  try     curl ${url}/api/v1/emails${bearer}`,
    `  docs    ${url}/docs`,
    '  stop    Ctrl-C',
    '',
  ].join('\n');
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
