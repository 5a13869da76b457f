import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { libraries } from './libraries.mjs';
import { changelogOf, packageChangelog } from './package-changelogs.mjs';
import { releaseNotes, sectionsOf } from './release-notes.mjs';

const changelog = `# Changelog

## Unreleased

### Playing together

- A drum kit.

## 1.2.0 – 2026-12-01

Longer evenings.

### Playing together

- A shared metronome ([rules](docs/room-rules.md)).

### For developers

- \`@roomtone/sdk\`: \`room.time\`, also in
  workers.
- \`@roomtone/sdk\` and \`@roomtone/react\` need Node 22.14.

## 1.1.0

### For developers

- \`@roomtone/protocol\` has vectors.
`;

describe('the notes of a release', () => {
  it('are the same from a changelog whose lines end as on Windows', () => {
    expect(sectionsOf(changelog.replaceAll('\n', '\r\n'))).toEqual(sectionsOf(changelog));
  });

  it('are its section without what is for developers, with links that work outside', () => {
    expect(releaseNotes(changelog, 'v1.2.0', 'roomtone/roomtone')).toBe(`Longer evenings.

### Playing together

- A shared metronome ([rules](https://github.com/roomtone/roomtone/blob/v1.2.0/docs/room-rules.md)).

Developers find what changed in the libraries in the [changelog](https://github.com/roomtone/roomtone/blob/v1.2.0/CHANGELOG.md).
`);
  });

  it('of a beta are what is unreleased', () => {
    expect(releaseNotes(changelog, 'v1.3.0-beta.1')).toContain('A drum kit.');
  });

  it('fail for a version without a section, or with nothing for users in it', () => {
    expect(() => releaseNotes(changelog, 'v9.0.0')).toThrow('CHANGELOG.md says nothing to users under "## 9.0.0"');
    expect(() => releaseNotes(changelog, 'v1.1.0')).toThrow('says nothing to users');
  });

  it('could be made today', () => {
    expect(releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), 'v0.0.0-beta.1').length).toBeGreaterThan(500);
  });
});

describe('the changelog of a package', () => {
  it('has the entries that name it, by version', () => {
    expect(changelogOf(changelog, '@roomtone/sdk')).toBe(`# Changelog of @roomtone/sdk

## 1.2.0

- \`@roomtone/sdk\`: \`room.time\`, also in
  workers.
- \`@roomtone/sdk\` and \`@roomtone/react\` need Node 22.14.
`);
    expect(changelogOf(changelog, '@roomtone/protocol')).toContain('## 1.1.0');
    expect(changelogOf(changelog, '@roomtone/smf')).toBe('# Changelog of @roomtone/smf\n');
  });

  it.each(libraries)('of packages/%s is not empty', (library) => {
    expect(packageChangelog(library)).toContain('## Unreleased');
  });

  it('misses nothing: every entry for developers names a package, or says what else it is about', () => {
    const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    const entries = sectionsOf(text)
      .flatMap(({ parts }) => parts.filter(({ title }) => title === 'For developers'))
      .flatMap((part) => part.text.split(/\n(?=- )/));
    const unclear = entries.filter((entry) => !/@roomtone\/\w+/.test(entry) && /\bSDK\b|\bhooks?\b/.test(entry));
    expect(unclear).toEqual([]);
  });
});
