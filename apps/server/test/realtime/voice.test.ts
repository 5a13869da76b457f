import { type Members, roomSettings, serviceLimits, voiceLimits } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemoryDatagrams } from '../support/memory-datagrams.ts';
import { type MemoryVoiceLink, MemoryVoices } from '../support/memory-voices.ts';
import { SeveralStages } from './several-stages.ts';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

let stage: Stage;
let voices: MemoryVoices;
beforeEach(async () => {
  voices = new MemoryVoices();
  stage = await Stage.open({ voices, datagrams: new MemoryDatagrams() });
});
afterEach(() => stage.close());

const answer: Members['voiceAnswer'] = {
  iceUfrag: 'aZ0+',
  icePwd: 'abcdefghijklmnopqrstu/',
  fingerprint: Uint8Array.from({ length: 32 }, (_, index) => index),
  ssrc: 7,
};

let lastRequest = 10;

/** Sends something with an answer; resolves with its kind and body. */
async function ask(from: TestPlayer, message: Parameters<TestPlayer['send']>[0]) {
  const requestId = ++lastRequest;
  from.send({ ...message, requestId });
  const found = () => from.frames.find((frame) => frame.requestId === requestId);
  await expect.poll(found).toBeDefined();
  return found();
}

const request = (from: TestPlayer) => ask(from, { kind: 'voiceRequest', body: { end: false } });
const talk = (from: TestPlayer, talking = true) => ask(from, { kind: 'userCommand', body: { setPlayer: { talking } } });

/** Opens the voices of a participant; resolves with the client's end. */
async function listen(player: TestPlayer): Promise<MemoryVoiceLink> {
  expect(await request(player)).toMatchObject({ kind: 'voiceOffer' });
  const link = voices.links.at(-1);
  if (link === undefined) throw new Error('no voices were opened');
  expect(await ask(player, { kind: 'voiceAnswer', body: answer })).toMatchObject({ kind: 'ack' });
  return link;
}

const speakersHeard = (link: MemoryVoiceLink) => [...new Set(link.heard.map(({ speaker }) => speaker))];

