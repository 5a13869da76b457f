import type { ProofLine } from '../line.ts';
import { mutated } from './mutations.ts';
import { rfc6455 } from './rfc6455.ts';
import { sockets } from './sockets.ts';
import { stalled } from './stalled.ts';
import { storm } from './storm.ts';

/** What can happen to the process and its data. */
export const dataLines: readonly ProofLine[] = [];

/** What can happen on the network. */
export const networkLines: readonly ProofLine[] = [sockets, stalled, storm, mutated, rfc6455];
