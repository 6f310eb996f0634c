// Command line options, generated from the settings table so that each has one name, one help text and one meaning.
import { type Command, Option } from 'commander';
import { type Config, readConfig, settings } from '../config.ts';

type Name = keyof Config;

export function addSettings(command: Command, names: readonly Name[]): Command {
  for (const name of names) {
    const { flag, takes, about, env, default: fallback } = settings[name];
    const shown = [fallback].flat().join(',');
    const note = shown === '' ? env : `${env}, default ${shown}`;
    const value = takes === '' ? '' : ` <${takes.toLowerCase()}>`;
    command.addOption(new Option(flag + value, `${about} [${note}]`));
  }
  return command;
}

export const allSettings = Object.keys(settings) as Name[];
export const storeSettings: readonly Name[] = ['data', 'database'];

/** The settings of a command from its options and the environment. */
export function configOf(options: Record<string, unknown>): Config {
  const config: Partial<Record<Name, string>> = {};
  for (const name of allSettings) {
    if (typeof options[name] === 'string') config[name] = options[name];
    // The parser stores --no-web as web: false.
    if (settings[name].takes === '' && options[settings[name].flag.slice('--no-'.length)] === false)
      config[name] = 'true';
  }
  return readConfig(config, process.env);
}
