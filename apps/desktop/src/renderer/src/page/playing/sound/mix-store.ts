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
  /** All other players while somebody speaks: lower than 1. */
  readonly othersGain: number;
}

export const defaultMix: MixState = {
  players: new Map(),
  hearsSelf: true,
  ownVolume: 1,
  master: 1,
  room: 0.5,
  othersGain: 1,
};

const storageKey = 'roomtone-mix';

/** The user's own settings. Those of others return with the person, because participant numbers mean others in the next room. */
export const useMix = create<MixState>()(() => ({ ...defaultMix, ...recalled() }));

useMix.subscribe(({ hearsSelf, ownVolume, master, room }) => {
  globalThis.localStorage?.setItem(storageKey, JSON.stringify({ hearsSelf, ownVolume, master, room }));
});

const mixesKey = 'roomtone-player-mixes';
/** The people set last are remembered. */
const maxRemembered = 200;

/** Remembers how a user sounds on this device; guests are not remembered, and neither is solo. */
export function rememberMix(userId: string, { volume, pan, muted }: PlayerMix): void {
  if (userId === '') return;
  const others = rememberedMixes().filter(([id]) => id !== userId);
  const isDefault = volume === defaultPlayerMix.volume && pan === defaultPlayerMix.pan && !muted;
  const all = isDefault ? others : [...others, [userId, { volume, pan, muted }] as const];
  globalThis.localStorage?.setItem(mixesKey, JSON.stringify(all.slice(-maxRemembered)));
}

/** Gives those who have come their settings from before. @param self the user's own participant. */
export function recallMixes(
  participants: readonly { readonly participantId: number; readonly userId: string }[],
  self: number,
): void {
  const { players } = useMix.getState();
  const newcomers = participants.filter(
    ({ participantId, userId }) => participantId !== self && userId !== '' && !players.has(participantId),
  );
  if (newcomers.length === 0) return;
  const mixes = new Map(rememberedMixes());
  const recalledNow = newcomers.flatMap(({ participantId, userId }) => {
    const mix = mixes.get(userId);
    return mix === undefined ? [] : [[participantId, { ...defaultPlayerMix, ...mix }] as const];
  });
  if (recalledNow.length > 0) useMix.setState({ players: new Map([...players, ...recalledNow]) });
}

type RememberedMix = Pick<PlayerMix, 'volume' | 'pan' | 'muted'>;

function rememberedMixes(): readonly (readonly [string, RememberedMix])[] {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(mixesKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRemembered) : [];
  } catch {
    return [];
  }
}

function isRemembered(value: unknown): value is readonly [string, RememberedMix] {
  const [userId, mix] = Array.isArray(value) ? value : [];
  const { volume, pan, muted } = (mix ?? {}) as Partial<Record<keyof PlayerMix, unknown>>;
  const isInRange =
    typeof volume === 'number' && volume >= 0 && volume <= 1.5 && typeof pan === 'number' && Math.abs(pan) <= 1;
  return typeof userId === 'string' && isInRange && typeof muted === 'boolean';
}

/** The gain and pan of each participant; `self` is the user's number. */
export function effectiveMixes(state: MixState, participants: readonly number[], self: number): Map<number, Mix> {
  const isSolo = participants.some((number) => state.players.get(number)?.solo);
  return new Map(
    participants.map((number) => {
      if (number === self) return [number, { gain: state.hearsSelf ? state.ownVolume * state.master : 0, pan: 0 }];
      const { volume, pan, muted, solo } = state.players.get(number) ?? defaultPlayerMix;
      return [number, { gain: muted || (isSolo && !solo) ? 0 : volume * state.master * state.othersGain, pan }];
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
