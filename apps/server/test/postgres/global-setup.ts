import type { TestProject } from 'vitest/node';
import { type Cluster, findPostgres, startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's PostgreSQL, without a database; empty where there is none. */
    postgresUrl: string;
    /** The file with its certificate. */
    postgresCertificate: string;
  }
}

/** Starts PostgreSQL for the tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = findPostgres();
  const cluster: Cluster | undefined = bin === undefined ? undefined : await startCluster(bin);
  project.provide('postgresUrl', cluster?.url ?? '');
  project.provide('postgresCertificate', cluster?.certificate ?? '');
  return async () => cluster?.remove();
}
