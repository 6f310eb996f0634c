// A module as a browser gets it: bundled and minified by Vite.
import { build } from 'vite';

export async function bundle(input: string): Promise<string> {
  const rolldownOptions = { input, preserveEntrySignatures: 'strict' as const };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, target: 'es2022', modulePreload: false, rolldownOptions },
  });
  const chunks = 'output' in built ? built.output.flatMap((one) => ('code' in one ? [one.code] : [])) : [];
  if (chunks.length !== 1) throw new Error(`The bundle of ${input} has ${chunks.length} files.`);
  return chunks[0] as string;
}
