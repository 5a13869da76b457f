import { beforeEach } from 'vitest';
import { hasPostgres, missingPostgres } from '../postgres/databases.ts';
import { findRedis, missingRedis } from './redis-server.ts';

beforeEach((context) => {
  if (findRedis() === undefined) context.skip(missingRedis);
  if (!hasPostgres()) context.skip(missingPostgres);
});
