import { voiceLimits } from '@roomtone/protocol';

/** By how much somebody has to be louder than one of those who are heard to take their place, and how fast loudness fades: dB, dB/s. */
const [louderBy, fadesBy] = [6, 40];

interface Speaker {
  loudness: number;
  /** Service clock, µs. */
  heardUs: number;
  /** Counts how often they have begun to be heard. */
  run: number;
  isHeard: boolean;
}

/** Chooses whose voices a room hears: as many as a listener can get, the loudest ones where more speak. */
export class LoudestVoices {
  readonly #speakers = new Map<number, Speaker>();

  /**
   * Takes a packet of a participant.
   * @returns which of their runs it belongs to, counted from 1; 0 while they are not among the loudest.
   */
  take(number: number, loudness: number, nowUs: number): number {
    const speaker = this.#speakers.get(number) ?? { loudness: 0, heardUs: nowUs, run: 0, isHeard: false };
    this.#speakers.set(number, speaker);
    speaker.loudness = Math.max(loudness, faded(speaker, nowUs));
    speaker.heardUs = nowUs;
    if (!speaker.isHeard && this.#makePlace(speaker, nowUs)) {
      speaker.isHeard = true;
      speaker.run++;
    }
    return speaker.isHeard ? speaker.run : 0;
  }

  isHeard(number: number): boolean {
    return this.#speakers.get(number)?.isHeard === true;
  }

  forget(number: number): void {
    this.#speakers.delete(number);
  }

  #makePlace({ loudness }: Speaker, nowUs: number): boolean {
    let heard = 0;
    let quietest: Speaker | undefined;
    for (const speaker of this.#speakers.values()) {
      if (!speaker.isHeard) continue;
      heard++;
      if (quietest === undefined || faded(speaker, nowUs) < faded(quietest, nowUs)) quietest = speaker;
    }
    if (heard < voiceLimits.atOnce) return true;
    if (quietest === undefined || loudness < faded(quietest, nowUs) + louderBy) return false;
    quietest.isHeard = false;
    return true;
  }
}

function faded({ loudness, heardUs }: Speaker, nowUs: number): number {
  return Math.max(0, loudness - ((nowUs - heardUs) / 1_000_000) * fadesBy);
}
