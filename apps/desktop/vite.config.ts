import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noteBundledPackages } from '../../scripts/bundled-packages.mjs';
import { abcjsWithoutStyles } from './abcjs-without-styles.ts';
import { preloadStart, startParts } from './first-screens.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where `vite` (the development server, `npm run dev`) finds the Roomtone server. */
const service = `http://127.0.0.1:${process.env['ROOMTONE_PORT'] ?? '7420'}`;

const bundled = noteBundledPackages(here('./dist/bundled/screens.json'));

export default defineConfig({
  root: here('./src/renderer'),
  base: '/',
  plugins: [react(), abcjsWithoutStyles, preloadStart, bundled],
  resolve: { alias: { 'stb-vorbis': here('./no-vorbis.ts') } },
  build: {
    outDir: here('./dist/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    // Else light-dark() would be rewritten into what knows one theme a page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The server's Content-Security-Policy allows only what it serves itself: nothing is inlined as a data: address.
    assetsInlineLimit: 0,
    // For scripts/initial-script.mjs; the server serves no file that begins with a dot.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: startParts(), debugName: 'start-parts', priority: 1 },
            // Icons and the like: one by one they would be a third of the requests for a room.
            {
              name: 'small-parts',
              minShareCount: 2,
              maxModuleSize: 700,
              test: /node_modules|page[\\/](ui|features)[\\/]/,
            },
          ],
        },
      },
    },
  },
  // Both workers and the audio worklet are loaded as modules.
  worker: { format: 'es', plugins: () => [bundled] },
  server: {
    proxy: {
      '/api': { target: service, ws: true },
      '/ws': { target: service, ws: true },
      '/sounds.json': service,
      '/assets/sounds': service,
    },
  },
});
