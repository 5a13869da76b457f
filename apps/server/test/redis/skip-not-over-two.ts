import { beforeEach } from 'vitest';
import { findBalancer, missingBalancer } from './balancer.ts';
import { testsNotOverTwoProcesses } from './not-over-two-processes.ts';

beforeEach(({ task, skip }) => {
  if (findBalancer() === undefined) skip(missingBalancer);
  for (const [file, tests] of Object.entries(testsNotOverTwoProcesses)) {
    if (!task.file.name.endsWith(`/${file}.test.ts`)) continue;
    const reason = Object.entries(tests).find(([title]) => task.name.startsWith(title))?.[1];
    if (reason !== undefined) skip(reason);
  }
});
