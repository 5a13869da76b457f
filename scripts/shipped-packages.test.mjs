import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { shippedPackages, withLicences } from './shipped-packages.mjs';

const lockfile = `
importers:
  apps/app:
    dependencies:
      one: {specifier: 1.0.0, version: 1.0.0(peer@3.0.0)}
      lib: {specifier: 'workspace:*', version: link:../../packages/lib}
      alias: {specifier: 'npm:@scope/real@2.0.0', version: '@scope/real@2.0.0'}
    devDependencies:
      tool: {specifier: 9.0.0, version: 9.0.0}
  packages/lib:
    dependencies:
      two: {specifier: 2.0.0, version: 2.0.0}
    devDependencies:
      tool: {specifier: 9.0.0, version: 9.0.0}
snapshots:
  one@1.0.0(peer@3.0.0):
    dependencies: {peer: 3.0.0}
    optionalDependencies: {extra: 4.0.0}
  peer@3.0.0:
    dependencies: {one: 1.0.0(peer@3.0.0)}
  extra@4.0.0: {}
  two@2.0.0: {}
  '@scope/real@2.0.0': {}
  tool@9.0.0: {}
`;

describe('the packages in the app', () => {
  it('are all it needs to run: through workspace packages, aliases and cycles, without tools', () => {
    const names = shippedPackages(lockfile, ['apps/app']).map(({ name, version }) => `${name}@${version}`);
    expect(names).toEqual(['@scope/real@2.0.0', 'extra@4.0.0', 'one@1.0.0', 'peer@3.0.0', 'two@2.0.0']);
  });

  it('all have a licence that allows redistribution', () => {
    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
    const packages = withLicences(shippedPackages(lock, ['apps/desktop', 'apps/server']), root);
    expect(packages.length).toBeGreaterThan(100);
    const redistributable =
      /^\(?(MIT|MIT-0|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|OFL-1\.1|BlueOak-1\.0\.0|Unlicense|Python-2\.0|CC0-1\.0|LGPL-3\.0-or-later|MPL-2\.0)\b/;
    const others = packages.filter(({ licence }) => !redistributable.test(licence));
    expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });
});
