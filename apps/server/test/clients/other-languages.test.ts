import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RoomtoneClient } from '@roomtone/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../../testing/long-runs.ts';
import { startServer } from '../../../../testing/running-server.ts';
import { ClientProgram } from './client-program.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const missing = (process.env['ROOMTONE_SKIP'] ?? '').split(',');

/** Runs protoc on the proto files. */
function protoc(option: string): void {
  const files = readdirSync(join(root, 'proto/roomtone/v1')).map((name) => `roomtone/v1/${name}`);
  execFileSync('protoc', ['-I', 'proto', option, ...files], { cwd: root });
}

const python = {
  language: 'Python',
  needs: 'python3-websocket',
  build(folder: string) {
    protoc(`--python_out=${folder}`);
    // Debian's own Python, which the packages are for.
    const command = ['/usr/bin/python3', join(root, 'clients/python/roomtone_client.py')];
    return { command, env: { PYTHONPATH: folder } };
  },
};

const go = {
  language: 'Go',
  needs: 'golang-go',
  build(folder: string) {
    mkdirSync(join(folder, 'src'));
    protoc(`--go_out=${join(folder, 'src')}`);
    const program = join(folder, 'roomtone');
    const env = { GO111MODULE: 'off', GOPATH: `${folder}:/usr/share/gocode`, GOCACHE: join(folder, 'cache') };
    execFileSync('go', ['build', '-o', program, './clients/go'], { cwd: root, env: { ...process.env, ...env } });
    return { command: [program], env: {} };
  },
};

/** The compiler of Go takes longer than everything else here together. */
describe.each(isLong ? [python, go] : [python])('a client in $language', ({ needs, build }) => {
  const isMissing = missing.includes(needs);
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-client-'));
  let built: ReturnType<typeof build>;
  beforeAll(() => {
    if (!isMissing) built = build(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A room on a server with a key of its own, and the client that was invited to it. */
  async function evening() {
    const server = await startServer({ ROOMTONE_TLS: 'auto' });
    onTestFinished(() => server.stop());
    const { fingerprint = '' } = server;
    const ada = new RoomtoneClient({ baseUrl: server.url, fingerprint });
    await ada.register({ username: 'ada', email: 'ada@example.org', password: 'correct horse 7' });
    const room = await ada.createRoom({ roomName: 'Kitchen' });
    onTestFinished(() => room.close());
    const invite = (key: string, url = server.url) => {
      const link = `${url}/rooms/${room.info.roomId}#key=${key}`;
      const client = new ClientProgram([...built.command, link, 'pia'], built.env);
      onTestFinished(() => client.stop());
      return client;
    };
    return { room, invite, fingerprint, url: server.url };
  }

  test.skipIf(isMissing)('joins with a pinned key, plays on the service clock, hears, chats and resumes', async () => {
    const { room, invite, fingerprint } = await evening();
    const pia = invite(fingerprint);
    expect(await pia.take('welcome')).toMatchObject({ name: 'pia', resumed: false });
    expect(await pia.take('joined')).toMatchObject({ room: 'Kitchen', people: 2 });

    room.noteOn(60, 80);
    const heard = await pia.take('notes');
    expect(heard).toMatchObject({ sender: 1, data: '903c50' });
    expect(heard['due_in_us']).toBeGreaterThanOrEqual(0);

    const chord = room.waitFor('notes');
    const keys: string[] = [];
    room.on('note', ({ type, key }) => keys.push(`${type} ${key}`));
    const fromUs = room.serverNowUs();
    pia.type('/play 60 64 67');
    // Its own clock has another epoch, years away; a second is more than any error of its estimate.
    const { startTimeUs } = await chord;
    expect(startTimeUs).toBeGreaterThan(fromUs - 1_000_000);
    expect(startTimeUs).toBeLessThan(room.serverNowUs() + 1_000_000);
    await expect
      .poll(() => keys)
      .toEqual(['noteOn', 'noteOff'].flatMap((type) => [60, 64, 67].map((key) => `${type} ${key}`)));

    const said: string[] = [];
    const left: string[] = [];
    room.on('chat', ({ username, message }) => said.push(`${username}: ${message}`));
    room.on('participantLeft', ({ participant }) => left.push(participant.username));
    pia.type('Shall we?');
    expect(await pia.take('chat')).toMatchObject({ by: 'pia', text: 'Shall we?' });
    pia.type('/cut');
    await room.chat('Are you there?');
    expect(await pia.take('welcome')).toMatchObject({ resumed: true });
    pia.type('Back again');
    await expect.poll(() => pia.events.at(-1)).toMatchObject({ by: 'pia', text: 'Back again' });
    const texts = pia.events.filter(({ event }) => event === 'chat').map(({ by, text }) => `${by}: ${text}`);
    expect(texts).toEqual(['pia: Shall we?', 'ada: Are you there?', 'pia: Back again']);
    expect(said).toEqual(texts);
    expect(left).toEqual([]);

    pia.type('/quit');
    expect(await pia.ended).toBe(0);
  });

  test.skipIf(isMissing)('R16.7: sends nothing to a server with another key', async () => {
    const { room, invite } = await evening();
    const joined: string[] = [];
    room.on('participantJoined', ({ username }) => joined.push(username));
    const pia = invite('A'.repeat(43));
    expect(await pia.ended).not.toBe(0);
    expect(pia.errors).toContain('the server has another key than the invitation says');
    expect([pia.events, joined]).toEqual([[], []]);
  });

  test.skipIf(isMissing)(
    'R16.3: takes a key for https, whatever the link begins with, and sends nothing in the clear',
    async () => {
      const { invite, fingerprint, url } = await evening();
      const pia = invite(fingerprint, url.replace('https:', 'http:'));
      expect(await pia.take('joined')).toMatchObject({ room: 'Kitchen' });
      pia.type('/quit');
      expect(await pia.ended).toBe(0);
      const heard: number[] = [];
      const stranger = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (bytes) => {
          heard.push(bytes[0] ?? 0);
          socket.end('HTTP/1.1 200 OK\r\n\r\n');
        });
      });
      stranger.listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      onTestFinished(() => void stranger.close());
      const misled = invite(fingerprint, `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`);
      expect(await misled.ended).not.toBe(0);
      // The first byte of a TLS handshake (RFC 8446, 5.1).
      expect(heard).toEqual([22]);
    },
  );
});

test.skipIf(missing.includes(python.needs))(
  'docs/other-languages.md: Python reads all vectors as the page shows it',
  () => {
    const page = readFileSync(join(root, 'docs/other-languages.md'), 'utf8');
    const [, program = ''] = /^```python\n(.*?)^```/ms.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'roomtone-vectors-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    protoc(`--python_out=${folder}`);
    const vectors = join(root, 'apps/server/dist/proto/vectors.json');
    const local = program.replace('http://127.0.0.1:7420/proto/vectors.json', `file://${vectors}`);
    expect(local).not.toBe(program);
    const counted = `${local}\nprint(len(vectors['frames']))`;
    const printed = execFileSync('/usr/bin/python3', ['-c', counted], { env: { ...process.env, PYTHONPATH: folder } });
    expect(Number(printed)).toBe(JSON.parse(readFileSync(vectors, 'utf8')).frames.length);
  },
);

test('docs/other-languages.md: the client in Python has 150 lines at most, without the empty ones', () => {
  const lines = readFileSync(join(root, 'clients/python/roomtone_client.py'), 'utf8').split('\n');
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(150);
});
