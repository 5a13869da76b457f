import type { ProofLine } from '../line.ts';
import { backups } from './backups.ts';
import { clock } from './clock.ts';
import { crashes } from './crashes.ts';
import { data } from './data.ts';
import { diskFaults } from './disk-faults.ts';
import { evening } from './evening.ts';
import { kills } from './kills.ts';
import { migrations } from './migrations.ts';
import { powerLoss } from './power-loss.ts';

/** What can happen to the process and its data. */
export const dataLines: readonly ProofLine[] = [
  kills,
  powerLoss,
  migrations,
  diskFaults,
  clock,
  data,
  backups,
  crashes,
  evening,
];

/** What can happen on the network. */
export const networkLines: readonly ProofLine[] = [];
