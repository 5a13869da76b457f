import { HeldNotes, splitMidi, type TimedEvent } from '@roomtone/protocol';
import { ConnectionError, Pacer, type PacerLimits, type Room, type SendResult } from '@roomtone/sdk';
import { cautious } from './speed.ts';

/** The part of a Room that playing needs. */
export interface PlayingRoom extends Pick<Room, 'serverNowUs' | 'setPlayer' | 'on'> {
  send(events: readonly TimedEvent[]): SendResult;
}

export interface PlayOptions {
  /** Multiple of the piece's own tempo; above fastestSpeed(), notes would be late. */
  readonly speed: number;
  /** The server's limits, from its welcome. */
  readonly limits: PacerLimits & { readonly eventsPerMessage: number };
  /** Ends the playing early and releases everything. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PlayProgress) => void;
  readonly clock?: Clock;
}

interface PlayProgress {
  /** Number of the piece's events sent so far. */
  readonly sent: number;
  readonly total: number;
  /** Position in the piece, µs at its own tempo. */
  readonly positionUs: number;
}

/** The result of playing. */
export interface PlayResult {
  /** Service clock at the piece's beginning: an event at `t` was stamped `startUs + t / speed`. */
  readonly startUs: number;
  /** Number of the piece's events that the server accepted. */
  readonly sent: number;
  /** Number of note-offs and pedal-ups added to end what was still sounding. */
  readonly released: number;
  readonly endedEarly: boolean;
}

/** Time from the call to the first note. */
const leadInUs = 300_000;
/** Notes are sent this long before they are due, so that a hiccup of the network does not delay them. */
const lookaheadUs = 150_000;
/** Events this close together are sent together. */
const gatherUs = 30_000;
/**
 * Leaving silences a player immediately, and listeners play up to half a second late: stay until everything has
 * sounded.
 */
const ringOutUs = 700_000;
/**
 * A request is sent after this share of the quota's burst. With AckWindow's limit, half of the burst is never
 * exceeded.
 */
const windowShare = 1 / 8;

/**
 * Plays events into a joined room, each stamped with its exact time. Resolves when the server has received all of
 * them and they have sounded. Nothing is sent that the quota would drop: a Pacer spreads out events that a hiccup has
 * bunched together, and no more events are in flight than the other half of the quota's burst can take, however long
 * the network delays them.
 * @param events µs from the beginning, in order of time.
 * @throws {RoomtoneError} the server's refusal, or a ConnectionError if the connection was lost while playing.
 */
export async function playEvents(
  room: PlayingRoom,
  events: readonly TimedEvent[],
  options: PlayOptions,
): Promise<PlayResult> {
  const player = new Player(room, options);
  try {
    return await player.play(events);
  } finally {
    player.end();
  }
}

class Player {
  readonly #room: PlayingRoom;
  readonly #options: PlayOptions;
  readonly #clock: Clock;
  readonly #pacer: Pacer;
  readonly #window: AckWindow;
  readonly #batchSize: number;
  readonly #held = new HeldNotes();
  readonly #failure = new AbortController();
  readonly #failed: Promise<never>;
  readonly #unsubscribe: readonly (() => void)[];
  #lastUs = 0;

  constructor(room: PlayingRoom, options: PlayOptions) {
    const { limits, clock = systemClock } = options;
    this.#room = room;
    this.#options = options;
    this.#clock = clock;
    this.#pacer = new Pacer(cautious(limits));
    const windowSize = Math.max(1, Math.floor(limits.eventBurst * windowShare));
    this.#window = new AckWindow(windowSize, () => room.setPlayer({}));
    this.#batchSize = Math.min(limits.eventsPerMessage, windowSize);
    const { signal } = this.#failure;
    this.#failed = new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    this.#failed.catch(() => {});
    this.#unsubscribe = [
      room.on('error', (error) => this.#failure.abort(error)),
      room.on('state', ({ status }) => {
        if (status !== 'joined') this.#failure.abort(connectionLost());
      }),
    ];
  }

