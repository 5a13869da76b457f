import {
  type LeaveReason,
  limits,
  type MidiMessage,
  type Participant,
  type Problem,
  type Sounding,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import { ChatRepeats } from './chat.ts';
import type { Moment } from './moment.ts';
import { guestColor, nextColor } from './participant-colors.ts';
import {
  checkEntry,
  checkMember,
  isOver,
  joinRefused,
  type Mute,
  type RoomRules,
  type Visitor,
} from './permissions.ts';
import { PlayedNotes } from './played-notes.ts';
import { NoteQuota } from './quota.ts';
import { messagesAt, relayedStartUs } from './relay.ts';

/** Somebody inside a room: what the others see of them, and what they play. */
export interface Member {
  participant: Readonly<Participant>;
  // What each note asks of the participant, without a look at all the rest.
  readonly number: number;
  readonly guest: boolean;
  readonly played: PlayedNotes;
  readonly quota: NoteQuota;
  /** What stands for a guest when they are banned; "" for an account. */
  readonly address: string;
  /** Whose chat they do not get. */
  readonly blocks: ReadonlySet<string>;
  mute: Mute | undefined;
}

/** A room with somebody inside, or about to be. Changed only by the domain. */
export interface RoomState {
  rules: RoomRules;
  readonly repeats: ChatRepeats;
  /** By participant number, in the order they came. */
  readonly members: Map<number, Member>;
}

/** What a participant held has ended. */
export interface NotesReleased {
  readonly kind: 'notesReleased';
  readonly number: number;
  readonly messages: readonly MidiMessage[];
}

/** What happened, in order: what the others in the room are told. */
export type RoomEvent =
  | { readonly kind: 'participantJoined'; readonly participant: Readonly<Participant> }
  | { readonly kind: 'participantUpdated'; readonly participant: Readonly<Participant> }
  | NotesReleased
  | {
      readonly kind: 'participantLeft';
      readonly participant: Readonly<Participant>;
      readonly reason: LeaveReason;
      readonly note: string;
    };

/** An empty room. */
export function openRoom(rules: RoomRules): RoomState {
  return { rules, repeats: new ChatRepeats(), members: new Map() };
}

/** Lays down other rules for what happens from now on: nobody who is inside is put out by them (S18.14). */
export function setRules(room: RoomState, rules: RoomRules): void {
  room.rules = rules;
}

/**
 * Whether this visitor may come in now, the password aside; in the place of somebody inside, if told whose.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason guests, pro or full.
 */
export function checkJoin(room: RoomState, visitor: Visitor, replaces?: Member): void {
  checkEntry(room.rules, visitor);
  if (replaces === undefined && room.members.size >= room.rules.maxUsers) throw joinRefused('full');
}

/**
 * Lets a visitor in. `number` has never been given in this room (room rules R3.1). Who is replaced has left by then.
 * @throws {RoomtoneError} as checkJoin() does; then nothing has changed.
 */
export function join(
  room: RoomState,
  visitor: Visitor,
  number: number,
  now: Moment,
  replaces?: Member,
): { member: Member; events: RoomEvent[] } {
  checkJoin(room, visitor, replaces);
  const { userId, username, avatarUrl, guest, address, blocks, mute } = visitor;
  const color = guest ? guestColor : nextColor(colorsWorn(room));
  const participant: Participant = {
    number,
    userId,
    username,
    avatarUrl,
    color,
    instrument: '',
    guest,
    muted: mute !== undefined,
    joinedAt: now.nowMs,
  };
  const member: Member = {
    participant,
    number,
    guest,
    played: new PlayedNotes(),
    quota: new NoteQuota(now.nowUs),
    address,
    blocks,
    mute,
  };
  room.members.set(participant.number, member);
  return { member, events: [{ kind: 'participantJoined', participant }] };
}

/**
 * Takes a participant out: what they hold is released first (room rules R7.1). Nothing happens when they are out.
 * @param note a moderator's words.
 */
export function leave(room: RoomState, number: number, reason: LeaveReason, nowUs: number, note = ''): RoomEvent[] {
  const member = room.members.get(number);
  if (member === undefined) return [];
  room.members.delete(number);
  const events: RoomEvent[] = released(member, nowUs);
  events.push({ kind: 'participantLeft', participant: member.participant, reason, note });
  return events;
}

/** Ends what a participant holds who stays inside, and what the quota holds back of theirs (room rules R10.2, R13.8). */
export function silence(member: Member, nowUs: number): NotesReleased[] {
  member.quota.forgetHeldBack();
  return released(member, nowUs);
}

/** Ends what everybody holds: the room is about to go (room rules R7.1). */
export function releaseAll(room: RoomState, nowUs: number): NotesReleased[] {
  return Array.from(room.members.values(), (member) => released(member, nowUs)).flat();
}

/** How a player appears; what is absent stays. */
export interface PlayerChange {
  readonly color?: string | undefined;
  readonly instrument?: string | undefined;
}

/**
 * Changes how a participant appears (room rules R3.4).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest; VALIDATION_ERROR on `color` or `instrument`.
 */
export function setPlayer(member: Member, change: PlayerChange): RoomEvent[] {
  checkMember(member.participant);
  const color = change.color?.toLowerCase() ?? member.participant.color;
  const instrument = change.instrument?.trim() ?? member.participant.instrument;
  const problems: Problem[] = [];
  if (change.color !== undefined && !/^#[0-9a-f]{6}$/.test(color)) {
    problems.push({ field: 'color', issue: 'must be #rrggbb' });
  }
  const issue = textIssue(instrument, limits.instrument);
  if (issue !== undefined) problems.push({ field: 'instrument', ...issue });
  if (problems.length > 0) throw validationError(problems);
  member.participant = { ...member.participant, color, instrument };
  return [{ kind: 'participantUpdated', participant: member.participant }];
}

/** Changes what a participant's account shows of itself, where that is something else than before. */
export function setAccount(member: Member, account: { username: string; avatarUrl: string }): RoomEvent[] {
  const { username, avatarUrl } = member.participant;
  if (account.username === username && account.avatarUrl === avatarUrl) return [];
  member.participant = { ...member.participant, ...account };
  return [{ kind: 'participantUpdated', participant: member.participant }];
}

/**
 * Takes a valid message that a participant played: what is relayed of it, undefined for nothing, `'muted'` where
 * they may not, `'abuse'` when the connection must be closed with 4400 (room rules R5, R6, R13.8).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
 */
export function play(member: Member, midi: MidiMessage, nowUs: number): MidiMessage | undefined | 'muted' | 'abuse' {
  checkMember(member);
  if (member.mute?.notes && !isOver(member.mute, nowUs)) return 'muted';
  const admitted = member.quota.admit(midi, nowUs);
  if (admitted === undefined || admitted === 'abuse') return admitted;
  return relayed(member, admitted, nowUs);
}

/** What the quota held back and allows by now (room rules R6.4); none mostly. */
export function playHeldBack(member: Member, nowUs: number): MidiMessage[] {
  if (!member.quota.holdsBack) return [];
  const messages = messagesAt(nowUs, member.quota.takeHeldBack(nowUs));
  return messages.map((midi) => relayed(member, midi, nowUs));
}

/** What each player has set and holds now, for a newcomer; players without any are absent (room rules R5.6). */
export function soundingNow(room: RoomState): Sounding[] {
  const sounding: Sounding[] = [];
  for (const [number, { played }] of room.members) {
    const data = played.sounding();
    if (data.length > 0) sounding.push({ participant: number, data });
  }
  return sounding;
}

/** The message itself where its time is as it should be: what goes on unchanged is cheaper to send. */
function relayed(member: Member, midi: MidiMessage, nowUs: number): MidiMessage {
  member.played.take(midi);
  const startTime = relayedStartUs(midi.startTime, nowUs);
  return startTime === midi.startTime ? midi : { startTime, offsets: midi.offsets, data: midi.data };
}

function released({ played, participant: { number } }: Member, nowUs: number): NotesReleased[] {
  const data = played.release();
  const messages = messagesAt(nowUs, data);
  return messages.length > 0 ? [{ kind: 'notesReleased', number, messages }] : [];
}

function* colorsWorn(room: RoomState): Generator<string> {
  for (const member of room.members.values()) yield member.participant.color;
}
