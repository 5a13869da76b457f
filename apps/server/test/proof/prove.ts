import { expect, test } from 'vitest';
import type { ProofLine } from './line.ts';
import { commandFor, runLine } from './run-line.ts';

/** Defines a test for each line in its short form. Goals for speed are printed but never fail the test. */
export function prove(lines: readonly ProofLine[]): void {
  for (const line of lines) {
    test(`proof: ${line.what} (${commandFor(line, 'short', line.seed)})`, async ({ skip }) => {
      const reason = line.unavailable?.();
      if (reason !== undefined) skip(reason);
      const findings = await runLine(line, { size: 'short', say: () => {} });
      expect(findings.length).toBeGreaterThan(0);
      for (const { goal, measured, held } of findings) {
        console.log(`${line.what}: ${goal}: ${measured}${held ? '' : ' (missed)'}`);
      }
      const missed = findings.filter(({ held, isTiming }) => !held && isTiming !== true);
      expect(missed.map(({ goal, measured }) => `${goal}: ${measured}`)).toEqual([]);
    }, 300_000);
  }
}
