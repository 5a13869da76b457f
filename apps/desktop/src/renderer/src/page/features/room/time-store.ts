import type { DatagramFigures, PlayerQuality, PlayoutMode, PlayoutStyle, Transport } from '@roomtone/sdk';
import { create } from 'zustand';
import type { DirectChoice } from '../../../contract/messages.ts';
import { persist, readStored } from '../../stored-state.ts';
import type { QualityLevel } from './participants/connection-quality.ts';

interface TimeState {
  /** The metronome's last setting. */
  readonly transport: Transport;
  /** Says whether everybody hears the others at once, at the same moment, or some bars later. */
  readonly mode: PlayoutMode;
  /** The quality of each of the other players, updated every 2 s. */
  readonly players: readonly PlayerQuality[];
  /** The level of the connection to each of them. */
  readonly levels: ReadonlyMap<number, QualityLevel>;
  /** The datagrams of this connection, updated every 2 s. */
  readonly datagrams: DatagramFigures;
}

export const useTime = create<TimeState>()(() => ({
  transport: { bpm: 120, beatsPerBar: 4, running: false, startTimeUs: 0, beatsBefore: 0 },
  mode: { matched: false, commonDelayUs: 0, intervalBars: 0 },
  players: [],
  levels: new Map(),
  datagrams: { state: 'none', received: 0, lost: 0, sooner: 0, repaired: 0 },
}));

const styleKey = 'roomtone.playout';

/** The user's choice of how others' notes are delayed here; remembered. */
export const usePlayoutStyle = create<{ readonly style: PlayoutStyle }>()(() => ({
  style: styleFrom(readStored(styleKey)),
}));
persist(styleKey, usePlayoutStyle);

function styleFrom(value: unknown): PlayoutStyle {
  const isQuick = typeof value === 'object' && value !== null && 'style' in value && value.style === 'quick';
  return isQuick ? 'quick' : 'steady';
}

const directKey = 'roomtone.direct';
export const directChoices: readonly DirectChoice[] = ['private', 'everywhere', 'never'];

/** The rooms in which the user's notes may go straight to other players; remembered. */
export const useDirectChoice = create<{ readonly choice: DirectChoice }>()(() => ({
  choice: directChoiceFrom(readStored(directKey)),
}));
persist(directKey, useDirectChoice);

function directChoiceFrom(value: unknown): DirectChoice {
  const stored = typeof value === 'object' && value !== null && 'choice' in value ? value.choice : undefined;
  return directChoices.find((choice) => choice === stored) ?? 'private';
}
