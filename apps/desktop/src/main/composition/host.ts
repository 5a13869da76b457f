import { MessageChannelMain } from 'electron';
import type { HostState } from '../../shared/hosting.ts';
import { Host } from '../hosting/host.ts';
import { Hosting } from '../hosting/hosting.ts';
import type { RememberedFile } from '../settings/remembered.ts';

export interface CreateHostParts {
  readonly fork: () => Electron.UtilityProcess;
  readonly dataDir: string;
  readonly remembered: RememberedFile;
  readonly nowMs: () => number;
  readonly onChange: (state: HostState) => void;
  readonly report: (problem: string) => void;
  /** Called once when the server fails to start, even if further attempts fail too. */
  readonly onStartFailure: (detail: string) => void;
}

/** Creates the server inside the app: its process, and its hosting for others. */
export function createHost({ fork, dataDir, remembered, nowMs, onChange, report, onStartFailure }: CreateHostParts) {
  const hosting = new Hosting({ change: (hosting) => host.change(hosting), now: Date.now, onChange });
  const host = new Host({
    fork: () => {
      const child = fork();
      child.stdout?.on('data', (chunk) => hosting.wrote(String(chunk)));
      return child;
    },
    createChannel: () => new MessageChannelMain(),
    dataDir,
    port: remembered.value.port,
    nowMs,
    onState: (state) => {
      if (state.status === 'ready') remembered.change({ port: Number(new URL(state.url).port) });
      hosting.processChanged(state);
    },
    onProblem: (problem, failures) => {
      report(`server: ${problem.detail}`);
      hosting.problem(problem);
      if (failures === 3) onStartFailure(problem.detail);
    },
  });
  return { host, hosting };
}
