import type { Loop, LoopSettings, PatternChanges, StepEdit, StepPatterns } from '@roomtone/sdk/extras';
import { type LoopCommand, type LoopRecordingRequest, loopParticipants } from '../../../contract/loop-messages.ts';
import type { RoomEvent } from '../../../contract/messages.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import type { AudioEngine } from '../../playing/sound/audio-engine.ts';
import { useMix } from '../../playing/sound/mix-store.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';
import type { LoopPlace } from './loop-place.ts';
import { noLoops, stepKey, useLoops } from './loops-store.ts';

/** No participant has this number, so loops are never the user's own sound. */
const nobody = -1;
/** Steps that are set in one stroke of the pointer go together. */
const stepsTogetherMs = 60;
/** A slider's changes are sent at most this often. */
const sliderMs = 150;
/** The volume at which a loop sounds as it was played. */
const plainVolume = 100;

interface Stroke {
  readonly slot: number;
  readonly pattern: number;
  readonly edits: Map<string, StepEdit>;
}

/** Runs the loops of the room: puts their news into the store and does what the screens request. */
export class LoopsController {
  /** Records a loop, or ends the recording; undefined outside rooms. */
  recordOrEnd: (() => void) | undefined;
  readonly #client: Pick<WorkerClient, 'call'>;
  readonly #engine: Pick<AudioEngine, 'setMix'>;
  readonly #later = new Map<string, LoopCommand>();
  #stroke: Stroke | undefined;

  constructor(client: Pick<WorkerClient, 'call'>, engine: Pick<AudioEngine, 'setMix'>) {
    this.#client = client;
    this.#engine = engine;
    useMix.subscribe(({ master }, before) => {
      if (master !== before.master) this.#applyMix();
    });
  }

  receive(event: RoomEvent): void {
    switch (event.type) {
      case 'loops':
        useLoops.setState({ loops: new Map(event.loops.map((loop) => [loop.slot, loop])), toLocalUs: event.toLocalUs });
        this.#applyMix();
        break;
      case 'loop':
        this.#put(event.slot, event.loop, event.toLocalUs);
        break;
      case 'loopRecording':
        useLoops.setState({ recording: event.recording });
        if (event.end === 'empty' || event.end === 'metronome') notify(strings.loops.ended[event.end]);
        break;
    }
  }

  /** Forgets the room's loops, because it was left. */
  clear(): void {
    useLoops.setState({ ...noLoops, isOpen: false });
  }

  start(slot: number): void {
    this.#do({ act: 'start', slot });
  }

  stop(slot: number): void {
    this.#do({ act: 'stop', slot });
  }

  stopAll(): void {
    this.#do({ act: 'stopAll' });
  }

  undo(slot: number): void {
    this.#do({ act: 'undo', slot });
  }

  remove(slot: number): void {
    if (useLoops.getState().edited === slot) useLoops.setState({ edited: undefined });
    this.#do({ act: 'remove', slot });
  }

  set(slot: number, settings: LoopSettings): void {
    this.#do({ act: 'set', slot, settings });
  }

  /** Sets the volume: heard here at once, and by the others while the slider moves. */
  setVolume(slot: number, volume: number): void {
    this.#show(slot, (loop) => ({ ...loop, volume }));
    this.#applyMix();
    this.#doLater({ act: 'set', slot, settings: { volume } });
  }

