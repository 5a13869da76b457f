import { HeldNotes, limits, type Message, type ModerationCommand, type Outgoing } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Stage } from './stage.ts';
import { midi, type TestPlayer } from './test-player.ts';

const seed = 20_261_121;
const runs = 24;
const lastRequest = 4_000;
const names = ['ada', 'bo', 'cy'] as const;

const key = fc.integer({ min: 58, max: 62 });
const target = fc.oneof(
  fc.constantFrom('olga', ...names).map((name) => ({ userId: `id-of-${name}` })),
  fc.integer({ min: 1, max: 12 }).map((participant) => ({ participant })),
);
const seconds = fc.constantFrom(0, 1, 5);
const action: fc.Arbitrary<Partial<ModerationCommand>> = fc.oneof(
  fc.constant({ kick: {} }),
  fc.record({ ban: fc.record({ seconds }) }),
  fc.constant({ unban: {} }),
  fc.record({ mute: fc.record({ chat: fc.boolean(), notes: fc.boolean(), seconds }) }),
  fc.constant({ unmute: {} }),
  fc.constant({ transferOwner: {} }),
);
const text = { messageId: '', userId: '', username: '', displayName: '', timestamp: 0, messageType: 0 } as const;
/** Deletes one of the messages that the player has received, by its index. */
interface Deletion {
  readonly deletes: number;
}
const frame: fc.Arbitrary<Outgoing | 'join' | Deletion> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ deletes: fc.nat(6) }) },
  { weight: 4, arbitrary: fc.constant('join' as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'leaveRoomCommand' as const, body: {} }) },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(0x90, 0x80, 0xb0), fc.oneof(key, fc.constant(64)), fc.constantFrom(0, 100)), {
        minLength: 1,
        maxLength: 4,
      })
      .map((events) => ({ kind: 'midiMessage' as const, body: midi(...events) })),
  },
  {
    weight: 2,
    arbitrary: fc.string().map((message) => ({ kind: 'chatMessage' as const, body: { ...text, message } })),
  },
  {
    weight: 3,
    arbitrary: fc.record({ action, target }).map((chosen) => ({
      kind: 'moderationCommand' as const,
      body: { ...chosen.action, ...chosen.target, reason: '' },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((typing) => ({ kind: 'userCommand' as const, body: { typing } })),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map((accept) => ({ kind: 'userCommand' as const, body: { answerOwnership: { accept } } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 5 })
      .map((maxUsers) => ({ kind: 'updateRoomCommand' as const, body: { maxUsers } })),
  },
);
const steps = fc.array(
  fc.record({ who: fc.constantFrom('olga' as const, ...names), frame, after: fc.constantFrom(0, 0, 250, 2_000) }),
  {
    minLength: 20,
    maxLength: 60,
  },
);

/**
 * Checks what a participant who was always inside has received: it must be consistent after every frame.
 * @returns the messages that were sent and not deleted.
 */
function checkStory(frames: readonly Message[], owner: string): string[] {
  const inside = new Map<number, HeldNotes>();
  let owners = new Set<string>();
  const said = new Set<string>();
  for (const heard of frames) {
    if (heard.kind === 'roomJoined') {
      for (const { number } of heard.body.participants) inside.set(number, new HeldNotes());
      owners = new Set([heard.body.room?.roomOwner ?? '']);
    } else if (heard.kind === 'chatMessage') said.add(heard.body.messageId);
    else if (heard.kind === 'chatDeleted') {
      expect(said.delete(heard.body.messageId), 'deleted once, after it was said').toBe(true);
    } else if (heard.kind === 'participantJoined') inside.set(heard.body.participant?.number ?? 0, new HeldNotes());
    else if (heard.kind === 'midiMessage') {
      const held = inside.get(heard.sender);
      expect(held, 'notes of somebody inside').toBeDefined();
      held?.feed(heard.body.data);
    } else if (heard.kind === 'participantLeft') {
      const { number = 0 } = heard.body.participant ?? {};
      expect(inside.get(number)?.release(), 'nothing sounds of who is gone').toHaveLength(0);
      expect(inside.delete(number)).toBe(true);
    } else if (heard.kind === 'roomUpdated') owners = new Set([heard.body.room?.roomOwner ?? '']);
  }
  expect([...owners], 'one owner, whom everybody knows').toEqual([owner]);
  return [...said];
}

function deletion(one: TestPlayer, { deletes }: Deletion): Outgoing {
  const heard = one.frames.filter((each) => each.kind === 'chatMessage');
  const { messageId = 'none' } = heard[deletes % Math.max(1, heard.length)]?.body ?? {};
  return { kind: 'moderationCommand', body: { deleteChat: { messageId }, reason: '' } };
}

test(`R8.3, R13.1, R13.11: whatever participants do, the sequence has no gap, nobody who left sounds, the room has one owner, and deleted messages are gone (seed ${seed})`, async () => {
  const property = fc.asyncProperty(steps, async (story) => {
    const stage = await Stage.open();
    try {
      const roomId = await stage.room();
      const watcher = await stage.user('al', ['member', 'admin']);
      await watcher.join(roomId);
      const people = new Map<string, TestPlayer>();
      for (const name of ['olga', ...names]) people.set(name, await stage.user(name));
      const everybody = [watcher, ...people.values()];
      for (const { who, frame: sent, after } of story) {
        const one = people.get(who);
        if (one === undefined) continue;
        if (sent === 'join') one.send({ kind: 'joinRoomCommand', body: { roomId, password: '' } });
        else one.send('deletes' in sent ? deletion(one, sent) : sent);
        stage.time.advance(after);
        for (const listener of everybody) await synced(listener);
      }
      for (const one of people.values()) await answered(one);
      await watcher.sync();
      const left = checkStory(watcher.frames, (await stage.storage.roomById(roomId))?.ownerId ?? '');
      const { body } = await watcher.join(roomId);
      const history = body.chat.map(({ messageId }) => messageId);
      expect(history, 'a newcomer reads what is left').toEqual(left.slice(-limits.chatHistory.onJoin));
    } finally {
      await stage.close();
    }
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
});

/** As TestPlayer.sync(), but also resolves for a connection that was closed for too many bad commands. */
async function synced(one: TestPlayer): Promise<void> {
  await one.sync().catch((error: unknown) => {
    if (one.socket.readyState === one.socket.OPEN) throw error;
  });
}

/** Commands wait for storage: when one more has been answered, all have been. */
async function answered(one: TestPlayer): Promise<void> {
  one.send({ kind: 'leaveRoomCommand', body: {}, requestId: lastRequest });
  while (one.socket.readyState === one.socket.OPEN && !one.frames.some(({ requestId }) => requestId === lastRequest)) {
    await synced(one);
  }
}
