// Debian's haproxy, which a service of several processes has in front.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findProgram, freePort } from './redis-server.ts';

export const missingBalancer = 'needs haproxy: apt-get install haproxy';

export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

export function findBalancer(): string | undefined {
  return findProgram('haproxy');
}

/**
 * Starts a balancer that gives each request, and each WebSocket, to the next server, without sticky sessions.
 * @param options.isChecked false for servers that are there for all of the time: they are not asked if they are ready.
 */
export async function launchBalancer(
  urls: readonly string[],
  folder: string,
  { isChecked = true }: { readonly isChecked?: boolean } = {},
): Promise<Balancer> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const lines = [
    'global',
    '  maxconn 4000',
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  timeout tunnel 60s',
    '  option forwardfor',
    '  option redispatch 1',
    '  retries 3',
    'frontend all',
    `  bind 127.0.0.1:${port}`,
    '  http-request set-header X-Forwarded-Host %[req.hdr(host)] unless { req.hdr(x-forwarded-host) -m found }',
    '  default_backend processes',
    'backend processes',
    '  balance roundrobin',
    ...(isChecked
      ? ['  option httpchk', '  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host 127.0.0.1']
      : []),
    ...urls.map(
      (url, index) => `  server s${index} ${new URL(url).host}${isChecked ? ' check inter 200ms fall 2 rise 1' : ''}`,
    ),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const program = findBalancer();
  if (program === undefined) throw new Error(missingBalancer);
  const child = spawn(program, ['-f', file, '-db'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await listens(port))) if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}.`);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
