import type { TestProject } from 'vitest/node';
import { findRedis, startRedis } from './redis-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's Redis; empty where there is none. */
    redisUrl: string;
  }
}

/** Starts Redis for the tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = findRedis() === undefined ? undefined : await startRedis();
  project.provide('redisUrl', redis?.url ?? '');
  return async () => redis?.remove();
}
