// Against a real server: the built program where a terminal, a signal or a shell matters, else the commands within this process.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomtoneClient } from '@roomtone/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import { printedBy } from './output-schema.ts';
import { programPath, runProgram } from './program-run.ts';
import { runHere } from './run-here.ts';

const password = 'correct horse 7';
let server: RunningServer;
let folder: string;
let ada: RoomtoneClient;

beforeAll(async () => {
  server = await startServer({ ROOMTONE_PASSWORD: 'optional', ROOMTONE_EMAIL: 'optional' });
  folder = mkdtempSync(join(tmpdir(), 'roomtone-cli-test-'));
  ada = new RoomtoneClient({ baseUrl: server.url });
  await ada.register({ username: 'ada', password });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const linkTo = (roomId: string) => `${server.url}/rooms/${roomId}`;
const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('in a room', () => {
  test('join shows chat and notes, sends what is typed, and deletes its throwaway account', async () => {
    const room = await ada.createRoom({ roomName: 'Loft' });
    const entered = room.waitFor('participantJoined');
    const joined = runProgram(['join', linkTo(room.info.roomId)], { input: undefined });
    await joined.untilPrinted('“Loft”');
    const { username } = await entered;
    room.noteOn(60, 90);
    room.noteOff(60);
    await joined.untilPrinted('♪ ada  C4');
    await room.chat('Hello there');
    await joined.untilPrinted('ada: Hello there');
    const heard = room.waitFor('chat');
    joined.type('Hi!');
    expect(await heard).toMatchObject({ username, message: 'Hi!' });
    joined.type('/nonsense');
    await joined.untilPrinted('nonsense');
    joined.interrupt();
    const { status, output } = await joined.ended;
    expect([status, output.includes('\u001b')]).toEqual([0, false]);
    await expect(ada.users.get(username)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await room.leave();
  });

  test('join --listen --json gives one object a line', async () => {
    const room = await ada.createRoom({ roomName: 'Loft' });
    const listening = runProgram(['join', linkTo(room.info.roomId), '--listen', '--json'], { input: undefined });
    await listening.untilPrinted('"joined"');
    room.noteOn(62, 90);
    await listening.untilPrinted('noteOn');
    listening.interrupt();
    const lines = printedBy('join', (await listening.ended).output);
    expect(lines[0]).toMatchObject({ type: 'joined', room: 'Loft' });
    expect(lines).toContainEqual(expect.objectContaining({ type: 'noteOn', name: 'ada', key: 62, velocity: 90 }));
    await room.leave();
  });

  test('colour and progress are for terminals without NO_COLOR', async () => {
    await ada.createRoom({ roomName: 'Painted' }).then((room) => room.leave());
    const inTerminal = (env: Record<string, string>) =>
      spawnSync('script', ['-qec', `"${process.execPath}" "${programPath}" rooms ${server.url}`, '/dev/null'], {
        env: {
          ...process.env,
          TERM: 'xterm',
          ROOMTONE_KEYCHAIN: 'off',
          ROOMTONE_CONFIG_DIR: join(folder, 'none'),
          ...env,
        },
        encoding: 'utf8',
      }).stdout;
    const plain = { FORCE_COLOR: '' };
    expect(inTerminal(plain)).toContain('\u001b[');
    expect(inTerminal({ ...plain, NO_COLOR: '1' })).not.toContain('\u001b[');
    expect((await runHere(['rooms', server.url])).output).not.toContain('\u001b[');
  });
});

describe('measuring', () => {
  test('ping measures round trip, notes, clock and both ways, and leaves nothing behind', async () => {
    const ping = ['ping', server.url, '--seconds', '1'];
    const [pinged, words] = await Promise.all([runHere([...ping, '--json']), runHere(ping)]);
    const [figures] = printedBy('ping', pinged.output);
    expect(figures).toMatchObject({ server: server.url, notes: { lost: 0 }, clock: { offsetUs: expect.any(Number) } });
    expect(figures.notes.count).toBeGreaterThan(3);
    expect(figures.notes.count).toBe(figures.notes.sent);
    expect(figures.roundTrip.median).toBeGreaterThan(0);
    expect(['none', 'ready', 'used']).toContain(figures.datagrams.state);
    expect(figures.direct).toMatchObject({ isOpen: true, isToldAddress: true });
    expect(words.output).toMatch(/round trip .* ms[\s\S]*notes .* jitter[\s\S]*[▁▂▃▄▅▆▇█]{5}[\s\S]*clock/);
  });

  test('doctor finds nothing wrong here, says what a page may do, and finds nobody at another port', async () => {
    const [well, nobody, unknown] = await Promise.all([
      runHere(['doctor', server.url, '--json', '--origin', 'https://elsewhere.example']),
      runHere(['doctor', 'http://127.0.0.1:1']),
      runHere(['doctor', 'http://no-such-host.invalid']),
    ]);
    const findings = printedBy('doctor', well.output);
    expect(findings.map(({ about, verdict }) => [about, verdict])).toEqual([
      ['address', 'good'],
      ['certificate', 'good'],
      ['server', 'good'],
      ['CORS', 'bad'],
      ['clock', 'good'],
      ['latency', expect.any(String)],
      ['WebSocket', 'good'],
      ['UDP', expect.any(String)],
      ['direct paths', 'good'],
    ]);
    expect(well.status).toBe(1);
    expect(findings[3]?.['advice']).toContain('ROOMTONE_ALLOWED_ORIGINS=https://elsewhere.example');
    expect([nobody.status, nobody.output]).toEqual([1, expect.stringContaining('the connection was refused')]);
    expect(unknown.output).toContain('Nothing is known by the name');
  });

  test('doctor and rooms hold a server with a certificate of its own to the key of the invitation', async () => {
    const secure = await startServer({ ROOMTONE_TLS: 'auto' });
    try {
      const { fingerprint = '' } = secure;
      const other = (fingerprint.startsWith('A') ? 'B' : 'A') + fingerprint.slice(1);
      const [well, unpinned, wrong, listed, refused, untrusted] = await Promise.all(
        [
          ['doctor', secure.url, '--fingerprint', fingerprint, '--json'],
          ['doctor', secure.url, '--json'],
          ['doctor', `${secure.url}/#key=${other}`],
          ['rooms', secure.url, '--fingerprint', fingerprint],
          ['rooms', `${secure.url}/#key=${other}`],
          ['rooms', secure.url],
        ].map((args) => runHere(args)),
      );
      expect(jsonLines(well?.output ?? '')[1]).toMatchObject({ about: 'key', verdict: 'good' });
      expect(well?.status, well?.output).toBe(0);
      const bad = { about: 'key', verdict: 'bad', advice: expect.stringContaining(fingerprint) };
      expect(jsonLines(unpinned?.output ?? '')[1]).toMatchObject(bad);
      expect([untrusted?.status, untrusted?.output]).toEqual([1, expect.stringContaining('--fingerprint')]);
      expect([wrong?.status, wrong?.output]).toEqual([1, expect.stringContaining('not the one of your invitation')]);
      expect([listed?.status, refused?.output]).toEqual([0, expect.stringContaining('does not have the expected key')]);
    } finally {
      await secure.stop();
    }
  });
});

test('bash, zsh and fish get a script, and the program completes commands and options', async () => {
  const complete = (...args: string[]) => runProgram(['complete', ...args]).ended.then(({ output }) => output);
  const [bash = '', zsh, fish, commands, options] = await Promise.all([
    ...['bash', 'zsh', 'fish'].map((shell) => complete(shell)),
    complete('--', 'p'),
    complete('--', 'play', '--s'),
  ]);
  for (const script of [bash, zsh, fish]) expect(script).toContain('roomtone');
  expect(spawnSync('bash', ['-n'], { input: bash }).status).toBe(0);
  for (const name of ['play', 'ping']) expect(commands).toMatch(new RegExp(`^${name}\\b`, 'm'));
  expect(options).toContain('--speed');
});

test('bash completes without bash-completion, sourced twice, file names where a file is meant, and evaluates nothing', () => {
  const here = mkdtempSync(join(folder, 'completing-'));
  for (const name of ['fugue.mid', 'a file.mid']) writeFileSync(join(here, name), '');
  const script = `
    roomtone() { "$NODE" "$PROGRAM" "$@"; }
    script=$(roomtone complete bash)
    set -e
    eval "$script"; eval "$script"
    set +e
    completing() {
      COMP_LINE=$1; COMP_POINT=\${#1}; COMP_CWORD=1; COMP_WORDS=(roomtone "$2")
      _roomtone; printf '%s|' "\${COMPREPLY[@]}"; echo
    }
    completing 'roomtone pl' pl
    completing 'roomtone play --sp' --sp
    completing 'roomtone play fu' fu
    completing 'roomtone record a' a
    completing 'roomtone play fugue.mid http://127.0.0.1:7420/ro' ro
    completing 'roomtone play $(touch evaluated) f' f
    ls`;
  const { stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-c', script], {
    cwd: here,
    env: { ...process.env, NODE: process.execPath, PROGRAM: programPath },
    encoding: 'utf8',
  });
  const [command, option, played, recorded, afterFile, , ...listed] = stdout.trim().split('\n');
  expect([command, option], stderr).toEqual(['play|', '--speed|']);
  expect([played, recorded, afterFile]).toEqual(['fugue.mid|', 'a file.mid|', '|']);
  expect(listed).toEqual(['a file.mid', 'fugue.mid']);
});

/** Asks each shell what it offers after some beginnings of lines. zsh would need a terminal for its editor of lines: its two parts are doubles. */
const shells = {
  zsh: `
    compdef() { :; }
    _describe() { print -rl -- \${\${(P)2}%%:*}; (( \${#\${(P)2}} > 0 )); }
    _arguments() { print -r files; }
    script=$(roomtone complete zsh); eval "$script"; eval "$script"
    completing() { words=(\${(z)1} \${(M)1:#* }); CURRENT=$#words; _roomtone; print -r -- =; }`,
  fish: `
    set script (roomtone complete fish | string collect); eval $script; eval $script
    function completing; complete -C $argv[1] | string replace -r '\t.*' ''; echo =; end`,
};

test.each(Object.entries(shells))(
  '%s completes, sourced twice, file names where a file is meant, and evaluates nothing',
  (shell, prepare) => {
    const here = mkdtempSync(join(folder, 'completing-'));
    writeFileSync(join(here, 'roomtone'), '#!/bin/sh\nexec "$NODE" "$PROGRAM" "$@"\n', { mode: 0o755 });
    writeFileSync(join(here, 'fugue.mid'), '');
    const asked = ['roomtone pl', 'roomtone play fu', 'roomtone rooms $(touch evaluated) f'];
    const script = `${prepare}\n${asked.map((line) => `completing '${line}'`).join('\n')}\nls`;
    const { stdout, stderr } = spawnSync(shell, [shell === 'zsh' ? '-f' : '--no-config', '-c', script], {
      cwd: here,
      env: {
        ...process.env,
        HOME: here,
        PATH: `${here}:${process.env['PATH']}`,
        NODE: process.execPath,
        PROGRAM: programPath,
      },
      encoding: 'utf8',
    });
    const [command, file, noFile, listed] = stdout.split('=\n').map((each) => each.trim());
    expect([command, noFile, listed], stderr).toEqual(['play', '', 'fugue.mid\nroomtone']);
    expect(['fugue.mid', 'files']).toContain(file);
  },
);

test('the program says what it can do, and which version it is', async () => {
  const help = await runProgram(['--help']).ended;
  expect([help.status, help.output]).toEqual([0, expect.stringContaining('roomtone')]);
  for (const name of 'login logout whoami rooms room join play record chat invite bot api ping doctor'.split(' ')) {
    expect(help.output).toContain(`  ${name} `);
  }
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect((await runProgram(['--version']).ended).output).toBe(`${version}\n`);
  expect((await runProgram(['sing']).ended).status).toBe(2);
});
