// Faults of a network and a server, for programs that want to see how they get over them. Loaded on demand.
import { closeCodes } from '@roomtone/protocol';
import type { Timers } from './environment.ts';
import type { Line, Lines } from './transport/lines.ts';

/** Nothing comes through; the server goes away and comes back without this client; everything comes late and unevenly. */
export type Fault = 'networkLoss' | 'serverRestart' | 'slowNetwork';

/** The least delay of a slow network in each direction, and how much may be added. */
const [slowMs, unevenMs] = [150, 200];

/** @throws {TypeError} for a fault that there is not. */
export async function simulateFault(
  lines: Lines,
  fault: Fault,
  { timers, random, forMs }: { readonly timers: Timers; readonly random: () => number; readonly forMs: number },
): Promise<void> {
  const over = new Promise<void>((resolve) => timers.setTimeout(resolve, forMs));
  switch (fault) {
    case 'networkLoss':
      return cutOff(lines, closeCodes.lost, over);
    case 'serverRestart':
      return cutOff(lines, closeCodes.shutdown, over);
    case 'slowNetwork':
      return slowDown(lines, timers, () => slowMs + random() * unevenMs, over);
    default:
      throw new TypeError(`there is no fault ${fault satisfies never}`);
  }
}

/** Ends every socket, and lets nothing new through until it is over. */
async function cutOff(lines: Lines, code: number, over: Promise<void>): Promise<void> {
  const nothing = { send() {}, close() {}, abandon() {} };
  const before = lines.instead;
  lines.instead = {
    exchange: () => Promise.reject(new Error(`a simulated fault (${code})`)),
    openSocket: (_url, { closed }) => {
      queueMicrotask(() => closed(closeCodes.lost));
      return nothing;
    },
  };
  for (const line of [...lines.open]) {
    const { closed } = line;
    line.closed = () => {};
    // A server that restarts knows no connections from before.
    if (code === closeCodes.lost) line.abandon();
    else line.close();
    closed(code);
  }
  await over;
  lines.instead = before;
}

async function slowDown(lines: Lines, timers: Timers, delayMs: () => number, over: Promise<void>): Promise<void> {
  let isSlow = true;
  /** Frames keep their order, also those that come after the end of the fault. */
  const late = (pass: (frame: Uint8Array) => void) => {
    let lastUs = 0;
    return (frame: Uint8Array) => {
      const nowUs = timers.nowUs();
      lastUs = Math.max(lastUs, nowUs + (isSlow ? delayMs() * 1_000 : 0));
      if (lastUs === nowUs) pass(frame);
      else timers.setTimeout(() => pass(frame), (lastUs - nowUs) / 1_000);
    };
  };
  const stop = lines.watch((line: Line) => {
    line.frame = late(line.frame);
    line.send = late(line.send);
  });
  await over;
  stop();
  isSlow = false;
}
