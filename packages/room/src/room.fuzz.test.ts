import { type BorrowedNotes, HeldNotes, LeaveReason, midiIssue, RoomtoneError } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guestVisitor, roomRules, visitor } from '../test/visitors.ts';
import { ChatFlood } from './chat.ts';
import { endMute, setMute } from './muting.ts';
import type { Mute } from './permissions.ts';
import {
  checkJoin,
  join,
  leave,
  openRoom,
  type Participant,
  play,
  playHeldBack,
  type RoomEvent,
  type RoomState,
  releaseNotes,
  setPlayer,
  setRules,
} from './room.ts';
import { checkSpeaks, say } from './speaking.ts';

const seed = 20_240_607;
const runs = 300;
const startUs = 1_700_000_000_000_000;

/** `pick` selects one of the participants, if there are any. */
type Step = { readonly afterMs: number } & (
  | { readonly kind: 'join'; readonly guest: boolean }
  | { readonly kind: 'leave' | 'kick' | 'heldBack' | 'releaseNotes' | 'endMute' | 'typing'; readonly pick: number }
  | { readonly kind: 'mute'; readonly pick: number; readonly mute: Mute | undefined }
  | { readonly kind: 'rules'; readonly maxUsers: number; readonly isOpen: boolean }
  | { readonly kind: 'say'; readonly pick: number; readonly text: string }
  | { readonly kind: 'setPlayer'; readonly pick: number; readonly color: string }
  | {
      readonly kind: 'play';
      readonly pick: number;
      readonly events: readonly (readonly number[])[];
      readonly times: number;
    }
);

const afterMs = fc.integer({ min: 0, max: 300 });
const pick = fc.nat(40);
const dataByte = fc.integer({ min: 0, max: 127 });
const event = fc.oneof(
  fc.tuple(fc.constantFrom(0x90, 0x91, 0x80, 0x9f), fc.integer({ min: 55, max: 70 }), fc.constantFrom(0, 1, 100)),
  fc.tuple(
    fc.constantFrom(0xb0, 0xb1),
    fc.constantFrom(1, 7, 64, 66, 67, 120, 121, 123),
    fc.constantFrom(0, 63, 64, 127),
  ),
  fc.tuple(fc.integer({ min: 0xc0, max: 0xdf }), dataByte),
  fc.tuple(fc.integer({ min: 0xe0, max: 0xef }), dataByte, dataByte),
);
const mute: fc.Arbitrary<Mute> = fc.record({
  chat: fc.boolean(),
  notes: fc.boolean(),
  endsUs: fc.option(
    fc.integer({ min: 0, max: 3_000 }).map((ms) => startUs + ms * 1000),
    { nil: undefined },
  ),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('join' as const), guest: fc.boolean(), afterMs }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'leave' as const,
        'kick' as const,
        'heldBack' as const,
        'releaseNotes' as const,
        'endMute' as const,
        'typing' as const,
      ),
      pick,
      afterMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mute' as const),
      pick,
      mute: fc.option(mute, { nil: undefined }),
      afterMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rules' as const),
      maxUsers: fc.integer({ min: 1, max: 6 }),
      isOpen: fc.boolean(),
      afterMs,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('say' as const), pick, text: fc.string(), afterMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setPlayer' as const), pick, color: fc.string(), afterMs }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('play' as const),
      pick,
      events: fc.array(event, { minLength: 1, maxLength: 64 }),
      times: fc.constantFrom(1, 1, 1, 40, 100),
      afterMs,
    }),
  },
);

/** A participant who is always inside and gets everything. */
class Listener {
  readonly heard = new Map<number, HeldNotes>();
  readonly inside = new Set<number>();
  readonly everSeen = new Set<number>();

  notes(sender: number, midi: BorrowedNotes): void {
    expect(midiIssue(midi)).toBeUndefined();
    expect(this.inside.has(sender)).toBe(true);
    this.heard.get(sender)?.feed(midi.data);
  }

  events(events: readonly RoomEvent[]): void {
    for (const happened of events) {
      if (happened.kind === 'notesReleased') for (const midi of happened.messages) this.notes(happened.number, midi);
      if (happened.kind === 'participantJoined') this.#joined(happened.participant.number);
      if (happened.kind === 'participantLeft') this.#left(happened.participant.number);
    }
  }

  #joined(number: number): void {
    expect(this.everSeen.has(number)).toBe(false);
    this.everSeen.add(number);
    this.inside.add(number);
    this.heard.set(number, new HeldNotes());
  }

  #left(number: number): void {
    expect(this.inside.delete(number)).toBe(true);
    const held = this.heard.get(number);
    expect(held?.keysDown).toBe(0);
    expect(held?.release()).toHaveLength(0);
  }
}

