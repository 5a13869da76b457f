import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import type { Finding } from './finding.ts';

const waitMs = 5_000;

/** Where an address leads, as the other checks need it. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

export function placeOf(baseUrl: string): Place {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || (isSecure ? 443 : 80)), isSecure };
}

/** Does the name exist, and does anything answer there? */
export async function checkAddress({ host, port }: Place): Promise<readonly Finding[]> {
  const about = 'address';
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) {
    const advice = 'Check its spelling. A name that ends in .local works on the same network only.';
    return [{ about, verdict: 'bad', words: `Nothing is known by the name ${host}.`, advice }];
  }
  const addresses = found.map(({ address }) => address).join(', ');
  const named = addresses === host ? '' : ` (${addresses})`;
  const failure = await connecting(host, port);
  if (failure === undefined) return [{ about, verdict: 'good', words: `${host}${named} answers on port ${port}.` }];
  return [
    {
      about,
      verdict: 'bad',
      words: `${host}${named} does not answer on port ${port}: ${failure.words}`,
      advice: failure.advice,
    },
  ];
}

async function connecting(host: string, port: number): Promise<{ words: string; advice: string } | undefined> {
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect({ host, port, timeout: waitMs });
    const end = (result: string | undefined) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
  });
  if (code === undefined) return undefined;
  if (code === 'ECONNREFUSED') {
    const advice = `Is the server running, and on port ${port}? One that was started without --lan listens on its own computer only.`;
    return { words: 'the connection was refused.', advice };
  }
  if (code === 'ETIMEDOUT') {
    const advice = `A firewall drops what comes to it, or the router does not pass port ${port} on. The host opens TCP port ${port}.`;
    return { words: 'there was no answer.', advice };
  }
  return { words: `${code}.`, advice: 'Are you on the same network, and is it up?' };
}
