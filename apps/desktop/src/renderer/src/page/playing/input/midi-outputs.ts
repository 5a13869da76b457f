import { create } from 'zustand';
import type { OutputPlan } from '../../../../../shared/midi-messages.ts';
import { recalled, remember } from '../../remembered.ts';
import { type OutputPlayer, type OutputSettings, outputsFrom, planOf } from './output-settings.ts';

const rememberedKey = 'roomtone.midi-out';

/** Where others' notes and the beat go, the same the next time. */
export const useOutputs = create<OutputSettings>()(() => outputsFrom(recalled(rememberedKey)));
remember(rememberedKey, useOutputs);

/** The connection worker, as far as it concerns MIDI outputs. */
export interface MidiOutputClient {
  setMidiOut(plan: OutputPlan): void;
}

/** Tells the connection worker where others' notes go, as the players come and go. */
export class MidiOutputs {
  readonly #client: MidiOutputClient;
  #players: readonly OutputPlayer[] = [];
  #self = 0;
  #told: OutputPlan | undefined;

  constructor(client: MidiOutputClient) {
    this.#client = client;
    useOutputs.subscribe(() => this.#tell());
    this.#tell();
  }

  /** Takes who is here, and which of them is oneself. */
  setPlayers(players: readonly OutputPlayer[], self: number): void {
    this.#players = players;
    this.#self = self;
    this.#tell();
  }

  #tell(): void {
    const plan = planOf(useOutputs.getState(), this.#players, this.#self);
    if (JSON.stringify(plan) === JSON.stringify(this.#told)) return;
    this.#told = plan;
    this.#client.setMidiOut(plan);
  }
}
