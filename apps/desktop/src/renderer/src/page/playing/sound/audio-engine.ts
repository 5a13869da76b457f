import workletUrl from '../../../audio-thread/worklet.ts?worker&url';
import type { Mix } from '../../../contract/instruments.ts';
import { localNowUs, toLocalUs } from '../../../contract/local-time.ts';
import { ownParticipant, type SynthMessage, type SynthReport } from '../../../contract/synth-messages.ts';
import { TimeMapping } from '../../../contract/time-mapping.ts';
import type { ClickOutput } from '../metronome/click-output.ts';
import { SoundLoader } from '../sounds/sound-loader.ts';
import { useSounds } from '../sounds/sound-store.ts';
import { type BufferChoice, useAudio, useAudioBuffer } from './audio-store.ts';
import { useMix } from './mix-store.ts';
import { OutputChoice } from './output-choice.ts';
import { RecentDropouts } from './recent-dropouts.ts';
import { onGesture, resumeByGesture } from './resume-by-gesture.ts';

const refreshMs = 1_000;
/** The clocks are compared more often at first, so that the mapping settles. */
const settleMs = [20, 60, 120, 250, 500] as const;

/** The Web Audio API's hints; 0 requests the lowest latency that the device can do. */
const latencyHints: Readonly<Record<BufferChoice, AudioContextLatencyCategory | number>> = {
  shortest: 0,
  balanced: 'balanced',
  long: 'playback',
};

/**
 * The number of the user's own notes that wait until the instrument is ready; nobody plays more without hearing
 * anything.
 */
const maxEarlyNotes = 256;

/**
 * This page's sound: the audio context with the instrument in it, created at the first user gesture where the browser
 * insists on one.
 */
