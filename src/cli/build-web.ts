// daybook build-web: builds the web app, if its sources have changed since the last build.
import type { Command } from 'commander';
import { ConfigProblem } from '../config.ts';
import { openWebApp } from '../web/web-app.ts';

export function addBuildWebCommand(program: Command): void {
  program
    .command('build-web')
    .description('Build the web app, as npm install and serve do if needed.')
    .action(async () => {
      let outcome = 'the web app is up to date';
      const webApp = await openWebApp(() => {
        outcome = 'the web app is built';
      });
      if ('problem' in webApp) throw new ConfigProblem(`the web app cannot be built: ${webApp.problem}`);
      if (!webApp.isKept) throw new ConfigProblem('the web app is built, but web/dist cannot be written.');
      process.stdout.write(`${outcome}\n`);
    });
}
