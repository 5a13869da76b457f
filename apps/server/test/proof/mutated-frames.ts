import { setTimeout as delay } from 'node:timers/promises';
import { decodeServerFrame, encodeFrame, errorCodes } from '@roomtone/protocol';
import { beat, midi } from '../realtime/musician.ts';
import { goldenFrames, mutations } from '../realtime/mutations.ts';
import { type Accounts, registerFor } from './accounts.ts';
import { binary, FrameSocket, frame, opcodes, type ServerFrame } from './frame-socket.ts';
import type { Finding } from './line.ts';
import { inBatches, inParallel } from './many.ts';
import { post } from './raw-request.ts';

export interface FrameTask {
  readonly port: number;
  /** Not the same twice for one server: accounts are called by it. */
  readonly seed: number;
  readonly count: number;
}

/** Where the frames go. */
interface Stage {
  readonly port: number;
  readonly accounts: Accounts;
  readonly roomId: string;
}

/** So many go over one connection at most: sometimes 20 of them are bad, which ends it, and hardly one comes too late. */
const perConnection = 21;
const atOnce = 8;
/** How long a close frame may take to come. */
const closeWithinMs = 10_000;
/** The connection, which a mutated head leaves waiting for more, is ended after that. */
const patienceMs = 400;
/** What may come of a WebSocket frame whose head is mutated, too; 1006 where this side ended an unfinished one. */
const codesOfFrames = [1000, 1002, 1003, 1006, 1007, 1009, 4400];

/** Sends mutated messages in good WebSocket frames, and as many mutated WebSocket frames, each few on a connection. */
export async function sendMutatedFrames({ port, seed, count }: FrameTask): Promise<Finding> {
  const accounts = await registerFor({ port }, { name: `f${seed}`, count: 8 });
  const stage = { port, accounts, roomId: await accounts.room() };
  const half = Math.ceil(count / 2);
  const tally = new Tally();
  const alive = new Array<Uint8Array[]>(10).fill(sensibleFrames).flat();
  const messages = inBatches(mutations(seed, [...goldenFrames(), ...alive], half), perConnection);
  await inParallel(atOnce, messages, (batch, index) => sendMessages(stage, batch, { index, tally }));
  const good = [...sensibleFrames.map((payload) => binary(payload)), ...controlFrames];
  // After one that is wrong as a frame nothing else on a connection means anything.
  const raw = inBatches(mutations(seed + 7, good, half), 2);
  await inParallel(4 * atOnce, raw, (batch, index) => sendRaw(stage, batch, { index, tally }));
  return {
    goal: `${2 * half} mutated frames through live sockets get typed errors or the right close code`,
    measured: tally.text,
    held: tally.problems.size === 0 && tally.answered('4400') > 0 && tally.answered('1002') > 0,
  };
}

