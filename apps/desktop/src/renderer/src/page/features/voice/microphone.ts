import type { Microphone, TalkFailure } from '../../playing/voice/voice-store.ts';

/** The user's microphone while it is on, with what measures it. */
export class MicrophoneInput {
  readonly track: MediaStreamTrack;
  readonly #stream: MediaStream;
  #context: AudioContext | undefined;
  #analyser: AnalyserNode | undefined;
  /** A copy for the meter, which moves for what is said to nobody, too. */
  #measured: MediaStreamTrack | undefined;
  #samples = new Float32Array(0);

  private constructor(stream: MediaStream, track: MediaStreamTrack) {
    this.#stream = stream;
    this.track = track;
  }

  /** Asks for it. @param id "" for the system's; one that is not there is replaced by that. */
  static async open(id: string): Promise<MicrophoneInput> {
    if (navigator.mediaDevices === undefined) throw new DOMException('The page is not secure.', 'SecurityError');
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        ...(id === '' ? {} : { deviceId: { ideal: id } }),
        channelCount: { ideal: 1 },
        ...{ echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      },
    });
    const [track] = stream.getAudioTracks();
    if (track === undefined) throw new DOMException('There is no track.', 'NotFoundError');
    return new MicrophoneInput(stream, track);
  }

  /** How loud it is now, 0 to 1: the root mean square of the last 20 ms, made larger as ears do. */
  level(): number {
    if (this.#analyser === undefined) {
      this.#context = new AudioContext();
      this.#analyser = new AnalyserNode(this.#context, { fftSize: 1024 });
      this.#measured = this.track.clone();
      this.#measured.enabled = true;
      this.#context.createMediaStreamSource(new MediaStream([this.#measured])).connect(this.#analyser);
      this.#samples = new Float32Array(this.#analyser.fftSize);
    }
    this.#analyser.getFloatTimeDomainData(this.#samples);
    let sum = 0;
    for (const sample of this.#samples) sum += sample * sample;
    return Math.min(1, Math.sqrt(Math.sqrt(sum / this.#samples.length)) * 1.4);
  }

  /** Records three seconds, and resolves with what plays them, until the end. */
  async record(): Promise<() => Promise<void>> {
    const track = this.track.clone();
    track.enabled = true;
    const recorder = new MediaRecorder(new MediaStream([track]));
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    setTimeout(() => recorder.stop(), testMs);
    await stopped;
    track.stop();
    const recorded = await new Blob(parts).arrayBuffer();
    // Not by an element: the page's rules let none play what has no address.
    return async () => {
      const context = new AudioContext();
      const source = new AudioBufferSourceNode(context, { buffer: await context.decodeAudioData(recorded) });
      source.connect(context.destination);
      const ended = new Promise((resolve) => {
        source.onended = resolve;
      });
      source.start();
      await ended;
      await context.close();
    };
  }

  close(): void {
    for (const track of this.#stream.getTracks()) track.stop();
    this.#measured?.stop();
    void this.#context?.close();
  }
}

const testMs = 3_000;

/** Those that the browser names; none before the user has allowed one. */
export async function listMicrophones(): Promise<Microphone[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return all
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && deviceId !== 'default' && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Why a microphone could not be opened. */
export function microphoneFailure(error: unknown): TalkFailure {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
      return 'denied';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'SecurityError':
      return 'insecure';
    default:
      return 'failed';
  }
}
