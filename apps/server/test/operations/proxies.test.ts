import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RoomtoneClient } from '@roomtone/sdk';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../testing/running-server.ts';
import { findProgram, freePort } from '../redis/redis-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

// Each proxy runs what docs/proxies.md says, on a free port and without its certificate.

const text = readFileSync(new URL('../../../../docs/proxies.md', import.meta.url), 'utf8');
const name = 'music.example.org';
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    ROOMTONE_HOST: '127.0.0.1',
    ROOMTONE_PUBLIC_URL: `http://${name}`,
    ROOMTONE_TRUST_PROXY: '127.0.0.1',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_UDP_PORT: 'off',
  });
});
afterAll(() => server?.stop());

interface Proxy {
  readonly program: string;
  /** The file of its settings, around what the document says. */
  readonly file: (lines: string, folder: string, port: number) => string;
  readonly args: (file: string, folder: string) => readonly string[];
}

const modules = '/usr/lib/apache2/modules';
const proxies: Readonly<Record<string, Proxy>> = {
  caddyfile: {
    program: 'caddy',
    file: (lines, _folder, port) => `{\n\tadmin off\n}\n${lines.replace(name, `http://:${port}`)}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    program: 'nginx',
    file: (lines, folder, port) => `daemon off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder};
  fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  ${lines.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replace(/^ *ssl_.*$/gm, '')}
}`,
    args: (file, folder) => ['-e', 'stderr', '-p', folder, '-c', file],
  },
  apache: {
    program: 'apache2',
    file: (lines, folder, port) => `ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/errors
Listen 127.0.0.1:${port}
${['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers']
  .map((module) => `LoadModule ${module}_module ${modules}/mod_${module}.so`)
  .join('\n')}
${lines.replace('*:443', `127.0.0.1:${port}`).replace(/^ *SSL.*$/gm, '')}`,
    args: (file) => ['-D', 'FOREGROUND', '-f', file],
  },
  haproxy: {
    program: 'haproxy',
    file: (lines, _folder, port) =>
      `${lines.replace(/bind :443 ssl crt .*/, `bind 127.0.0.1:${port}`).replace('Proto https', 'Proto http')}\n`,
    args: (file) => ['-db', '-f', file],
  },
};

test.each(Object.entries(proxies))(
  'S9.7, S22.1: people sign up, join and play through %s as docs/proxies.md sets it up',
  async (language, proxy) => {
    const program = findProgram(proxy.program);
    if (program === undefined) {
      process.stdout.write(`NOT RUN: playing through ${proxy.program}, which is not installed\n`);
      return;
    }
    const lines = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)?.[1] ?? '';
    expect(lines).toContain('127.0.0.1:7420');
    const port = await freePort();
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'logs'));
    const file = join(folder, 'settings');
    writeFileSync(file, proxy.file(lines.replaceAll('127.0.0.1:7420', new URL(server.url).host), folder, port));
    const child = spawn(program, proxy.args(file, folder), { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const host = { host: name };
    await expect
      .poll(
        () =>
          fetch(`${baseUrl}/health`, { headers: host }).then(
            ({ status }) => status,
            () => said,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);

    const [ada, bo] = [
      new RoomtoneClient({ baseUrl, datagrams: 'off' }),
      new RoomtoneClient({ baseUrl, datagrams: 'off' }),
    ];
    await ada.register({ username: `ada-${language}`, password: 'correct horse 7' });
    await bo.register({ username: `bo-${language}`, password: 'correct horse 7' });
    const room = await ada.createRoom({ roomName: language });
    const other = await bo.joinRoom(room.info.roomId);
    const heard = new Promise((resolve) => other.on('notes', ({ data }) => resolve([...data])));
    room.noteOn(60, 100);
    expect(await heard).toEqual([0x90, 60, 100]);
    room.close();
    other.close();
  },
);
