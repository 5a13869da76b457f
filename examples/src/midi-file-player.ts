// Plays a MIDI file: node midi-file-player.ts <file.mid> <invitation>
// `roomtone play` does it with pauses, limits and lost connections thought of.
import { readFileSync } from 'node:fs';
import { Pacer } from '@roomtone/sdk';
import { readMidiFile } from '@roomtone/smf';
import { inRoom } from './enter.ts';

const aheadUs = 500_000;
const { events } = readMidiFile(readFileSync(process.argv[2] ?? ''));

await inRoom(
  async ({ room }, signal) => {
    const { limits } = room.snapshot;
    const pacer = new Pacer({
      eventsPerSecond: limits?.eventsPerSecond ?? 1_000,
      eventBurst: limits?.eventBurst ?? 1_000,
    });
    console.log(`Playing ${events.length} events in “${room.info.roomName}”.`);
    const startUs = room.serverNowUs() + aheadUs;
    for (const { timeUs, data } of events) {
      const atUs = startUs + timeUs;
      await pause((atUs - aheadUs - room.serverNowUs()) / 1_000);
      await pause(pacer.delayUs(1, room.serverNowUs()) / 1_000);
      if (signal.aborted) break;
      room.send(data, { atUs });
    }
    // The last notes are still to come.
    if (!signal.aborted) await pause(aheadUs / 1_000);
  },
  { thinning: false },
);

function pause(ms: number): Promise<void> | undefined {
  return ms < 1 ? undefined : new Promise((resolve) => setTimeout(resolve, ms));
}
