import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { midiIssue, RoomtoneError } from '@roomtone/protocol';
import { protobufCodec } from '../../../src/realtime/sockets/codec.ts';
import { goldenFrames, mutations, usedHeap } from '../../realtime/mutations.ts';
import type { Finding, ProofContext, ProofLine } from '../line.ts';
import { type LoadServer, startLoadServer } from '../load-server.ts';
import { mib, needsLinux, requireFiles, until } from '../machine.ts';
import { sendMutatedFrames } from '../mutated-frames.ts';
import { sendMutatedRequests } from '../mutated-requests.ts';

/** `besidesBytes` allows for memory that a short warm-up has not made the server allocate yet. */
const counts = {
  short: { inProcess: 40_000, frames: 600, requests: 1_200, warmUp: 1, besidesBytes: 16 * mib },
  long: { inProcess: 950_000, frames: 50_000, requests: 200_000, warmUp: 1 / 10, besidesBytes: 0 },
} as const;
const growthGoal = 1.1;
/** The time that memory may take to shrink. */
const patienceMs = 15_000;

export const mutated: ProofLine = {
  name: 'mutations',
  what: 'mutated frames and requests',
  seed: 20_261_121,
  unavailable: needsLinux,
  run,
};

async function run({ size, seed, scratch, say }: ProofContext): Promise<readonly Finding[]> {
  requireFiles(500);
  const { inProcess, frames, requests, warmUp, besidesBytes } = counts[size];
  say(`${inProcess} frames through the codec`);
  const codec = await throughCodec(seed, inProcess);
  const server = await startLoadServer(scratch, { ROOMTONE_TRUST_PROXY: '127.0.0.0/8' });
  try {
    const { port } = server;
    const frameTask = { port, seed };
    const requestTask = { url: server.url, port, seed };
    // A warm-up, so that everything is compiled and allocated before memory is measured.
    await sendMutatedFrames({ ...frameTask, seed: seed + 1, count: Math.ceil(frames * warmUp) });
    await sendMutatedRequests({ ...requestTask, seed: seed + 1, count: Math.ceil(requests * warmUp) });
    await delay(2_000);
    const before = server.residentBytes();
    say(`${frames} frames through live sockets`);
    const frameProblems = await sendMutatedFrames({ ...frameTask, count: frames });
    say(`${requests} requests`);
    const answers = await sendMutatedRequests({ ...requestTask, count: requests });
    return [codec, frameProblems, answers, ...(await stateOf(server, { before, besidesBytes }))];
  } finally {
    await server.stop();
  }
}

/** The state of the server afterwards. */
async function stateOf(
  server: LoadServer,
  { before, besidesBytes }: { before: number; besidesBytes: number },
): Promise<Finding[]> {
  if (!server.isRunning) return [{ goal: 'the server goes on', measured: 'it ended', held: false }];
  const failures = server.failures();
  const ceiling = before * growthGoal + besidesBytes;
  const { value } = await until(server.residentBytes, (bytes) => bytes <= ceiling, patienceMs);
  return [
    {
      goal: 'the server goes on, and nothing in it failed',
      measured: failures.length === 0 ? 'nothing logged' : `${failures.length} failures, such as ${failures[0]}`,
      held: failures.length === 0,
    },
    {
      goal: `memory within 10%${besidesBytes > 0 ? ` and ${besidesBytes / mib} MiB` : ''} afterwards`,
      measured: `${(before / mib).toFixed(0)} MiB → ${(value / mib).toFixed(0)} MiB`,
      held: value <= ceiling,
    },
  ];
}

/** Decodes mutated frames as the server does. */
async function throughCodec(seed: number, count: number): Promise<Finding> {
  let decoded = 0;
  let refused = 0;
  let before = 0;
  const wrong: string[] = [];
  for (const bytes of mutations(seed, goldenFrames(), count)) {
    // By then everything is compiled and allocated.
    if (decoded + refused === 20_000) before = usedHeap();
    // Another line may have sockets in this process.
    if ((decoded + refused) % 500 === 0) await setImmediate();
    try {
      protobufCodec.requestIdOf(bytes);
      const message = protobufCodec.decode(bytes);
      if (message.kind === 'midiMessage') midiIssue(message.body);
      decoded++;
    } catch (error) {
      if (!(error instanceof RoomtoneError) || error.code !== 'VALIDATION_ERROR') wrong.push(String(error));
      refused++;
    }
  }
  const growth = usedHeap() / before;
  return {
    goal: `${count} mutated frames through the codec are decoded or a VALIDATION_ERROR, and leave nothing behind`,
    measured: `${decoded} decoded, ${refused} refused, ${wrong.length} other errors${wrong.slice(0, 1).map((error) => ` (${error})`)}, heap ${growth.toFixed(2)} times as large`,
    held: wrong.length === 0 && growth <= growthGoal && Math.min(decoded, refused) > count / 25,
  };
}
