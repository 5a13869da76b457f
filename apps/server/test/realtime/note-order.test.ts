import { decodeServerFrame, LeaveReason, limits, serviceLimits } from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitor } from '../../../../packages/room/test/visitors.ts';
import type { LiveRoom } from '../../src/realtime/rooms/live-room.ts';
import { beginTurn, connect, endTurn, makeRoom, time } from './slow-sockets.ts';
import { midi } from './test-player.ts';

const seed = 20_261_123;
const runs = 500;

interface Player {
  readonly participant: Participant;
  readonly at: ReturnType<typeof connect>;
  /** The notes that this player should get, in order. */
  readonly due: string[];
  /** The number of frames that had left when the socket was lost. */
  sentBeforeLoss?: number;
}

/** A room with its present and former participants, and what each should get. */
class Evening {
  readonly everybody: Player[] = [];
  readonly #inside: Player[] = [];
  readonly #room: LiveRoom;
  #colors = 0;

  constructor(room: LiveRoom) {
    this.#room = room;
    for (let count = 0; count < 3; count++) this.join();
  }

  join(): void {
    if (this.#inside.length >= 8) return;
    const at = connect();
    const participant = this.#room.join(at.connection, visitor(`somebody-${this.everybody.length}`), 0);
    const { number } = participant;
    this.#tell(`participantJoined ${number}`);
    const player: Player = { participant, at, due: [`roomJoined ${number}`] };
    this.#inside.push(player);
    this.everybody.push(player);
  }

  play(who: number, key: number): void {
    const player = this.#player(who);
    this.#room.notes.play(player.participant, midi([0x90, key, 100], [0x80, key, 0]), time.serviceUs());
    this.#tell(`note ${player.participant.number} ${key}`, player);
  }

  change(who: number): void {
    const { participant } = this.#player(who);
    // A change so soon after another would be announced later.
    time.advance(limits.participantUpdateMs);
    this.#room.setPlayer(participant, { color: `#0000${(16 + (this.#colors++ % 200)).toString(16)}` });
    this.#tell(`participantUpdated ${participant.number}`);
  }

  /** Sets whether a player's stream has reached its high-water mark. */
  slow(who: number, isBehind: boolean): void {
    const { socket } = this.#player(who).at;
    socket.writableLength = isBehind ? socket.writableHighWaterMark : 0;
  }

  leave(who: number): void {
    if (this.#inside.length === 1) return;
    const player = this.#player(who);
    this.#inside.splice(this.#inside.indexOf(player), 1);
    this.#room.leave(player.participant, LeaveReason.LEFT);
    this.#tell(`participantLeft ${player.participant.number}`);
  }

  /** The socket is lost; the connection waits for another one. */
  lose(who: number): void {
    if (this.#inside.length === 1) return;
    const player = this.#player(who);
    this.#inside.splice(this.#inside.indexOf(player), 1);
    player.sentBeforeLoss = player.at.socket.sent.length;
    player.at.socket.emit('close', 1006);
  }

  endTurn(): void {
    endTurn();
  }

  #player(who: number): Player {
    const player = this.#inside[who % this.#inside.length];
    if (player === undefined) throw new Error('nobody is inside');
    return player;
  }

  #tell(what: string, but?: Player): void {
    for (const player of this.#inside) if (player !== but) player.due.push(what);
  }
}

const who = fc.nat();
const acts = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('play' as const), who, fc.nat(127)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('change' as const), who) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('slow' as const), who, fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('leave' as const), who) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('lose' as const), who) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('join' as const)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('endTurn' as const)) },
);

function act(evening: Evening, [what, ...how]: typeof acts extends fc.Arbitrary<infer Act> ? Act : never): void {
  // The tuple's type ties name and arguments together, but a union of methods cannot be called without a cast.
  (evening[what] as (...how: unknown[]) => void).apply(evening, how);
}

