import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from '../realtime/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const noteOn = [0x90, 60, 100];
const noteOff = [0x80, 60, 0];
const silentNoteOn = [0x90, 60, 0];
const heartbeat = { clientTime: 0, lastSequence: 0, serverReceiveTime: 0, serverSendTime: 0 };

/** The figures in storage for the user of this name. */
const stored = async (name: string) => {
  const profile = await stage.storage.profile(`id-of-${name}`);
  return { notes: profile?.totalNotes, playedMs: profile?.playedMs };
};
const pending = (name: string) => {
  const { notes, playedMs } = stage.pending(`id-of-${name}`);
  return { notes, playedMs };
};

test('S15.1: total_notes counts the note-ons that the server accepts, and neither form of note-off', async () => {
  const { players } = await stage.band('ada', 'bob');
  players[0]?.play(noteOn, [0x91, 61, 1], noteOff);
  players[0]?.play(silentNoteOn, [0xb0, 64, 127], [0xe0, 0, 64]);
  players[0]?.play(noteOn);
  await players[0]?.sync();
  expect(pending('ada').notes).toBe(3);
  expect(pending('bob').notes).toBe(0);
});

test('S15.1: notes over the quota, malformed notes and notes outside a room are not counted', async () => {
  const outside = await stage.user('cyd');
  outside.play(noteOn);
  const { players } = await stage.band('ada');
  players[0]?.play([0x90, 60, 128]);
  for (let message = 0; message < 20; message++) players[0]?.play(...Array.from({ length: 250 }, () => noteOn));
  await players[0]?.sync();
  await outside.sync();
  expect([pending('ada').notes, pending('cyd').notes]).toEqual([4_000, 0]);
});

test('S15.2: time_played counts only time in rooms', async () => {
  const roomId = await stage.room();
  const ada = await stage.user('ada');
  stage.time.advance(1_000);
  await ada.join(roomId);
  stage.time.advance(2_500);
  ada.send({ kind: 'leaveRoomCommand', body: {} });
  await ada.take('roomLeft');
  stage.time.advance(1_000);
  await ada.join(await stage.room());
  stage.time.advance(250);
  expect((await stored('ada')).playedMs).toBe(0);
  expect(pending('ada').playedMs).toBe(2_750);
});

test('S15.2: time in two rooms at the same time counts once', async () => {
  const first = await stage.user('ada');
  const second = await stage.connect(await stage.ticket('ada'));
  await first.join(await stage.room());
  await stage.settle();
  stage.time.advance(1_000);
  await second.join(await stage.room());
  await stage.settle();
  stage.time.advance(1_000);
  first.socket.close(1000);
  await stage.untilLogged('disconnected');
  await stage.settle();
  stage.time.advance(1_000);
  second.socket.close(1000);
  await stage.untilLogged('disconnected', 2);
  await stage.settle();
  expect(await stored('ada')).toEqual({ notes: 0, playedMs: 3_000 });
});

test('S15.4: figures are stored within 10 s, every note and millisecond once', async () => {
  const { players } = await stage.band('ada', 'bob');
  for (let round = 1; round <= 4; round++) {
    players[0]?.play(noteOn, noteOff);
    await players[0]?.sync();
    stage.time.advance(10_000);
    await players[0]?.sync();
    expect(await stored('ada')).toEqual({ notes: round, playedMs: round * 10_000 });
    expect(pending('ada')).toEqual({ notes: 0, playedMs: 0 });
    for (const player of players) player.send({ kind: 'heartbeat', body: heartbeat });
  }
  expect(await stored('bob')).toEqual({ notes: 0, playedMs: 40_000 });
});

test('S15.4: figures are stored at disconnect', async () => {
  const { players } = await stage.band('ada', 'bob');
  players[0]?.play(noteOn);
  await players[0]?.sync();
  stage.time.advance(1_234);
  players[0]?.socket.close(1000);
  await stage.untilLogged('disconnected');
  expect(await stored('ada')).toEqual({ notes: 1, playedMs: 1_234 });
  expect(await stored('bob')).toEqual({ notes: 0, playedMs: 0 });
});

test('S15.4: figures are stored when the server stops', async () => {
  const { players } = await stage.band('ada');
  players[0]?.play(noteOn);
  await players[0]?.sync();
  stage.time.advance(700);
  await stage.realtime.shutdown();
  expect(await stored('ada')).toEqual({ notes: 1, playedMs: 700 });
});

test('S15.4: a batch is one storage operation, and figures that could not be stored are sent again', async () => {
  const acts: number[] = [];
  let broken = true;
  const { addActivity } = stage.storage;
  Object.assign(stage.storage, {
    addActivity: async (activity: Parameters<typeof addActivity>[0]) => {
      acts.push(activity.length);
      if (broken) throw new Error('the disk is full');
      return addActivity(activity);
    },
  });
  const { players } = await stage.band('ada', 'bob', 'cyd');
  players[0]?.play(noteOn);
  await players[0]?.sync();
  stage.time.advance(5_000);
  await stage.untilLogged('activity of users could not be stored');
  expect(await stored('ada')).toEqual({ notes: 0, playedMs: 0 });
  broken = false;
  stage.time.advance(5_000);
  await players[0]?.sync();
  expect(await stored('ada')).toEqual({ notes: 1, playedMs: 10_000 });
  expect(acts).toEqual([3, 3]);
});

test('S15.6: a guest has no figures', async () => {
  const roomId = await stage.room();
  const guest = await stage.guest();
  await guest.join(roomId);
  stage.time.advance(10_000);
  await guest.sync();
  expect(stage.pending('')).toEqual({ notes: 0, playedMs: 0, lastSeen: 0 });
});

test('S15.5: last_seen advances while a user is connected and stays after they disconnect', async () => {
  const ada = await stage.user('ada');
  const seen = async () => {
    const profile = await stage.storage.profile('id-of-ada');
    return Math.max(profile?.lastSeen ?? 0, stage.pending('id-of-ada').lastSeen);
  };
  stage.time.advance(3_000);
  expect(await seen()).toBe(stage.time.nowMs());
  ada.socket.close(1000);
  await stage.untilLogged('disconnected');
  const goneAt = stage.time.nowMs();
  stage.time.advance(60_000);
  expect(await seen()).toBe(goneAt);
  stage.realtime.activity.seen('id-of-ada');
  expect(await seen()).toBe(stage.time.nowMs());
});
