import { fileURLToPath } from 'node:url';
import { type CalledProgram, startProgram } from '../../../../testing/called-program.ts';
import type { calls } from './machine-program.ts';

const program = fileURLToPath(new URL('machine-program.ts', import.meta.url));

/** A program on one of the machines, and the calls that it answers. */
export type Machine = CalledProgram<typeof calls>;

/** @param through the prefix that runs a command on that machine. */
export function startMachine(through: readonly string[]): Machine {
  return startProgram(program, through);
}
