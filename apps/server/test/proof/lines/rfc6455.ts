import { setImmediate as turn } from 'node:timers/promises';
import { decodeServerFrame, encodeFrame } from '@roomtone/protocol';
import { noteIds, notePayload } from '../../../../../bench/load/note.ts';
import { beat } from '../../realtime/musician.ts';
import { type Accounts, registerFor } from '../accounts.ts';
import { binary, FrameSocket, opcodes, Refused, type ServerFrame } from '../frame-socket.ts';
import { handshakeCases } from '../handshake-cases.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { startLoadServer } from '../load-server.ts';
import { needsLinux, requireFiles } from '../machine.ts';
import { inParallel } from '../many.ts';
import { post } from '../raw-request.ts';
import { type FrameCase, frameCases } from '../rfc-cases.ts';
import { Seat } from '../seat.ts';

/**
 * How a case's bytes come: by themselves, byte by byte, in one piece with good frames around them, or in pieces that end
 * within those.
 */
const deliveries = ['alone', 'chopped', 'together', 'torn'] as const;
type Delivery = (typeof deliveries)[number];

const atOnce = { short: 8, long: 4 } as const;
const rounds = { short: 1, long: 5 } as const;
/** Longer pieces of what is long: a byte at a time would take minutes. */
const longBytes = 2_000;
/** An answer that has not come by then never does. */
const patienceMs = 20_000;
const before = 1_001;
const after = 1_002;

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
    const witnesses = new Witnesses(accounts, { port, roomId: room });
    await witnesses.join();
    const wrong: string[] = [];
    const all = deliveries.flatMap((delivery) => frameCases.map((each) => ({ each, delivery })));
    for (let round = 0; round < rounds[size]; round++) {
      say(`${all.length} deliveries`);
      await inParallel(atOnce[size], all, async ({ each, delivery }, index) => {
        const problem = await tryCase(each, delivery, { port, token: tokenAt(accounts, index), roomId: room });
        if (problem !== undefined) wrong.push(`${each.name} (${delivery}): ${problem}`);
        await witnesses.look();
      });
    }
    const refusals = await wrongHandshakes(accounts, port);
    await witnesses.look();
    const failures = server.failures();
    return [
      {
        goal: `${frameCases.length} cases of frames, each ${deliveries.join(', ')}, get the close code or the answers they should`,
        measured: wrong.length === 0 ? 'all do' : `${wrong.length} do not: ${wrong.slice(0, 5).join('; ')}`,
        held: wrong.length === 0,
      },
      {
        goal: `${handshakeCases.length} handshakes get the status they should`,
        measured: refusals.length === 0 ? 'all do' : refusals.join('; '),
        held: refusals.length === 0,
      },
      {
        goal: 'two others of the same room hear each other after each case',
        measured: `${witnesses.heard} of ${witnesses.played} notes, in order`,
        held: witnesses.isUnharmed,
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

/** What was wrong with what came back; undefined where it was as it should be. */
async function tryCase(
  { bytes, expected }: FrameCase,
  delivery: Delivery,
  { port, token, roomId }: { port: number; token: string; roomId: string },
): Promise<string | undefined> {
  const seat = new Seat({ port, token, roomId });
  await seat.join();
  const open = seat.socket;
  const answers: string[] = [];
  const first = heartbeatFrame(before);
  const last = heartbeatFrame(after);
  const isOver = new Promise<'goes on'>((resolve) => {
    open.onFrame = (frame) => {
      const answer = answerOf(frame);
      if (answer === `heartbeat ${after}`) resolve('goes on');
      else if (answer !== undefined) answers.push(answer);
    };
  });
  await deliver(open, { bytes, first, last }, delivery);
  const late = new Promise<'nothing'>((resolve) => setTimeout(() => resolve('nothing'), patienceMs).unref());
  const outcome = await Promise.race([isOver, open.closed, late]);
  const wanted = delivery === 'alone' || delivery === 'chopped' ? [] : [`heartbeat ${before}`];
  open.socket.destroy();
  if (open.framesAfterClose > 0) return 'frames after the close frame';
  if (typeof expected === 'number') {
    if (outcome !== expected) return `${outcome} in place of ${expected}`;
    // Of what came before it in the same piece.
    return wanted.every((answer) => answers.includes(answer)) ? undefined : 'a good frame before it was not answered';
  }
  if (outcome !== 'goes on') return `${outcome}, where it should go on`;
  const got = pongsFirst(answers);
  const all = pongsFirst([...wanted, ...expected]);
  return got === all ? undefined : `${got} in place of ${all}`;
}

/** A pong may overtake an answer; neither may overtake its own kind. */
function pongsFirst(answers: readonly string[]): string {
  const isPong = (answer: string) => answer.startsWith('pong');
  return [...answers.filter(isPong), ...answers.filter((answer) => !isPong(answer))].join(', ');
}

async function deliver(
  { socket }: FrameSocket,
  { bytes, first, last }: { bytes: Buffer; first: Buffer; last: Buffer },
  delivery: Delivery,
): Promise<void> {
  switch (delivery) {
    case 'alone':
      socket.write(bytes);
      await turn();
      socket.write(last);
      return;
    case 'chopped':
      return inPieces(socket, Buffer.concat([bytes, last]), bytes.length > longBytes ? 997 : 1);
    case 'together':
      socket.write(Buffer.concat([first, bytes, last]));
      return;
    case 'torn': {
      const all = Buffer.concat([first, bytes, last]);
      // Within the first frame, within the case's first head, and within the last frame.
      const cuts = [3, first.length + 1, all.length - 3];
      for (const [index, cut] of [0, ...cuts].entries()) {
        socket.write(all.subarray(cut, cuts[index]));
        await turn();
      }
    }
  }
}

async function inPieces(socket: FrameSocket['socket'], bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length && socket.writable; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await turn();
  }
}

function heartbeatFrame(clientTime: number): Buffer {
  return binary(encodeFrame({ kind: 'heartbeat', body: beat(clientTime) }));
}

/** As the cases write it; undefined for what has to do with others. */
function answerOf({ opcode, payload }: ServerFrame): string | undefined {
  if (opcode === opcodes.pong) return `pong ${payload.toString('latin1')}`;
  if (opcode !== opcodes.binary) return `opcode ${opcode}`;
  const message = decodeServerFrame(payload);
  if (message?.kind === 'heartbeat') return `heartbeat ${message.body.clientTime}`;
  return message?.kind === 'error' ? `error ${message.body.code}` : undefined;
}

/** Which handshakes got another status than they should. */
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
    if (status !== expected) wrong.push(`${name}: ${status} in place of ${expected}`);
  }
  return wrong;
}

