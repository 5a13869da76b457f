import { metronomeSetting } from '../../playing/metronome/metronome-setting.ts';
import type { PlayedSheet } from './reading/played-sheet.ts';

/** The setting of the metronome for a sheet, after a pickup if it has one; undefined for one that is not played. */
export function sheetTempo(played: Pick<PlayedSheet, 'tempos' | 'startsUs'> | undefined) {
  const secondUs = played?.startsUs[1] ?? 0;
  const step = played?.tempos.findLast(({ timeUs }) => timeUs <= secondUs) ?? played?.tempos[0];
  return step && metronomeSetting(step);
}
