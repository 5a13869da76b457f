import { limits, namesOf, type Outgoing, type Welcome } from '@roomtone/protocol';
import type { FakeSession } from './fake-accounts.ts';
import type { FakeSocket } from './fake-socket.ts';

/** The state that outlives a socket: who it is, and the reliable stream. */
export class FakeConnection {
  readonly id: string;
  /** Undefined for a guest. */
  readonly session: FakeSession | undefined;
  readonly guestName: string;
  socket: FakeSocket | undefined;
  /** Ends the connection if it is not resumed in time. */
  lostTimer: unknown;
  #sequence = 0;
  #unacknowledged: Outgoing[] = [];

  constructor(id: string, session: FakeSession | undefined, guestName: string) {
    this.id = id;
    this.session = session;
    this.guestName = guestName;
  }

  /** Sends what must not get lost, now or when the connection is resumed. */
  send(message: Outgoing): void {
    this.#sequence++;
    const numbered = { ...message, sequence: this.#sequence };
    this.#unacknowledged.push(numbered);
    this.socket?.deliver(numbered);
  }

  /** Sends something without a place in the stream, such as notes. */
  sendNow(message: Outgoing): void {
    this.socket?.deliver(message);
  }

  acknowledge(lastSequence: number): void {
    this.#unacknowledged = this.#unacknowledged.filter(({ sequence = 0 }) => sequence > lastSequence);
  }

  replay(): void {
    for (const message of this.#unacknowledged) this.socket?.deliver(message);
  }

  welcome(serverTime: number, resumed: boolean): Outgoing<'welcome'> {
    const { account } = this.session ?? {};
    const user =
      account === undefined
        ? { userId: '', ...namesOf({ username: this.guestName }), avatarUrl: '', roles: [] }
        : { userId: account.userId, ...namesOf(account), avatarUrl: '', roles: account.roles };
    const body: Welcome = {
      connectionId: this.id,
      user,
      guest: account === undefined,
      serverTime,
      heartbeatIntervalMs: limits.heartbeat.intervalMs,
      resumeToken: `resume-${this.id}`,
      resumed,
      limits: welcomeLimits,
      datagrams: false,
      direct: false,
      voice: false,
      stunServers: [],
    };
    return { kind: 'welcome', body };
  }
}

/** The limits that a server of the current version enforces. */
export const welcomeLimits = {
  chatLength: limits.chatMessage.max,
  frameBytes: limits.clientFrameBytes,
  eventsPerMessage: limits.midi.eventsPerMessage,
  eventsPerSecond: limits.midi.eventsPerSecond,
  eventBurst: limits.midi.eventBurst,
};
