import { create } from 'zustand';
import type { OutputPlan } from '../../../../../shared/midi-messages.ts';
import { persist, readStored } from '../../stored-state.ts';
import { type OutputPlayer, type OutputSettings, outputsFrom, planOf } from './output-settings.ts';

const rememberedKey = 'roomtone.midi-out';

/** Where others' notes and the beat are sent, remembered. */
export const useOutputs = create<OutputSettings>()(() => outputsFrom(readStored(rememberedKey)));
persist(rememberedKey, useOutputs);

/** The part of the connection worker that handles MIDI outputs. */
export interface MidiOutputClient {
  setMidiOut(plan: OutputPlan): void;
}

/** Tells the connection worker where to send others' notes, whenever settings or players change. */
export class MidiOutputs {
  readonly #client: MidiOutputClient;
  #players: readonly OutputPlayer[] = [];
  #self = 0;
  #sent: OutputPlan | undefined;

  constructor(client: MidiOutputClient) {
    this.#client = client;
    useOutputs.subscribe(() => this.#send());
    this.#send();
  }

  setPlayers(players: readonly OutputPlayer[], self: number): void {
    this.#players = players;
    this.#self = self;
    this.#send();
  }

  #send(): void {
    const plan = planOf(useOutputs.getState(), this.#players, this.#self);
    if (JSON.stringify(plan) === JSON.stringify(this.#sent)) return;
    this.#sent = plan;
    this.#client.setMidiOut(plan);
  }
}
