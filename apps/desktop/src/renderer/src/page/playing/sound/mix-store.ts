import { create } from 'zustand';
import type { Mix } from '../../../contract/instruments.ts';

/** Settings for how a player sounds on this device. */
export interface PlayerMix {
  /** 0 to 1.5; 1 is as played. */
  readonly volume: number;
  /** −1 left to 1 right. */
  readonly pan: number;
  readonly muted: boolean;
  /** Silences all players that are not solo. */
  readonly solo: boolean;
}

export const defaultPlayerMix: PlayerMix = { volume: 1, pan: 0, muted: false, solo: false };

interface MixState {
  /** By participant; anybody missing sounds as played. */
  readonly players: ReadonlyMap<number, PlayerMix>;
  /** False for users who hear their own instrument directly. */
  readonly hearsSelf: boolean;
  /** The user's volume, 0 to 1.5. */
  readonly ownVolume: number;
  /** The volume of all players together, 0 to 1; the metronome has its own. */
  readonly master: number;
  /** The amount of reverb, 0 to 1. */
  readonly room: number;
}

export const defaultMix: MixState = { players: new Map(), hearsSelf: true, ownVolume: 1, master: 1, room: 0.5 };

const storageKey = 'roomtone-mix';

/** Only the user's settings are remembered, because participants come and go. */
export const useMix = create<MixState>()(() => ({ ...defaultMix, ...recalled() }));

useMix.subscribe(({ hearsSelf, ownVolume, master, room }) => {
  globalThis.localStorage?.setItem(storageKey, JSON.stringify({ hearsSelf, ownVolume, master, room }));
});

/** The gain and pan of each participant; `self` is the user's number. */
export function effectiveMixes(state: MixState, participants: readonly number[], self: number): Map<number, Mix> {
  const isSolo = participants.some((number) => state.players.get(number)?.solo);
  return new Map(
    participants.map((number) => {
      if (number === self) return [number, { gain: state.hearsSelf ? state.ownVolume * state.master : 0, pan: 0 }];
      const { volume, pan, muted, solo } = state.players.get(number) ?? defaultPlayerMix;
      return [number, { gain: muted || (isSolo && !solo) ? 0 : volume * state.master, pan }];
    }),
  );
}

function recalled(): Partial<MixState> {
  try {
    const { hearsSelf, ownVolume, master, room } = JSON.parse(globalThis.localStorage?.getItem(storageKey) ?? '{}');
    return {
      ...(typeof hearsSelf === 'boolean' && { hearsSelf }),
      ...(typeof ownVolume === 'number' && { ownVolume }),
      ...(typeof master === 'number' && { master }),
      ...(typeof room === 'number' && { room }),
    };
  } catch {
    return {};
  }
}
