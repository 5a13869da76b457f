import { voiceLimits, voiceSsrcs } from '@roomtone/protocol';
import type { VoicePacket, VoiceStamp } from './voice-packet.ts';

/** How many packets late one may come. */
const latest = 100;
const frameTicks = voiceLimits.clockRate / 50;

/** One of the voices that a listener gets. Its numbers go on when it changes hands, as RTP asks of one source. */
interface Slot {
  readonly ssrc: number;
  speaker: number;
  run: number;
  /** The sequence, as its speaker sent it, before which a packet is from before the run, or far too late. */
  first: number;
  /** Added to the speaker's own numbers. */
  sequenceOffset: number;
  timestampOffset: number;
  /** The latest numbers sent. */
  sequence: number;
  timestamp: number;
  sentUs: number;
}

/** Gives the voices that a listener hears the few places that they have. A voice keeps its place while it can. */
export class ListenerVoices {
  readonly #slots: Slot[] = voiceSsrcs.map((ssrc) => ({
    ...{ ssrc, speaker: 0, run: 0, first: 0, sequenceOffset: 0, timestampOffset: 0 },
    ...{ sequence: 0, timestamp: 0, sentUs: 0 },
  }));

  /**
   * Finds the numbers with which a packet goes on to this listener.
   * @param of the speaker, and which of their runs it is.
   * @returns undefined for a packet from before the run, or if there is no place.
   */
  place(
    packet: VoicePacket,
    of: { readonly speaker: number; readonly run: number },
    nowUs: number,
    isHeard: (speaker: number) => boolean,
  ): VoiceStamp | undefined {
    const slot = this.#slotOf(of.speaker, isHeard);
    if (slot === undefined) return undefined;
    const isFirst = slot.speaker !== of.speaker || slot.run !== of.run;
    if (isFirst) begin(slot, packet, of, nowUs);
    const since = signed16(packet.sequence - slot.first);
    if (since < 0) return undefined;
    // It follows the run, because the numbers begin again from 0 after 65,535.
    if (since > 2 * latest) slot.first = (packet.sequence - latest) & 0xffff;
    const sequence = (packet.sequence + slot.sequenceOffset) & 0xffff;
    const timestamp = (packet.timestamp + slot.timestampOffset) >>> 0;
    if (isFirst || signed16(sequence - slot.sequence) > 0) {
      slot.sequence = sequence;
      slot.timestamp = timestamp;
      slot.sentUs = nowUs;
    }
    return { ssrc: slot.ssrc, sequence, timestamp, isFirst };
  }

  #slotOf(speaker: number, isHeard: (speaker: number) => boolean): Slot | undefined {
    const own = this.#slots.find((slot) => slot.speaker === speaker);
    return own ?? this.#slots.find((slot) => slot.speaker === 0) ?? this.#slots.find((slot) => !isHeard(slot.speaker));
  }
}

function begin(slot: Slot, packet: VoicePacket, of: { speaker: number; run: number }, nowUs: number): void {
  const isUsed = slot.speaker !== 0;
  const passed = Math.round(((nowUs - slot.sentUs) / 1_000_000) * voiceLimits.clockRate);
  const sequence = isUsed ? slot.sequence + 1 : 1;
  const timestamp = isUsed ? slot.timestamp + Math.max(frameTicks, passed) : 0;
  slot.speaker = of.speaker;
  slot.run = of.run;
  slot.first = packet.sequence;
  slot.sequenceOffset = sequence - packet.sequence;
  slot.timestampOffset = timestamp - packet.timestamp;
}

function signed16(difference: number): number {
  return (difference << 16) >> 16;
}
