import { limits } from '../limits.ts';
import { lengthInDatagram, writeDatagram } from './note-datagram.ts';

/** A frame that was sent and may be sent again. */
interface Sent {
  readonly frame: Uint8Array;
  readonly sentUs: number;
  /** How often it was sent. */
  copies: number;
}

/** When a frame goes out again in a datagram of its own, µs after the first, unless a later one has carried it by then. */
const repeatAfterUs = [5_000, 12_000] as const;
/** A frame older than this is left to the WebSocket, µs. */
const tooOldUs = 100_000;
/** On a channel with more datagrams of new frames per second than this, the next datagram comes soon enough to carry the repetition. */
const busyPerSecond = 60;
/**
 * From these shares of lost datagrams on, a frame is repeated without waiting for the next one: once, and twice. Below,
 * what was lost comes over the WebSocket, which is rarely behind a stall just then.
 */
const [lossy, veryLossy] = [0.015, 0.04];
/** The share is that of about the last five reports, once they cover this many datagrams. */
const [fading, enough] = [0.8, 100];
/** The room for the number of the datagram. */
const headBytes = 8;

/**
 * Puts frames into the datagrams of one channel, each of them again within the next datagram, or within the next two
 * where many datagrams are lost; there also in one of its own if none follows soon. Times are µs of any monotonic clock.
 */
export class OutgoingDatagrams {
  #number = 0;
  #recent: Sent[] = [];
  #copies = 2;
  /** How many of the repetitions do not wait for a later datagram: one until reports tell more. */
  #ownRepeats = 1;
  #secondUs = 0;
  #inSecond = 0;
  #isBusy = false;
  #received = 0;
  #lost = 0;
  /** Sent and lost according to the last reports, earlier ones counting less. */
  #recentlySent = 0;
  #recentlyLost = 0;
  /** The last number at the last report that showed that datagrams arrive. */
  #arrived = 0;
  #doArrive = true;

  /** Takes the other side's counts of datagrams received and lost since the channel opened. */
  reported(received: number, lost: number): void {
    const [got, missed] = [received - this.#received, lost - this.#lost];
    if (got > 0) this.#arrived = this.#number;
    // One report comes over both paths, so that the second one may show nothing new.
    this.#doArrive = this.#number - this.#arrived < busyPerSecond;
    if (got + missed <= 0) return;
    this.#received = received;
    this.#lost = lost;
    this.#recentlySent = this.#recentlySent * fading + got + missed;
    this.#recentlyLost = this.#recentlyLost * fading + missed;
    if (this.#recentlySent < enough) return;
    const share = this.#recentlyLost / this.#recentlySent;
    this.#copies = share >= lossy ? 3 : 2;
    this.#ownRepeats = share >= veryLossy ? 2 : share >= lossy ? 1 : 0;
  }

  /**
   * True if the WebSocket's copies of notes need not go at once: many datagrams are lost, but so many are sent, and do arrive,
   * that the next one soon brings what this one may have lost. Where few are lost, the copies go at once: then hardly ever
   * both ways are late.
   */
  get mayHoldBack(): boolean {
    return this.#isBusy && this.#doArrive && this.#copies > 2;
  }

  /** When repeat() is due; undefined if nothing is to be repeated. */
  get dueUs(): number | undefined {
    if (this.#isBusy) return undefined;
    const next = this.#recent.find(({ copies }) => copies <= this.#ownRepeats);
    return next && dueUs(next);
  }

  /** Makes a datagram of new frames and of earlier ones that are still to be repeated; undefined if it has no room. */
  write(frames: readonly Uint8Array[], nowUs: number): Uint8Array | undefined {
    let room = limits.datagrams.bytes - headBytes;
    const fresh = frames.filter((frame) => {
      const length = lengthInDatagram(frame);
      if (length > room) return false;
      room -= length;
      return true;
    });
    if (fresh.length === 0) return undefined;
    const all = [...fresh, ...this.#repetitions(room, nowUs)];
    for (const frame of fresh) this.#recent.push({ frame, sentUs: nowUs, copies: 1 });
    this.#countNew(nowUs);
    return this.#next(all);
  }

  /** Makes a datagram of the frames whose repetition is due; undefined if there are none. */
  repeat(nowUs: number): Uint8Array | undefined {
    const due = this.dueUs;
    if (due === undefined || due > nowUs) return undefined;
    const all = this.#repetitions(limits.datagrams.bytes - headBytes, nowUs);
    return all.length === 0 ? undefined : this.#next(all);
  }

  #next(frames: readonly Uint8Array[]): Uint8Array {
    return writeDatagram({ number: ++this.#number, frames });
  }

  /** Those sent only to repeat say nothing about how soon the next one comes. */
  #countNew(nowUs: number): void {
    if (nowUs - this.#secondUs >= 1_000_000) {
      this.#isBusy = nowUs - this.#secondUs < 2_000_000 && this.#inSecond > busyPerSecond;
      this.#secondUs = nowUs;
      this.#inSecond = 0;
    }
    this.#inSecond++;
  }

  /** The latest frames that are still to be repeated, as far as there is room; counts them as sent. */
  #repetitions(room: number, nowUs: number): Uint8Array[] {
    const frames: Uint8Array[] = [];
    let left = room;
    for (let index = this.#recent.length - 1; index >= 0; index--) {
      const sent = this.#recent[index];
      if (sent === undefined || nowUs - sent.sentUs > tooOldUs) break;
      const length = lengthInDatagram(sent.frame);
      if (length > left) break;
      left -= length;
      sent.copies++;
      frames.push(sent.frame);
    }
    // On a busy channel, a third copy would be most of what is sent.
    const most = this.#isBusy ? 2 : this.#copies;
    this.#recent = this.#recent.filter(({ copies, sentUs }) => copies < most && nowUs - sentUs <= tooOldUs);
    return frames;
  }
}

function dueUs({ sentUs, copies }: Sent): number {
  return sentUs + (repeatAfterUs[copies - 1] ?? tooOldUs);
}
