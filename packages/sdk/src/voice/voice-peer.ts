import { readPeerSdp, readVoiceSsrc, type VoiceParameters, voiceOfferSdp } from '@roomtone/protocol';
import type { VoiceOffer } from './voice-signals.ts';

/** A voice is taken for one of this participant as long as a packet of theirs is no older than this, ms. */
const currentMs = 400;

/** Somebody who is heard now. */
export interface HeardVoice {
  readonly participantId: number;
  /** How loud they are, 0 to 1. */
  readonly level: number;
}

/** One of the voices that the server sends. It changes hands when others speak. */
interface Slot {
  readonly receiver: RTCRtpReceiver;
  readonly element: HTMLAudioElement;
}

/** One connection to the server's voices, by the WebRTC of a browser. */
export class VoicePeer {
  /** The connection is open from now on. */
  onOpen = (): void => {};
  /** The connection has failed, or was closed by the server. */
  onLost = (): void => {};
  readonly #connection = new RTCPeerConnection();
  #sender: RTCRtpSender | undefined;
  #slots: readonly Slot[] = [];

  constructor() {
    this.#connection.onconnectionstatechange = () => {
      const { connectionState } = this.#connection;
      if (connectionState === 'connected') this.onOpen();
      if (connectionState === 'failed' || connectionState === 'closed') this.onLost();
    };
  }

  /** Takes the server's side, and resolves with this one. */
  async accept(offer: VoiceOffer): Promise<VoiceParameters> {
    const connection = this.#connection;
    await connection.setRemoteDescription({ type: 'offer', sdp: voiceOfferSdp(offer, offer) });
    const [own, ...voices] = connection.getTransceivers();
    if (own === undefined) throw new Error('This browser has made no section for the microphone.');
    // Also without a microphone, so that one can be connected without another description.
    own.direction = 'sendonly';
    this.#sender = own.sender;
    await connection.setLocalDescription();
    this.#slots = voices.map(({ receiver }) => ({ receiver, element: elementOf(receiver.track) }));
    const sdp = connection.localDescription?.sdp ?? '';
    return { ...readPeerSdp(sdp), ssrc: readVoiceSsrc(sdp) };
  }

  /** Sends this microphone, or none. */
  async send(track: MediaStreamTrack | null): Promise<void> {
    await this.#sender?.replaceTrack(track);
  }

  /** Finds who is heard now, and sets the volume of each voice to that of its speaker. @param volumeOf 0 to 1. */
  listen(volumeOf: (participantId: number) => number): HeardVoice[] {
    const heard: HeardVoice[] = [];
    const now = performance.timeOrigin + performance.now();
    for (const { receiver, element } of this.#slots) {
      const isCurrent = ({ timestamp }: RTCRtpContributingSource) => {
        // Browsers count it from 1970 or from the start of the page.
        const at = timestamp < performance.timeOrigin / 2 ? performance.timeOrigin + timestamp : timestamp;
        return now - at < currentMs;
      };
      const speaker = receiver.getContributingSources().find(isCurrent);
      if (speaker === undefined) continue;
      const volume = volumeOf(speaker.source);
      element.volume = volume;
      element.muted = volume === 0;
      // Before the first click on a page, a browser may refuse to play.
      if (element.paused) element.play().catch(() => {});
      const level = receiver.getSynchronizationSources().find(isCurrent)?.audioLevel ?? speaker.audioLevel ?? 0;
      heard.push({ participantId: speaker.source, level });
    }
    return heard;
  }

  /** The voices as they come, for programs that measure or mix them. */
  get tracks(): readonly MediaStreamTrack[] {
    return this.#slots.map(({ receiver }) => receiver.track);
  }

  close(): void {
    this.#connection.onconnectionstatechange = null;
    this.#connection.close();
    for (const { element } of this.#slots) element.srcObject = null;
  }
}

function elementOf(track: MediaStreamTrack): HTMLAudioElement {
  const element = new Audio();
  element.srcObject = new MediaStream([track]);
  element.play().catch(() => {});
  return element;
}
