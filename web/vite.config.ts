// How the web app is built: plain files for the service to serve, without inline scripts or styles. build.ts adds the
// service worker and compressed copies.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const SERVICE = process.env.DAYBOOK_URL ?? 'http://127.0.0.1:7200';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: path('.'),
  resolve: {
    alias: {
      'daybook-client': path('../client/src/index.ts'),
    },
  },
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
    },
  },
  // `npx vite web` serves the sources with hot reload; the API is that of a running service.
  server: { proxy: { '/api': { target: SERVICE, ws: true }, '/favicon.svg': SERVICE } },
});
