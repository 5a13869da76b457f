import { limits, type RoomCloseReason } from '@roomtone/protocol';
import type { LiveParticipant, LiveRoomLife } from '../../ports/live-rooms.ts';
import type { Commit, Follower, RoomBus, SharedState, Version } from '../../ports/room-bus.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Log } from '../log.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomSummary } from '../rooms/room-sharing.ts';
import { NewsInOrder } from './news-in-order.ts';
import { parsed } from './shared-fields.ts';

/** The name of the summaries among the rooms of the bus; no room has such an id. */
const summariesId = '*';

/** The facts that the processes tell one another about a room with somebody inside. */
export interface Summary extends RoomSummary {
  /** Without its password's hash. */
  readonly record: RoomRecord;
  readonly homes: readonly string[];
}

type SummaryNews =
  | { readonly kind: 'summary'; readonly roomId: string; readonly summary?: Summary }
  /** A room has changed in storage; `isShared` if those who have it live were told in its own order. */
  | { readonly kind: 'record'; readonly roomId: string; readonly isShared: boolean; readonly by: string }
  /** Rooms were removed from storage. */
  | {
      readonly kind: 'closed';
      readonly roomIds: readonly string[];
      readonly reason: RoomCloseReason;
      readonly by: string;
    };

export interface RoomSummariesEvents {
  /** A room looks different, or has nobody inside any more if there is no summary. */
  onSummary(roomId: string, summary: Summary | undefined): void;
  /** Another process has changed a room in storage. @param isShared true if it has been shared as a change of the room, too. */
  onRecord(roomId: string, isShared: boolean): void;
  /** Another process has removed rooms from storage. */
  onClosed(roomIds: readonly string[], reason: RoomCloseReason): void;
}

/** Summaries, in all processes of the service, of all rooms with somebody inside, for lists, counts and the lobby. */
export class RoomSummaries implements Follower {
  readonly #bus: RoomBus;
  readonly #log: Pick<Log, 'warn'>;
  readonly #events: RoomSummariesEvents;
  readonly all = new Map<string, Summary>();
  readonly #order = new NewsInOrder({
    catchUp: ({ fields }) => this.#catchUp(fields),
    take: (text) => this.#take(text),
    missed: () => void this.resync(),
  });

  constructor(deps: { readonly bus: RoomBus; readonly log: Pick<Log, 'warn'> }, events: RoomSummariesEvents) {
    this.#bus = deps.bus;
    this.#log = deps.log;
    this.#events = events;
  }

  async open(): Promise<void> {
    await this.#order.read(() => this.#bus.follow(summariesId, this));
  }

  close(): void {
    this.#bus.unfollow(summariesId);
  }

  /** Reads everything anew. Never rejects. */
  async resync(): Promise<void> {
    try {
      await this.#order.read(() => this.#bus.read(summariesId));
    } catch (error) {
      this.#log.warn({ err: error }, 'the shared list of rooms could not be read');
    }
  }

  /** Tells all processes how a room looks. */
  put(room: LiveRoom, homes: readonly string[], lastActivity: number): void {
    const { record, participants } = room;
    const life = room.life.shown;
    const { roomId, passwordHash } = record;
    const summary: Summary = {
      record: { ...record, passwordHash: passwordHash === undefined ? undefined : hidden },
      homes,
      participants: Array.from(participants.values(), ({ info }) => shown(info)),
      life:
        life === undefined
          ? undefined
          : { ...life, players: life.players.slice(0, limits.lobby.players).map(shownPlayer) },
      lastActivity,
    };
    const text = JSON.stringify(summary);
    if (text === JSON.stringify(this.all.get(roomId))) return;
    this.#fire({ kind: 'summary', roomId, summary }, { put: new Map([[roomId, text]]) });
  }

  /** Nobody is inside a room any more. */
  remove(roomId: string): void {
    this.all.delete(roomId);
    this.#fire({ kind: 'summary', roomId }, { remove: [roomId] });
  }

  recordChanged(roomId: string, isShared: boolean): void {
    this.#fire({ kind: 'record', roomId, isShared, by: this.#bus.processId }, {});
  }

  closed(roomIds: readonly string[], reason: RoomCloseReason): void {
    if (roomIds.length === 0) return;
    this.#fire({ kind: 'closed', roomIds, reason, by: this.#bus.processId }, { remove: roomIds });
  }

  onNews(version: Version, text: string): void {
    this.#order.arrived(version, text);
  }

  onMessage(): void {}

  #take(text: string): void {
    const news = parsed<SummaryNews>(text);
    if (news === undefined) return;
    if (news.kind === 'summary') this.#set(news.roomId, news.summary);
    else if (news.kind === 'closed') {
      for (const roomId of news.roomIds) this.all.delete(roomId);
      if (news.by !== this.#bus.processId) this.#events.onClosed(news.roomIds, news.reason);
    } else if (news.by !== this.#bus.processId) this.#events.onRecord(news.roomId, news.isShared);
  }

  #set(roomId: string, summary: Summary | undefined): void {
    if (summary === undefined) this.all.delete(roomId);
    else this.all.set(roomId, summary);
    this.#events.onSummary(roomId, summary);
  }

  #catchUp(fields: SharedState['fields']): void {
    for (const roomId of [...this.all.keys()]) if (!fields.has(roomId)) this.#set(roomId, undefined);
    for (const [roomId, text] of fields) {
      const summary = parsed<Summary>(text);
      if (summary !== undefined && text !== JSON.stringify(this.all.get(roomId))) this.#set(roomId, summary);
    }
  }

  /** News that cannot be told now is told once the others can be reached again. */
  #fire(news: SummaryNews, commit: Omit<Commit, 'news'>): void {
    this.#bus.commit(summariesId, { ...commit, news: JSON.stringify(news) }).catch(() => {});
  }
}

/** Stands for the hash of a password, which nobody needs to know that there is one. */
const hidden = 'hidden';

function shown({ number, userId, username, displayName, avatarUrl, joinedAt }: LiveParticipant): LiveParticipant {
  return { number, userId, username, displayName, avatarUrl, joinedAt };
}

function shownPlayer({ username, displayName, avatarUrl, color, instrument }: LiveRoomLife['players'][number]) {
  return { username, displayName, avatarUrl, color, instrument };
}
