import { type Participant, type RoomState, readsChatOf, talkRefused } from '@roomtone/room';
import type { PacedWork } from '../../application/paced-work.ts';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { ListenerVoices } from '../../domain/voice/listener-voices.ts';
import { LoudestVoices } from '../../domain/voice/loudest-voices.ts';
import { makeVoicePacket, stampVoicePacket, type VoicePacket } from '../../domain/voice/voice-packet.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VoiceLink } from '../../ports/voice-links.ts';

export interface RoomVoicesDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly paced: Pick<PacedWork, 'run'>;
  readonly counters: Pick<RealtimeCounters, 'voicePacketsSent' | 'voicePacketsRefused' | 'voicePacketsDropped'>;
}

/** Packets of one speaker that may wait for the notes: half a second. */
const maxWaiting = 25;

/** A participant who hears the voices, and may speak. */
interface Member {
  readonly participant: Participant;
  readonly link: Pick<VoiceLink, 'send' | 'close'>;
  readonly voices: ListenerVoices;
  readonly onRemoved: () => void;
  waiting: number;
}

/** The voices of a room: what one participant says goes to the others, as it came, and nowhere else. */
export class RoomVoices {
  readonly #state: RoomState;
  readonly #deps: RoomVoicesDeps;
  readonly #members = new Map<number, Member>();
  readonly #loudest = new LoudestVoices();
  readonly #isHeard = (speaker: number) => this.#loudest.isHeard(speaker);

  constructor(state: RoomState, deps: RoomVoicesDeps) {
    this.#state = state;
    this.#deps = deps;
  }

  /** From now on a participant hears the others. @param onRemoved called when they leave the room. */
  add(participant: Participant, link: Member['link'], onRemoved: () => void): void {
    const voices = new ListenerVoices();
    this.#members.set(participant.number, { participant, link, voices, onRemoved, waiting: 0 });
  }

  /** A participant has left the room. */
  left(number: number): void {
    this.#members.get(number)?.onRemoved();
    this.remove(number);
  }

  remove(number: number): void {
    this.#members.delete(number);
    this.#loudest.forget(number);
  }

  /** @throws {RoomtoneError} as the domain's talkRefused() says. */
  checkMayTalk(participant: Participant): void {
    const refusal = talkRefused(this.#state.rules, participant, this.#deps.clock.serviceUs());
    if (refusal !== undefined) throw refusal;
  }

  /** Takes what a participant says. It goes on after the notes of this moment, and is dropped where it would be late. */
  take(number: number, packet: VoicePacket): void {
    const { paced, counters } = this.#deps;
    const member = this.#members.get(number);
    if (member === undefined) return;
    if (member.waiting >= maxWaiting) {
      counters.voicePacketsDropped++;
      return;
    }
    member.waiting++;
    paced.run(() => {
      member.waiting--;
      if (this.#members.get(number) === member) this.#forward(member, packet);
    });
  }

  #forward({ participant }: Member, packet: VoicePacket): void {
    const { clock, counters } = this.#deps;
    const nowUs = clock.serviceUs();
    const { number, info } = participant;
    // Looked at again for each packet: rights, mutes and blocks change while somebody speaks.
    if (!info.talking || talkRefused(this.#state.rules, participant, nowUs) !== undefined) {
      counters.voicePacketsRefused++;
      return;
    }
    const run = this.#loudest.take(number, packet.loudness, nowUs);
    if (run === 0) return;
    const of = { speaker: number, run };
    const bytes = makeVoicePacket(packet, number);
    for (const listener of this.#members.values()) {
      if (listener.participant === participant) continue;
      if (!readsChatOf(this.#state, listener.participant, info.userId)) continue;
      const stamp = listener.voices.place(packet, of, nowUs, this.#isHeard);
      if (stamp === undefined) continue;
      stampVoicePacket(bytes, stamp);
      listener.link.send(stamp.ssrc, bytes);
      counters.voicePacketsSent++;
    }
  }
}