function run(state: RoomState, listener: Listener, flood: ChatFlood, action: Step, nowUs: number): void {
  const now = { nowUs, nowMs: nowUs / 1000 };
  if (action.kind === 'join') {
    const newcomer = action.guest ? guestVisitor() : visitor('u');
    const displaced = checkJoin(state, newcomer);
    if (displaced !== undefined) listener.events(leave(state, displaced.number, LeaveReason.KICKED, nowUs));
    listener.events(join(state, newcomer, listener.everSeen.size + 1, now, displaced).events);
    return;
  }
  if (action.kind === 'rules') {
    const { maxUsers, isOpen } = action;
    const settings = { allowChat: isOpen, allowGuests: isOpen, autoModeration: isOpen };
    const mayPlay = isOpen ? 'everybody' : 'named';
    listener.events(setRules(state, roomRules({ maxUsers, settings: { ...settings, mayPlay } }), now.nowUs));
    return;
  }
  const participants = [...state.participants.values()];
  const participant = participants[action.pick % Math.max(1, participants.length)];
  if (participant === undefined) return;
  const { number } = participant.info;
  switch (action.kind) {
    case 'leave':
      listener.events(leave(state, number, LeaveReason.LEFT, nowUs));
      return;
    case 'kick':
      listener.events(leave(state, number, LeaveReason.KICKED, nowUs, 'out'));
      return;
    case 'releaseNotes':
      listener.events(releaseNotes(participant, nowUs));
      expect(listener.heard.get(number)?.keysDown).toBe(0);
      return;
    case 'mute':
      listener.events(setMute(participant, action.mute, nowUs));
      if (action.mute?.notes) expect(listener.heard.get(number)?.keysDown).toBe(0);
      return;
    case 'endMute':
      listener.events(endMute(participant, nowUs));
      return;
    case 'typing':
      checkSpeaks(state, participant, nowUs);
      expect(currentMute(participant, nowUs)?.chat ?? false).toBe(false);
      return;
    case 'heldBack':
      for (const midi of playHeldBack(participant, nowUs)) listener.notes(number, midi);
      return;
    case 'say':
      say(state, participant, { messageId: 'm', text: action.text }, { flood, mask: (text) => text }, now);
      return;
    case 'setPlayer':
      listener.events(setPlayer(participant, { color: action.color }));
      return;
    case 'play': {
      const midi = { startTime: 0, offsets: action.events.map(() => 0), data: Uint8Array.from(action.events.flat()) };
      for (let time = 0; time < action.times; time++) {
        const relayed = play(participant, midi, nowUs);
        if (relayed === 'abuse') {
          listener.events(leave(state, number, LeaveReason.LOST, nowUs));
          return;
        }
        expect(relayed === 'refused').toBe(mayNotPlay(state, participant, nowUs));
        if (relayed !== undefined && relayed !== 'refused') listener.notes(number, relayed);
      }
    }
  }
}

/** True if a participant is muted, or the room's settings do not let them play. */
function mayNotPlay({ rules }: RoomState, participant: Participant, nowUs: number): boolean {
  return currentMute(participant, nowUs)?.notes === true || rules.settings.mayPlay === 'named';
}

/** The participant's mute, unless it has ended. */
function currentMute({ mute }: Participant, nowUs: number): Mute | undefined {
  return mute === undefined || (mute.endsUs ?? nowUs + 1) <= nowUs ? undefined : mute;
}

test(`R2.9, R3.1, R7.1, R13.8: whatever happens in a room, nobody joins beyond max_users, numbers are unique, and no note sounds for a participant who left or is muted (seed ${seed})`, () => {
  const property = fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 80 }), (maxUsers, steps) => {
    const state = openRoom(roomRules({ maxUsers }));
    const listener = new Listener();
    const flood = new ChatFlood();
    let nowUs = startUs;
    for (const action of steps) {
      nowUs += action.afterMs * 1000;
      const before = state.participants.size;
      try {
        run(state, listener, flood, action, nowUs);
      } catch (error) {
        // A refusal is an answer; any other error is a bug.
        if (!(error instanceof RoomtoneError)) throw error;
      }
      if (action.kind === 'join' && state.participants.size > before) {
        expect(state.participants.size).toBeLessThanOrEqual(state.rules.maxUsers);
      }
      expect([...state.participants.keys()]).toEqual([...listener.inside]);
      for (const [number, participant] of state.participants) {
        expect(participant.played.keysDown).toBe(listener.heard.get(number)?.keysDown);
        if (participant.info.guest) expect(participant.played.keysDown).toBe(0);
      }
    }
  });
  fc.assert(property, { seed, numRuns: runs });
});
