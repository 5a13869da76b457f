import { randomUUID } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type NewRoom, type Room, RoomtoneClient } from '@roomtone/sdk';
import { expectPiano, openRoom, signUp } from '../e2e/stories.ts';
import { expect, test } from '../e2e/test-players.ts';
import { plugIn } from '../e2e/web-midi.ts';
import { bass, heldSteps, lastStep, messagesAt, piano, stepMs, vibraphone } from './piece.ts';

const folder = 'docs/images';
const themes = ['dark', 'light'] as const;
const viewport = { width: 1440, height: 900 };

test('the pictures of the README', async ({ server, testPlayer }) => {
  test.setTimeout(300_000);
  const mara = await testPlayer({ viewport, promptSound: true });
  const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
  // Without a graphics card, browsers interrupt the sound now and then; the count of that is not for the picture.
  await mara.addInitScript(() => Reflect.deleteProperty(AudioContext.prototype, 'playbackStats'));
  await mara.goto(server.url);
  await signUp(mara, 'Mara');

  await test.step('the lobby', async () => {
    const playing: NodeJS.Timeout[] = [];
    for (const room of lobby) {
      const { noteEveryMs, ...wish } = room;
      const filled = await fill(server.url, wish);
      if (filled !== undefined && noteEveryMs !== undefined) playing.push(setInterval(() => tap(filled), noteEveryMs));
    }
    for (const { roomName: name = '', players, guests, maxUsers: seats } of lobby) {
      const card = mara.getByRole('listitem').filter({ hasText: name });
      await expect(card).toContainText(`${guests + players.length} of ${seats}`);
    }
    await befriend(server.url, mara);
    // A room keeps its place once it is shown, so they are sorted by opening the page again.
    await mara.reload();
    await expect(mara.locator('.pulse[data-level="3"]').first()).toBeVisible();
    await expect(mara.locator('.pulse[data-level="1"]').first()).toBeVisible();
    await take(mara, 'lobby');
    for (const timer of playing) clearInterval(timer);
  });

  await test.step('a room', async () => {
    const link = await openRoom(mara, 'Thursday trio', { byInvitation: true });
    await mara.getByRole('button', { name: 'Hide first steps' }).click();
    const roomId = new URL(link).pathname.split('/').at(-1) ?? '';
    const teo = await join(server.url, 'Teo', roomId, 'Upright bass');
    const ines = await join(server.url, 'Ines', roomId, 'Vibraphone');
    await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
    await mara.keyboard.press('KeyA');
    await expectPiano(mara);
    await mara.getByRole('button', { name: /^Metronome/ }).click();
    await mara.getByRole('spinbutton', { name: 'Beats per minute' }).fill('96');
    await mara.getByRole('spinbutton', { name: 'Beats per minute' }).press('Enter');
    await mara.keyboard.press('Escape');
    await teo.chat('New strings on the bass. Well, new samples.');
    await ines.chat('Shall we start with the slow one?');
    await mara.getByRole('textbox', { name: 'Message' }).fill('Yes. Count-in on me, 96.');
    await mara.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(mara.getByRole('log')).toContainText('Count-in on me');
    await mara.getByRole('heading', { name: 'Thursday trio' }).click();
    const hands = [
      [teo, bass],
      [ines, vibraphone],
    ] as const;
    const play = async () => {
      const startMs = performance.now();
      for (let step = 0; step <= lastStep; step++) {
        await passed(Math.max(0, startMs + step * stepMs - performance.now()));
        for (const [room, voice] of hands) {
          for (const message of messagesAt(voice, step)) room.send(Uint8Array.from(message));
        }
        for (const message of messagesAt(piano, step)) await keyboard.send(...message);
      }
      await passed(stepMs * 1.5);
    };
    const rest = async () => {
      for (const [room, voice] of hands) {
        for (const message of messagesAt(voice, lastStep + heldSteps)) room.send(Uint8Array.from(message));
      }
      for (const message of messagesAt(piano, lastStep + heldSteps)) await keyboard.send(...message);
      // Until the last bar has risen out of sight.
      await passed(9_000);
    };
    await take(mara, 'room', play, rest);
    await Promise.all([teo.leave(), ines.leave()]);
  });
});

