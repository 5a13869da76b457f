import { lengthOfType } from './note-types.ts';
import { childOf, type Element, numberFrom, textOf } from './read-xml.ts';

/** Quarter notes a minute: what is to sound, or else what is written. */
export function tempoOf(element: Element): number | undefined {
  const sound = element.name === 'sound' ? element : childOf(element, 'sound');
  return playable(numberFrom(sound?.attributes.get('tempo'))) ?? playable(writtenTempo(element));
}

function playable(given: number | undefined): number | undefined {
  return given !== undefined && given >= 5 && given <= 1_000 ? given : undefined;
}

function writtenTempo(direction: Element): number | undefined {
  for (const type of direction.children) {
    const metronome = type.name === 'direction-type' ? childOf(type, 'metronome') : undefined;
    const dots = metronome?.children.filter(({ name }) => name === 'beat-unit-dot').length ?? 0;
    const unit = lengthOfType(textOf(metronome, 'beat-unit'), dots);
    // As in "ca. 60" or "60–66".
    const count = numberFrom(/\d+([.,]\d+)?/.exec(textOf(metronome, 'per-minute'))?.[0].replace(',', '.'));
    if (unit !== undefined && count !== undefined) return count * unit;
  }
  return undefined;
}
