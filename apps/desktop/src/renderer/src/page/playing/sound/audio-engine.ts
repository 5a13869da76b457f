import workletUrl from '../../../audio-thread/worklet.ts?worker&url';
import type { Mix } from '../../../contract/instruments.ts';
import { localNowUs, toLocalUs } from '../../../contract/local-time.ts';
import { ownParticipant, type SynthMessage, type SynthReport } from '../../../contract/synth-messages.ts';
import { TimeMapping } from '../../../contract/time-mapping.ts';
import type { ClickOutput } from '../metronome/click-output.ts';
import { SoundLoader } from '../sounds/sound-loader.ts';
import { useAudio } from './audio-store.ts';
import { dropoutsOf } from './dropouts.ts';
import { useMix } from './mix-store.ts';
import { OutputChoice } from './output-choice.ts';

const refreshMs = 1_000;
/** The first looks at the clocks come quicker, so that the mapping settles. */
const settleMs = [20, 60, 120, 250, 500] as const;

/** Notes of one's own that wait for the instrument to be born: who plays more meanwhile is not listening. */
const mostEarly = 256;

/** This page's ears: the audio context with the instrument in it, from the first gesture on. */
export class AudioEngine {
  readonly output = new OutputChoice();
  readonly sounds = new SoundLoader((message, transfer) => this.#post(message, transfer));
  readonly #sendNotesTo: (port: MessagePort) => void;
  readonly #click: ClickOutput;
  /** What the instrument is to know, by participant; told again when it is born. */
  readonly #programs = new Map<number, number>();
  readonly #mixes = new Map<number, Mix>();
  #room = useMix.getState().room;
  #post: (message: SynthMessage, transfer?: Transferable[]) => void = () => {};
  #starting = false;
  #ownDelayUs = 0;

  /** @param sendNotesTo hands the connection worker the port by which others' notes reach the instrument. */
  constructor(sendNotesTo: (port: MessagePort) => void, click: ClickOutput) {
    this.#sendNotesTo = sendNotesTo;
    this.#click = click;
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

  /** One's own note, heard at once unless one's own sound is held back. @param playedUs local time. */
  own(data: Uint8Array, playedUs: number): void {
    this.#post({ kind: 'own', data, timeUs: playedUs });
  }

  /** Holds one's own sound back by so much, µs: matched playout. */
  setOwnDelay(delayUs: number): void {
    this.#ownDelayUs = delayUs;
    this.#post({ kind: 'own-delay', delayUs });
  }

  /** Sets what a participant plays here; `self` is one's own number. */
  setInstrument(participant: number, program: number, self: number): void {
    const number = participant === self ? ownParticipant : participant;
    if (this.#programs.get(number) === program) return;
    this.#programs.set(number, program);
    this.#post({ kind: 'instrument', participant: number, program });
  }

  /** Sets how a participant is heard here; `self` is one's own number. */
  setMix(participant: number, mix: Mix, self: number): void {
    const number = participant === self ? ownParticipant : participant;
    const before = this.#mixes.get(number);
    if (before?.gain === mix.gain && before.pan === mix.pan) return;
    this.#mixes.set(number, mix);
    this.#post({ kind: 'mix', participant: number, mix });
  }

  /** Sets how much of a room is heard around everything, 0 to 1. */
  setRoom(amount: number): void {
    this.#room = amount;
    this.#post({ kind: 'room', amount });
  }

  async #start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    useAudio.setState({ status: 'starting' });
    const early: SynthMessage[] = [];
    this.#post = (message) => {
      if (message.kind === 'own' && early.length < mostEarly) early.push(message);
    };
    try {
      // 0 asks for the least the device can do.
      const context = new AudioContext({ latencyHint: 0 });
      const isSimple = context.audioWorklet === undefined;
      const instrument = await (isSimple ? this.#playInPage(context) : this.#playInAudioThread(context));
      this.#post({ kind: 'room', amount: this.#room });
      this.#post({ kind: 'own-delay', delayUs: this.#ownDelayUs });
      for (const [participant, program] of this.#programs) this.#post({ kind: 'instrument', participant, program });
      for (const [participant, mix] of this.#mixes) this.#post({ kind: 'mix', participant, mix });
      // The first key is often what starts the sound.
      for (const note of early) this.#post(note);
      await this.#click.start(instrument);
      this.#keepTime(context);
      const others = new MessageChannel();
      this.#post({ kind: 'notes-port', port: others.port1 }, [others.port1]);
      this.#sendNotesTo(others.port2);
      this.#followState(context, isSimple ? 'simple' : 'on');
      this.output.follow(context);
      void this.sounds.start(isSimple);
      await context.resume();
    } catch {
      useAudio.setState({ status: 'failed' });
    }
  }

  async #playInAudioThread(context: AudioContext): Promise<AudioNode> {
    await context.audioWorklet.addModule(workletUrl);
    const synth = new AudioWorkletNode(context, 'roomtone-synth', { outputChannelCount: [2] });
    synth.port.onmessage = ({ data }: MessageEvent<SynthReport>) => {
      if (data.kind === 'want') void this.sounds.want(data.program);
      else useAudio.setState({ voices: data.voices, load: data.load });
    };
    synth.connect(context.destination);
    this.#post = (message, transfer = []) => synth.port.postMessage(message, transfer);
    return synth;
  }

  async #playInPage(context: AudioContext): Promise<AudioNode> {
    // Only pages by plain http need it.
    const { BufferPlayer } = await import('../page-audio/buffer-player.ts');
    const player = new BufferPlayer(context, (voices) => useAudio.setState({ voices }));
    this.#post = (message) => player.receive(message);
    return player.out;
  }

  #followState(context: AudioContext, running: 'on' | 'simple'): void {
    const follow = () => {
      if (context.state === 'running') useAudio.setState({ status: running });
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
      if (anchor !== undefined) {
        this.#post({ kind: 'time', anchor });
        this.#click.setTime(anchor);
      }
      // Measured where the device tells what it plays, else what the browser says about it.
      const latencyS = (isKnown ? mapping.leadS : 0) || context.outputLatency || context.baseLatency || 0;
      const latencyMs = Math.round(latencyS * 1000);
      const dropouts = dropoutsOf(context) ?? 0;
      const known = useAudio.getState();
      if (latencyMs !== known.latencyMs || dropouts !== known.dropouts) useAudio.setState({ latencyMs, dropouts });
    };
    for (const afterMs of settleMs) setTimeout(look, afterMs);
    setInterval(look, refreshMs);
  }
}
