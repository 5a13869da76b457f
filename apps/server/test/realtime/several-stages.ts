import { MemoryHub, type MemoryRoomBus } from '../../src/adapters/memory/memory-room-bus.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { FakeTime } from './fake-time.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

/** Several processes of one service, in one: each is a stage, and they share storage, time and a bus. */
export class SeveralStages {
  readonly hub = new MemoryHub();
  readonly time = new FakeTime();
  readonly storage: Storage = openMemoryStorage();
  readonly stages: Stage[] = [];
  readonly buses: MemoryRoomBus[] = [];

  static async open(count: number): Promise<SeveralStages> {
    const several = new SeveralStages();
    for (let index = 0; index < count; index++) await several.add();
    return several;
  }

  async add(): Promise<Stage> {
    const bus = this.hub.connect(`process-${this.buses.length}`);
    const stage = await Stage.open({ storage: this.storage, time: this.time, bus });
    this.buses.push(bus);
    this.stages.push(stage);
    return stage;
  }

  /** A process ends without a word, as with SIGKILL: the others hear nothing of it any more. */
  kill(index: number): void {
    const bus = this.buses[index];
    bus?.setUp(false);
    this.hub.alive.delete(bus?.processId ?? '');
  }

  /** Connects a user to one of the processes, and has them join. */
  async inside(index: number, name: string, roomId: string): Promise<TestPlayer> {
    const player = await this.stages[index]?.user(name);
    if (player === undefined) throw new Error(`there is no process ${index}`);
    await player.join(roomId);
    return player;
  }

  /** Lets everything that is on its way between the processes arrive. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  async close(): Promise<void> {
    await Promise.all(this.stages.map((stage) => stage.close()));
    await Promise.all(this.buses.map((bus) => bus.close()));
  }
}