  setSwing(slot: number, swing: number): void {
    this.#show(slot, (loop) =>
      loop.content.kind === 'patterns' ? { ...loop, content: { ...loop.content, swing } } : loop,
    );
    this.#doLater({ act: 'changePatterns', slot, changes: { swing } });
  }

  change(slot: number, changes: PatternChanges): void {
    this.#do({ act: 'changePatterns', slot, changes });
  }

  choose(slot: number, pattern: number): void {
    this.#do({ act: 'choosePattern', slot, pattern });
  }

  /** Puts patterns into a slot; with `plays` they begin at the next bar line, and the metronome with them. */
  async make(
    slot: number,
    name: string,
    patterns: StepPatterns,
    { plays, replace }: { plays: boolean; replace: boolean },
  ) {
    const isMade = await this.#run({ act: 'makePatterns', slot, name, patterns, replace });
    if (isMade && plays) this.start(slot);
    return isMade;
  }

  /** Records from the next bar line on; a metronome that stands still starts first, if the user may start it. */
  async record(
    request: LoopRecordingRequest,
    { isRunning, startMetronome }: Pick<LoopPlace, 'isRunning' | 'startMetronome'>,
  ) {
    useLoops.setState({ failure: undefined });
    try {
      if (!isRunning && startMetronome === undefined) useLoops.setState({ failure: strings.loops.ended.metronome });
      else {
        if (!isRunning) await startMetronome?.();
        await this.#client.call('recordLoop', request);
      }
    } catch (error) {
      fail(error);
    }
  }

  endRecording(isKept: boolean): void {
    this.#client.call('endLoopRecording', { isKept }).catch(fail);
  }

  /** Sets a step: shown at once, and sent with others that are set in the same moment. */
  setStep(slot: number, pattern: number, edit: StepEdit): void {
    const id = stepKey(slot, pattern, edit.key, edit.step);
    useLoops.setState(({ unconfirmed }) => ({ unconfirmed: new Map(unconfirmed).set(id, edit.velocity) }));
    if (this.#stroke?.slot !== slot || this.#stroke.pattern !== pattern) this.#sendStroke();
    if (this.#stroke === undefined) {
      this.#stroke = { slot, pattern, edits: new Map() };
      setTimeout(() => this.#sendStroke(), stepsTogetherMs);
    }
    this.#stroke.edits.set(id, edit);
  }

  #sendStroke(): void {
    const stroke = this.#stroke;
    this.#stroke = undefined;
    if (stroke === undefined) return;
    const { slot, pattern, edits } = stroke;
    void this.#run({ act: 'setSteps', slot, pattern, edits: [...edits.values()] }).then(() => {
      useLoops.setState(({ unconfirmed }) => {
        // A step that was set once more meanwhile waits for its own confirmation.
        const left = [...unconfirmed].filter(([id, velocity]) => edits.get(id)?.velocity !== velocity);
        return { unconfirmed: new Map(left) };
      });
    });
  }

  #put(slot: number, loop: Loop | undefined, toLocalUs: number): void {
    useLoops.setState(({ loops, edited }) => {
      const next = new Map(loops);
      if (loop === undefined) next.delete(slot);
      else next.set(slot, loop);
      const isGone = edited === slot && loop?.content.kind !== 'patterns';
      return { loops: next, toLocalUs, ...(isGone && { edited: undefined }) };
    });
    this.#applyMix();
  }

  #applyMix(): void {
    const { master } = useMix.getState();
    for (const { slot, volume } of useLoops.getState().loops.values()) {
      const gain = master * (volume / plainVolume) ** 2;
      for (const participant of loopParticipants(slot)) this.#engine.setMix(participant, { gain, pan: 0 }, nobody);
    }
  }

  /** Shows a change before the server confirms it. */
  #show(slot: number, change: (loop: Loop) => Loop): void {
    useLoops.setState(({ loops }) => {
      const loop = loops.get(slot);
      return loop === undefined ? {} : { loops: new Map(loops).set(slot, change(loop)) };
    });
  }

  /** Sends the last of several commands of one slider. */
  #doLater(command: LoopCommand & { readonly slot: number }): void {
    const id = `${command.act} ${command.slot}`;
    const isWaiting = this.#later.has(id);
    this.#later.set(id, command);
    if (isWaiting) return;
    setTimeout(() => {
      const last = this.#later.get(id);
      this.#later.delete(id);
      if (last !== undefined) this.#do(last);
    }, sliderMs);
  }

  #do(command: LoopCommand): void {
    void this.#run(command);
  }

  /** Resolves to false if it could not be done; the panel says why. */
  async #run(command: LoopCommand): Promise<boolean> {
    useLoops.setState({ failure: undefined });
    try {
      await this.#client.call('loop', command);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }
}

function fail(error: unknown): void {
  useLoops.setState({ failure: failureText(error) });
}
