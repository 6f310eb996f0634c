// The command line: selects the command and runs it. An error is printed as one sentence and ends with exit code 2.
import { Command, CommanderError } from 'commander';
import { ConfigProblem } from '../config.ts';
import { AppError } from '../errors.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import { nearest } from '../values/text.ts';
import { version } from '../version.ts';

// Only the code of the requested command is loaded; all of it for help.
type Load = () => Promise<(program: Command) => void>;
const commands: Record<string, Load> = {
  serve: async () => (await import('./serve.ts')).addServeCommand,
  token: async () => (await import('./access.ts')).addTokenCommands,
  user: async () => (await import('./access.ts')).addUserCommands,
  account: async () => (await import('./account.ts')).addAccountCommands,
  import: async () => (await import('./import.ts')).addImportCommand,
  export: async () => (await import('./export-mbox.ts')).addExportCommand,
  backup: async () => (await import('./backup.ts')).addBackupCommands,
  restore: async () => (await import('./backup.ts')).addBackupCommands,
  move: async () => (await import('./move.ts')).addMoveCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  'build-web': async () => (await import('./build-web.ts')).addBuildWebCommand,
};

/**
 * Runs a command to its end. Returns an exit code if the process has to exit immediately, even with open handles.
 */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  try {
    const program = await programFor(args[0] ?? '');
    if (args[0] === 'help') checkTopic(program, args.slice(1));
    await program.parseAsync([...args], { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`daybook: ${explain(error)}\n`);
    return 2;
  }
}

// Commander would print the help of the whole program instead.
function checkTopic(program: Command, topic: readonly string[]): void {
  let at = program;
  for (const word of topic.filter((one) => !one.startsWith('-'))) {
    const found = at.commands.find((one) => one.name() === word);
    if (found) at = found;
    else if (at.commands.length > 0 && word !== 'help') {
      const names = at.commands.map((one) => one.name());
      const near = nearest(word, names);
      const hint = near ? `did you mean ${near}?` : `the commands are ${names.join(', ')}.`;
      throw new ConfigProblem(`there is no command ${JSON.stringify(word)}; ${hint}`);
    }
  }
}

async function programFor(name: string): Promise<Command> {
  const program = new Command('daybook')
    .description('A private service for mail, calendar and contacts: a JSON API with a live change feed.')
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show help for a command.')
    .helpCommand('help [command]', 'Show help for a command.')
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
  for (const add of new Set(await Promise.all(loadsFor(name).map((load) => load())))) add(program);
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command.exitOverride();
    command.helpOption('-h, --help', 'Show help for this command.');
  }
  return program;
}

function loadsFor(name: string): Load[] {
  if (name === '--version' || name === '-V') return [];
  return Object.hasOwn(commands, name) ? [commands[name] as Load] : Object.values(commands);
}

function explain(error: unknown): string {
  const { code, message, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (error instanceof ConfigProblem || error instanceof StoreProblem || error instanceof AppError) return message;
  if (code === 'EADDRINUSE')
    return `${address}:${port} is in use by another program; stop it, or choose another port with --port.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine; choose one with --host.`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} requires more privileges; choose one above 1023 with --port.`;
  if (code === 'ENOENT') return `${path} does not exist.`;
  if (code === 'EACCES' || code === 'EROFS') return `${path} cannot be written: permission denied.`;
  if (code === 'ENOSPC') return 'the disk is full.';
  return message;
}
