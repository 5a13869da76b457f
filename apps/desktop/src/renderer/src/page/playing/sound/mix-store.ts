import { create } from 'zustand';
import type { Mix } from '../../../contract/instruments.ts';

/** How one wants to hear somebody. Nobody else notices. */
export interface PlayerMix {
  /** 0 to 1.5; 1 as played. */
  readonly volume: number;
  /** −1 left to 1 right. */
  readonly pan: number;
  readonly muted: boolean;
  /** Heard alone, with whoever else is. */
  readonly solo: boolean;
}

export const asPlayed: PlayerMix = { volume: 1, pan: 0, muted: false, solo: false };

interface MixState {
  /** By participant; who is not in it is heard as played. */
  readonly players: ReadonlyMap<number, PlayerMix>;
  /** Whether one hears oneself from here: not who hears their own instrument. */
  readonly hearsSelf: boolean;
  /** How loud one hears oneself, 0 to 1.5. */
  readonly ownVolume: number;
  /** How much of a room is heard around everything, 0 to 1. */
  readonly room: number;
}

export const defaultMix: MixState = { players: new Map(), hearsSelf: true, ownVolume: 1, room: 0.5 };

const remembered = 'roomtone-mix';

/** What stays from visit to visit is what concerns oneself; others come and go. */
export const useMix = create<MixState>()(() => ({ ...defaultMix, ...recalled() }));

useMix.subscribe(({ hearsSelf, ownVolume, room }) => {
  globalThis.localStorage?.setItem(remembered, JSON.stringify({ hearsSelf, ownVolume, room }));
});

/** What reaches the ear of each of these participants, `self` being oneself. */
export function heard(state: MixState, participants: readonly number[], self: number): Map<number, Mix> {
  const isSolo = participants.some((number) => state.players.get(number)?.solo);
  return new Map(
    participants.map((number) => {
      if (number === self) return [number, { gain: state.hearsSelf ? state.ownVolume : 0, pan: 0 }];
      const { volume, pan, muted, solo } = state.players.get(number) ?? asPlayed;
      return [number, { gain: muted || (isSolo && !solo) ? 0 : volume, pan }];
    }),
  );
}

function recalled(): Partial<MixState> {
  try {
    const { hearsSelf, ownVolume, room } = JSON.parse(globalThis.localStorage?.getItem(remembered) ?? '{}');
    return {
      ...(typeof hearsSelf === 'boolean' && { hearsSelf }),
      ...(typeof ownVolume === 'number' && { ownVolume }),
      ...(typeof room === 'number' && { room }),
    };
  } catch {
    return {};
  }
}
