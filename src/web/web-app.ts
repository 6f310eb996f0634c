// The web app as the service needs it: its files, built first if its sources have changed since, or why it is missing.
import { fileURLToPath } from 'node:url';
import { type Built, build, findBuild } from './builds.ts';
import { sourceDigest } from './sources.ts';

export type WebApp = Built | { problem: string };

const project = fileURLToPath(new URL('../../', import.meta.url));

/** Never fails: the service is useful without it. `onBuild` is called before a build, which takes a few seconds. */
export async function openWebApp(onBuild: () => void, root = project): Promise<WebApp> {
  try {
    const digest = sourceDigest(root);
    const found = findBuild(root, digest);
    if (found) return { files: found, isKept: true };
    onBuild();
    return await build(root, digest);
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
