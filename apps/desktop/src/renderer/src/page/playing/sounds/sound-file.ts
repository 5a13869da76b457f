import { forEachEvent, isNoteOn, midiStatus } from '@roomtone/protocol';
import { drumChannel, drumProgram, pianoProgram } from '../../../contract/instruments.ts';
import type {
  RenderedTrack,
  SoundFileAnswer,
  SoundFileKind,
  SoundFileRequest,
} from '../../../contract/sound-file-messages.ts';
import { useMix } from '../sound/mix-store.ts';
import { hasLittleMemory } from './little-memory.ts';
import { loadPianoFor, type PianoReceiver, type Strike } from './piano-loading.ts';
import { PresetLoading } from './preset-loading.ts';
import { fetchIndex } from './sound-index.ts';

/** Loading the sounds counts as this part of the work. */
const loadingPart = 0.25;

interface RenderOptions {
  readonly as: SoundFileKind;
  /** @param part 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Renders tracks with Roomtone's instruments, in a worker and as fast as the machine can.
 * @throws if it is aborted, if sounds do not arrive, or if this browser cannot write such a file.
 */
export async function renderSoundFile(
  tracks: readonly RenderedTrack[],
  { as, onProgress, signal }: RenderOptions,
): Promise<Blob> {
  const worker = new Worker(new URL('../../../audio-thread/sound-file/sound-file-worker.ts', import.meta.url), {
    type: 'module',
    name: 'sound-file',
  });
  const presets = new PresetLoading();
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    worker.onerror = () => reject(new Error('The recording could not be rendered.'));
  });
  const post = (message: SoundFileRequest, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const load = async () => {
    const index = await fetchIndex();
    const { programs, strikes } = soundsOf(tracks);
    post({ kind: 'sound', message: { kind: 'room', amount: useMix.getState().room } });
    if (strikes.length > 0) {
      const receiver: PianoReceiver = {
        sample: (sample) => post({ kind: 'sound', message: { kind: 'piano-sample', sample } }),
        noise: (sample) => post({ kind: 'sound', message: { kind: 'piano-noise', sample } }),
        playable: () => post({ kind: 'sound', message: { kind: 'piano', isReady: true } }),
        progress: (part) => onProgress(part * loadingPart),
      };
      await loadPianoFor(strikes, index, receiver, hasLittleMemory());
    }
    for (const program of programs) {
      const preset = await presets.fromServer(index, program);
      // Without it the light sound plays, as in the room.
      if (preset !== undefined) post({ kind: 'sound', message: { kind: 'preset', preset } });
    }
  };
  const rendered = new Promise<Blob>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<SoundFileAnswer>) => {
      if (data.kind === 'done') resolve(data.file);
      else onProgress(loadingPart + data.part * (1 - loadingPart));
    };
  });
  try {
    await Promise.race([load(), aborted]);
    post({ kind: 'render', tracks, as });
    return await Promise.race([rendered, aborted]);
  } finally {
    worker.terminate();
    presets.close();
  }
}

/** The sounds that are needed to play tracks: the programs other than the piano's, and how the piano is struck. */
export function soundsOf(tracks: readonly RenderedTrack[]): {
  readonly programs: Set<number>;
  readonly strikes: Strike[];
} {
  const programs = new Set<number>();
  const strikes: Strike[] = [];
  for (const { program: first, events } of tracks) {
    const changed = new Map<number, number>();
    for (const { data } of events) {
      forEachEvent(data, (status, key, velocity) => {
        const channel = status & 0x0f;
        if ((status & 0xf0) === midiStatus.programChange) changed.set(channel, key);
        if (!isNoteOn(status, velocity)) return;
        const program = channel === drumChannel ? drumProgram : (changed.get(channel) ?? first);
        if (program === pianoProgram) strikes.push({ key, velocity });
        else programs.add(program);
      });
    }
  }
  return { programs, strikes };
}

/** False where the browser has no encoder for Opus, which it keeps to secure pages. */
export const canWriteOpus = typeof AudioEncoder !== 'undefined';
