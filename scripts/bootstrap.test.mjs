import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFingerprint, networkFailure, nodeProblem, WORKSPACE } from './bootstrap.cjs';
import { root } from './run.mjs';

const bootstrap = join(root, 'scripts/bootstrap.cjs');

describe('the Node that runs it', () => {
  it('refuses what is older than Node 20 and says what to do', () => {
    expect(nodeProblem('v18.20.1')).toMatch(/needs Node 20 or newer; this is Node v18\.20\.1.*https:\/\/nodejs\.org/s);
    expect(nodeProblem('v0.10.48')).toMatch(/needs Node 20/);
  });

  it('takes Node 20 and newer', () => {
    expect(nodeProblem('v20.0.0')).toBeNull();
    expect(nodeProblem('v100.1.0')).toBeNull();
  });

  it('is written in the syntax of ES5, which old Nodes read', () => {
    const code = readFileSync(bootstrap, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '');
    expect(code).not.toMatch(/=>|`[^`]*\$\{|\b(const|let|class|async|await|import)\b|\.\.\.|\?\.|\?\?|require\('node:/);
    expect(code).not.toMatch(/,\s*\)/);
    expect(code).not.toMatch(/catch \{/);
  });
});

describe('a failed install', () => {
  it.each([
    [
      'npm error FetchError: request to https://registry.npmjs.org/pnpm failed, reason: connect ECONNREFUSED 1.2.3.4:443',
    ],
    ['npm error request to https://registry.npmjs.org/pnpm failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org'],
    [' ERR_PNPM_META_FETCH_FAIL  GET https://registry.npmjs.org/long: getaddrinfo ENOTFOUND'],
    ['[WARN] GET https://registry.npmjs.org/x.tgz error: error sending request: dns error: failed to lookup'],
  ])('is a missing network when it says: %s', (line) => {
    expect(networkFailure(`first\n${line}\nlast`)).toBe(line.trim());
  });

  it('names the line with the address when there is one', () => {
    expect(networkFailure('npm error code ENOTFOUND\nnpm error request to https://a.example/pnpm: ENOTFOUND')).toBe(
      'npm error request to https://a.example/pnpm: ENOTFOUND',
    );
  });

  it('is not a missing network when the lockfile is out of date', () => {
    expect(networkFailure('Error: ERR_PNPM_OUTDATED_LOCKFILE')).toBeNull();
  });
});

it('looks for changes in the packages that pnpm-workspace.yaml lists', () => {
  const [, list] = /^packages:\n((?: {2}- .*\n)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  expect(list.match(/(?<=- ).*/g)).toEqual(WORKSPACE);
});

// The fake npx is a shell script.
describe.skipIf(process.platform === 'win32')('in a folder of its own', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'roomtone-bootstrap-'));
    mkdirSync(join(folder, 'scripts'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'apps/one'), { recursive: true });
    copyFileSync(bootstrap, join(folder, 'scripts/bootstrap.cjs'));
    writeFileSync(join(folder, 'package.json'), '{ "packageManager": "pnpm@1.2.3" }');
    writeFileSync(join(folder, 'apps/one/package.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('changes its fingerprint with any manifest', () => {
    const before = installFingerprint(folder);
    expect(installFingerprint(folder)).toBe(before);
    writeFileSync(join(folder, 'apps/one/package.json'), '{ "name": "one" }');
    expect(installFingerprint(folder)).not.toBe(before);
  });

  it('says that npx is missing', () => {
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toMatch(/installs its packages with npx, which was not found/);
  });

  it('says that it needs the registry when there is no network', () => {
    fakeNpx('echo "npm error code ENOTFOUND" >&2; exit 1');
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toMatch(/needs the npm registry once[\s\S]*npm error code ENOTFOUND[\s\S]*HTTPS_PROXY/);
  });

  it('shows what pnpm printed when it fails otherwise', () => {
    fakeNpx('echo "ERR_PNPM_OUTDATED_LOCKFILE"; exit 3');
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toMatch(/ERR_PNPM_OUTDATED_LOCKFILE[\s\S]*pnpm ended with 3/);
  });

  it('says why the packaged Node may be missing', () => {
    fakeNpx('/bin/mkdir node_modules');
    expect(run('start').stderr).toMatch(/left no binary[\s\S]*ignore-scripts/);
  });

  it('installs with the pinned pnpm, hands over, and installs again only after a change', () => {
    fakeInstall();
    writeFileSync(join(folder, 'scripts/start.mjs'), 'console.log(process.argv.slice(2).join()); process.exit(7);');

    const first = run('start', 'a', 'b');
    expect(first.stdout).toMatch(/Installing the packages with pnpm 1\.2\.3[\s\S]*Progress: half way[\s\S]*\na,b\n/);
    expect(first.stdout).not.toContain('noise');
    expect(first.status).toBe(7);
    expect(readFileSync(join(folder, 'arguments'), 'utf8')).toBe('-y pnpm@1.2.3 install --frozen-lockfile\n');

    expect(run('start').stdout).toBe('\n');
    writeFileSync(join(folder, 'pnpm-lock.yaml'), 'changed');
    expect(run('start').stdout).toContain('Installing');
  });

  it.each(['SIGTERM', 'SIGINT'])('passes %s on and ends as its child does', async (signal) => {
    fakeInstall();
    writeFileSync(
      join(folder, 'scripts/start.mjs'),
      // Open input keeps it alive, so that it ends with an interrupted test, too.
      `process.on('${signal}', () => process.exit(9)); process.stdin.on('end', process.exit).resume(); console.log('ready');`,
    );
    const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.cjs'), 'start'], {
      env: environment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text) => {
      if (String(text).includes('ready')) child.kill(signal);
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(9);
  });

  it('names its commands when it gets another', () => {
    expect(run('dance').stderr).toMatch(/start\|desktop\|test\|build\|check/);
  });

  function run(...args) {
    return spawnSync(process.execPath, [join(folder, 'scripts/bootstrap.cjs'), ...args], {
      encoding: 'utf8',
      env: environment(),
    });
  }

  /** Without npx, unless there is a fake one. */
  function environment() {
    return { PATH: [join(folder, 'bin'), '/nowhere'].join(delimiter) };
  }

  function fakeInstall() {
    fakeNpx(`echo "$@" > arguments; echo noise; echo "Progress: half way"
      /bin/mkdir -p node_modules/node/bin; /bin/ln -sf '${process.execPath}' node_modules/node/bin/node`);
  }

  function fakeNpx(script) {
    const file = join(folder, 'bin/npx');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
});
