// A drummer who plays the click of the room's metronome: node metronome-bot.ts <invitation>
import { inRoom, untilOver } from './enter.ts';

const drums = 9;
const [high, low] = [76, 77]; // wood blocks of General MIDI
const aheadUs = 200_000;
const lookEveryMs = 50;

await inRoom(async ({ room }, signal) => {
  room.setPlayer({ instrument: 'Wood block' }).catch(console.error);
  console.log(`Clicking in “${room.info.roomName}” whenever its metronome runs.`);
  let doneUs = room.serverNowUs();
  const timer = setInterval(() => {
    const toUs = room.serverNowUs() + aheadUs;
    // Notes may be sent ahead: each sounds at its time.
    for (const { timeUs, beat } of room.time.beatsBetween(doneUs, toUs)) {
      const key = beat === 1 ? high : low;
      room.noteOn(key, beat === 1 ? 110 : 80, { atUs: timeUs, channel: drums });
      room.noteOff(key, { atUs: timeUs + 50_000, channel: drums });
    }
    doneUs = Math.max(doneUs, toUs);
  }, lookEveryMs);
  await untilOver(room, signal);
  clearInterval(timer);
});
