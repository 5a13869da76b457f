import type { ProofLine } from '../line.ts';

/** What can happen to the process and its data. */
export const dataLines: readonly ProofLine[] = [];

/** What can happen on the network. */
export const networkLines: readonly ProofLine[] = [];
