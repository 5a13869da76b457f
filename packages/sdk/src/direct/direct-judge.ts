import { directLimits, forEachEvent, limits, type Message } from '@roomtone/protocol';
import type { Participant } from '../room/from-wire.ts';
import type { Room } from '../room/room.ts';
import type { RoomParts } from '../room/room-types.ts';
import { whyNotPlay } from '../turns.ts';
import { type Other, stateOf } from './direct-other.ts';

/** How often this client looks for what the server should have confirmed, ms. */
const checkMs = 500;

export interface DirectJudgeDeps {
  readonly room: Room;
  readonly parts: RoomParts;
  readonly others: ReadonlyMap<number, Other>;
  /** Something has changed about a path that the other side and the server have to know. */
  changed(number: number, other: Other): void;
  /** Ends a channel whose sender is doubted. @param isForGood whether it comes back. */
  end(number: number, other: Other, isForGood: boolean): void;
}

/** Plays what comes directly while its sender may play and the server says the same, and takes back what it does not (R25.6, R25.7). */
export class DirectJudge {
  readonly #deps: DirectJudgeDeps;
  /** How often the server has not confirmed what these users have sent directly. */
  readonly #doubts = new Map<string, number>();
  /** When the server's WebSocket has brought something last, this machine's clock, µs. */
  #heardUs = 0;
  #checkTimer: unknown;

  constructor(deps: DirectJudgeDeps) {
    this.#deps = deps;
  }

  /** The server has been heard. @param atUs this machine's clock. */
  heard(atUs: number): void {
    this.#heardUs = atUs;
  }

  /** True if a user has no direct channel any more. */
  isDistrusted(userId: string): boolean {
    return (this.#doubts.get(userId) ?? 0) >= directLimits.doubts;
  }

  mayPlay(participant: Participant): boolean {
    const { room } = this.#deps;
    return !participant.muted && whyNotPlay(room.info, participant, room.turns) === undefined;
  }

  stop(): void {
    this.#deps.parts.timers.clearTimeout(this.#checkTimer);
    this.#checkTimer = undefined;
  }

  /** Takes notes that have come directly. */
  take(number: number, other: Other, message: Message<'midiMessage'>, arrivedUs: number): void {
    const { room, parts } = this.#deps;
    const participant = room.participants.get(number);
    if (room.state.status !== 'joined' || participant === undefined || !this.mayPlay(participant)) return;
    const before = stateOf(other);
    const taken = other.source.take(message, arrivedUs);
    if (stateOf(other) !== before) this.#deps.changed(number, other);
    if (taken === 'forged') this.doubt(number, other, true);
    if (taken !== true) return;
    message.sender = number;
    message.serverTime = 0;
    // As the server does (R5.3).
    const { body } = message;
    const earliestUs = parts.serviceUs(arrivedUs) - limits.startTimeWindow.pastUs;
    if (body.startTime > 0 && body.startTime < earliestUs) body.startTime = earliestUs;
    parts.path.fromDirect(message, arrivedUs);
    this.#checkLater();
  }

  /** Ends the notes that the server has not confirmed. @param isRefuted whether it said otherwise. */
  takeBack(number: number, other: Other, isRefuted: boolean): void {
    if (!other.source.isWaiting) return;
    const data = other.source.takeBack(isRefuted);
    const offsets: number[] = [];
    forEachEvent(data, () => offsets.push(0));
    this.#deps.parts.path.takeBack(number, { startTime: 0, offsets, data });
  }

  /**
   * Nobody may be heard by some only. What the connection to the server took along when it died looks the same.
   * @param isCertain whether no honest client does it.
   */
  doubt(number: number, other: Other, isCertain: boolean): void {
    this.takeBack(number, other, true);
    const userId = this.#deps.room.participants.get(number)?.userId ?? '';
    const doubts = isCertain ? directLimits.doubts : (this.#doubts.get(userId) ?? 0) + 1;
    this.#doubts.set(userId, doubts);
    this.#deps.end(number, other, doubts >= directLimits.doubts);
  }

  #checkLater(): void {
    this.#checkTimer ??= this.#deps.parts.timers.setTimeout(() => {
      this.#checkTimer = undefined;
      const nowUs = this.#deps.parts.timers.nowUs();
      for (const [number, other] of this.#deps.others) {
        if (!other.source.isOverdue(nowUs)) continue;
        // While nothing comes from the server at all, it says nothing of these notes either.
        const isHeard = this.#heardUs - (other.source.waitsSinceUs ?? nowUs) >= directLimits.confirmUs / 2;
        if (isHeard) this.doubt(number, other, false);
        else this.takeBack(number, other, false);
      }
      if ([...this.#deps.others.values()].some(({ source }) => source.isWaiting)) this.#checkLater();
    }, checkMs);
  }
}
