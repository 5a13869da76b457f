import type { ProofLine } from '../line.ts';
import { attacks } from './attacks.ts';
import { backups } from './backups.ts';
import { clock } from './clock.ts';
import { crashes } from './crashes.ts';
import { data } from './data.ts';
import { diskFaults } from './disk-faults.ts';
import { evening } from './evening.ts';
import { kills } from './kills.ts';
import { migrations } from './migrations.ts';
import { music } from './music.ts';
import { mutated } from './mutations.ts';
import { partitions } from './partitions.ts';
import { powerLoss } from './power-loss.ts';
import { rfc6455 } from './rfc6455.ts';
import { service } from './service.ts';
import { sockets } from './sockets.ts';
import { stalled } from './stalled.ts';
import { storm } from './storm.ts';

/** Failures of the process and its data. */
export const dataLines: readonly ProofLine[] = [
  kills,
  powerLoss,
  diskFaults,
  clock,
  data,
  backups,
  crashes,
  service,
  partitions,
];

/** Failures and attacks on the network. */
export const networkLines: readonly ProofLine[] = [sockets, stalled, storm, mutated, attacks];

/** The lines whose short form takes seconds: `npm test` runs them, too. */
export const quickLines: readonly ProofLine[] = [migrations, rfc6455, evening];

/** Playing in time. */
export const musicLines: readonly ProofLine[] = [music];
