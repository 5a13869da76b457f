import type { Loop } from '@roomtone/sdk/extras';
import { NoteSchedule } from '../../../../../shared/note-schedule.ts';
import { drumChannel, drumProgram } from '../../../contract/instruments.ts';
import { localNowUs } from '../../../contract/local-time.ts';
import { type LoopMessage, loopParticipant } from '../../../contract/loop-messages.ts';
import type { NoteMessage } from '../../../contract/messages.ts';
import { instrumentFor } from '../../playing/sounds/general-midi.ts';

/** A part of a loop as one of those who play in a recording. */
export interface LoopTakePlayer {
  readonly participantId: number;
  readonly userId: string;
  readonly displayName: string;
  readonly instrument: string;
}

const everyMs = 250;
const noOffsets: readonly number[] = [];

/** Passes what loops play on to recordings, once it has sounded: until then it may be taken back. */
export class LoopTakes {
  readonly #record: (message: Extract<NoteMessage, { kind: 'notes' }>) => void;
  readonly #onPlayers: () => void;
  readonly #schedule = new NoteSchedule();
  /** All that have played since the room was entered: the track of a loop that was removed still ends. */
  readonly #players = new Map<number, LoopTakePlayer>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onPlayers called when there are more players, or other ones. */
  constructor(record: (message: Extract<NoteMessage, { kind: 'notes' }>) => void, onPlayers: () => void) {
    this.#record = record;
    this.#onPlayers = onPlayers;
  }

  get players(): readonly LoopTakePlayer[] {
    return [...this.#players.values()];
  }

  /** Takes a loop as it is now. */
  put({ slot, name, content }: Loop): void {
    const layers = content.kind === 'recorded' ? content.layers : [content];
    layers.forEach(({ channel, program }, layer) => {
      const participantId = loopParticipant(slot, layer);
      const displayName = layers.length > 1 ? `${name} ${layer + 1}` : name;
      const instrument = instrumentFor(channel === drumChannel ? drumProgram : program);
      this.#players.set(participantId, { participantId, userId: `loop ${participantId}`, displayName, instrument });
    });
    this.#onPlayers();
  }

  receive({ participant, voidFromUs, timesUs, data }: LoopMessage): void {
    if (voidFromUs !== undefined) this.#schedule.dropFrom(participant, voidFromUs);
    this.#schedule.add(participant, data, (index) => timesUs[index] ?? 0);
    this.#timer ??= setInterval(() => this.#flush(), everyMs);
  }

  /** Everything that sounded was silenced, and what was to come with it. */
  silence(): void {
    this.#flush();
    this.#schedule.drop();
  }

  /** Forgets the loops of a room that was left. */
  clear(): void {
    this.#schedule.drop();
    this.#players.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #flush(): void {
    this.#schedule.takeBefore(localNowUs(), (participant, status, first, second, atUs) => {
      const isShort = (status & 0xe0) === 0xc0;
      const data = isShort ? Uint8Array.of(status, first) : Uint8Array.of(status, first, second);
      this.#record({ kind: 'notes', participant, atUs, offsets: noOffsets, data, delayUs: 0 });
    });
  }
}
