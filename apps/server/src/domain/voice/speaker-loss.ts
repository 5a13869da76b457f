import { voiceLimits } from '@roomtone/protocol';

/** How often a speaker is told how their packets arrive, µs. */
const everyUs = 1_000_000;
/**
 * The least loss that is told, of 256. A browser adds what repairs losses (in-band FEC) to a voice only while it hears of some, and
 * the losses on the way to the listeners are not known here.
 */
const leastTold = 8;

/** Counts what is lost of a speaker's packets, for the reports by which their browser adapts. */
export class SpeakerLoss {
  #highest = -1;
  #cycles = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #firstSequence = 0;
  #toldUs = Number.NEGATIVE_INFINITY;

  take(sequence: number): void {
    if (this.#highest < 0) {
      this.#highest = sequence;
      this.#firstSequence = sequence;
    } else {
      const step = ((sequence - this.#highest) << 16) >> 16;
      if (step > 0) {
        if (sequence < this.#highest) this.#cycles++;
        this.#highest = sequence;
      }
    }
    this.#received++;
  }

  /** A receiver report (RFC 3550, 6.4.2) about the source, if one is due. */
  report(ssrc: number, nowUs: number): Uint8Array | undefined {
    if (nowUs - this.#toldUs < everyUs || this.#received === 0) return undefined;
    this.#toldUs = nowUs;
    const highest = this.#cycles * 65_536 + this.#highest;
    const expected = highest - this.#firstSequence + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = Math.max(0, expectedNow - (this.#received - this.#receivedBefore));
    this.#expectedBefore = expected;
    this.#receivedBefore = this.#received;
    const fraction = expectedNow > 0 ? Math.min(255, Math.round((lostNow / expectedNow) * 256)) : 0;
    const bytes = new Uint8Array(32);
    const view = new DataView(bytes.buffer);
    view.setUint8(0, 0x81);
    view.setUint8(1, 201);
    view.setUint16(2, 7);
    view.setUint32(4, voiceLimits.payloadType);
    view.setUint32(8, ssrc);
    view.setUint32(12, (Math.max(fraction, leastTold) << 24) | (Math.max(0, expected - this.#received) & 0xff_ffff));
    view.setUint32(16, highest >>> 0);
    return bytes;
  }
}
