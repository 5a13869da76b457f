import { HeldNotes, limits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { startServer } from '../../../../testing/running-server.ts';
import { systemEnvironment } from '../../src/environment.ts';
import { ConnectionError, type Room, RoomtoneClient } from '../../src/index.ts';
import { seededRandom } from '../random.ts';
import { startWire } from '../wire.ts';

const failures = 1_000;
const seed = 20_267;
const playerCount = 6;
/** As often as chat is allowed: the window divided by its messages, plus a little. */
const chatEveryMs = (limits.chatFlood.windowMs / limits.chatFlood.messages) * 1.1;
/** The longest time between two failures; half of them come before everybody is back. */
const longestUptimeMs = 200;
/** How long, at most, a failing network accepts data without delivering it, in one or both directions. */
const longestSilentLossMs = 200;

const password = 'correct horse 7';
const random = seededRandom(seed);
/** The same library with shorter waits. */
const shortWaits = { ...systemEnvironment, random: () => random() * 0.1 };

/** The notes that one listener believes to be sounding, by participant. */
class ChatAndNotes {
  readonly heard = new Map<number, HeldNotes>();
  readonly said: string[] = [];

  follow(room: Room): void {
    room.on('notes', ({ participantId, data }) => this.#of(participantId).feed(data));
    room.on('notesReleased', ({ participantId }) => this.heard.delete(participantId));
    for (const event of ['joined', 'resumed', 'resynced'] as const) {
      room.on(event, ({ sounding, self }) => {
        for (const { participantId, data } of sounding) {
          if (participantId !== self.participantId) this.#of(participantId).feed(data);
        }
      });
    }
    room.on('chat', ({ message }) => this.said.push(message));
  }

  get keysDown(): number {
    return [...this.heard.values()].reduce((sum, { keysDown }) => sum + keysDown, 0);
  }

  #of(participant: number): HeldNotes {
    const held = this.heard.get(participant) ?? new HeldNotes();
    this.heard.set(participant, held);
    return held;
  }
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function until(room: Room, fits: () => boolean): Promise<void> {
  if (fits()) return Promise.resolve();
  return new Promise((resolve) => {
    const stops = (['state', 'notes', 'notesReleased', 'chat'] as const).map((name) =>
      room.on(name, () => {
        if (!fits()) return;
        for (const stop of stops) stop();
        resolve();
      }),
    );
  });
}

test(
  `R10.5, R10.6: a network that fails ${failures} times loses no chat, repeats none, leaves no note hanging (seed ${seed})`,
  async () => {
    console.log(`seed ${seed}, ${failures} failures`);
    const server = await startServer({ ROOMTONE_RATE_LIMIT_GENERAL: '1000000' });
    const wire = await startWire(server.url);
    try {
      const join = async (name: string, baseUrl: string, roomId: string | undefined) => {
        const client = new RoomtoneClient({ baseUrl }, shortWaits);
        await client.register({ username: name, email: `${name}@example.org`, password });
        const received = new ChatAndNotes();
        const prepare = (opened: Room) => received.follow(opened);
        const room = await (roomId === undefined
          ? client.createRoom({ roomName: 'Storm', prepare })
          : client.joinRoom(roomId, { prepare }));
        return { name, room, received };
      };
      // The witness has a connection of its own that never fails.
      const witness = await join('witness', server.url, undefined);
      const lost = { left: 0, rejoined: 0 };
      witness.room.on('participantLeft', () => lost.left++);
      const players: (typeof witness)[] = [];
      for (let index = 0; index < playerCount; index++) {
        players.push(await join(`player-${index}`, wire.url, witness.room.info.roomId));
      }

      const acknowledged: string[] = [];
      const unconfirmed: string[] = [];
      let isOver = false;
      const talk = async ({ name, room }: typeof witness) => {
        for (let count = 0; !isOver; count++) {
          const text = `${name}: ${count}`;
          await room.chat(text).then(
            () => acknowledged.push(text),
            (error: unknown) => {
              if (!(error instanceof ConnectionError)) throw error;
              if (error.reason === 'unconfirmed') unconfirmed.push(text);
            },
          );
          await later(chatEveryMs);
        }
      };
      const play = async ({ room }: typeof witness) => {
        while (!isOver) {
          const key = 40 + Math.floor(random() * 40);
          room.send(Uint8Array.of(0x90, key, 80));
          if (random() < 0.1) room.send(Uint8Array.of(0xb0, 64, 127));
          await later(random() * 20);
          if (random() < 0.7) room.send(Uint8Array.of(0x80, key, 0));
        }
      };
      const busy = players.flatMap((player) => {
        player.room.on('joined', () => lost.rejoined++);
        return [talk(player), play(player)];
      });
      for (let failure = 0; failure < failures; failure++) {
        await later(random() * longestUptimeMs);
        if (random() < 0.5) for (const { room } of players) await until(room, () => room.state.status === 'joined');
        const direction = random();
        if (direction < 0.6) wire.lose('up');
        if (direction > 0.3) wire.lose('down');
        await later(random() * longestSilentLossMs);
        wire.cut();
      }
      isOver = true;
      await Promise.all(busy);

      // Everybody who is back releases their notes: then nothing may be sounding anywhere.
      for (const { room } of players) await until(room, () => room.state.status === 'joined');
      for (const { room } of players) room.send(Uint8Array.of(0xb0, 123, 0));
      for (const { room, received } of [witness, ...players]) await until(room, () => received.keysDown === 0);

      const last = await witness.room.chat('the end');
      const times = (all: readonly string[], text: string) => all.filter((said) => said === text).length;
      for (const { room, received } of players) await until(room, () => received.said.includes(last.message));
      for (const { received } of [witness, ...players]) {
        // In one order for everybody, without a gap.
        expect(received.said).toEqual(witness.received.said);
        expect(new Set(received.said).size).toBe(received.said.length);
      }
      expect(acknowledged.filter((text) => times(witness.received.said, text) !== 1)).toEqual([]);
      expect(unconfirmed).toEqual([]);
      expect(lost).toEqual({ left: 0, rejoined: 0 });
      console.log(`${acknowledged.length} messages acknowledged, ${unconfirmed.length} unconfirmed`);
      for (const { room } of [witness, ...players]) room.close();
    } finally {
      await wire.stop();
      await server.stop();
    }
  },
  failures * 1_500 + 60_000,
);