const nothing = async () => {};

/** In both themes. */
async function take(page: Page, name: string, before = nothing, after = nothing): Promise<void> {
  for (const theme of themes) {
    // The new account follows the system's theme.
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await before();
    await page.screenshot({ path: `${folder}/${name}-${theme}.png`, animations: 'disabled' });
    await after();
  }
}

interface LobbyRoom extends NewRoom {
  /** The owner first, inside or, with none, outside. */
  readonly players: readonly (readonly [name: string, instrument: string])[];
  readonly owner?: string;
  readonly guests: number;
  readonly bpm?: number;
  /** Somebody plays a note this often. */
  readonly noteEveryMs?: number;
}

const lobby: readonly LobbyRoom[] = [
  { players: [], owner: 'Amalia', roomName: 'Ambient afternoon', maxUsers: 8, guests: 0 },
  { players: [], owner: 'Nico', roomName: 'Sunday choir', maxUsers: 20, guests: 0 },
  {
    players: [
      ['Kaan', 'Tenor sax'],
      ['Ella', 'Grand piano'],
    ],
    roomName: 'Bebop heads',
    maxUsers: 6,
    guests: 1,
    bpm: 210,
    password: randomUUID(),
  },
  { players: [['Linnea', 'Grand piano']], roomName: 'Sight-reading club', maxUsers: 20, guests: 3, noteEveryMs: 900 },
  {
    players: [
      ['Ravi', 'Taiko'],
      ['Nils', 'Upright bass'],
    ],
    roomName: 'Tabla and upright',
    maxUsers: 5,
    guests: 1,
    noteEveryMs: 250,
  },
  {
    players: [
      ['Ifeoma', 'Grand piano'],
      ['Omar', 'Trumpet'],
      ['Sara', 'Vibraphone'],
      ['Jun', 'Upright bass'],
    ],
    roomName: 'Jam in D dorian',
    maxUsers: 12,
    guests: 1,
    bpm: 96,
    noteEveryMs: 90,
  },
  {
    players: [
      ['Jonas', 'Grand piano'],
      ['Mika', 'Grand piano'],
    ],
    roomName: 'Late four hands',
    maxUsers: 4,
    guests: 0,
    bpm: 72,
    noteEveryMs: 400,
  },
];

/** Makes a room and adds its players and listeners; resolves with the owner's connection, if they are inside. */
async function fill(baseUrl: string, { players, owner, guests, bpm, ...body }: LobbyRoom): Promise<Room | undefined> {
  const password = typeof body.password === 'string' ? { password: body.password } : {};
  const [first, ...others] = players;
  const client = await account(baseUrl, first?.[0] ?? owner ?? 'Nobody');
  const { roomId } = await client.rooms.create(body);
  if (first === undefined) return undefined;
  const room = await client.joinRoom(roomId, password);
  await room.setPlayer({ instrument: first[1] });
  if (bpm !== undefined) await room.time.setTransport({ bpm, running: true });
  for (const [name, instrument] of others) {
    const other = await (await account(baseUrl, name)).joinRoom(roomId, password);
    await other.setPlayer({ instrument });
  }
  for (let guest = 0; guest < guests; guest++) {
    await new RoomtoneClient({ baseUrl }).joinRoom(roomId, password);
  }
  return room;
}

function tap(room: Room): void {
  room.send(Uint8Array.of(0x90, 60, 80));
  room.send(Uint8Array.of(0x80, 60, 64));
}

/** Adds a friend and a friend request. */
async function befriend(baseUrl: string, page: Page): Promise<void> {
  const client = await account(baseUrl, 'Nora');
  await client.friends.request('Mara');
  await expect(page.getByRole('navigation')).toContainText('1 friend request');
  const toast = page.getByRole('button', { name: 'Close' });
  await toast.click();
  await expect(toast).toBeHidden();
}

async function join(baseUrl: string, name: string, roomId: string, instrument: string): Promise<Room> {
  const client = await account(baseUrl, name);
  const room = await client.joinRoom(roomId);
  await room.setPlayer({ instrument });
  return room;
}

async function account(baseUrl: string, name: string): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl });
  await client.register({ username: name, email: `${name}@example.org`, password: randomUUID() });
  return client;
}