test(`R5.1: however notes are gathered, everybody else gets them once, in order with all other messages (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 60 }), async (done) => {
      const evening = new Evening(await makeRoom());
      for (const one of done) act(evening, one);
      evening.endTurn();
      for (const { at, due, sentBeforeLoss } of evening.everybody) {
        expect(at.socket.sent.map(told)).toEqual(due.slice(0, sentBeforeLoss));
      }
    }),
    { seed, numRuns: runs },
  );
});

test('R5.1: a note is written immediately if the turn before had one note, and at the end of its turn if it had several', async () => {
  const room = await makeRoom();
  const bo = connect();
  room.join(bo.connection, visitor('bo'), 0);
  const ada = room.join(connect().connection, visitor('ada'), 0);
  /** The number of frames that have left when the notes are played, and when the turn ends. */
  const leave = (notes: number): readonly [atOnce: number, inAll: number] => {
    endTurn();
    bo.socket.sent.length = 0;
    for (let key = 0; key < notes; key++) room.notes.play(ada, midi([0x90, key, 100]), time.serviceUs());
    const atOnce = bo.socket.sent.length;
    endTurn();
    return [atOnce, bo.socket.sent.length];
  };
  expect(leave(1)).toEqual([1, 1]);
  expect(leave(1)).toEqual([1, 1]);
  expect(leave(3)).toEqual([1, 3]);
  expect(leave(2)).toEqual([0, 2]);
  expect(leave(1)).toEqual([0, 1]);
  expect(leave(1)).toEqual([1, 1]);
});

test('R5.1: a note does not overtake one that still waits for the end of the turn before', async () => {
  const room = await makeRoom();
  const bo = connect();
  room.join(bo.connection, visitor('bo'), 0);
  const [ada, cy] = ['ada', 'cy'].map((name) => room.join(connect().connection, visitor(name), 0));
  if (ada === undefined || cy === undefined) throw new Error('nobody came in');
  const play = (key: number, player = ada) => room.notes.play(player, midi([0x90, key, 100]), time.serviceUs());
  endTurn();
  play(60);
  play(61);
  endTurn();
  bo.socket.sent.length = 0;
  play(62);
  beginTurn();
  play(63, cy);
  endTurn();
  expect(bo.socket.sent.map(told)).toEqual(['note 2 62', 'note 3 63']);
});

test('no more than 64 KiB of notes wait for the end of the turn', async () => {
  const room = await makeRoom();
  const bo = connect();
  room.join(bo.connection, visitor('bo'), 0);
  // Enough players that none of them exceeds the quota.
  const players = ['ada', 'cy', 'di', 'ed', 'fay'].map((name) => room.join(connect().connection, visitor(name), 0));
  endTurn();
  bo.socket.sent.length = 0;
  const before = bo.socket.bytesWritten;
  const chord = midi(...Array.from({ length: 60 }, (_, key) => [0xa0, key, 1]));
  let played = 0;
  const play = () => {
    const player = players[played++ % players.length];
    if (player !== undefined) room.notes.play(player, chord, time.serviceUs());
  };
  play();
  room.sendToAll({ kind: 'playoutMode', body: { matched: false, commonDelay: 0, intervalBars: 0 } });
  const [frame] = bo.socket.sent;
  expect(frame).toBeDefined();
  // With its header of four bytes.
  const frameBytes = (frame?.length ?? 0) + 4;
  const sentFirst = bo.socket.sent.length;
  const most = Math.ceil(serviceLimits.backlog.gatheredBytes / frameBytes);
  for (let count = 1; count < most; count++) play();
  expect(bo.socket.sent).toHaveLength(sentFirst);
  play();
  expect(bo.socket.sent).toHaveLength(sentFirst + most);
  expect(bo.socket.bytesWritten - before).toBeGreaterThan(serviceLimits.backlog.gatheredBytes);
});

function told(bytes: Uint8Array): string {
  const frame = decodeServerFrame(bytes);
  switch (frame?.kind) {
    case 'midiMessage':
      return `note ${frame.sender} ${frame.body.data[1]}`;
    case 'roomJoined':
      return `roomJoined ${frame.body.self}`;
    case 'participantJoined':
    case 'participantUpdated':
    case 'participantLeft':
      return `${frame.kind} ${frame.body.participant?.number}`;
    default:
      return String(frame?.kind);
  }
}
