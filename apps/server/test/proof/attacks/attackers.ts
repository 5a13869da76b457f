import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keepTo, yieldToOthers } from '../machine.ts';
import type { AttackOutcome, AttackTarget } from './attack.ts';

/** The attackers' process. */
export interface Attackers {
  attack(name: string, target: AttackTarget): Promise<AttackOutcome>;
  stop(): void;
}

/**
 * Starts them on the clients' core.
 * @param isAlone nothing else runs on this machine: then they run when the victims do not, as if they were on another one. Beside
 *   other work they would hardly run at all.
 */
export function startAttackers(isAlone: boolean): Attackers {
  const { child, ended } = start('attack-process.ts');
  if (isAlone) yieldToOthers(child.pid);
  return {
    attack(name, target) {
      child.send({ name, target });
      const answer = new Promise<AttackOutcome>((resolve) => child.once('message', resolve));
      return Promise.race([answer, ended]);
    },
    stop: () => void child.kill(),
  };
}

/** Starts the unrelated server where Roomtone's runs, and resolves with its port. */
export async function startUnrelatedServer(): Promise<{ readonly port: number; stop(): void }> {
  const { child, ended } = start('unrelated-server.ts');
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  keepTo('server', child.pid);
  return { port, stop: () => void child.kill() };
}

function start(file: string): { readonly child: ChildProcess; readonly ended: Promise<never> } {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`${file} ended with ${status}`);
  });
  // They also end when the line does.
  ended.catch(() => {});
  return { child, ended };
}
