import type { VoiceItemNote } from 'abcjs';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';

/** Directives that say which staves there are, and which note stands for which drum; others say how a printer sets a page. */
const kept = /^%%(score|staves|percmap|MIDI)\b/;
/** Numbers in K: and V:, and the most that is drawn. */
const mostStaffLines = 8;

/** The text of a tune without what has no bounds there. */
export function drawnAbc(source: string): string {
  return source
    .split('\n')
    .filter((line) => !line.startsWith('%%') || kept.test(line))
    .map((line) => line.replace(/\b(stafflines|staffscale|scale|space)\s*=\s*(\S+)/g, boundedParameter))
    .join('\n');
}

function boundedParameter(whole: string, name: string, value: string): string {
  const isBounded = name === 'stafflines' && /^[0-8]\b/.test(value) && Number.parseInt(value, 10) <= mostStaffLines;
  return isBounded ? whole : '';
}

/** False for a note that would have ledger lines or slurs without end. */
export function canBeDrawn(item: VoiceItemNote): boolean {
  const { gracenotes = [] } = item as { readonly gracenotes?: readonly Slurred[] };
  const notes: readonly Slurred[] = [...(item.pitches ?? []), ...gracenotes];
  const whole = item as unknown as Slurred;
  const slurs = [whole, ...notes].reduce(
    (sum, { startSlur, endSlur }) => sum + lengthOf(startSlur) + lengthOf(endSlur),
    0,
  );
  if (slurs > sheetLimits.drawnAbcSlurs * Math.max(1, notes.length)) return false;
  return notes.every(({ pitch }) => Math.abs(pitch) <= sheetLimits.drawnAbcSteps);
}

/** abcjs does not declare these. */
interface Slurred {
  readonly pitch: number;
  readonly startSlur?: unknown;
  readonly endSlur?: unknown;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
