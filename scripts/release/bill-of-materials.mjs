// The packages in a release, for programs that look for known vulnerabilities: CycloneDX 1.6.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages, withLicences } from '../shipped-packages.mjs';

/** @param {string} root the workspace */
export function billOfMaterials(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const electron = JSON.parse(readFileSync(join(root, 'apps/desktop/package.json'), 'utf8')).devDependencies.electron;
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const packages = withLicences(shippedPackages(lockfile, ['apps/desktop', 'apps/server']), root);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'roomtone', version, licenses: [{ license: { id: 'MIT' } }] } },
    components: [...packages, { name: 'electron', version: electron, licence: 'MIT' }].map(componentOf),
  };
}

function componentOf({ name, version, licence }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ expression: licence }] };
}
