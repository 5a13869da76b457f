// Records a room until Ctrl-C, one track for each player: node recorder.ts <file.mid> <invitation>
import { writeFileSync } from 'node:fs';
import { splitMidi, type TimedEvent } from '@roomtone/protocol';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { inRoom, untilOver } from './enter.ts';

const path = process.argv[2] ?? 'room.mid';

await inRoom(async ({ room }, signal) => {
  const tracks = new Map<number, { readonly name: string; readonly events: TimedEvent[] }>();
  room.on('notes', ({ participantId, startTimeUs, offsets, data }) => {
    const name = room.participants.get(participantId)?.username ?? `player ${participantId}`;
    const track = tracks.get(participantId) ?? { name, events: [] };
    tracks.set(participantId, track);
    // The time at which it was played, not the time at which it came.
    track.events.push(...splitMidi({ startTime: startTimeUs, offsets: [...offsets], data }, startTimeUs));
  });
  console.log(`Recording “${room.info.roomName}”. Ctrl-C stops.`);
  await untilOver(room, signal);
  const played = [...tracks.values()];
  const firstUs = Math.min(...played.flatMap(({ events }) => events[0]?.timeUs ?? []));
  if (played.length > 0) writeFileSync(path, writeMidiFile(played, firstUs, recordingTime));
  console.log(
    `${path}: ${played.map(({ name, events }) => `${name} ${events.length}`).join(', ') || 'nothing was played'}`,
  );
});
