import { type Accounts, registerFor } from '../accounts.ts';
import { FrameSocket, Refused } from '../frame-socket.ts';
import { handshakeCases } from '../handshake-cases.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { startLoadServer } from '../load-server.ts';
import { needsLinux, requireFiles } from '../machine.ts';
import { inParallel } from '../many.ts';
import { post } from '../raw-request.ts';
import { frameCases } from '../rfc-cases.ts';
import { deliveries, tryCase } from '../rfc-delivery.ts';
import { UnaffectedPair } from '../unaffected-pair.ts';

const atOnce = { short: 8, long: 4 } as const;
const rounds = { short: 1, long: 5 } as const;
export const rfc6455: ProofLine = {
  name: 'rfc6455',
  what: 'WebSocket clients that break the rules',
  seed: 1,
  unavailable: needsLinux,
  run,
};

async function run({ size, scratch, say }: ProofContext): Promise<readonly Finding[]> {
  requireFiles(500);
  const server = await startLoadServer(scratch);
  try {
    const { port } = server;
    const accounts = await registerFor({ port }, { name: 'player', count: 8 });
    const room = await accounts.room();
    const pair = new UnaffectedPair(accounts, { port, roomId: room });
    await pair.join();
    const wrong: string[] = [];
    const all = deliveries.flatMap((delivery) => frameCases.map((each) => ({ each, delivery })));
    for (let round = 0; round < rounds[size]; round++) {
      say(`${all.length} deliveries`);
      await inParallel(atOnce[size], all, async ({ each, delivery }, index) => {
        const problem = await tryCase(each, delivery, { port, token: tokenAt(accounts, index), roomId: room });
        if (problem !== undefined) wrong.push(`${each.name} (${delivery}): ${problem}`);
        await pair.playNote();
      });
    }
    const refusals = await wrongHandshakes(accounts, port);
    await pair.playNote();
    const failures = server.failures();
    return [
      {
        goal: `${frameCases.length} cases of frames, each ${deliveries.join(', ')}, get the close code or the answers they should`,
        measured: wrong.length === 0 ? 'all do' : `${wrong.length} do not, such as ${wrong.slice(0, 5).join('; ')}`,
        held: wrong.length === 0,
      },
      {
        goal: `${handshakeCases.length} handshakes get the status they should`,
        measured: refusals.length === 0 ? 'all do' : refusals.join('; '),
        held: refusals.length === 0,
      },
      {
        goal: 'two others of the same room hear each other after each case',
        measured: `${pair.heard} of ${pair.played} notes, in order`,
        held: pair.isUnaffected,
      },
      {
        goal: 'the server goes on, and nothing in it failed',
        measured: failures[0] ?? 'nothing logged',
        held: server.isRunning && failures.length === 0,
      },
    ];
  } finally {
    await server.stop();
  }
}

function tokenAt({ tokens }: Accounts, index: number): string {
  return tokens[index % tokens.length] ?? '';
}

/** The handshakes that got a wrong status. */
async function wrongHandshakes(accounts: Accounts, port: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, headers = {}, method = 'GET', version = 'HTTP/1.1', ticket, expected } of handshakeCases) {
    const path = '/api/auth/websocket-ticket';
    const { encrypted_payload } = await post<{ encrypted_payload: string }>({ port }, path, {}, tokenAt(accounts, 0));
    const line = `${method} /api/websocket/${ticket ?? encrypted_payload} ${version}`;
    const status = await FrameSocket.open({ port }, '', { line, headers }).then(
      ({ socket }) => {
        socket.destroy();
        return 101;
      },
      (error: unknown) => (error instanceof Refused ? error.status : String(error)),
    );
    if (status !== expected) wrong.push(`${name}: ${status} instead of ${expected}`);
  }
  return wrong;
}
