// The command line of Daybook. Whatever is wrong is said in one sentence and ends with exit code 2.
import { enableCompileCache } from 'node:module';
import { Command, CommanderError } from 'commander';

enableCompileCache();
process.umask(0o077); // what Daybook writes is for its owner alone

const { ConfigProblem } = await import('./config.ts');
const { AppError } = await import('./errors.ts');
const { version } = await import('./version.ts');
const { StoreProblem } = await import('./store/problem.ts');

const program = new Command('daybook')
  .description('Mail, calendar and contacts of a person: a JSON API with a live change feed.')
  .version(version, '-V, --version', 'Print the version.')
  .helpOption('-h, --help', 'Explain a command and its options.')
  .helpCommand('help [command]', 'Explain a command and its options.')
  .showSuggestionAfterError()
  .configureOutput({
    outputError: (text, write) =>
      write(
        `daybook: ${text
          .replace(/^error: /, '')
          .replaceAll('\n', ' ')
          .trim()}\n`,
      ),
  })
  .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
  .addHelpText(
    'after',
    '\nStart with:  ./daybook serve\nDocumentation: README.md and docs/guide/, and /docs of the running service.',
  );

// Only the code of the command that was asked for is loaded; all of it to list or explain the commands.
type Load = () => Promise<(program: Command) => void>;
const commands: Record<string, Load> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  token: async () => (await import('./commands/access.ts')).addTokenCommands,
  user: async () => (await import('./commands/access.ts')).addUserCommands,
  account: async () => (await import('./commands/account.ts')).addAccountCommands,
  import: async () => (await import('./commands/import.ts')).addImportCommand,
  export: async () => (await import('./commands/export-mbox.ts')).addExportCommand,
  backup: async () => (await import('./commands/backup.ts')).addBackupCommands,
  restore: async () => (await import('./commands/backup.ts')).addBackupCommands,
  move: async () => (await import('./commands/move.ts')).addMoveCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
};
const name = process.argv[2] ?? '';
const loads = Object.hasOwn(commands, name) ? [commands[name] as Load] : Object.values(commands);
for (const add of new Set(await Promise.all(loads.map((load) => load())))) add(program);
for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
  command.exitOverride();
  command.helpOption('-h, --help', 'Explain this command and its options.');
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  process.stderr.write(`daybook: ${explain(error)}\n`);
  process.exit(2);
}

function explain(error: unknown): string {
  const { code, message, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (error instanceof ConfigProblem || error instanceof StoreProblem || error instanceof AppError) return message;
  if (code === 'EADDRINUSE')
    return `${address}:${port} is in use by another program; stop it, or choose another port with --port.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine; choose one with --host.`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be used by this account; choose one above 1023 with --port.`;
  if (code === 'ENOENT') return `${path} does not exist.`;
  if (code === 'EACCES' || code === 'EROFS') return `${path} cannot be written: permission denied.`;
  if (code === 'ENOSPC') return 'the disk is full.';
  return message;
}
