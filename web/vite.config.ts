// How the web app is built: plain files for the service to serve, without inline scripts or styles. build.ts adds the
// service worker and compressed copies.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:7200';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

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

export default defineConfig({
  root: path('.'),
  resolve: {
    alias: {
      'daybook-client': path('../client/src/index.ts'),
    },
  },
  plugins: [preloadFont],
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
          groups: [{ name: 'common', test: /lucide-react|web\/src\/(?:ui|data|shell)\//u, minShareCount: 2 }],
        },
      },
    },
  },
  // `npx vite web` serves the sources with hot reload; the API is that of a running service.
  server: { proxy: { '/api': { target: SERVICE, ws: true }, '/favicon.svg': SERVICE } },
});
