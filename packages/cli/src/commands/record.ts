import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';
import { Progress, timeText } from '../music/progress.ts';
import { Recording } from '../music/recording.ts';
import { RecordingFile } from '../music/recording-file.ts';
import { untilOver } from '../music/until-over.ts';

export interface RecordOptions {
  readonly seconds?: string;
  readonly overwrite?: boolean;
}

const showEveryMs = 250;

/** Records a room as a Standard MIDI File, until interrupted, until the last player has left, or until the time is up. */
export async function record(context: Context, path: string, where: string, options: RecordOptions): Promise<number> {
  const { output, signal } = context;
  const seconds = options.seconds === undefined ? undefined : Number(options.seconds);
  if (seconds !== undefined && !(seconds > 0)) throw new UsageError('--seconds must be a number above 0.');
  const destination = withRoom(context.destination(where));
  const file = await RecordingFile.prepare(path, options.overwrite === true);
  return context.connected(destination, { need: 'guest' }, async ({ client }) => {
    const recordings: Recording[] = [];
    const room = await client.joinRoom(destination.roomId, {
      ...context.roomPassword,
      signal,
      prepare: (opened) => recordings.push(new Recording(opened)),
    });
    const [recording] = recordings;
    if (recording === undefined) throw new Error('The room was not joined.');
    output.say(`Recording “${room.info.roomName}” to ${path}. Ctrl-C stops.`);
    const progress = new Progress(output.progress);
    const startMs = performance.now();
    const show = () => {
      const elapsed = timeText((performance.now() - startMs) * 1_000);
      progress.show(`${elapsed}, ${recording.eventCount} events of ${recording.takes.length} players`);
      file.saveNowAndThen(recording);
    };
    show();
    const ticking = setInterval(show, showEveryMs);
    try {
      const end = await untilOver(room, signal, seconds);
      progress.end();
      output.say(end.words);
      return end.exitCode;
    } finally {
      clearInterval(ticking);
      progress.end();
      recording.stop();
      const saved = await file.save(recording);
      const { eventCount, gaps } = recording;
      const players = recording.takes.length;
      output.result(
        { file: saved ? path : null, events: eventCount, players, gaps },
        saved ? `${path}: ${eventCount} events of ${players} players.` : 'Nothing was played; no file was written.',
      );
      if (gaps > 0) output.say(`The connection was interrupted ${gaps} times; notes may be missing there.`);
      await room.leave();
    }
  });
}
