// Makes the reference of the libraries with TypeDoc: Markdown in artifacts/sdk-reference, one page for each entry point, from the
// types that the build has made.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { referenceFolder } from './contents.mjs';

const root = join(import.meta.dirname, '..');
const entryPoints = [
  ...['index', 'extras', 'testing/index', 'web-rtc', 'node'].map((name) => `sdk/dist/${name}.d.ts`),
  'react/dist/index.d.ts',
  'protocol/dist/index.d.ts',
  'protocol/dist/rest/index.d.ts',
].map((file) => join(root, 'packages', file));

const output = join(root, referenceFolder);
const application = await Application.bootstrapWithPlugins({
  entryPoints,
  tsconfig: join(import.meta.dirname, 'tsconfig.json'),
  plugin: ['typedoc-plugin-markdown'],
  // The compiler has checked them, with another version.
  skipErrorChecking: true,
  readme: 'none',
  disableSources: true,
  excludePrivate: true,
  excludeExternals: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  // Tables take a fifth of the place that a heading for each parameter does.
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  enumMembersFormat: 'table',
  typeDeclarationFormat: 'table',
  useHTMLAnchors: true,
  router: 'module',
  outputs: [{ name: 'markdown', path: output }],
  logLevel: 'Warn',
});
const project = await application.convert();
if (project === undefined) throw new Error('TypeDoc found no types.');
for (const entry of project.children ?? []) entry.name = packageOf(entry.name);
rmSync(output, { recursive: true, force: true });
await application.generateOutputs(project);

/** `@roomtone/sdk/testing` for `sdk/dist/testing/index`, the name by which programs import it. */
function packageOf(path) {
  return `@roomtone/${path.replace('/dist', '').replace(/\/index$/, '')}`;
}
