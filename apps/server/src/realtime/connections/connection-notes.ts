import {
  type BorrowedNotesMessage,
  closeCodes,
  limits,
  midiIssue,
  RoomtoneError,
  validationError,
} from '@roomtone/protocol';
import { accountRequired, notesRefused, type Participant, SlidingWindow } from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { lacksScope, scopeRequired } from '../../domain/bot-scopes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/tickets.ts';
import { type Location, notInRoom } from './connection-location.ts';

export interface ConnectionNotesDeps {
  readonly clock: Clock;
  readonly counters: Pick<RealtimeCounters, 'notesIn' | 'notesOverQuota' | 'relayLatency'>;
}

/** The client that the notes come from. */
export interface NoteSender {
  readonly identity: Identity;
  refuse(error: unknown, requestId: number): void;
  close(code: number): void;
  /** The connection should be swept soon: the quota holds values back. */
  onPendingWork(): void;
}

/** The notes that come from one connection, and what it is told when they are refused or dropped. On the note path. */
export class ConnectionNotes {
  readonly #sender: NoteSender;
  readonly #deps: ConnectionNotesDeps;
  readonly #refusals = new SlidingWindow({ count: 1, windowMs: 1000 });
  /** A bot that may not play, and what that makes of everybody: read for each note. */
  readonly #isMuteBot: boolean;
  readonly #mayPlay: boolean;

  constructor(sender: NoteSender, deps: ConnectionNotesDeps) {
    const { identity } = sender;
    this.#sender = sender;
    this.#deps = deps;
    this.#isMuteBot = identity.kind === 'user' && lacksScope(identity.bot, 'play');
    this.#mayPlay = identity.kind === 'user' && !this.#isMuteBot;
  }

  /** Relays a message of notes to the room, or says why not. */
  play(message: BorrowedNotesMessage, location: Location, nowUs: number): void {
    const { requestId } = message;
    const issue = midiIssue(message.body);
    if (issue !== undefined) this.#sender.refuse(validationError([{ field: 'midiMessage', issue }]), requestId);
    else if (location.status === 'inside' && this.#mayPlay) {
      const { room, participant } = location;
      const outcome = room.notes.play(participant, message.body, nowUs, message.noteNumber);
      if (outcome === 'relayed') this.#relayed(message, participant, nowUs);
      else if (outcome === 'abuse') this.#sender.close(closeCodes.badFrames);
      else this.#refuse(() => notesRefused(room.record, participant, nowUs), requestId, nowUs);
    } else if (this.#isMuteBot) this.#refuse(() => scopeRequired('play'), requestId, nowUs);
    else this.#refuse(this.#sender.identity.kind === 'guest' ? accountRequired : notInRoom, requestId, nowUs);
  }

  #relayed(message: BorrowedNotesMessage, participant: Participant, nowUs: number): void {
    const { clock, counters } = this.#deps;
    counters.notesIn += message.body.offsets.length;
    counters.relayLatency.add(clock.serviceUs() - nowUs);
    if (!participant.quota.isExceeded) return;
    this.reportDropped(participant, nowUs);
    this.#sender.onPendingWork();
  }

  /** Tells the client how many of its notes the quota has dropped since the last time. */
  reportDropped(participant: Participant, nowUs: number): void {
    const dropped = participant.quota.takeReport(nowUs);
    if (dropped === 0) return;
    this.#deps.counters.notesOverQuota += dropped;
    const details = {
      dropped,
      limit: limits.midi.eventsPerSecond,
      reset: Math.ceil(this.#deps.clock.nowMs() / 1000) + 1,
    };
    this.#sender.refuse(new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many notes: some were dropped.', details), 0);
  }

  /** Answers at most once a second: notes arrive by the hundred. */
  #refuse(why: () => RoomtoneError, requestId: number, nowUs: number): void {
    const nowMs = nowUs / 1000;
    if (this.#refusals.isFull(nowMs)) return;
    this.#refusals.add(nowMs);
    this.#sender.refuse(why(), requestId);
  }
}
