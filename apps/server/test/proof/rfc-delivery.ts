import { setImmediate as turn } from 'node:timers/promises';
import { decodeServerFrame, encodeFrame } from '@roomtone/protocol';
import { beat } from '../realtime/test-player.ts';
import { binary, type FrameSocket, opcodes, type ServerFrame } from './frame-socket.ts';
import { type JoinTarget, LoadClient } from './load-client.ts';
import type { FrameCase } from './rfc-cases.ts';

/**
 * The ways to deliver a case's bytes: by themselves, byte by byte, in one piece with valid frames around them, or with
 * those in pieces that end inside frames.
 */
export const deliveries = ['alone', 'chopped', 'together', 'torn'] as const;
export type Delivery = (typeof deliveries)[number];

/** Cases longer than this are sent in larger pieces: a byte at a time would take minutes. */
const longBytes = 2_000;
/** An answer that has not arrived by then counts as missing. */
const patienceMs = 20_000;
const before = 1_001;
const after = 1_002;

/** Resolves with the problem, or undefined if the result was as expected. */
export async function tryCase(
  { bytes, expected }: FrameCase,
  delivery: Delivery,
  target: JoinTarget,
): Promise<string | undefined> {
  const client = new LoadClient(target);
  await client.join();
  const open = client.socket;
  const answers: string[] = [];
  const first = heartbeatFrame(before);
  const last = heartbeatFrame(after);
  const isOver = new Promise<'stays open'>((resolve) => {
    open.onFrame = (frame) => {
      const answer = answerOf(frame);
      if (answer === `heartbeat ${after}`) resolve('stays open');
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
    if (outcome !== expected) return `${outcome} instead of ${expected}`;
    // The frame before the case in the same piece must have been answered.
    return wanted.every((answer) => answers.includes(answer)) ? undefined : 'a valid frame before it was not answered';
  }
  if (outcome !== 'stays open') return `${outcome}, but the connection should stay open`;
  const got = pongsFirst(answers);
  const all = pongsFirst([...wanted, ...expected]);
  return got === all ? undefined : `${got} instead of ${all}`;
}

/** Pongs may overtake other answers, but each kind keeps its order. */
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
      // Cuts inside the first frame, inside the header of the case's first frame, and inside the last frame.
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

/** The frame as the cases write it; undefined for frames about other participants. */
function answerOf({ opcode, payload }: ServerFrame): string | undefined {
  if (opcode === opcodes.pong) return `pong ${payload.toString('latin1')}`;
  if (opcode !== opcodes.binary) return `opcode ${opcode}`;
  const message = decodeServerFrame(payload);
  if (message?.kind === 'heartbeat') return `heartbeat ${message.body.clientTime}`;
  return message?.kind === 'error' ? `error ${message.body.code}` : undefined;
}
