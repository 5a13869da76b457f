import { describe, expect, it } from 'vitest';
import { checkNeededPrograms, programProblems, programsIn } from './needed-programs.mjs';

const childProcess = "import { execFile, spawn, spawnSync } from 'node:child_process';\n";

function named(text) {
  const { names, isOpen } = programsIn('a.test.ts', childProcess + text);
  return { names: [...names].sort(), isOpen };
}

describe('the programs that a test needs', () => {
  it('are those that it looks for, starts, or starts by a path', () => {
    const text = `
      const caddy = findProgram('caddy');
      spawnSync(caddy ?? '', ['validate']);
      const run = promisify(execFile);
      await run('dpkg-deb', ['-x']);
      spawn('/usr/bin/python3' as string, []);
      spawn(join(bin, 'postgres'), []);
      spawn(process.execPath, ['x.mjs']);`;
    expect(named(text)).toEqual({ names: ['caddy', 'dpkg-deb', 'postgres', 'python3'], isOpen: false });
  });

  it('are those that another program starts for it', () => {
    expect(named("start({ through: ['firejail', '--net=none'] });")).toEqual({ names: ['firejail'], isOpen: false });
    expect(named("const through = isRoot ? ['setpriv', '-x'] : [];")).toEqual({ names: ['setpriv'], isOpen: true });
    expect(named("spawn('dbus-run-session', ['--', 'bash']);")).toEqual({ names: ['dbus-run-session'], isOpen: true });
  });

  it('cannot be seen where the name comes from elsewhere', () => {
    expect(named('export const start = (program: string) => spawn(program, []);').isOpen).toBe(true);
    expect(named("for (const program of ['a', 'b']) spawn(program, []);").isOpen).toBe(true);
  });

  it('are looked for only in code that can start any', () => {
    expect(programsIn('a.test.ts', "spawn('caddy');")).toEqual({ names: new Set(), isOpen: false });
  });
});

it('names each program that no package brings, and each file that does not say what it starts', () => {
  const files = new Map([
    ['one.test.ts', `${childProcess}spawnSync('caddy', []); spawnSync('gcc', []);`],
    ['two.test.ts', `${childProcess}spawn(program, []);`],
    ['three.test.ts', `${childProcess}spawn(program, []);`],
    ['four.test.ts', 'expect(1).toBe(1);'],
  ]);
  const known = new Set(['gcc', 'ip']);
  expect(programProblems(files, known, { 'three.test.ts': ['ip', 'weston'], 'four.test.ts': [] })).toEqual([
    'one.test.ts: no package in scripts/system-packages.mjs brings `caddy`',
    'two.test.ts: list the programs that it starts in scripts/needed-programs.mjs',
    'three.test.ts: no package in scripts/system-packages.mjs brings `weston`',
    'four.test.ts: is listed in scripts/needed-programs.mjs and starts nothing of the kind',
  ]);
});

it('knows the programs of the tests of this repository', () => {
  const without = checkNeededPrograms({ listed: [] });
  expect(without.ok).toBe(false);
  for (const name of ['caddy', 'haproxy', 'redis-server', 'initdb', 'pebble'])
    expect(without.output).toContain(`\`${name}\``);
});
