import type { HeardVoice, VoiceConnection, VoiceSignals } from '@roomtone/sdk/voice';
import type { WorkerClient } from '../../app/worker-client.ts';
import { useMix } from '../../playing/sound/mix-store.ts';
import type { Stage } from '../../playing/stage/stage.ts';
import { silent, type TalkFailure, useVoice, useVoiceChoices, type VoiceMix } from '../../playing/voice/voice-store.ts';
import { listMicrophones, type MicrophoneInput, microphoneFailure } from './microphone.ts';

/** A voice from this level on is speech, and for how long it still is after the last sound of it, ms. */
const [speechLevel, speechMs] = [0.01, 500];
/** How long after the last own note an open microphone opens again, ms. */
const afterNotesMs = 1_000;
/** The others' notes while somebody speaks: 9 dB lower. */
const lowered = 10 ** (-9 / 20);

interface Parts {
  readonly client: Pick<WorkerClient, 'call'>;
  readonly stage: Pick<Stage, 'onOwnNote'>;
  /** Applies the mix of the notes again. */
  readonly applyMix: () => void;
}

/** The state of the room, as far as voices need it. */
export interface VoiceRoom {
  readonly isJoined: boolean;
  /** Somebody else has connected a microphone. */
  readonly isTalkedIn: boolean;
  /** Why the user may not talk now; undefined if they may. */
  readonly denial: 'muted' | 'forbidden' | undefined;
}

const nowhere: VoiceRoom = { isJoined: false, isTalkedIn: false, denial: undefined };

