import type { Loop } from '@roomtone/sdk/extras';
import { strings } from '../../strings.ts';
import { saveFile } from '../../ui/save-file.ts';
import { notify } from '../../ui/toast-store.ts';
import { midiFileOf } from './loop-files.ts';
import { useLoopPlace } from './loop-place.ts';

/** Saves loops as a MIDI file. */
export function useExport(): (loops: readonly Loop[]) => void {
  const { bpm, beatsPerBar } = useLoopPlace();
  return (loops) => {
    const [only] = loops;
    const name = loops.length === 1 && only !== undefined ? only.name : strings.loops.title;
    midiFileOf(loops, bpm, beatsPerBar).then(
      (bytes) => saveFile(`${fileNameOf(name)}.mid`, new Blob([Uint8Array.from(bytes)], { type: 'audio/midi' })),
      () => notify(strings.loops.exportFailed),
    );
  };
}

/** Without what file systems do not take. */
function fileNameOf(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'loop';
}
