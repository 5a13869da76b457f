import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Chromium on another machine. */
export interface ChromiumThrough {
  /** For Playwright, which talks to the browser through pipes, which namespaces do not separate. */
  readonly executablePath: string;
  remove(): Promise<void>;
}

/** @param through the prefix that runs a command there. */
export async function chromiumThrough(through: readonly string[], program: string): Promise<ChromiumThrough> {
  const folder = await mkdtemp(join(tmpdir(), 'roomtone-chromium-'));
  const executablePath = join(folder, 'chromium');
  await writeFile(executablePath, `#!/bin/sh\nexec ${through.join(' ')} ${program} "$@"\n`, { mode: 0o755 });
  return { executablePath, remove: () => rm(folder, { recursive: true }) };
}
