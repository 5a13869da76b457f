import type { TurnCommand } from '@roomtone/protocol';
import {
  nextEndUs,
  noTurns,
  type RoomState,
  setTurns,
  settled,
  shownTurns,
  type Turns,
  turnRules,
  turnsAfter,
} from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Outgoing } from '../sockets/codec.ts';
import type { RoomChange } from './room-change.ts';
import type { RoomRecipients } from './room-recipients.ts';

export interface RoomTurnsDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
  /** True if this process calls the next one. */
  readonly decides: () => boolean;
  /** Carries out a change of the turns, everywhere; with false if other turns have come first. */
  readonly decide: (change: TurnsChange, requester?: Requester) => boolean | Promise<boolean>;
}

/** Other turns are in force, if those before still are. */
export type TurnsChange = Extract<RoomChange, { readonly kind: 'turns' }>;

/** The pause before another process, or this one, tries again to call the next one. */
const againMs = 1_000;

/**
 * The turns in one room, and who waits (room rules R23.5 to R23.10). Each process of a service has the same turns: a
 * change names those that it was decided from, and is refused if others have come first.
 */
export class RoomTurns {
  readonly #state: RoomState;
  readonly #recipients: Pick<RoomRecipients, 'sendToAll' | 'publish'>;
  readonly #deps: RoomTurnsDeps;
  #stop: (() => void) | undefined;
  #isClosed = false;

  constructor(state: RoomState, recipients: Pick<RoomRecipients, 'sendToAll' | 'publish'>, deps: RoomTurnsDeps) {
    this.#state = state;
    this.#recipients = recipients;
    this.#deps = deps;
  }

  /** Undefined before anybody took a place. */
  get turns(): Turns | undefined {
    return this.#state.turns;
  }

  /** True if players take turns in this room. */
  get areTaken(): boolean {
    return this.#state.rules.settings.mayPlay === 'turns';
  }

  /** The turns in the form in which they are sent. */
  message(): Outgoing<'turns'> {
    const serverTime = this.#deps.clock.serviceUs();
    return { kind: 'turns', body: shownTurns(this.#state, serverTime), serverTime };
  }

  /**
   * Carries out a command; everybody inside gets the turns, the requester as the answer.
   * @throws {RoomtoneError} VALIDATION_ERROR on `action`, `participant` or `position`, AUTHORIZATION_ERROR with reason no_turns if
   *   nobody takes turns here, or queue_full; SERVER_ERROR if the others cannot be reached.
   */
  async act(command: TurnCommand, requester: Requester): Promise<void> {
    for (;;) {
      // Asked each time: the settings may have changed while others came first.
      const before = this.#state.turns;
      const next = turnsAfter(this.#state, command, requester.sender, this.#deps.clock.serviceUs());
      if (next === (before ?? noTurns)) {
        this.#answer(requester);
        return;
      }
      const change = { kind: 'turns', turns: next, before, sender: requester.sender } as const;
      if (await this.#deps.decide(change, requester)) return;
    }
  }

  /** These turns are in force from now on. */
  set(turns: Turns | undefined, sender: number, requester?: Requester): void {
    this.#recipients.publish(setTurns(this.#state, turns, this.#deps.clock.serviceUs()), sender);
    this.#recipients.sendToAll({ ...this.message(), sender }, requester);
    this.#watch();
  }

  /** The room's settings have changed. @param wereTaken true if players took turns before. */
  changed(wereTaken: boolean): void {
    if (this.areTaken && !wereTaken) this.#recipients.sendToAll(this.message());
    this.settle();
  }

  /** Players begin or cease to take turns: nobody plays or waits from before. The new settings tell everybody. */
  end(): void {
    this.#state.turns = undefined;
  }

  /** Somebody may have left, or a turn may be over: calls the next one, if it is this process's to do. */
  settle(): void {
    if (this.#isClosed) return;
    const before = this.#state.turns;
    if (before !== undefined && this.areTaken && this.#deps.decides()) {
      const turns = settled(before, turnRules(this.#state), this.#deps.clock.serviceUs());
      if (turns !== before) void this.#decide({ kind: 'turns', turns, before, sender: 0 });
    }
    this.#watch();
  }

  clear(): void {
    this.#isClosed = true;
    this.#stop?.();
  }

  /** Turns that cannot be told to the others now are decided again later. */
  async #decide(change: TurnsChange): Promise<void> {
    try {
      await this.#deps.decide(change);
    } catch {
      this.#watch();
    }
  }

  #answer(requester: Requester): void {
    if (requester.recipient !== undefined) this.#recipients.sendToAll(this.message(), requester);
  }

  /** Looks again when the next turn may be over. */
  #watch(): void {
    this.#stop?.();
    this.#stop = undefined;
    const { turns } = this.#state;
    if (turns === undefined || !this.areTaken || this.#isClosed) return;
    const nowUs = this.#deps.clock.serviceUs();
    const rules = turnRules(this.#state);
    const isDue = settled(turns, rules, nowUs) !== turns;
    const endUs = nextEndUs(turns, rules);
    if (!isDue && endUs === undefined) return;
    // Whoever is to decide it may be gone.
    const afterMs = isDue || endUs === undefined ? againMs : (endUs - nowUs) / 1000;
    this.#stop = this.#deps.scheduler.after(afterMs, () => this.settle());
  }
}
