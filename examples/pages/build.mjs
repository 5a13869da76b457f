// Bundles the pages into examples/dist/pages, from where any web server can serve them: node examples/pages/build.mjs
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const here = import.meta.dirname;
const out = process.argv[2] ?? join(here, '../dist/pages');
const scripts = {
  'plain/roomtone-sdk.js': '@roomtone/sdk',
  'react/page.js': './react/page.tsx',
  'overlay/overlay.js': './overlay/overlay.ts',
  'drawing/drawing.js': './drawing/drawing.ts',
};
for (const [name, input] of Object.entries(scripts)) {
  const bundle = await rolldown({
    input,
    cwd: here,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  // One file each: the parts of the SDK that load later are in it, too.
  await bundle.write({ file: join(out, name), format: 'es', minify: true, codeSplitting: false });
  await bundle.close();
}
for (const page of ['plain', 'react', 'overlay', 'drawing']) {
  mkdirSync(join(out, page), { recursive: true });
  cpSync(join(here, page, 'index.html'), join(out, page, 'index.html'));
}
