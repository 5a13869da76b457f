import type { Clock } from '../../ports/clock.ts';

/** What a process has used so far, as only the process itself can tell. */
export interface ProcessUsage {
  /** CPU time since its start, all threads together. */
  readonly cpuUs: number;
  readonly memoryBytes: number;
}

/** What there is to use. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Shares of the whole machine, such as `12.3%`. */
export interface UsageMeter {
  memory(): string;
  /** Over the time since it was last asked for, at least a second. */
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
      // Two that ask at once would measure each other.
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
