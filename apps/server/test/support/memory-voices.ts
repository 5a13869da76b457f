import type { PeerParameters, VoiceParameters } from '@roomtone/protocol';
import { readVoicePacket, speakerOf } from '../../src/domain/voice/voice-packet.ts';
import type { VoiceHandlers, VoiceLink, VoiceLinks } from '../../src/ports/voice-links.ts';
import { voicePacketOf } from './voice-packets.ts';

/** Voices without a network: a packet arrives within the call that sends it. */
export class MemoryVoices implements VoiceLinks {
  /** By their place in the order in which they were opened. */
  readonly links: MemoryVoiceLink[] = [];

  async open(handlers: VoiceHandlers): Promise<VoiceLink> {
    const link = new MemoryVoiceLink(handlers);
    this.links.push(link);
    return link;
  }

  close(): void {
    for (const link of this.links) link.close();
  }
}

/** Both ends of one client's voices. */
export class MemoryVoiceLink implements VoiceLink {
  readonly offer: PeerParameters = {
    iceUfrag: 'server',
    icePwd: 'server'.padEnd(22, '+'),
    fingerprint: new Uint8Array(32).fill(1),
  };
  /** Everything that the client has heard: whose voice, on which SSRC, and the packet. */
  readonly heard: { readonly speaker: number; readonly ssrc: number; readonly payload: readonly number[] }[] = [];
  readonly reports: Uint8Array[] = [];
  isOver = false;
  readonly #handlers: VoiceHandlers;
  #sequence = 0;

  constructor(handlers: VoiceHandlers) {
    this.#handlers = handlers;
  }

  answer(_: VoiceParameters): void {
    this.#handlers.open();
  }

  send(ssrc: number, packet: Uint8Array): void {
    if (this.isOver) return;
    const payload = readVoicePacket(packet)?.payload ?? [];
    this.heard.push({ speaker: speakerOf(packet), ssrc, payload: [...payload] });
  }

  report(packet: Uint8Array): void {
    this.reports.push(packet);
  }

  close(): void {
    this.isOver = true;
  }

  /** Only for the client: says something. */
  say(loudness = 90): void {
    if (!this.isOver) this.#handlers.packet(voicePacketOf({ sequence: this.#sequence++, loudness }));
  }

  /** Only for the client: the network fails. */
  lose(): void {
    this.isOver = true;
    this.#handlers.closed();
  }
}
