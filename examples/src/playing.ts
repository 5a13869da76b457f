import { HeldNotes, splitMidi, type TimedEvent } from '@roomtone/protocol';
import { ConnectionProblem, Pacer, type PacerLimits, type RoomConnection } from '@roomtone/sdk';
import { AckWindow } from './ack-window.ts';
import { type Clock, systemClock } from './clock.ts';
import { cautious } from './speed.ts';

/** What playing needs of a RoomConnection. */
export type Stage = Pick<RoomConnection, 'serverNowUs' | 'sendMidi' | 'setPlayer' | 'on'>;

export interface PlayOptions {
  /** Times the piece's own tempo; more than fastestSpeed() allows would come late. */
  readonly speed: number;
  /** What the server accepts, from its welcome. */
  readonly limits: PacerLimits & { readonly eventsPerMessage: number };
  /** Ends the playing early, with everything released. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PlayProgress) => void;
  readonly clock?: Clock;
}

export interface PlayProgress {
  /** Events of the piece that have left. */
  readonly sent: number;
  readonly total: number;
  /** Where in the piece we are, µs by its own tempo. */
  readonly positionUs: number;
}

/** How it went. */
export interface PlayResult {
  /** Service clock of the piece's beginning: an event at `t` was stamped `startUs + t / speed`. */
  readonly startUs: number;
  /** Events of the piece that the server took. */
  readonly sent: number;
  /** Note-offs and pedal-ups added for what the piece, or its early end, left sounding. */
  readonly released: number;
  readonly endedEarly: boolean;
}

/** From the call to the first note. */
const leadInUs = 300_000;
/** Notes leave so long before they are due that a hiccup of the network does not delay them. */
const lookaheadUs = 150_000;
/** Events this close together leave together. */
const gatherUs = 30_000;
/** Whoever leaves is silenced at once, and listeners play up to half a second late: stay until all has sounded. */
const ringOutUs = 700_000;
/** The part of the quota's burst after which a request goes out. With AckWindow's bound, half of it is never exceeded. */
const windowShare = 1 / 8;

/**
 * Plays events into a joined room, each stamped with its true time. Resolves when the server has taken all of them and
 * they have sounded. Nothing is sent that the quota would drop: a Pacer holds back what a hiccup has bunched up, and no
 * more is on its way than the other half of the quota's burst has room for, however long the network holds it up.
 * @param events µs from the beginning, times not decreasing.
 * @throws {RoomtoneError} what the server refused, or a ConnectionProblem when the connection was lost on the way.
 */
export async function playEvents(
  stage: Stage,
  events: readonly TimedEvent[],
  options: PlayOptions,
): Promise<PlayResult> {
  const player = new Player(stage, options);
  try {
    return await player.play(events);
  } finally {
    player.end();
  }
}

class Player {
  readonly #stage: Stage;
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

  constructor(stage: Stage, options: PlayOptions) {
    const { limits, clock = systemClock } = options;
    this.#stage = stage;
    this.#options = options;
    this.#clock = clock;
    this.#pacer = new Pacer(cautious(limits));
    const windowSize = Math.max(1, Math.floor(limits.eventBurst * windowShare));
    this.#window = new AckWindow(windowSize, () => stage.setPlayer({}));
    this.#batchSize = Math.min(limits.eventsPerMessage, windowSize);
    const { signal } = this.#failure;
    this.#failed = new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    this.#failed.catch(() => {});
    this.#unsubscribe = [
      stage.on('problem', (error) => this.#failure.abort(error)),
      stage.on('state', ({ status }) => {
        if (status !== 'joined') this.#failure.abort(connectionLost());
      }),
    ];
  }

  async play(events: readonly TimedEvent[]): Promise<PlayResult> {
    const { speed, signal, onProgress } = this.#options;
    const stop = AbortSignal.any([this.#failure.signal, ...(signal === undefined ? [] : [signal])]);
    const startUs = this.#stage.serverNowUs() + leadInUs;
    const stamped = (event: TimedEvent) => ({ timeUs: Math.round(startUs + event.timeUs / speed), data: event.data });
    let sent = 0;
    this.#lastUs = startUs;
    while (sent < events.length && !stop.aborted) {
      const horizonUs = this.#stage.serverNowUs() + lookaheadUs;
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
    await this.#clock.wait(this.#lastUs - this.#stage.serverNowUs() + ringOutUs, this.#failure.signal);
    this.#failure.signal.throwIfAborted();
    return { startUs, sent, released, endedEarly };
  }

  end(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** At most a batch. */
  async #send(events: readonly TimedEvent[]): Promise<void> {
    await this.#clock.wait(this.#pacer.delayUs(events.length, this.#clock.nowUs()), this.#failure.signal);
    this.#failure.signal.throwIfAborted();
    if (!this.#stage.sendMidi(events)) throw connectionLost();
    for (const { data } of events) this.#held.feed(data);
    this.#lastUs = events.at(-1)?.timeUs ?? this.#lastUs;
    await this.#unlessFailed(this.#window.passed(events.length));
  }

  async #release(endedEarly: boolean): Promise<number> {
    const data = this.#held.release();
    // What has left already with a time to come must not come after its release.
    const startTime = Math.max(this.#lastUs, endedEarly ? this.#stage.serverNowUs() : 0);
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

function connectionLost(): ConnectionProblem {
  return new ConnectionProblem(
    'not-joined',
    'The connection was lost while playing; the room has silenced what sounded.',
  );
}
