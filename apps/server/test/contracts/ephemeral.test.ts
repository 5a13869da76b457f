import { describe } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ephemeralContract } from './ephemeral.contract.ts';

describe('memory', () => {
  ephemeralContract(() => {
    const clock = createFakeClock();
    return { ...clock, ephemeral: createMemoryEphemeral(clock), grainMs: 1 };
  });
});
