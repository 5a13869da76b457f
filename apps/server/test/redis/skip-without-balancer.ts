import { beforeEach } from 'vitest';
import { findBalancer, missingBalancer } from './balancer.ts';

beforeEach((context) => {
  if (findBalancer() === undefined) context.skip(missingBalancer);
});