/** Everything that waits for a turn of the event loop has happened. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

async function three() {
  const { roomId, players } = await stage.band('ada', 'bo', 'cy');
  const links: MemoryVoiceLink[] = [];
  for (const player of players) {
    links.push(await listen(player));
    await talk(player);
  }
  const [ada, bo, cy] = players;
  const [adaLink, boLink, cyLink] = links;
  if (!(ada && bo && cy && adaLink && boLink && cyLink)) throw new Error('nobody came');
  return { roomId, ada, bo, cy, adaLink, boLink, cyLink };
}

describe('R27.1: voices are negotiated', () => {
  test('by an offer of the server and the answer of the client, who reaches it where its WebSocket does', async () => {
    const { players } = await stage.band('ada');
    const [ada] = players;
    if (ada === undefined) throw new Error('nobody came');
    expect(ada.welcome.voice).toBe(true);
    const offer = await request(ada);
    expect(offer?.body).toMatchObject({ iceUfrag: 'server', addresses: ['127.0.0.1'], port: 7420 });
    const wrong = { ...answer, icePwd: 'short' };
    expect(await ask(ada, { kind: 'voiceAnswer', body: wrong })).toMatchObject({
      body: { code: 'VALIDATION_ERROR', details: { field: 'icePwd' } },
    });
    expect(await ask(ada, { kind: 'voiceAnswer', body: answer })).toMatchObject({ kind: 'ack' });
    expect(await ask(ada, { kind: 'voiceAnswer', body: answer })).toMatchObject(refused);
    expect(stage.counters.voiceConnections).toBe(1);
    expect(await request(ada)).toMatchObject({ body: { code: 'RATE_LIMIT_EXCEEDED' } });
    await ask(ada, { kind: 'voiceRequest', body: { end: true } });
    expect(stage.counters.voiceConnections).toBe(0);
    expect(voices.links.map(({ isOver }) => isOver)).toEqual([true]);
  });

  const refused = { body: { code: 'RESOURCE_NOT_FOUND', details: { reason: 'voice' } } };

  test('only inside a room, and not where the server has no UDP port', async () => {
    const ada = await stage.user('ada');
    expect(await request(ada)).toMatchObject({ body: { details: { reason: 'not_in_room' } } });
    await stage.close();
    stage = await Stage.open();
    const { players } = await stage.band('bo');
    const [bo] = players;
    if (bo === undefined) throw new Error('nobody came');
    expect(bo.welcome.voice).toBe(false);
    expect(await request(bo)).toMatchObject(refused);
  });

  test('and are given up if the client does not come in time', async () => {
    const { players } = await stage.band('ada');
    const [ada] = players;
    if (ada === undefined) throw new Error('nobody came');
    await request(ada);
    for (let passed = 0; passed < voiceLimits.openMs; passed += 5_000) {
      stage.time.advance(5_000);
      await ada.sync();
    }
    expect(stage.counters.voiceConnections).toBe(0);
    expect(await ask(ada, { kind: 'voiceAnswer', body: answer })).toMatchObject(refused);
  });

  test('R18: and are bounded in number', async () => {
    await stage.close();
    stage = await Stage.open({ voices, datagrams: new MemoryDatagrams(), commandLimitFactor: 1 });
    const { players } = await stage.band('ada');
    const [ada] = players;
    if (ada === undefined) throw new Error('nobody came');
    for (let sent = 0; sent < serviceLimits.commands.voice.count; sent++)
      await ask(ada, { kind: 'voiceRequest', body: { end: true } });
    expect(await ask(ada, { kind: 'voiceRequest', body: { end: true } })).toMatchObject({
      body: { code: 'RATE_LIMIT_EXCEEDED' },
    });
  });
});

describe('R27.2: what a participant says', () => {
  test('reaches all others, each by a voice of its own, and never the speaker', async () => {
    const { ada, bo, cy, adaLink, boLink, cyLink } = await three();
    adaLink.say();
    boLink.say();
    await turn();
    expect(speakersHeard(adaLink)).toEqual([bo.number]);
    expect(speakersHeard(boLink)).toEqual([ada.number]);
    expect(speakersHeard(cyLink)).toEqual([ada.number, bo.number]);
    expect(cyLink.heard.map(({ ssrc }) => ssrc)).toEqual([1, 2]);
    expect(stage.counters).toMatchObject({ voicePacketsReceived: 2, voicePacketsSent: 4, voicePacketsRefused: 0 });
    expect(adaLink.reports).toHaveLength(1);
    expect(cy.count('dataMessage')).toBe(0);
  });

  test('is announced: the others learn whose microphone is connected', async () => {
    const { roomId, ada, bo } = await three();
    const joined = await (await stage.user('dee')).join(roomId);
    expect(joined.body.participants.filter(({ talking }) => talking)).toHaveLength(3);
    await talk(ada, false);
    await expect
      .poll(() => {
        stage.time.advance(500);
        return bo.frames.findLast((frame) => frame.kind === 'participantUpdated')?.body;
      })
      .toMatchObject({ participant: { number: ada.number, talking: false } });
  });

  test('R27.5: is dropped beyond what a microphone brings', async () => {
    const { adaLink, boLink } = await three();
    for (let sent = 0; sent < voiceLimits.packetsPerSecond + 40; sent++) {
      adaLink.say();
      if (sent % 10 === 0) await turn();
    }
    await turn();
    expect(boLink.heard).toHaveLength(voiceLimits.packetsPerSecond);
    expect(stage.counters.voicePacketsDropped).toBe(40);
    // A second later there is room again, but not for more than half a second at once.
    stage.time.advance(1_000);
    for (let sent = 0; sent < 60; sent++) adaLink.say();
    await turn();
    await turn();
    expect(boLink.heard.length - voiceLimits.packetsPerSecond).toBeLessThanOrEqual(60);
  });
});

describe('R27.4: nobody hears', () => {
  test('somebody who has not said that they talk, who is muted in any way, blocked, or has left', async () => {
    const { roomId, ada, bo, cy, adaLink, boLink, cyLink } = await three();
    const hears = async () => {
      boLink.heard.length = 0;
      cyLink.heard.length = 0;
      adaLink.say();
      await turn();
      return [boLink.heard.length, cyLink.heard.length];
    };
    expect(await hears()).toEqual([1, 1]);
    await talk(ada, false);
    expect(await hears()).toEqual([0, 0]);
    await talk(ada);
    stage.realtime.blockChanged('id-of-bo', 'id-of-ada', true);
    expect(await hears()).toEqual([0, 1]);
    stage.realtime.blockChanged('id-of-bo', 'id-of-ada', false);
    const olga = await stage.user('olga');
    await olga.join(roomId);
    const moderate = (moderator: TestPlayer, action: Partial<Members['moderationCommand']>) =>
      ask(moderator, {
        kind: 'moderationCommand',
        body: { userId: '', participant: ada.number, reason: '', ...action },
      });
    for (const what of [
      { chat: true, notes: false },
      { chat: false, notes: true },
    ]) {
      await moderate(olga, { mute: { ...what, seconds: 0 } });
      expect(await hears()).toEqual([0, 0]);
      expect(await talk(ada)).toMatchObject({ body: { details: { reason: 'muted' } } });
      await moderate(olga, { unmute: {} });
      expect(await hears()).toEqual([1, 1]);
    }
    await moderate(olga, { kick: {} });
    expect(await hears()).toEqual([0, 0]);
    expect(adaLink.isOver).toBe(true);
    expect(stage.counters.voiceConnections).toBe(2);
    cy.socket.terminate();
    await expect.poll(() => stage.counters.voiceConnections).toBe(1);
    expect(bo.count('roomLeft')).toBe(0);
  });

  test.each([
    ['members', [false, true, true]],
    ['named', [false, false, true]],
    ['moderators', [false, false, true]],
    ['nobody', [false, false, false]],
  ] as const)('those whom mayTalk: %s does not let talk, from that moment on', async (mayTalk, allowed) => {
    const roomId = await stage.room();
    const guest = await stage.guest();
    await guest.join(roomId);
    expect(await talk(guest)).toMatchObject({ body: { code: 'AUTHORIZATION_ERROR' } });
    const listener = await listen(guest);
    const [ada, olga] = [await stage.user('ada'), await stage.user('olga')];
    const speakers = [ada, olga];
    const links: MemoryVoiceLink[] = [];
    for (const speaker of speakers) {
      await speaker.join(roomId);
      links.push(await listen(speaker));
      await talk(speaker);
    }
    for (const link of links) link.say();
    await turn();
    expect(speakersHeard(listener)).toEqual(speakers.map(({ number }) => number));
    expect(
      await ask(olga, {
        kind: 'updateRoomCommand',
        body: { settings: { mayTalk: roomSettings.mayTalk.toWire(mayTalk) } },
      }),
    ).toMatchObject({
      kind: 'roomUpdated',
    });
    listener.heard.length = 0;
    for (const link of links) link.say();
    await turn();
    // Accounts of the stage have no password.
    expect(speakersHeard(listener)).toEqual(allowed[2] ? [olga.number] : []);
    expect(await talk(ada)).toMatchObject({ body: { details: { reason: 'may_talk', may_talk: mayTalk } } });
  });
});

test('R27.7: a service of several processes carries no voices', async () => {
  const several = await SeveralStages.open(2);
  try {
    const roomId = (await several.stages[0]?.room()) ?? '';
    const ada = await several.inside(0, 'ada', roomId);
    expect(ada.welcome.voice).toBe(false);
    expect(await request(ada)).toMatchObject({ body: { details: { reason: 'voice' } } });
  } finally {
    await several.close();
  }
});
