import type { Caller } from '../bots.ts';
import type { CallOptions } from '../call-options.ts';
import { inPath } from '../calls/send.ts';
import { checkKeys } from '../known-keys.ts';
import { type PlayoutMode, type Transport, transportOf } from '../room/from-wire.ts';
import type { PlayoutModeChange, TransportChange } from '../room/shared-time.ts';
import type { MetronomeView, PlayoutModeView } from '../views.ts';

export interface MetronomeNow extends Transport {
  /** Service clock, µs: the time of the answer. */
  readonly serverTimeUs: number;
}

/**
 * The metronome and the playout mode of a room over REST: for those who are inside or moderate it. They do what `setTransport` and
 * `setPlayoutMode` of a room do, with the same rights and errors.
 * @param client a RoomtoneClient.
 */
export function roomTimeCalls({ call }: Caller, roomId: string) {
  const ofRoom = `/api/rooms/${inPath(roomId)}`;
  return {
    metronome: async (options?: CallOptions): Promise<MetronomeNow> =>
      metronomeOf(await call<MetronomeView>({ method: 'GET', path: `${ofRoom}/metronome` }, options)),
    /** Absent fields keep their values. While the metronome runs, a change waits for the next bar. */
    setMetronome: async (change: TransportChange, options?: CallOptions): Promise<MetronomeNow> => {
      checkKeys(change, 'bpm beatsPerBar running click startTimeUs', 'setMetronome()');
      const { bpm, startTimeUs, ...rest } = change;
      const body = {
        ...rest,
        ...(bpm === undefined ? {} : { tempo: Math.round(bpm * 1000) }),
        ...(startTimeUs === undefined ? {} : { startTime: Math.round(startTimeUs) }),
      };
      return metronomeOf(await call<MetronomeView>({ method: 'PUT', path: `${ofRoom}/metronome`, body }, options));
    },
    playoutMode: async (options?: CallOptions): Promise<PlayoutMode> =>
      modeOf(await call<PlayoutModeView>({ method: 'GET', path: `${ofRoom}/playout-mode` }, options)),
    /** Matched, an interval, or neither. */
    setPlayoutMode: async (change: PlayoutModeChange, options?: CallOptions): Promise<PlayoutMode> => {
      checkKeys(change, 'matched intervalBars', 'setPlayoutMode()');
      const request = { method: 'PUT', path: `${ofRoom}/playout-mode`, body: change } as const;
      return modeOf(await call<PlayoutModeView>(request, options));
    },
  };
}

function metronomeOf({ serverTime, ...transport }: MetronomeView): MetronomeNow {
  return { ...transportOf(transport), serverTimeUs: serverTime };
}

function modeOf({ matched, intervalBars, commonDelay }: PlayoutModeView): PlayoutMode {
  return { matched, commonDelayUs: commonDelay, intervalBars };
}
