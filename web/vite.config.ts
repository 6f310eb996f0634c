// How the web app is built: plain files for the service to serve, without inline scripts or styles. build.ts adds the
// service worker and compressed copies.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:7200';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Files of the start, in the order in which they are loaded: each has what its module needs and no file before it has. */
const STARTS: Readonly<Record<string, string>> = {
  main: path('src/main.ts'),
  first: path('src/start/first-paint.ts'),
  app: path('src/start/start-app.tsx'),
};
const IN_PAGE = /\/(?:rolldown-runtime|main|first|app)-[^/]*\.js$|\/first-[^/]*\.css$/u;
/** Of the bundler, for dynamic imports. */
const HELPERS = ['\0vite/preload-helper.js'];
const closures = new Map<string, ReadonlySet<string>>();

/** Whether a module is needed to run another. */
function isNeededFor(entry: string, id: string, modules: Modules): boolean {
  const needed = closures.get(entry) ?? importedFrom(entry, modules);
  closures.set(entry, needed);
  return needed.has(id);
}

function importedFrom(entry: string, modules: Modules): ReadonlySet<string> {
  const found = new Set([entry, ...HELPERS]);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Styles of `ui` are in a layer, which is weaker than the styles of the areas that use it, whatever the order of the files is
 * in which they are loaded. So a rule of an area that must not change a state of a control, such as :hover, excludes it.
 */
const layerStyles: Plugin = {
  name: 'layer-styles',
  enforce: 'pre',
  transform(code, id) {
    const [, file] = /\/web\/src\/ui\/(.*)\.css$/u.exec(id) ?? [];
    if (file === undefined) return null;
    return { code: `@layer base, ui;\n@layer ${file.endsWith('.module') ? 'ui' : 'base'} {\n${code}\n}`, map: null };
  },
};

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
 * The entry is a small script that loads the rest of the start. The page asks for it beside the entry, so that it does not
 * wait for the entry to run. The link to the app has no `rel`: the entry sets it when it has what it paints first.
 */
const preloadStart: Plugin = {
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const fileOf = (module: string | undefined) => chunks.find(({ moduleIds }) => moduleIds.includes(module ?? ''));
      const [first, app] = [fileOf(STARTS.first), fileOf(STARTS.app)];
      const styles = [...(first?.viteMetadata?.importedCss ?? [])];
      return [
        ...[first?.fileName, ...(first?.imports ?? [])].map((file) => ({ rel: 'modulepreload', file })),
        { as: 'script', 'data-preload': true, file: app?.fileName },
        ...styles.map((file) => ({ rel: 'stylesheet', file })),
      ]
        .filter(({ file }) => file !== undefined && !html.includes(file))
        .map(({ file, ...attrs }) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${file}` } }));
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
  plugins: [layerStyles, preloadFont, preloadStart],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: path('dist/vite'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page itself asks for these.
      resolveDependencies: (_file, files) => files.filter((file) => !IN_PAGE.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages mark modules for frameworks that render on a server ("use client"), which means nothing here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      // What several screens use is one file: a file of its own for each icon and component would be a hundred requests.
      output: {
        codeSplitting: {
          groups: [
            ...Object.entries(STARTS).map(([name, entry], index) => ({
              name: (id: string, modules: Modules) => (isNeededFor(entry, id, modules) ? name : null),
              priority: 3 - index,
            })),
            { name: 'common', test: /web\/src\/(?:ui|data|shell|words)\//u, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // `npx vite web` serves the sources with hot reload; the API is that of a running service.
  server: { proxy: { '/api': { target: SERVICE, ws: true }, '/favicon.svg': SERVICE } },
});