export class AudioEngine {
  readonly output = new OutputChoice();
  readonly sounds = new SoundLoader((message, transfer) => this.#post(message, transfer));
  readonly #sendNotesTo: (port: MessagePort) => void;
  readonly #click: ClickOutput;
  readonly #needsGesture: boolean;
  /** Settings of the instrument by participant, sent when it is ready. */
  readonly #programs = new Map<number, number>();
  readonly #mixes = new Map<number, Mix>();
  #room = useMix.getState().room;
  #post: (message: SynthMessage, transfer?: Transferable[]) => void = () => {};
  #starting = false;
  #context: AudioContext | undefined;
  #stopResuming = () => {};
  #timers: ReturnType<typeof setTimeout>[] = [];
  #ownDelayUs = 0;

  /**
   * @param sendNotesTo gives the connection worker the port on which others' notes reach the instrument.
   * @param needsGesture false in the app, where a key on a MIDI keyboard may be the first thing that sounds.
   */
  constructor(sendNotesTo: (port: MessagePort) => void, click: ClickOutput, needsGesture: boolean) {
    this.#sendNotesTo = sendNotesTo;
    this.#click = click;
    this.#needsGesture = needsGesture;
  }

  /**
   * Starts the sound immediately if the page may make sound already or the user has interacted with it, otherwise at the
   * first interaction.
   */
  startWhenAllowed(): void {
    if (this.#starting) return;
    if (!this.#needsGesture || navigator.userActivation?.hasBeenActive) {
      void this.#start();
      return;
    }
    const stop = onGesture(() => {
      stop();
      void this.#start();
    });
  }

  /** Starts the sound again with another buffer, if it has been started. Takes a moment, in which nothing sounds. */
  async setBuffer(buffer: BufferChoice): Promise<void> {
    useAudioBuffer.setState({ buffer });
    const context = this.#context;
    if (context === undefined) return;
    this.#context = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    context.onstatechange = null;
    this.#stopResuming();
    await context.close();
    this.sounds.forget();
    useAudio.setState({ latencyMs: 0, voices: 0, load: 0, dropouts: 0 });
    this.#starting = false;
    await this.#start();
  }

  /** Plays a note of the user, immediately unless matched playout delays it. @param playedUs local time. */
  playOwn(data: Uint8Array, playedUs: number): void {
    this.#post({ kind: 'own', data, timeUs: playedUs });
  }

  /** Delays the user's own notes by this much, µs, for matched playout. */
  setOwnDelay(delayUs: number): void {
    this.#ownDelayUs = delayUs;
    this.#post({ kind: 'own-delay', delayUs });
  }

  /** The program of the user's instrument; the first one before it is known. */
  get ownProgram(): number {
    return this.#programs.get(ownParticipant) ?? 0;
  }

  /** Sets a participant's instrument; `self` is the user's participant number. */
  setInstrument(participant: number, program: number, self: number): void {
    const number = participant === self ? ownParticipant : participant;
    if (this.#programs.get(number) === program) return;
    this.#programs.set(number, program);
    this.#post({ kind: 'instrument', participant: number, program });
  }

  /** Sets how a participant sounds here; `self` is the user's participant number. */
  setMix(participant: number, mix: Mix, self: number): void {
    const number = participant === self ? ownParticipant : participant;
    const before = this.#mixes.get(number);
    if (before?.gain === mix.gain && before.pan === mix.pan) return;
    this.#mixes.set(number, mix);
    this.#post({ kind: 'mix', participant: number, mix });
  }

  /** Sets the amount of reverb, 0 to 1. */
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
      if (message.kind === 'own' && early.length < maxEarlyNotes) early.push(message);
    };
    try {
      const context = new AudioContext({ latencyHint: latencyHints[useAudioBuffer.getState().buffer] });
      // Before anything is loaded, so that the end of the touch that starts the sound counts.
      this.#stopResuming = resumeByGesture(context);
      const isSimple = context.audioWorklet === undefined;
      const instrument = await (isSimple ? this.#playInPage(context) : this.#playInAudioThread(context));
      this.#post({ kind: 'room', amount: this.#room });
      this.#post({ kind: 'own-delay', delayUs: this.#ownDelayUs });
      for (const [participant, program] of this.#programs) this.#post({ kind: 'instrument', participant, program });
      for (const [participant, mix] of this.#mixes) this.#post({ kind: 'mix', participant, mix });
      // The first key press often is what starts the sound.
      for (const note of early) this.#post(note);
      await this.#click.start(instrument);
      this.#trackTime(context);
      const others = new MessageChannel();
      this.#post({ kind: 'notes-port', port: others.port1 }, [others.port1]);
      this.#sendNotesTo(others.port2);
      followState(context, isSimple ? 'simple' : 'on');
      // A structural view of the same object.
      this.output.follow(context as { setSinkId?(id: string): Promise<void> });
      this.sounds.start(isSimple);
      this.#context = context;
      // Pending until the next gesture where this one does not count.
      context.resume().catch(() => {});
    } catch {
      useAudio.setState({ status: 'failed' });
    }
  }

  async #playInAudioThread(context: AudioContext): Promise<AudioNode> {
    await context.audioWorklet.addModule(workletUrl);
    const synth = new AudioWorkletNode(context, 'roomtone-synth', { outputChannelCount: [2] });
    synth.port.onmessage = ({ data }: MessageEvent<SynthReport>) => this.#hear(data);
    synth.connect(context.destination);
    this.#post = (message, transfer = []) => synth.port.postMessage(message, transfer);
    return synth;
  }

  async #playInPage(context: AudioContext): Promise<AudioNode> {
    // Loaded on demand: only pages over plain HTTP need it.
    const { BufferPlayer } = await import('../page-audio/buffer-player.ts');
    const player = new BufferPlayer(context, (report) => this.#hear(report));
    this.#post = (message) => player.receive(message);
    return player.out;
  }

  #hear(report: SynthReport): void {
    if (report.kind === 'want') void this.sounds.load(report.program);
    else useAudio.setState({ voices: report.voices, load: report.load });
  }

  #trackTime(context: AudioContext): void {
    const mapping = new TimeMapping(context.sampleRate);
    const recent = new RecentDropouts();
    const measure = () => {
      if (context.state !== 'running') return;
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
      const nowUs = localNowUs();
      const currentTime = context.currentTime;
      // If the device reports no output time, sound counts as heard when it is computed.
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
      // Measured if the device reports its output time, otherwise the browser's own figure.
      const latencyS = (isKnown ? mapping.leadS : 0) || context.outputLatency || context.baseLatency || 0;
      const latencyMs = Math.round(latencyS * 1000);
      const { loading, piano, pianoLoadedPart } = useSounds.getState();
      const areLoaded = loading.size === 0 && (piano === 'unused' || pianoLoadedPart >= 1);
      const known = useAudio.getState();
      const dropouts = recent.update(dropoutsOf(context) ?? 0, performance.now(), areLoaded && known.voices > 0);
      if (latencyMs !== known.latencyMs || dropouts !== known.dropouts) useAudio.setState({ latencyMs, dropouts });
    };
    this.#timers = settleMs.map((afterMs) => setTimeout(measure, afterMs));
    this.#timers.push(setInterval(measure, refreshMs));
  }
}

/** Shows if sound waits: for a gesture, or because a phone call or another program took the device. */
function followState(context: AudioContext, running: 'on' | 'simple'): void {
  const follow = () => useAudio.setState({ status: context.state === 'running' ? running : 'waiting' });
  context.onstatechange = follow;
  follow();
}

/** TypeScript's libraries do not describe this yet (Web Audio API, AudioPlaybackStats). */
interface CountingContext {
  readonly playbackStats?: { readonly underrunEvents: number };
}

/** The number of dropouts, when sound was not computed in time; undefined if the browser does not count them. */
function dropoutsOf(context: AudioContext): number | undefined {
  // A structural view of the same object.
  return (context as CountingContext).playbackStats?.underrunEvents;
}
