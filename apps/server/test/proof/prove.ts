import { describe, expect, test } from 'vitest';
import type { ProofLine } from './line.ts';
import { commandFor, runLine } from './run-line.ts';

/**
 * Defines a test for each line in its short form: one after another, and beside them those that mostly wait. Goals for speed
 * are printed but never fail the test.
 */
export function prove(lines: readonly ProofLine[]): void {
  describe.concurrent('proof', () => {
    for (const line of lines.filter(({ mostlyWaits }) => mostlyWaits)) proveLine(line, true);
    describe('one after another', () => {
      for (const line of lines.filter(({ mostlyWaits }) => !mostlyWaits)) proveLine(line, false);
    });
  });
}

function proveLine(line: ProofLine, concurrent: boolean): void {
  const title = `${line.what} (${commandFor(line, 'short', line.seed)})`;
  test(title, { concurrent, timeout: 300_000 }, async ({ skip }) => {
    const reason = line.unavailable?.();
    if (reason !== undefined) skip(reason);
    const findings = await runLine(line, { size: 'short', say: () => {} });
    expect(findings.length).toBeGreaterThan(0);
    for (const { goal, measured, held } of findings) {
      console.log(`${line.what}: ${goal}: ${measured}${held ? '' : ' (missed)'}`);
    }
    const missed = findings.filter(({ held, isTiming }) => !held && isTiming !== true);
    expect(missed.map(({ goal, measured }) => `${goal}: ${measured}`)).toEqual([]);
  });
}
