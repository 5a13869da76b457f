import { useAudio } from './audio-store.ts';
import { localNowUs, toLocalUs } from './local-time.ts';
import { ownParticipant, type SynthMessage, type SynthReport } from './synth/messages.ts';
import type { TimbreName } from './synth/timbres.ts';
import workletUrl from './synth/worklet.ts?worker&url';
import { TimeMapping } from './time-mapping.ts';

const refreshMs = 1_000;
/** The first looks at the clocks come quicker, so that the mapping settles. */
const settleMs = [20, 60, 120, 250, 500] as const;

/** This page's ears: the audio context with the synth in it, from the first gesture on. */
export class AudioEngine {
  readonly #sendNotesTo: (port: MessagePort) => void;
  /** What the synth is to know, by participant; told again when it is born. */
  readonly #timbres = new Map<number, TimbreName>();
  readonly #gains = new Map<number, number>();
  #synth: AudioWorkletNode | undefined;
  #starting = false;

  /** @param sendNotesTo hands the connection worker the port by which others' notes reach the synth. */
  constructor(sendNotesTo: (port: MessagePort) => void) {
    this.#sendNotesTo = sendNotesTo;
  }

  /** Starts the sound, at once where the player has touched the page already, else at the first touch of it. */
  startWhenAllowed(): void {
    if (this.#starting) return;
    if (navigator.userActivation?.hasBeenActive) {
      void this.#start();
      return;
    }
    const gestures = ['pointerdown', 'keydown'] as const;
    const start = () => {
      for (const gesture of gestures) window.removeEventListener(gesture, start, { capture: true });
      void this.#start();
    };
    for (const gesture of gestures) window.addEventListener(gesture, start, { capture: true });
  }

  /** One's own note, heard at once. */
  own(data: Uint8Array): void {
    this.#post({ kind: 'own', data });
  }

  /** Sets how a participant's instrument sounds here; `self` is one's own number. */
  setTimbre(participant: number, timbre: TimbreName, self: number): void {
    const number = participant === self ? ownParticipant : participant;
    if (this.#timbres.get(number) === timbre) return;
    this.#timbres.set(number, timbre);
    this.#post({ kind: 'timbre', participant: number, timbre });
  }

  /** Sets how loud a participant is heard here, 0 to 1. */
  setGain(participant: number, gain: number): void {
    this.#gains.set(participant, gain);
    this.#post({ kind: 'gain', participant, gain });
  }

  async #start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    useAudio.setState({ status: 'starting' });
    try {
      const context = new AudioContext({ latencyHint: 'interactive' });
      if (context.audioWorklet === undefined) {
        useAudio.setState({ status: 'blocked' });
        return;
      }
      await context.audioWorklet.addModule(workletUrl);
      const synth = new AudioWorkletNode(context, 'roomtone-synth', {
        numberOfInputs: 0,
        outputChannelCount: [2],
      });
      synth.port.onmessage = (event: MessageEvent<SynthReport>) => useAudio.setState({ voices: event.data.voices });
      synth.connect(context.destination);
      this.#synth = synth;
      for (const [participant, timbre] of this.#timbres) this.#post({ kind: 'timbre', participant, timbre });
      for (const [participant, gain] of this.#gains) this.#post({ kind: 'gain', participant, gain });
      this.#keepTime(context);
      const others = new MessageChannel();
      synth.port.postMessage({ kind: 'notes-port', port: others.port1 } satisfies SynthMessage, [others.port1]);
      this.#sendNotesTo(others.port2);
      this.#followState(context);
      await context.resume();
    } catch {
      useAudio.setState({ status: 'failed' });
    }
  }

  #followState(context: AudioContext): void {
    const follow = () => {
      if (context.state === 'running') useAudio.setState({ status: 'on' });
      else {
        // A phone call, or a system that took the device: the next touch brings it back.
        useAudio.setState({ status: 'waiting' });
        window.addEventListener('pointerdown', () => void context.resume(), { once: true, capture: true });
      }
    };
    context.onstatechange = follow;
    if (context.state === 'running') follow();
  }

  #keepTime(context: AudioContext): void {
    const mapping = new TimeMapping(context.sampleRate);
    const look = () => {
      if (context.state !== 'running') return;
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
      const nowUs = localNowUs();
      const currentTime = context.currentTime;
      // Without a device that tells, what is computed now counts as heard now.
      const isKnown = performanceTime > 0 && contextTime > 0;
      mapping.observe({
        outputTime: isKnown ? contextTime : currentTime,
        outputUs: isKnown ? toLocalUs(performanceTime) : nowUs,
        currentTime,
        nowUs,
      });
      const anchor = mapping.anchorAt(nowUs);
      if (anchor !== undefined) this.#post({ kind: 'time', anchor });
      const latencyMs = Math.round((context.outputLatency || context.baseLatency || 0) * 1000);
      if (latencyMs !== useAudio.getState().latencyMs) useAudio.setState({ latencyMs });
    };
    for (const afterMs of settleMs) setTimeout(look, afterMs);
    setInterval(look, refreshMs);
  }

  #post(message: SynthMessage): void {
    this.#synth?.port.postMessage(message);
  }
}
