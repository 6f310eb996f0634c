// How the web app is built: plain files for the service to serve, without inline scripts or styles. build.ts adds the
// service worker and compressed copies.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:7200';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const FIRST =
  /rolldown\/runtime|vite\/preload-helper|web\/src\/(?:screens|start\/(?:early-requests|first-queries)|mail\/(?:list-query|mail-address|first-requests))\b/u;

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const APP = path('src/start/start-app.tsx');
let appModules: ReadonlySet<string> | undefined;

/** Whether a module is needed to start the app, whatever the screen. */
function isOfApp(id: string, modules: Modules): boolean {
  appModules ??= importedFrom(APP, modules);
  return appModules.has(id);
}

function importedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The page asks for its font together with its script, so that the first text is drawn with it and does not move. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-.*\.woff2$/u.test(name));
      if (font === undefined) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/**
 * The entry is a small script that loads the app. The page asks for the app beside it, so that it does not wait for the
 * entry to run.
 */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/start/start-app.tsx'));
      if (!app) return [];
      const needed = chunks.filter(({ fileName }) => fileName === app.fileName || app.imports.includes(fileName));
      const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      const link = (rel: string, file: string) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      });
      return [
        ...needed.map(({ fileName }) => link('modulepreload', fileName)),
        ...[...styles].map((file) => link('stylesheet', file)),
      ].filter(({ attrs }) => !html.includes(attrs.href));
    },
  },
};

export default defineConfig({
  root: path('.'),
  resolve: {
    alias: {
      'daybook-client': path('../client/src/index.ts'),
    },
  },
  plugins: [preloadFont, preloadApp],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: path('dist/vite'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages mark modules for frameworks that render on a server ("use client"), which means nothing here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      // What several screens use is one file: a file of its own for each icon and component would be a hundred requests.
      output: {
        codeSplitting: {
          groups: [
            // What the entry needs, which must not wait for the rest.
            { name: 'start', test: FIRST, priority: 2 },
            { name: (id, context) => (isOfApp(id, context) ? 'app' : null), priority: 1 },
            { name: 'common', test: /lucide-react|web\/src\/(?:ui|data|shell|words)\//u, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // `npx vite web` serves the sources with hot reload; the API is that of a running service.
  server: { proxy: { '/api': { target: SERVICE, ws: true }, '/favicon.svg': SERVICE } },
});
