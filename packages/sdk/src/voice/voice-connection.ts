import { type HeardVoice, VoicePeer } from './voice-peer.ts';
import type { VoiceSignals } from './voice-signals.ts';

/**
 * How the voices are reached.
 * - off: not wanted.
 * - connecting: being opened, or about to be opened again.
 * - open: voices come, and the microphone goes.
 * - unreachable: nothing gets through over UDP; it is tried again.
 * - unavailable: the server carries no voices.
 */
export type VoiceState = 'off' | 'connecting' | 'open' | 'unreachable' | 'unavailable';

export interface VoiceEvents {
  /** The state has changed. */
  readonly onState?: (state: VoiceState) => void;
  /** The voices that are heard, ten times a second while they are open. */
  readonly onHeard?: (heard: readonly HeardVoice[]) => void;
}

/** How long a connection may take to open, and how often it is looked who is heard, ms. */
const [openMs, lookMs] = [8_000, 100];
/** How long to wait before each attempt, ms. The server takes no second request within 2 s. */
const retryMs = [2_100, 2_500, 5_000, 10_000, 30_000] as const;

/** The voices of a room in a browser. They are opened again until close(). */
export class VoiceConnection {
  readonly #signals: VoiceSignals;
  readonly #events: VoiceEvents;
  readonly #volumes = new Map<number, number>();
  #state: VoiceState = 'off';
  #peer: VoicePeer | undefined;
  #microphone: MediaStreamTrack | null = null;
  #failures = 0;
  #port = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #look: ReturnType<typeof setInterval> | undefined;

  constructor(signals: VoiceSignals, events: VoiceEvents = {}) {
    this.#signals = signals;
    this.#events = events;
  }

  get state(): VoiceState {
    return this.#state;
  }

  /** The server's UDP port, by which voices come; 0 before it is known. */
  get port(): number {
    return this.#port;
  }

  /** The voices as they come, for programs that measure or mix them. The SDK plays them by itself. */
  get tracks(): readonly MediaStreamTrack[] {
    return this.#peer?.tracks ?? [];
  }

  /** Hears the room from now on. */
  open(): void {
    if (this.#state !== 'off') return;
    this.#failures = 0;
    this.#connect();
  }

  /** Opens the voices again at once: the connection to the room, to which they belong, has changed. */
  restart(): void {
    if (this.#state === 'off') return;
    this.#failures = 0;
    this.#connect();
  }

  /**
   * Talks until hush(). A track that is not enabled keeps the way open and says nothing.
   * @param microphone opens it, such as by getUserMedia(); called if the room lets this participant talk.
   * @throws {RoomtoneError} with reason may_talk or muted, or what `microphone` throws.
   */
  async talk(microphone: () => Promise<MediaStreamTrack>): Promise<void> {
    // First, so that nobody is asked for a microphone that they may not use.
    await this.#signals.setTalking(true);
    try {
      this.#microphone = await microphone();
    } catch (error) {
      await this.#signals.setTalking(false);
      throw error;
    }
    this.open();
    await this.#peer?.send(this.#microphone);
  }

  /** Talks by another microphone. */
  async use(microphone: MediaStreamTrack): Promise<void> {
    this.#microphone = microphone;
    await this.#peer?.send(microphone);
  }

  /** Talks no longer. Who is to hear nothing either, calls close(). */
  async hush(): Promise<void> {
    this.#microphone = null;
    await this.#peer?.send(null);
    await this.#signals.setTalking(false);
  }

  /** Sets how loud somebody is here, 0 to 1; 1 at first. */
  setVolume(participantId: number, volume: number): void {
    this.#volumes.set(participantId, Math.min(1, Math.max(0, volume)));
  }

  /** Hears nothing any more. */
  close(): void {
    if (this.#state === 'off') return;
    this.#drop();
    this.#setState('off');
    // Nothing is lost if it does not arrive: the server ends voices that nobody answers for.
    this.#signals.end().catch(() => {});
  }

  #connect(): void {
    this.#drop();
    if (this.#state !== 'unreachable') this.#setState('connecting');
    const peer = new VoicePeer();
    this.#peer = peer;
    const lost = () => {
      if (this.#peer === peer) this.#again();
    };
    peer.onLost = lost;
    peer.onOpen = () => {
      if (this.#peer === peer) this.#opened(peer);
    };
    this.#timer = setTimeout(lost, openMs);
    this.#arrange(peer).catch((error: unknown) => {
      if (this.#peer !== peer) return;
      if (isUnavailable(error)) {
        this.#drop();
        this.#setState('unavailable');
      } else lost();
    });
  }

  async #arrange(peer: VoicePeer): Promise<void> {
    const offer = await this.#signals.offer();
    this.#port = offer.port;
    const answer = await peer.accept(offer);
    await peer.send(this.#microphone);
    await this.#signals.answer(answer);
    // After a lost connection the participant may be another one.
    if (this.#microphone !== null) await this.#signals.setTalking(true);
  }

  #opened(peer: VoicePeer): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#setState('open');
    this.#look ??= setInterval(() => {
      this.#events.onHeard?.(peer.listen((participantId) => this.#volumes.get(participantId) ?? 1));
    }, lookMs);
  }

  #again(): void {
    const wasOpen = this.#state === 'open';
    this.#drop();
    if (wasOpen) this.#setState('connecting');
    const wait = retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? 0;
    this.#failures++;
    // The first failure may be a network that has just changed.
    if (this.#failures > 1) this.#setState('unreachable');
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#look);
    this.#look = undefined;
    const peer = this.#peer;
    this.#peer = undefined;
    peer?.close();
    if (this.#state === 'open') this.#events.onHeard?.([]);
  }

  #setState(state: VoiceState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#events.onState?.(state);
  }
}

/** The server's refusal, also where it comes from a worker and has lost its class. */
function isUnavailable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'RESOURCE_NOT_FOUND';
}
