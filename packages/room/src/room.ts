import {
  type BorrowedNotes,
  type LeaveReason,
  limits,
  type MidiMessage,
  type Named,
  namesOf,
  type Participant as ParticipantInfo,
  type Problem,
  type Sounding,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import { ChatRepeats } from './chat.ts';
import type { Moment } from './moment.ts';
import { colorOf, guestColor, nextColor } from './participant-colors.ts';
import { checkAdmission, checkHasAccount, isOver, type Mute, type RoomRules, type Visitor } from './permissions.ts';
import { PlayedNotes } from './played-notes.ts';
import { NoteQuota } from './quota.ts';
import { messagesAt, relayedStartUs } from './relay.ts';
import { mayPlay } from './rights.ts';
import { findPlace } from './room-places.ts';
import type { Turns } from './turns.ts';

/** Somebody inside a room: what the others see of them, and what they play. */
export interface Participant {
  /** As sent to the others. */
  info: Readonly<ParticipantInfo>;
  // Copies of two fields of info that are read for each note.
  readonly number: number;
  readonly guest: boolean;
  /** The room's settings let them play now; read for each note, like the mute. */
  mayPlay: boolean;
  /** Service clock, µs: when they last played; before that, when they came. Never undefined, as in NoteQuota. */
  heardUs: number;
  /** A bot's owner, otherwise the user; "" for a guest. */
  readonly personId: string;
  /** In storage when they joined; unknown of those who are connected to another process. */
  readonly roles: readonly string[];
  readonly played: PlayedNotes;
  readonly quota: NoteQuota;
  /** The address by which a guest can be banned; "" for a user. */
  readonly address: string;
  /** The users whose chat they do not get. */
  blocks: ReadonlySet<string>;
  mute: Mute | undefined;
}

/** The state of a live room. Changed only by the domain. */
export interface RoomState {
  rules: RoomRules;
  /** Undefined before anybody took a place. */
  turns: Turns | undefined;
  readonly repeats: ChatRepeats;
  /** By participant number, in the order in which they joined. */
  readonly participants: Map<number, Participant>;
  /** The owners of the bots that have been inside, by the bots' user ids: who blocks an owner may not know all their bots. */
  readonly owners: Map<string, string>;
}

/** The held notes of a participant were released. */
export interface NotesReleased {
  readonly kind: 'notesReleased';
  readonly number: number;
  readonly messages: readonly MidiMessage[];
}

/** The events, in order; the others in the room are told. */
export type RoomEvent =
  | { readonly kind: 'participantJoined'; readonly participant: Readonly<ParticipantInfo> }
  | { readonly kind: 'participantUpdated'; readonly participant: Readonly<ParticipantInfo> }
  | NotesReleased
  | {
      readonly kind: 'participantLeft';
      readonly participant: Readonly<ParticipantInfo>;
      readonly reason: LeaveReason;
      readonly note: string;
    };

/** Makes the state of an empty room. */
export function openRoom(rules: RoomRules): RoomState {
  return { rules, turns: undefined, repeats: new ChatRepeats(), participants: new Map(), owners: new Map() };
}

/** Applies new rules from now on. They remove nobody who is inside (S18.14), but may end what somebody holds. */
export function setRules(room: RoomState, rules: RoomRules, nowUs: number): NotesReleased[] {
  room.rules = rules;
  return setRights(room, nowUs);
}

/** Applies whose turn it is from now on. */
export function setTurns(room: RoomState, turns: Turns | undefined, nowUs: number): NotesReleased[] {
  room.turns = turns;
  return setRights(room, nowUs);
}

/** Those who may no longer play release what they hold (room rules R23.3). */
function setRights({ rules, turns, participants }: RoomState, nowUs: number): NotesReleased[] {
  const events: NotesReleased[] = [];
  for (const participant of participants.values()) {
    const mayHave = mayPlay(rules, participant.info, turns);
    if (participant.mayPlay && !mayHave) events.push(...releaseNotes(participant, nowUs));
    participant.mayPlay = mayHave;
  }
  return events;
}

/**
 * Checks that a visitor may join now, in place of `replaces` if given. The password is checked elsewhere.
 * @returns who has to leave before the visitor can join, if anybody.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason guests, pro or full.
 */
export function checkJoin(room: RoomState, visitor: Visitor, replaces?: Participant): Participant | undefined {
  checkAdmission(room.rules, visitor);
  return replaces === undefined ? findPlace(room.rules, [...room.participants.values()], visitor) : undefined;
}

/**
 * Adds a visitor as a participant. `number` has never been used in this room (room rules R3.1). The participant that is
 * replaced must have left before, and so must whoever checkJoin() named: the visitor replaces them.
 * @throws {RoomtoneError} as checkJoin() does; then nothing has changed.
 */
export function join(
  room: RoomState,
  visitor: Visitor,
  number: number,
  now: Moment,
  replaces?: Participant,
): { participant: Participant; events: RoomEvent[] } {
  checkJoin(room, visitor, replaces);
  const participant = newcomer(room, visitor, number, now);
  return { participant, events: admit(room, participant) };
}

/** Makes the participant that a visitor who is admitted becomes; the room stays as it is. */
export function newcomer(room: RoomState, visitor: Visitor, number: number, now: Moment): Participant {
  const { userId, personId, avatarUrl, guest, bot, member, address, blocks, mute, roles } = visitor;
  const color = guest ? guestColor : nextColor(colorsUsed(room), colorOf(userId));
  const info: ParticipantInfo = {
    number,
    userId,
    ...namesOf(visitor),
    avatarUrl,
    color,
    instrument: '',
    file: '',
    guest,
    bot,
    muted: mute !== undefined,
    recording: false,
    direct: false,
    directNear: false,
    talking: false,
    joinedAt: now.nowMs,
    member,
  };
  return participantOf(info, { personId, address, blocks, mute, roles }, now.nowUs);
}

/** Makes a participant of what the others see, and of what concerns them alone. */
export function participantOf(
  info: Readonly<ParticipantInfo>,
  own: Pick<Participant, 'personId' | 'address' | 'blocks' | 'mute' | 'roles'>,
  nowUs: number,
): Participant {
  const { number, guest } = info;
  const { personId, address, blocks, mute, roles } = own;
  const played = new PlayedNotes();
  const quota = new NoteQuota(nowUs);
  return { info, number, guest, mayPlay: true, heardUs: nowUs, personId, roles, played, quota, address, blocks, mute };
}

/** True if what restricts this user restricts the participant: it is them, or a bot of theirs (S32.13). */
export function isOfUser({ info, personId }: Pick<Participant, 'info' | 'personId'>, userId: string): boolean {
  return userId !== '' && (info.userId === userId || personId === userId);
}

/** Adds a participant without a check: it was made when they were admitted, here or by another process. */
export function admit(room: RoomState, participant: Participant): RoomEvent[] {
  participant.mayPlay = mayPlay(room.rules, participant.info, room.turns);
  room.participants.set(participant.number, participant);
  const { info, personId } = participant;
  if (personId !== info.userId) room.owners.set(info.userId, personId);
  return [{ kind: 'participantJoined', participant: participant.info }];
}

/**
 * Takes a participant out of the room; their held notes are released first (room rules R7.1). Does nothing if they are
 * not inside.
 * @param note the reason that a moderator gives.
 */
export function leave(room: RoomState, number: number, reason: LeaveReason, nowUs: number, note = ''): RoomEvent[] {
  const participant = room.participants.get(number);
  if (participant === undefined) return [];
  room.participants.delete(number);
  const events: RoomEvent[] = released(participant, nowUs);
  events.push({ kind: 'participantLeft', participant: participant.info, reason, note });
  return events;
}

/**
 * Releases the held notes of a participant who stays inside, and drops what the quota holds back (room rules R10.2,
 * R13.8).
 */
export function releaseNotes(participant: Participant, nowUs: number): NotesReleased[] {
  participant.quota.forgetHeldBack();
  return released(participant, nowUs);
}

/** Releases everybody's held notes before the room is removed (room rules R7.1). */
export function releaseAll(room: RoomState, nowUs: number): NotesReleased[] {
  return Array.from(room.participants.values(), (participant) => released(participant, nowUs)).flat();
}

/** New player settings; absent fields stay as they are. */
export interface PlayerChange {
  readonly color?: string | undefined;
  readonly instrument?: string | undefined;
  readonly file?: string | undefined;
  readonly recording?: boolean | undefined;
  readonly direct?: boolean | undefined;
  readonly directNear?: boolean | undefined;
  readonly talking?: boolean | undefined;
}

/** True for a change that guests may make, too: the others must learn who records them. */
function isRecordingAlone({ recording, ...rest }: PlayerChange): boolean {
  return recording !== undefined && Object.values(rest).every((value) => value === undefined);
}

/**
 * Changes a participant's player settings (room rules R3.4).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest who changes more than that they record; VALIDATION_ERROR on `color`,
 *   `instrument` or `file`.
 */
export function setPlayer(participant: Participant, change: PlayerChange): RoomEvent[] {
  if (!isRecordingAlone(change)) checkHasAccount(participant.info);
  const { recording = participant.info.recording, direct = participant.info.direct } = change;
  const { talking = participant.info.talking, directNear = participant.info.directNear } = change;
  const color = change.color?.toLowerCase() ?? participant.info.color;
  const instrument = change.instrument?.trim() ?? participant.info.instrument;
  const problems: Problem[] = [];
  if (change.color !== undefined && !/^#[0-9a-f]{6}$/.test(color)) {
    problems.push({ field: 'color', issue: 'must be #rrggbb' });
  }
  const issue = textIssue(instrument, limits.instrument);
  if (issue !== undefined) problems.push({ field: 'instrument', ...issue });
  const file = change.file?.trim() ?? participant.info.file;
  const fileIssue = textIssue(file, limits.playedFile);
  if (fileIssue !== undefined) problems.push({ field: 'file', ...fileIssue });
  if (problems.length > 0) throw validationError(problems);
  participant.info = { ...participant.info, color, instrument, file, recording, direct, directNear, talking };
  return [{ kind: 'participantUpdated', participant: participant.info }];
}

/** The fields that the others see of an account. */
export interface ShownAccount extends Named {
  readonly avatarUrl: string;
  /** Absent if that has not changed. */
  readonly member?: boolean | undefined;
}

/** Applies what has changed of a participant's account. Returns no event if nothing has. */
export function setAccount(room: RoomState, participant: Participant, account: ShownAccount): RoomEvent[] {
  const { info } = participant;
  const { avatarUrl, member = info.member } = account;
  const { username, displayName } = namesOf(account);
  const isSameName = info.username === username && info.displayName === displayName;
  if (isSameName && info.avatarUrl === avatarUrl && info.member === member) return [];
  participant.info = { ...info, username, displayName, avatarUrl, member };
  participant.mayPlay = mayPlay(room.rules, participant.info, room.turns);
  return [{ kind: 'participantUpdated', participant: participant.info }];
}

/** Applies what another process says of a participant who is connected there. Whether they are muted is known here. */
export function setInfo(room: RoomState, participant: Participant, info: Readonly<ParticipantInfo>): RoomEvent[] {
  const { muted } = participant.info;
  participant.mayPlay = mayPlay(room.rules, info, room.turns);
  participant.info = { ...info, muted };
  return [{ kind: 'participantUpdated', participant: participant.info }];
}

/**
 * Takes in the notes that another process has checked and relayed for a participant who is connected there.
 * @returns false if nobody may hear them: a mute, or whose turn it is, can be known here before it is known there.
 */
export function playElsewhere(participant: Participant, midi: BorrowedNotes, nowUs: number): boolean {
  if (!participant.mayPlay || (participant.mute?.notes && !isOver(participant.mute, nowUs))) return false;
  participant.heardUs = nowUs;
  participant.played.take(midi);
  return true;
}

/**
 * Accepts a valid note message from a participant (room rules R5, R6, R13.8, R23).
 * @returns the part to relay, undefined for none; `'refused'` if they may not play; `'abuse'` if the connection must be
 *   closed with 4400.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
 */
export function play(
  participant: Participant,
  midi: BorrowedNotes,
  nowUs: number,
): BorrowedNotes | undefined | 'refused' | 'abuse' {
  checkHasAccount(participant);
  if (!participant.mayPlay || (participant.mute?.notes && !isOver(participant.mute, nowUs))) return 'refused';
  participant.heardUs = nowUs;
  const admitted = participant.quota.admit(midi, nowUs);
  if (admitted === undefined || admitted === 'abuse') return admitted;
  return relayed(participant, admitted, nowUs);
}

/** Messages that the quota held back and allows now (room rules R6.4); usually none. */
export function playHeldBack(participant: Participant, nowUs: number): BorrowedNotes[] {
  if (!participant.quota.holdsBack) return [];
  const messages = messagesAt(nowUs, participant.quota.takeHeldBack(nowUs));
  return messages.map((midi) => relayed(participant, midi, nowUs));
}

/** The sounding snapshot for a newcomer: each player's controllers and held notes (room rules R5.6). */
export function soundingNow(room: RoomState): Sounding[] {
  const sounding: Sounding[] = [];
  for (const [number, { played }] of room.participants) {
    const data = played.sounding();
    if (data.length > 0) sounding.push({ participant: number, data });
  }
  return sounding;
}

/** Returns the message itself if its time needs no change: an unchanged message is cheaper to send. */
function relayed(participant: Participant, midi: BorrowedNotes, nowUs: number): BorrowedNotes {
  participant.played.take(midi);
  const startTime = relayedStartUs(midi.startTime, nowUs);
  return startTime === midi.startTime ? midi : { startTime, offsets: midi.offsets, data: midi.data };
}

function released({ played, number }: Participant, nowUs: number): NotesReleased[] {
  const data = played.release();
  const messages = messagesAt(nowUs, data);
  return messages.length > 0 ? [{ kind: 'notesReleased', number, messages }] : [];
}

function* colorsUsed(room: RoomState): Generator<string> {
  for (const participant of room.participants.values()) yield participant.info.color;
}
