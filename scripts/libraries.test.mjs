import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apiReport, apiReportFile } from './api-report.mjs';
import { libraries } from './release/libraries.mjs';
import { root, runQuietly, tool } from './run.mjs';
import { sdkSizes } from './sdk-size.mjs';

it.each(libraries)('packages/%s/api-report.md has the public types', (name) => {
  const isCurrent = readFileSync(apiReportFile(name), 'utf8') === apiReport(name);
  expect(isCurrent, '`npm run api:report` updates the report; look at what it changes before you commit it').toBe(true);
});

it('keeps the SDK for browsers within its budgets, and leaves out what a page does not use', async () => {
  const sizes = await sdkSizes();
  for (const { name, size, sizeLimit } of sizes) {
    console.log(`${name}: ${(size / 1024).toFixed(1)} KiB of ${sizeLimit / 1024} KiB`);
  }
  expect(sizes).toHaveLength(11);
  for (const { name, passed, size } of sizes) {
    expect(passed, name).toBe(true);
    expect(size, name).toBeGreaterThan(50);
  }
});

it('compiles every example in the documentation', async () => {
  const documents = [
    ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  ].filter((path) => path.endsWith('.md'));
  const examples = documents.flatMap((path) => {
    const blocks = readFileSync(join(root, path), 'utf8').matchAll(/^```(tsx?)\n(.*?)^```/gms);
    return Array.from(blocks, ([, kind, code], index) => ({
      name: `${path.replace(/\W/g, '-')}-${index + 1}.${kind}`,
      code,
    }));
  });
  expect(examples.length).toBeGreaterThan(15);
  const project = join(root, 'artifacts/documented');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  for (const { name, code } of examples) writeFileSync(join(project, name), code);
  const reactTypes = join(root, 'packages/react/node_modules/@types/react');
  const documented = join(root, 'scripts/release/consumers/documented.d.ts');
  const compilerOptions = {
    ...{
      target: 'es2023',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      moduleDetection: 'force',
      strict: true,
      noEmit: true,
    },
    ...{
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      skipLibCheck: true,
      skipDefaultLibCheck: true,
    },
    jsx: 'react-jsx',
    paths: {
      ...Object.fromEntries(libraries.flatMap(entryTypes)),
      react: [`${reactTypes}/index.d.ts`],
      'react/jsx-runtime': [`${reactTypes}/jsx-runtime.d.ts`],
    },
  };
  const files = [documented, ...examples.map(({ name }) => name)];
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { output } = await runQuietly(process.execPath, [tool('tsc'), '-p', '.'], { cwd: project });
  expect(output).toBe('');
});

/** The types of each entry point of a library in the workspace. */
function entryTypes(library) {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', library, 'package.json'), 'utf8'));
  return Object.entries(exports).map(([path, { types }]) => [
    path.replace('.', name),
    [join(root, 'packages', library, types)],
  ]);
}
