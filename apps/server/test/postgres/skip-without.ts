import { beforeEach } from 'vitest';
import { hasPostgres, missingPostgres } from './databases.ts';

beforeEach((context) => {
  if (!hasPostgres()) context.skip(missingPostgres);
});
