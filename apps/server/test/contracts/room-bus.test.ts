import { describe, onTestFinished } from 'vitest';
import { MemoryHub } from '../../src/adapters/memory/memory-room-bus.ts';
import { roomBusContract } from './room-bus.contract.ts';

describe('memory', () => {
  roomBusContract(async () => {
    const hub = new MemoryHub();
    const buses = [hub.connect(), hub.connect()] as const;
    onTestFinished(() => Promise.all(buses.map((bus) => bus.close())).then(() => undefined));
    return { buses, cut: async () => buses[1].setUp(false), mend: async () => buses[1].setUp(true) };
  });
});
