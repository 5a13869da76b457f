import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Room } from '@roomtone/sdk';
import { readMidiFile } from '@roomtone/smf';
import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';
import { playEvents } from '../music/playing.ts';
import { Progress, timeText } from '../music/progress.ts';
import { fastestSpeed } from '../music/speed.ts';

export interface PlayOptions {
  readonly speed: string;
  readonly fast?: boolean;
}

type Events = ReturnType<typeof readMidiFile>['events'];
const maxSpeed = 1_000;

/** Plays a Standard MIDI File into a room. */
export async function play(context: Context, path: string, where: string, options: PlayOptions): Promise<number> {
  const { output, signal } = context;
  const speed = Number(options.speed);
  if (!(speed > 0 && speed <= maxSpeed)) throw new UsageError(`--speed must be a number above 0, at most ${maxSpeed}.`);
  const destination = withRoom(context.destination(where));
  const { events } = readMidiFile(await readFile(path));
  if (events.length === 0) throw new Error(`${basename(path)} has nothing to play.`);
  return context.connected(destination, { need: 'account' }, async ({ client, as }) => {
    // A file is played event for event; pacing keeps it within the quota.
    const room = await client.joinRoom(destination.roomId, { ...context.roomPassword, thinning: false, signal });
    try {
      output.say(`${as} plays ${basename(path)} in “${room.info.roomName}”.`);
      return await perform(context, room, events, options.fast === true ? 'fastest' : speed);
    } finally {
      await room.leave();
    }
  });
}

async function perform(
  { output, signal }: Context,
  room: Room,
  events: Events,
  wanted: number | 'fastest',
): Promise<number> {
  const { limits } = room.snapshot;
  if (limits === undefined) throw new Error('The server did not announce its limits.');
  const fastest = fastestSpeed(events, limits);
  const speed = wanted === 'fastest' ? fastest : Math.min(wanted, fastest);
  if (wanted !== 'fastest' && speed < wanted) {
    output.say(`This is denser than the room's quota allows: playing at ${speed.toFixed(2)} times the tempo.`);
  }
  const durationUs = events.at(-1)?.timeUs ?? 0;
  const progress = new Progress(output.progress);
  try {
    const { sent, released, endedEarly } = await playEvents(room, events, {
      ...{ speed, limits, signal },
      onProgress: ({ sent, total, positionUs }) => {
        progress.show(`${timeText(positionUs)} of ${timeText(durationUs)}, ${sent} of ${total} events`, sent / total);
      },
    });
    progress.end();
    const ended = released === 0 ? '' : ` ${released} notes and pedals were released at the end.`;
    output.result(
      { accepted: sent, events: events.length, released, speed, endedEarly },
      `The server accepted ${sent} of ${events.length} events.${ended}`,
    );
    return endedEarly ? 130 : 0;
  } finally {
    progress.end();
  }
}
