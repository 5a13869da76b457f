// Plays the chord that somebody holds as an arpeggio, in time with the metronome: node arpeggiator.ts <invitation>
import { inRoom, untilOver } from './enter.ts';

const [stepsOfBeat, octaveUp] = [4, 12];
const lookEveryMs = 20;

await inRoom(async ({ room }, signal) => {
  const held = new Set<number>();
  room.on('note', ({ type, key }) => (type === 'noteOn' ? held.add(key) : held.delete(key)));
  room.on('notesReleased', () => held.clear());
  console.log(`Hold a chord in “${room.info.roomName}”.`);
  let [nextUs, step] = [room.serverNowUs(), 0];
  const timer = setInterval(() => {
    if (room.serverNowUs() < nextUs) return;
    const stepUs = 60_000_000 / (room.time.transport?.bpm ?? 120) / stepsOfBeat;
    // Steps stay on the grid, also after a pause.
    nextUs = Math.max(nextUs + stepUs, room.serverNowUs());
    const chord = [...held].sort((a, b) => a - b);
    const key = chord[step++ % chord.length];
    if (key === undefined) return;
    room.noteOn(Math.min(127, key + octaveUp), 70);
    room.noteOff(Math.min(127, key + octaveUp), { atUs: room.serverNowUs() + stepUs * 0.8 });
  }, lookEveryMs);
  await untilOver(room, signal);
  clearInterval(timer);
});
