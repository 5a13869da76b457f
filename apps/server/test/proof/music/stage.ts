import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CalledProgram, startProgram } from '../../../../../testing/called-program.ts';
import { EmulatedLink, type LinkSettings } from '../../../../../testing/emulated-link/emulated-link.ts';
import { start } from '../server-process.ts';
import type { calls as machineCalls } from './machine-program.ts';
import { Stalls } from './stalls.ts';
import type { calls as witnessCalls } from './witness-program.ts';

export type Machine = CalledProgram<typeof machineCalls>;

/** A server, machines at the other end of a link, and a witness beside the server. */
export interface Stage {
  readonly url: string;
  readonly machines: readonly Machine[];
  /** From now on it is watched how long the server and the machines have to wait for a processor. */
  watchStalls(): void;
  /** How long one of them had to wait at the worst, µs. */
  readonly stalledUs: number;
  /** The service clock minus the shared clock, µs, and how much that may be wrong. */
  truth(): Promise<{ readonly offsetUs: number; readonly doubtUs: number }>;
  /** Packets that the link passed on late, because the machine was busy: the worst of them, µs. */
  latestUs(): Promise<number>;
  close(): Promise<void>;
}

/** @param options.pacesPpm a machine for each: how much faster its clock runs. */
export async function setUp(options: {
  readonly scratch: string;
  readonly link: LinkSettings & { readonly seed: number };
  readonly pacesPpm: readonly number[];
}): Promise<Stage> {
  const link = await EmulatedLink.open(options.link);
  const dataDir = join(options.scratch, 'data');
  mkdirSync(dataDir);
  const env = { ROOMTONE_HOST: link.a.address, ROOMTONE_TLS: 'off', ROOMTONE_ANNOUNCE: 'off' };
  const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const machines: Machine[] = options.pacesPpm.map(() => startProgram(program('machine-program.ts'), link.b.through));
  const witness = startProgram<typeof witnessCalls>(program('witness-program.ts'), link.a.through);
  const server = await start({ dataDir, env, through: link.a.through });
  await Promise.all([
    witness.call('watch', server.url),
    ...machines.map((machine, index) => machine.call('pace', options.pacesPpm[index] ?? 0)),
  ]);
  const stalls = new Stalls();
  return {
    url: server.url,
    machines,
    watchStalls: () => stalls.watch([server.child.pid, ...machines.map(({ pid }) => pid)]),
    get stalledUs() {
      return stalls.longestUs;
    },
    async truth() {
      const { lowUs, highUs } = await witness.call('bounds');
      return { offsetUs: (lowUs + highUs) / 2, doubtUs: Math.abs(highUs - lowUs) / 2 };
    },
    async latestUs() {
      const { aToB, bToA } = await link.counts();
      return Math.round(1000 * Math.max(aToB.latestMs, bToA.latestMs));
    },
    async close() {
      stalls.stop();
      await Promise.all([witness, ...machines].map((each) => each.stop()));
      await server.end('SIGTERM');
      await link.close();
    },
  };
}