/** What came back, and what of it should not have. */
class Tally {
  readonly problems = new Set<string>();
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  answered(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  get text(): string {
    const counts = Array.from(this.#counts, ([what, count]) => `${count} × ${what}`);
    return [...counts, ...Array.from(this.problems).slice(0, 3)].join(', ');
  }
}

async function connect({ accounts, port }: Stage, index: number): Promise<FrameSocket> {
  const token = accounts.tokens[index % accounts.tokens.length];
  const ticket = await post<{ encrypted_payload: string }>({ port }, '/api/auth/websocket-ticket', {}, token);
  return FrameSocket.open({ port }, `/api/websocket/${ticket.encrypted_payload}`);
}

/** All of it is answered, or the connection closed with 4400 once 20 frames were bad. */
async function sendMessages(
  stage: Stage,
  batch: readonly Uint8Array[],
  { index, tally }: { index: number; tally: Tally },
): Promise<void> {
  const open = await connect(stage, index);
  const last = 1_000_000 + index;
  let refused = 0;
  const answered = new Promise<void>((resolve) => {
    open.onFrame = ({ opcode, payload }) => {
      const message = opcode === opcodes.binary ? decodeServerFrame(payload) : undefined;
      if (message === undefined) tally.problems.add(`an answer that nobody knows (${opcode})`);
      if (message?.kind === 'error') {
        const { code } = message.body;
        tally.add(code);
        if (code === 'VALIDATION_ERROR') refused++;
        if (!errorCodes.includes(code as never) || code === 'SERVER_ERROR') tally.problems.add(`error ${code}`);
      }
      if (message?.kind === 'heartbeat' && message.body.clientTime === last) resolve();
    };
  });
  // Inside a room most of it means more.
  const join = encodeFrame({ kind: 'joinRoomCommand', body: { roomId: stage.roomId, password: '' }, requestId: 1 });
  const end = encodeFrame({ kind: 'heartbeat', body: beat(last) });
  for (const payload of [join, ...batch, end]) open.socket.write(binary(payload));
  let code = await Promise.race([open.closed, answered]);
  // A command is refused when storage has spoken, after heartbeats that came later; then the close frame is on its way.
  if (code === undefined && refused >= 20) code = await Promise.race([open.closed, delay(closeWithinMs, undefined)]);
  if (code !== undefined) {
    tally.add(String(code));
    if (code !== 4400 || refused < 20) tally.problems.add(`closed with ${code} after ${refused} bad frames`);
  } else if (refused >= 20) tally.problems.add(`open after ${refused} bad frames`);
  open.socket.destroy();
}

/** Whatever becomes of the connection, it is answered or closed with one of a few codes. */
async function sendRaw(
  stage: Stage,
  batch: readonly Uint8Array[],
  { index, tally }: { index: number; tally: Tally },
): Promise<void> {
  const open = await connect(stage, index);
  open.onFrame = ({ opcode, payload }: ServerFrame) => {
    if (opcode === opcodes.binary && decodeServerFrame(payload) === undefined) tally.problems.add('an unknown answer');
  };
  open.socket.setTimeout(patienceMs, () => open.socket.end());
  open.socket.write(Buffer.concat(batch));
  // In good order the connection ends with this.
  open.socket.write(frame({ opcode: opcodes.close, payload: Buffer.from([0x03, 0xe8]) }));
  const code = await open.closed;
  tally.add(String(code));
  if (!codesOfFrames.includes(code) && !isClientsCode(code)) tally.problems.add(`closed with ${code}`);
  if (open.framesAfterClose > 0) tally.problems.add('frames after the close frame');
}

/** A mutated close frame may have any code that a client may use; it is repeated. */
function isClientsCode(code: number): boolean {
  return code === 1005 || (code >= 1000 && code <= 1014) || (code >= 3000 && code <= 4999);
}

const controlFrames = [
  frame({ opcode: opcodes.ping, payload: Buffer.from('ping') }),
  frame({ opcode: opcodes.pong }),
  frame({ opcode: opcodes.text, payload: Buffer.from('text') }),
  frame({ opcode: opcodes.binary, payload: Buffer.from('begun'), isFinal: false }),
  frame({ opcode: opcodes.continuation, payload: Buffer.from('ended') }),
  frame({ opcode: opcodes.binary, payload: Buffer.alloc(1_000, 7) }),
];

/** What does something where it gets through whole. */
const sensibleFrames = [
  encodeFrame({
    kind: 'chatMessage',
    body: { messageId: '', userId: '', username: '', message: 'hello', timestamp: 0, messageType: 0 },
    requestId: 2,
  }),
  encodeFrame({ kind: 'midiMessage', body: midi([0x90, 60, 100], [0xb0, 64, 127], [0x80, 60, 0]) }),
  encodeFrame({ kind: 'heartbeat', body: beat(1) }),
  encodeFrame({ kind: 'quality', body: { rtt: 1, jitter: 2, playoutDelay: 3, late: 4, dropped: 5, reports: [] } }),
  encodeFrame({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 3 }),
  encodeFrame({ kind: 'userCommand', body: { setPlayer: { color: '#123456', instrument: 'flute' } } }),
];
