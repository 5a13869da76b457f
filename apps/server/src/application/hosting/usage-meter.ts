import type { Clock } from '../../ports/clock.ts';

/** CPU time and memory of a process; only the process itself can measure them. */
export interface ProcessUsage {
  /** CPU time of all threads since the start. */
  readonly cpuUs: number;
  readonly memoryBytes: number;
}

/** The resources of the machine. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Shares of the whole machine, such as `12.3%`. */
export interface UsageMeter {
  memory(): string;
  /** The share since the last call, over at least a second. */
  cpu(): string;
}

const shortestUs = 1_000_000;

export function createUsageMeter(
  read: () => ProcessUsage,
  machine: Machine,
  clock: Pick<Clock, 'serviceUs'>,
): UsageMeter {
  let before = { atUs: clock.serviceUs(), cpuUs: read().cpuUs };
  let lastShare = 0;
  return {
    memory: () => percentage(read().memoryBytes / machine.memoryBytes),
    cpu() {
      const now = { atUs: clock.serviceUs(), cpuUs: read().cpuUs };
      const elapsedUs = now.atUs - before.atUs;
      // After a shorter time two callers would disturb each other's measurement.
      if (elapsedUs >= shortestUs) {
        lastShare = (now.cpuUs - before.cpuUs) / (elapsedUs * machine.cores);
        before = now;
      }
      return percentage(lastShare);
    },
  };
}

function percentage(share: number): string {
  return `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(1)}%`;
}
