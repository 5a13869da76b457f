import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A sandboxed preload script is one CommonJS file that can ask for nothing but Electron. */
export default defineConfig({
  build: {
    ssr: here('./src/preload/index.ts'),
    outDir: here('./dist/preload'),
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    rolldownOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: 'index.cjs' } },
  },
  ssr: { noExternal: true },
});
