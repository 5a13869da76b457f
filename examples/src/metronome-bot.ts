// A drummer who plays the click of the room's metronome: node metronome-bot.ts <invitation>
import { beatLoop } from '@roomtone/sdk/bots';
import { inRoom, untilOver } from './enter.ts';

const drums = 9;
const [high, low] = [76, 77]; // wood blocks of General MIDI

await inRoom(async ({ room }, signal) => {
  room.setPlayer({ instrument: 'Wood block' }).catch(console.error);
  console.log(`Clicking in “${room.info.roomName}” whenever its metronome runs.`);
  // Notes may be sent ahead: each sounds at its time.
  const stop = beatLoop(room, ({ timeUs, beat }) => {
    const key = beat === 1 ? high : low;
    room.noteOn(key, beat === 1 ? 110 : 80, { atUs: timeUs, channel: drums });
    room.noteOff(key, { atUs: timeUs + 50_000, channel: drums });
  });
  await untilOver(room, signal);
  stop();
});
