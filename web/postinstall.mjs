// Runs after npm install, with any version of Node: builds the web app with the Node that npm has installed. It never
// fails, because the service builds what is missing when it starts.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const own = pathOf(`node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`);
const node = existsSync(own) ? own : process.execPath;

const { status } = spawnSync(node, [pathOf('src/main.ts'), 'build-web'], { stdio: 'ignore' });
process.stdout.write(status === 0 ? 'The web app is built.\n' : 'The web app will be built when the service starts.\n');