/** Talks and listens in the current room. The SDK's part is loaded when the first voice is needed. */
export class VoiceController {
  readonly #parts: Parts;
  #connection: Promise<VoiceConnection> | undefined;
  #input: MicrophoneInput | undefined;
  #heldBy = new Set<string>();
  #isPlaying = false;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #spokeMs = new Map<number, number>();
  #room: VoiceRoom = nowhere;
  #isClosed = true;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins with a room's screen; returns what ends it: nothing is heard or said any more. */
  start(): () => void {
    this.#isClosed = false;
    const listed = () => void this.#list();
    const { mediaDevices } = navigator;
    mediaDevices?.addEventListener('devicechange', listed);
    const stops = [
      () => mediaDevices?.removeEventListener('devicechange', listed),
      this.#parts.stage.onOwnNote(() => this.#played()),
      useVoice.subscribe(({ mixes }, before) => {
        if (mixes !== before.mixes) this.#applyVolumes(mixes);
      }),
      useVoiceChoices.subscribe(() => this.#apply()),
    ];
    useVoice.setState({ toggle: () => this.#toggle() });
    return () => {
      for (const stop of stops) stop();
      this.#close();
    };
  }

  /** Follows the room: voices are heard while somebody talks, and come back with the connection. */
  follow(room: VoiceRoom): void {
    const before = this.#room;
    this.#room = room;
    // Nobody would hear it, and its owner would not know.
    if (room.denial !== undefined && this.#input !== undefined) void this.hush(room.denial);
    const isWanted = room.isJoined && (room.isTalkedIn || this.#input !== undefined);
    if (isWanted && !(before.isJoined && this.#connection !== undefined))
      void this.#connected().then((connection) => {
        if (this.#isClosed) return;
        if (connection.state === 'off') connection.open();
        else connection.restart();
      });
    if (room.isJoined && !isWanted && this.#connection !== undefined) void this.#closeConnection();
  }

  /** Connects the microphone. The user is asked for it the first time. */
  async talk(): Promise<void> {
    if (useVoice.getState().talking !== 'off') return;
    useVoice.setState({ talking: 'asking', failure: undefined });
    const { MicrophoneInput: Input } = await import('./microphone.ts');
    try {
      const connection = await this.#connected();
      await connection.talk(async () => {
        this.#input = await Input.open(useVoiceChoices.getState().microphone);
        this.#input.track.enabled = false;
        this.#input.track.onended = () => void this.hush('missing');
        return this.#input.track;
      });
      if (this.#isClosed || useVoice.getState().talking === 'off') {
        this.#closeInput();
        return;
      }
      useVoice.setState({ talking: 'on' });
      this.#apply();
      await this.#list();
    } catch (error) {
      this.#closeInput();
      useVoice.setState({ talking: 'off', failure: failureOf(error) });
    }
  }

  /** Disconnects the microphone. */
  async hush(failure?: TalkFailure): Promise<void> {
    this.#closeInput();
    this.#heldBy.clear();
    useVoice.setState({ talking: 'off', isOpen: false, failure });
    const connection = await this.#connection;
    await connection?.hush().catch(() => {});
    this.follow(this.#room);
  }

  /** Opens the microphone while something is held. @param by a key or a button. */
  hold(by: string, isHeld: boolean): void {
    if (isHeld) this.#heldBy.add(by);
    else this.#heldBy.delete(by);
    this.#apply();
  }

  /** By a pedal or pad, which says only that it was pressed. */
  #toggle(): void {
    if (useVoice.getState().talking === 'off') void this.talk();
    else if (useVoiceChoices.getState().mode === 'open') void this.hush();
    else this.hold('learned', !this.#heldBy.has('learned'));
  }

  /** Uses another microphone from now on. @param id "" for the system's. */
  async choose(id: string): Promise<void> {
    useVoiceChoices.setState({ microphone: id });
    if (this.#input === undefined) return;
    const { MicrophoneInput: Input } = await import('./microphone.ts');
    try {
      const input = await Input.open(id);
      this.#closeInput();
      this.#input = input;
      this.#apply();
      await (await this.#connected()).use(input.track);
    } catch (error) {
      await this.hush(microphoneFailure(error));
    }
  }

  /** How loud the microphone is, 0 to 1. */
  level(): number {
    return this.#input?.level() ?? 0;
  }

  /** Plays back three seconds of the microphone; resolves when they have been heard. @param onPlaying they begin. */
  async test(onPlaying: () => void): Promise<void> {
    const play = await this.#input?.record();
    if (play === undefined) return;
    onPlaying();
    await play();
  }

  #close(): void {
    this.#isClosed = true;
    this.#room = nowhere;
    this.#forgetSpeakers();
    clearTimeout(this.#noteTimer);
    this.#closeInput();
    void this.#closeConnection();
    useVoice.setState(silent);
  }

  #connected(): Promise<VoiceConnection> {
    this.#connection ??= import('@roomtone/sdk/voice').then(({ VoiceConnection: Connection }) => {
      const connection = new Connection(signalsOf(this.#parts.client), {
        onState: (way) => {
          if (this.#isClosed) return;
          useVoice.setState({ way, port: connection.port });
          if (way !== 'open') this.#forgetSpeakers();
        },
        onHeard: (heard) => this.#heard(heard),
      });
      for (const [participantId, mix] of useVoice.getState().mixes) connection.setVolume(participantId, volumeOf(mix));
      return connection;
    });
    return this.#connection;
  }

  async #closeConnection(): Promise<void> {
    const connection = await this.#connection;
    this.#connection = undefined;
    connection?.close();
  }

  async #list(): Promise<void> {
    if (this.#input !== undefined) useVoice.setState({ microphones: await listMicrophones() });
  }

  #closeInput(): void {
    this.#input?.close();
    this.#input = undefined;
  }

  #played(): void {
    clearTimeout(this.#noteTimer);
    this.#isPlaying = true;
    this.#apply();
    this.#noteTimer = setTimeout(() => {
      this.#isPlaying = false;
      this.#apply();
    }, afterNotesMs);
  }

  /** Opens or closes the microphone as the user has chosen. */
  #apply(): void {
    const { mode, closesForNotes, lowersNotes } = useVoiceChoices.getState();
    const isOpen =
      this.#input !== undefined && (this.#heldBy.size > 0 || (mode === 'open' && !(closesForNotes && this.#isPlaying)));
    if (this.#input !== undefined) this.#input.track.enabled = isOpen;
    if (useVoice.getState().isOpen !== isOpen) useVoice.setState({ isOpen });
    if (!lowersNotes) this.#lower(false);
  }

  #heard(heard: readonly HeardVoice[]): void {
    if (this.#isClosed) return;
    const now = performance.now();
    for (const { participantId, level } of heard) if (level >= speechLevel) this.#spokeMs.set(participantId, now);
    for (const [participantId, atMs] of this.#spokeMs) if (now - atMs > speechMs) this.#spokeMs.delete(participantId);
    const { speaking } = useVoice.getState();
    const isSame = speaking.size === this.#spokeMs.size && [...speaking].every((each) => this.#spokeMs.has(each));
    if (isSame) return;
    useVoice.setState({ speaking: new Set(this.#spokeMs.keys()) });
    if (useVoiceChoices.getState().lowersNotes) this.#lower(this.#spokeMs.size > 0);
  }

  #forgetSpeakers(): void {
    this.#spokeMs.clear();
    if (useVoice.getState().speaking.size > 0) useVoice.setState({ speaking: new Set() });
    this.#lower(false);
  }

  #lower(isLowered: boolean): void {
    const othersGain = isLowered ? lowered : 1;
    if (useMix.getState().othersGain === othersGain) return;
    useMix.setState({ othersGain });
    this.#parts.applyMix();
  }

  #applyVolumes(mixes: ReadonlyMap<number, VoiceMix>): void {
    void this.#connection?.then((connection) => {
      for (const [participantId, mix] of mixes) connection.setVolume(participantId, volumeOf(mix));
    });
  }
}

function volumeOf({ volume, muted }: VoiceMix): number {
  return muted ? 0 : volume;
}

/** The worker has the room's connection, and the page WebRTC. */
function signalsOf(client: Pick<WorkerClient, 'call'>): VoiceSignals {
  return {
    offer: () => client.call('voiceOffer', null),
    answer: async (own) => void (await client.call('voiceAnswer', own)),
    end: async () => void (await client.call('endVoice', null)),
    setTalking: async (talking) => void (await client.call('setPlayer', { talking })),
  };
}

function failureOf(error: unknown): TalkFailure {
  if (error instanceof DOMException) return microphoneFailure(error);
  const reason = reasonOf(error);
  if (reason === 'muted') return 'muted';
  return reason === 'may_talk' ? 'forbidden' : 'failed';
}

function reasonOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('details' in error)) return undefined;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'reason' in details ? details.reason : undefined;
}
