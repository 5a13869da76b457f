import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding, ProofLine, ProofSize } from './line.ts';
import { endServers } from './server-process.ts';

/** Runs a line in a new folder. */
export async function runLine(
  line: ProofLine,
  { size, seed = line.seed, say }: { size: ProofSize; seed?: number; say: (text: string) => void },
): Promise<readonly Finding[]> {
  const scratch = await mkdtemp(join(tmpdir(), `roomtone-proof-${line.name}-`));
  try {
    return await line.run({ size, seed, scratch, say });
  } finally {
    await endServers(scratch);
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The command that runs the line again. */
export function commandFor({ name }: ProofLine, size: ProofSize, seed: number): string {
  return `npm run proof -- --only ${name} --seed ${seed}${size === 'short' ? ' --short' : ''}`;
}
