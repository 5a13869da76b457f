import {
  type Members,
  peerIssue,
  RoomtoneError,
  type VoiceParameters,
  validationError,
  voiceLimits,
} from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { SpeakerLoss } from '../../domain/voice/speaker-loss.ts';
import { readVoicePacket } from '../../domain/voice/voice-packet.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Datagrams } from '../../ports/datagrams.ts';
import type { VoiceLink, VoiceLinks } from '../../ports/voice-links.ts';
import type { LiveRoom } from '../rooms/live-room.ts';

export interface ConnectionVoiceDeps {
  readonly clock: Clock;
  readonly counters: RealtimeCounters;
  readonly datagrams: Datagrams | undefined;
  /** Undefined if the server has no voices. */
  readonly voices: VoiceLinks | undefined;
}

/** The voices that were asked for last. */
interface Current {
  readonly room: LiveRoom;
  readonly participant: Participant;
  readonly link: VoiceLink;
  readonly loss: SpeakerLoss;
  ssrc: number | undefined;
  isOpen: boolean;
  secondUs: number;
  packets: number;
  bytes: number;
}

/** The voices of one connection: negotiates them, and bounds what its microphone brings (room rules R27). */
export class ConnectionVoice {
  readonly #deps: ConnectionVoiceDeps;
  #current: Current | undefined;
  #requestedUs = Number.NEGATIVE_INFINITY;
  /** Changes with every request and every end, so that a link that is made too late is dropped. */
  #generation = 0;

  constructor(deps: ConnectionVoiceDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the server's side.
   * @param reached addresses at which the client has reached the server over TCP.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED, or RESOURCE_NOT_FOUND with reason voice.
   */
  async offer(room: LiveRoom, participant: Participant, reached: readonly string[]): Promise<Members['voiceOffer']> {
    const { clock, counters, datagrams, voices } = this.#deps;
    if (voices === undefined || datagrams === undefined) throw unavailable('This server carries no voices.');
    const nowUs = clock.serviceUs();
    if (nowUs - this.#requestedUs < voiceLimits.requestMs * 1000) {
      const reset = Math.ceil((clock.nowMs() + voiceLimits.requestMs) / 1000);
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many requests for voices.', { limit: 1, reset });
    }
    this.#requestedUs = nowUs;
    this.end();
    if (counters.voiceConnections >= voiceLimits.connections) throw unavailable('Too many voices are open.');
    counters.voiceConnections++;
    const generation = this.#generation;
    try {
      const link = await this.#open(voices, generation);
      this.#current = {
        ...{ room, participant, link, loss: new SpeakerLoss(), ssrc: undefined, isOpen: false },
        ...{ secondUs: 0, packets: 0, bytes: 0 },
      };
      const { addresses, port } = datagrams;
      return { ...link.offer, addresses: [...(addresses.length > 0 ? addresses : reached)], port };
    } catch (error) {
      counters.voiceConnections--;
      throw error instanceof RoomtoneError ? error : unavailable('Voices cannot be opened.', error);
    }
  }

  /** Takes the client's side. @throws {RoomtoneError} VALIDATION_ERROR, or RESOURCE_NOT_FOUND with reason voice. */
  answer(parameters: VoiceParameters): void {
    const issue = peerIssue(parameters);
    if (issue !== undefined) throw validationError([issue]);
    const current = this.#current;
    if (current === undefined || current.ssrc !== undefined) throw unavailable('There is no offer to answer.');
    current.ssrc = parameters.ssrc;
    try {
      current.link.answer(parameters);
    } catch (error) {
      this.end();
      throw unavailable('This answer cannot be used.', error);
    }
  }

  /** Gives up voices that do not open. */
  sweep(nowUs: number): void {
    const current = this.#current;
    if (current !== undefined && !current.isOpen && nowUs - this.#requestedUs >= voiceLimits.openMs * 1000) this.end();
  }

  /** Ends the voices, if any. */
  end(): void {
    this.#generation++;
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    this.#deps.counters.voiceConnections--;
    if (current.isOpen) current.room.voices.remove(current.participant.number);
    current.link.close();
  }

  async #open(voices: VoiceLinks, generation: number): Promise<VoiceLink> {
    const isCurrent = () => generation === this.#generation;
    const link = await voices.open({
      open: () => {
        if (isCurrent()) this.#opened();
      },
      packet: (bytes) => {
        if (isCurrent()) this.#take(bytes);
      },
      closed: () => {
        if (isCurrent()) this.end();
      },
    });
    if (isCurrent()) return link;
    link.close();
    throw unavailable('The voices have ended.');
  }

  #opened(): void {
    const current = this.#current;
    if (current === undefined || current.isOpen) return;
    const { room, participant, link } = current;
    // They may have left in the meantime.
    if (room.participants.get(participant.number) !== participant) {
      this.end();
      return;
    }
    current.isOpen = true;
    room.voices.add(participant, link, () => this.end());
  }

  #take(bytes: Uint8Array): void {
    const current = this.#current;
    if (current?.isOpen !== true) return;
    const { clock, counters } = this.#deps;
    const nowUs = clock.serviceUs();
    if (isTooMuch(current, bytes.byteLength, nowUs)) {
      counters.voicePacketsDropped++;
      return;
    }
    const packet = readVoicePacket(bytes);
    if (packet === undefined) return;
    counters.voicePacketsReceived++;
    const { room, participant, link, loss, ssrc } = current;
    loss.take(packet.sequence);
    const report = loss.report(ssrc ?? 0, nowUs);
    if (report !== undefined) link.report(report);
    room.voices.take(participant.number, packet);
  }
}

/** Counts what a microphone brings, and is true beyond what one may bring in a second. */
function isTooMuch(current: Current, byteLength: number, nowUs: number): boolean {
  if (nowUs - current.secondUs >= 1_000_000) {
    current.secondUs = nowUs;
    current.packets = 0;
    current.bytes = 0;
  }
  current.packets++;
  current.bytes += byteLength;
  return current.packets > voiceLimits.packetsPerSecond || current.bytes > voiceLimits.bytesPerSecond;
}

function unavailable(message: string, cause?: unknown): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', message, { reason: 'voice' }, { cause });
}
