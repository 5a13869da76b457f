import { setTimeout as delay } from 'node:timers/promises';
import { decodeServerFrame, encodeFrame, errorCodes } from '@roomtone/protocol';
import { noFigures } from '../../src/domain/quality.ts';
import { goldenFrames, mutations } from '../realtime/mutations.ts';
import { beat, midi } from '../realtime/test-player.ts';
import { type Accounts, registerFor } from './accounts.ts';
import { binary, FrameSocket, frame, opcodes, type ServerFrame } from './frame-socket.ts';
import type { Finding } from './line.ts';
import { inBatches, inParallel } from './many.ts';
import { post } from './raw-request.ts';

export interface FrameTask {
  readonly port: number;
  /** Must be unique for a server, because accounts are named after it. */
  readonly seed: number;
  readonly count: number;
}

/** The server and room that frames are sent to. */
interface FrameTarget {
  readonly port: number;
  readonly accounts: Accounts;
  readonly roomId: string;
}

/** Frames per connection: 20 bad ones end it, and with one more hardly any is sent after that. */
const perConnection = 21;
const atOnce = 8;
/** The time within which a close frame must arrive. */
const closeWithinMs = 10_000;
/** A mutated header may leave the server waiting for more: the connection is ended after this time. */
const patienceMs = 400;
/** Allowed close codes after mutated WebSocket frames; 1006 if this side ended an unfinished one. */
const codesOfFrames = [1000, 1002, 1003, 1006, 1007, 1009, 4400];

/** Sends mutated messages in valid WebSocket frames, and as many mutated WebSocket frames, a few per connection. */
export async function sendMutatedFrames({ port, seed, count }: FrameTask): Promise<Finding> {
  const accounts = await registerFor({ port }, { name: `f${seed}`, count: 8 });
  const target = { port, accounts, roomId: await accounts.room() };
  const half = Math.ceil(count / 2);
  const tally = new Tally();
  const alive = new Array<Uint8Array[]>(10).fill(sensibleFrames).flat();
  const messages = inBatches(mutations(seed, [...goldenFrames(), ...alive], half), perConnection);
  await inParallel(atOnce, messages, (batch, index) => sendMessages(target, batch, { index, tally }));
  const good = [...sensibleFrames.map((payload) => binary(payload)), ...controlFrames];
  // After an invalid frame, nothing else on the connection is read.
  const raw = inBatches(mutations(seed + 7, good, half), 2);
  await inParallel(4 * atOnce, raw, (batch, index) => sendRaw(target, batch, { index, tally }));
  return {
    goal: `${2 * half} mutated frames through live sockets get typed errors or the right close code`,
    measured: tally.text,
    held: tally.problems.size === 0 && tally.answered('4400') > 0 && tally.answered('1002') > 0,
  };
}

/** Counts of the answers, and the answers that should not have come. */
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

async function connect({ accounts, port }: FrameTarget, index: number): Promise<FrameSocket> {
  const token = accounts.tokens[index % accounts.tokens.length];
  const ticket = await post<{ encrypted_payload: string }>({ port }, '/api/auth/websocket-ticket', {}, token);
  return FrameSocket.open({ port }, `/api/websocket/${ticket.encrypted_payload}`);
}

/** Checks that all messages are answered, or the connection is closed with 4400 after 20 bad ones. */
async function sendMessages(
  target: FrameTarget,
  batch: readonly Uint8Array[],
  { index, tally }: { index: number; tally: Tally },
): Promise<void> {
  const open = await connect(target, index);
  const last = 1_000_000 + index;
  let refused = 0;
  const answered = new Promise<void>((resolve) => {
    open.onFrame = ({ opcode, payload }) => {
      const message = opcode === opcodes.binary ? decodeServerFrame(payload) : undefined;
      if (message === undefined) tally.problems.add(`an unknown answer (opcode ${opcode})`);
      if (message?.kind === 'error') {
        const { code } = message.body;
        tally.add(code);
        if (code === 'VALIDATION_ERROR') refused++;
        if (!errorCodes.includes(code as never) || code === 'SERVER_ERROR') tally.problems.add(`error ${code}`);
      }
      if (message?.kind === 'heartbeat' && message.body.clientTime === last) resolve();
    };
  });
  // Most messages have an effect only in a room.
  const join = encodeFrame({ kind: 'joinRoomCommand', body: { roomId: target.roomId, password: '' }, requestId: 1 });
  const end = encodeFrame({ kind: 'heartbeat', body: beat(last) });
  for (const payload of [join, ...batch, end]) open.socket.write(binary(payload));
  let code = await Promise.race([open.closed, answered]);
  // A command may be refused only after storage has answered, which is after later heartbeats: wait for the close frame.
  if (code === undefined && refused >= 20) code = await Promise.race([open.closed, delay(closeWithinMs, undefined)]);
  if (code !== undefined) {
    tally.add(String(code));
    if (code !== 4400 || refused < 20) tally.problems.add(`closed with ${code} after ${refused} bad frames`);
  } else if (refused >= 20) tally.problems.add(`open after ${refused} bad frames`);
  open.socket.destroy();
}

/** Checks that the connection stays open or is closed with one of a few codes. */
async function sendRaw(
  target: FrameTarget,
  batch: readonly Uint8Array[],
  { index, tally }: { index: number; tally: Tally },
): Promise<void> {
  const open = await connect(target, index);
  open.onFrame = ({ opcode, payload }: ServerFrame) => {
    if (opcode === opcodes.binary && decodeServerFrame(payload) === undefined) tally.problems.add('an unknown answer');
  };
  open.socket.setTimeout(patienceMs, () => open.socket.end());
  open.socket.write(Buffer.concat(batch));
  // If the server is still reading frames, this ends the connection properly.
  open.socket.write(frame({ opcode: opcodes.close, payload: Buffer.from([0x03, 0xe8]) }));
  const code = await open.closed;
  tally.add(String(code));
  if (!codesOfFrames.includes(code) && !isClientsCode(code)) tally.problems.add(`closed with ${code}`);
  if (open.framesAfterClose > 0) tally.problems.add('frames after the close frame');
}

/** True for codes that a client may send: a mutated close frame may have any of them, and the server repeats it. */
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

/** Messages that have an effect if they arrive undamaged. */
const sensibleFrames = [
  encodeFrame({
    kind: 'chatMessage',
    body: { messageId: '', userId: '', username: '', displayName: '', message: 'hello', timestamp: 0, messageType: 0 },
    requestId: 2,
  }),
  encodeFrame({ kind: 'midiMessage', body: midi([0x90, 60, 100], [0xb0, 64, 127], [0x80, 60, 0]) }),
  encodeFrame({ kind: 'heartbeat', body: beat(1) }),
  encodeFrame({
    kind: 'quality',
    body: { ...noFigures, rtt: 1, jitter: 2, playoutDelay: 3, late: 4, dropped: 5, reports: [] },
  }),
  encodeFrame({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 3 }),
  encodeFrame({ kind: 'userCommand', body: { setPlayer: { color: '#123456', instrument: 'flute' } } }),
];
