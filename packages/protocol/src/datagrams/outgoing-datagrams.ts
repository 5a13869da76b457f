import { limits } from '../limits.ts';
import { lengthInDatagram, writeDatagram } from './note-datagram.ts';

/** A frame that was sent and may be sent again. */
interface Sent {
  readonly frame: Uint8Array;
  readonly sentUs: number;
  /** How often it was sent. */
  copies: number;
}

/** How a channel repeats frames. */
export interface Repetition {
  /** When a frame goes out again in a datagram of its own, µs after the one before, unless a later one has carried it by then. */
  readonly afterUs: number;
  /** How often it does so where many datagrams are lost. */
  readonly times: number;
  /**
   * From this share of lost datagrams on, a frame is repeated without waiting for the next one. Below, what was lost comes over the
   * WebSocket.
   */
  readonly lossy: number;
}

/** Beside a WebSocket that takes the same way, and is rarely behind a stall where little is lost. */
const usual: Repetition = { afterUs: 5_000, times: 1, lossy: 0.015 };
/** A frame older than this is left to the WebSocket, µs. */
const tooOldUs = 100_000;
/** On a channel with more datagrams of new frames per second than this, the next datagram comes soon enough to carry the repetition. */
const busyPerSecond = 60;
/** The share is that of about the last five reports, once they cover this many datagrams. */
const [fading, enough] = [0.8, 100];
/** The room for the number of the datagram. */
const headBytes = 8;

/**
 * Puts frames into the datagrams of one channel, each of them again within the next datagram, or within the next two
 * where many datagrams are lost; there also in one of its own if none follows soon. Times are µs of any monotonic clock.
 */
export class OutgoingDatagrams {
  /** So many datagrams with new frames are sent that the next one will soon bring what this one may have lost. */
  isBusy = false;
  /** As many datagrams were lost lately as `Repetition.lossy` says; false if that is not known. */
  isLossy = false;
  readonly #repetition: Repetition;
  #number = 0;
  #recent: Sent[] = [];
  /** A repetition does not wait for a later datagram: also before reports tell anything. */
  #isRepeated = true;
  #secondUs = 0;
  #inSecond = 0;
  #received = 0;
  #lost = 0;
  /** Sent and lost according to the last reports, earlier ones counting less. */
  #recentlySent = 0;
  #recentlyLost = 0;

  constructor(repetition: Repetition = usual) {
    this.#repetition = repetition;
  }

  /** Takes the other side's counts of datagrams received and lost since the channel opened. */
  reported(received: number, lost: number): void {
    const [got, missed] = [received - this.#received, lost - this.#lost];
    if (got + missed <= 0) return;
    this.#received = received;
    this.#lost = lost;
    this.#recentlySent = this.#recentlySent * fading + got + missed;
    this.#recentlyLost = this.#recentlyLost * fading + missed;
    if (this.#recentlySent < enough) return;
    this.isLossy = this.#recentlyLost / this.#recentlySent >= this.#repetition.lossy;
    this.#isRepeated = this.isLossy;
  }

  /** When repeat() is due; undefined if nothing is to be repeated. */
  get dueUs(): number | undefined {
    if (this.isBusy || !this.#isRepeated) return undefined;
    const { afterUs, times } = this.#repetition;
    const most = this.isLossy ? times : 1;
    let dueUs: number | undefined;
    for (const { sentUs, copies } of this.#recent) {
      const nextUs = sentUs + copies * afterUs;
      if (copies <= most && (dueUs === undefined || nextUs < dueUs)) dueUs = nextUs;
    }
    return dueUs;
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
    // Those sent only to repeat say nothing about how soon the next one comes, and do not count here.
    const sinceUs = nowUs - this.#secondUs;
    if (sinceUs >= 1_000_000) {
      this.isBusy = sinceUs < 2_000_000 && this.#inSecond > busyPerSecond;
      this.#secondUs = nowUs;
      this.#inSecond = 0;
    }
    this.#inSecond++;
    return this.#next(all);
  }

  /** Makes a datagram of a frame that is never repeated; undefined if it has no room. */
  once(frame: Uint8Array): Uint8Array | undefined {
    return lengthInDatagram(frame) > limits.datagrams.bytes - headBytes ? undefined : this.#next([frame]);
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
    const most = this.isBusy || !this.isLossy ? 2 : 3;
    this.#recent = this.#recent.filter(({ copies, sentUs }) => copies < most && nowUs - sentUs <= tooOldUs);
    return frames;
  }
}
