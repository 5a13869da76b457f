import { eventLength } from '@roomtone/protocol';

/** The volume at which a loop sounds as it was played. */
export const plainVolume = 100;
const noteOn = 0x90;
const mostVelocity = 127;

/** The same events for an instrument that knows no volume of a loop: its notes are struck harder or more softly instead. */
export function atVolume(data: Uint8Array, volume: number): Uint8Array {
  const scaled = Uint8Array.from(data);
  let position = 0;
  while (position < scaled.length) {
    const status = scaled[position] ?? 0;
    const length = eventLength(status);
    if (length === 0) break;
    const velocity = scaled[position + 2] ?? 0;
    if ((status & 0xf0) === noteOn) {
      // A velocity of 0 would end the note, which is what a silent one needs.
      scaled[position + 2] = Math.min(mostVelocity, Math.round((velocity * volume) / plainVolume));
    }
    position += length;
  }
  return scaled;
}
