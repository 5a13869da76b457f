import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a directory that is deleted when the test ends. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