/** Two who play on while others break the rules beside them. */
class Witnesses {
  played = 0;
  heard = 0;
  #isInOrder = true;
  #ended: number | undefined;
  readonly #seats: readonly [Seat, Seat];
  readonly #waiting = new Set<() => void>();

  constructor({ tokens: [one = '', two = ''] }: Accounts, place: { port: number; roomId: string }) {
    this.#seats = [new Seat({ ...place, token: one }), new Seat({ ...place, token: two })];
  }

  get isUnharmed(): boolean {
    return this.#isInOrder && this.heard === this.played && this.#ended === undefined;
  }

  async join(): Promise<void> {
    const [, listener] = this.#seats;
    for (const seat of this.#seats) {
      await seat.join();
      seat.onEnd = (code) => {
        this.#ended = code;
        this.#wake();
      };
    }
    listener.onNotes = (payload) => {
      this.#isInOrder &&= payload[19] === (this.heard & 0x7f);
      this.heard++;
      this.#wake();
    };
  }

  /** Plays a note; resolves when it was heard. */
  async look(): Promise<void> {
    const [player, listener] = this.#seats;
    const number = this.played++;
    player.send(notePayload(number % noteIds, 1_700_000_000_000_000));
    if (number % 50 === 0) for (const seat of [player, listener]) seat.beat();
    while (this.heard <= number && this.#ended === undefined) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