  async play(events: readonly TimedEvent[]): Promise<PlayResult> {
    const { speed, signal, onProgress } = this.#options;
    const stop = AbortSignal.any([this.#failure.signal, ...(signal === undefined ? [] : [signal])]);
    const startUs = this.#room.serverNowUs() + leadInUs;
    const stamped = (event: TimedEvent) => ({ timeUs: Math.round(startUs + event.timeUs / speed), data: event.data });
    let sent = 0;
    this.#lastUs = startUs;
    while (sent < events.length && !stop.aborted) {
      const horizonUs = this.#room.serverNowUs() + lookaheadUs;
      const candidates = events.slice(sent, sent + this.#batchSize).map(stamped);
      const batch = candidates.filter((event) => event.timeUs <= horizonUs);
      if (batch.length === 0) {
        await this.#clock.wait((candidates[0]?.timeUs ?? horizonUs) - horizonUs + gatherUs, stop);
        continue;
      }
      await this.#send(batch);
      sent += batch.length;
      onProgress?.({ sent, total: events.length, positionUs: events[sent - 1]?.timeUs ?? 0 });
    }
    this.#failure.signal.throwIfAborted();
    const endedEarly = sent < events.length;
    const released = await this.#release(endedEarly);
    await this.#unlessFailed(this.#window.settled());
    await this.#clock.wait(this.#lastUs - this.#room.serverNowUs() + ringOutUs, this.#failure.signal);
    this.#failure.signal.throwIfAborted();
    return { startUs, sent, released, endedEarly };
  }

  end(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** Sends at most one batch. */
  async #send(events: readonly TimedEvent[]): Promise<void> {
    await this.#clock.wait(this.#pacer.delayUs(events.length, this.#clock.nowUs()), this.#failure.signal);
    this.#failure.signal.throwIfAborted();
    const result = this.#room.send(events);
    if (!result.sent) throw result.reason === 'notJoined' ? connectionLost() : new Error(`Not sent: ${result.reason}.`);
    for (const { data } of events) this.#held.feed(data);
    this.#lastUs = events.at(-1)?.timeUs ?? this.#lastUs;
    await this.#unlessFailed(this.#window.passed(events.length));
  }

  async #release(endedEarly: boolean): Promise<number> {
    const data = this.#held.release();
    // Events already sent for a later time must not sound after their release.
    const startTime = Math.max(this.#lastUs, endedEarly ? this.#room.serverNowUs() : 0);
    const offsets = new Array<number>(data.length / 3).fill(0);
    const events = splitMidi({ startTime, offsets, data }, startTime);
    for (let at = 0; at < events.length; at += this.#batchSize)
      await this.#send(events.slice(at, at + this.#batchSize));
    return events.length;
  }

  async #unlessFailed(promise: Promise<void>): Promise<void> {
    await Promise.race([promise, this.#failed]);
    this.#failure.signal.throwIfAborted();
  }
}

function connectionLost(): ConnectionError {
  return new ConnectionError(
    'notJoined',
    'The connection was lost while playing; the room has ended the notes that were sounding.',
  );
}

/** This machine's clock and a way to wait, replaceable in tests. */
export interface Clock {
  /** Monotonic, µs. */
  nowUs(): number;
  /** Resolves after this time, or immediately if it is negative or the signal aborts; never rejects. */
  wait(us: number, signal: AbortSignal): Promise<void>;
}

const systemClock: Clock = {
  nowUs: () => performance.now() * 1_000,
  wait: (us, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, us / 1_000));
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    }),
};

/**
 * Limits the events in flight to the server. Notes have no answer of their own, but the server handles a connection's
 * frames in order: the answer to any request confirms all notes sent before it.
 */
class AckWindow {
  readonly #size: number;
  readonly #ask: () => Promise<void>;
  #unasked = 0;
  #asked: Promise<void> = Promise.resolve();

  /**
   * @param size number of events after which a request is sent; no more events are sent until the request before it
   *   is answered.
   * @param ask sends a request without an effect and resolves with its answer.
   */
  constructor(size: number, ask: () => Promise<void>) {
    this.#size = size;
    this.#ask = ask;
  }

  /** Call it after sending events; resolves when more may be sent. Rejects as `ask` does. */
  async passed(count: number): Promise<void> {
    this.#unasked += count;
    if (this.#unasked < this.#size) return;
    const before = this.#asked;
    this.#request();
    await before;
  }

  /** Resolves when the server has received everything sent so far. */
  async settled(): Promise<void> {
    this.#request();
    await this.#asked;
  }

  #request(): void {
    this.#unasked = 0;
    this.#asked = this.#ask();
    // Waiting callers get the failure; without one, it must not be an unhandled rejection.
    this.#asked.catch(() => {});
  }
}
