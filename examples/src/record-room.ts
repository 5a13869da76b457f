// Records a room as a Standard MIDI File. See README.md, or run it with --help.
import { parseArgs } from 'node:util';
import { destinationFrom, destinationOptions, joinRoom, runProgram, signedIn, UsageError } from './program.ts';
import { Progress, timeText } from './progress.ts';
import { Recording } from './recording.ts';
import { RecordingFile } from './recording-file.ts';
import { untilOver } from './until-over.ts';

const usage = `Usage: node record-room.js FILE.mid --room=ID [options]

Records until Ctrl-C, until the last player has left, or until --seconds have passed.

  --server URL       the server (default: http://127.0.0.1:7420)
  --room=ID          the room to listen to; its password, if any, is read from ROOMTONE_ROOM_PASSWORD
  --user NAME        the account to listen as (default: a guest)
  --password-stdin   read the account's password from standard input instead of ROOMTONE_PASSWORD
  --seconds N        stop after this many seconds
  --overwrite        replace FILE.mid if it exists
`;

const options = {
  ...destinationOptions,
  seconds: { type: 'string' },
  overwrite: { type: 'boolean', default: false },
} as const;

await runProgram(usage, async (signal) => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('Give one file to record to.');
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds > 0)) throw new UsageError('--seconds must be a number above 0.');
  const destination = await destinationFrom(values);

  const file = await RecordingFile.prepare(path, values.overwrite);
  const client = await signedIn(destination);
  let recording: Recording | undefined;
  const room = await joinRoom(client, destination, signal, (connection) => {
    recording = new Recording(connection);
  });
  if (recording === undefined) throw new Error('The room was not joined.');
  say(`Recording “${room.info.roomName}” to ${path}. Ctrl-C stops.`);

  const heard = recording;
  const progress = new Progress(process.stderr);
  const startMs = performance.now();
  const show = () => {
    const elapsed = timeText((performance.now() - startMs) * 1_000);
    progress.show(`${elapsed}, ${heard.eventCount} events of ${heard.takes.length} players`);
    file.saveNowAndThen(heard);
  };
  show();
  const ticking = setInterval(show, 250);
  try {
    const end = await untilOver(room, signal, seconds);
    progress.end();
    say(end.words);
    return end.exitCode;
  } finally {
    clearInterval(ticking);
    progress.end();
    heard.stop();
    const saved = await file.save(heard);
    say(
      saved
        ? `${path}: ${heard.eventCount} events of ${heard.takes.length} players.`
        : 'Nothing was played; no file was written.',
    );
    if (heard.gaps > 0) say(`The connection was interrupted ${heard.gaps} times; notes may be missing there.`);
    await room.leave();
    await client.logout().catch(() => {});
  }
});

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
