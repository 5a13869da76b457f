import type { ChatMessage, NoteEvent, Room } from '@roomtone/sdk';
import { FakeClock, FakeServer } from '@roomtone/sdk/testing';
import { act, createElement, Fragment, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBeat, useChat, useNotes, useParticipants, useRoom } from '../src/index.ts';

const password = 'correct horse 7';
let clock: FakeClock;
let server: FakeServer;
/** Ada's: she is in the room from the start. */
let loft: Room;
let unmount: () => Promise<void>;

beforeEach(async () => {
  clock = new FakeClock(1_700_000_000_000_000);
  server = new FakeServer({ timers: clock });
  const ada = server.client();
  await ada.register({ username: 'ada', password });
  loft = await ada.createRoom({ roomName: 'Loft' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('setTimeout', clock.setTimeout.bind(clock));
  vi.stubGlobal('clearTimeout', clock.clearTimeout.bind(clock));
  // React compares the focused element with it.
  vi.stubGlobal('window', { HTMLIFrameElement: class {} });
});
afterEach(async () => {
  await unmount();
  vi.unstubAllGlobals();
});

function Shown({ useValue, onValue }: { useValue: () => unknown; onValue: (value: unknown) => void }) {
  onValue(useValue());
  return null;
}

/** Renders a component that shows nothing; returns what the hook returned in each render. */
async function show<Value>(useValue: () => Value, isStrict = false) {
  const { createRoot } = await import('react-dom/client');
  const root: Root = createRoot(emptyElement());
  const values: Value[] = [];
  const onValue = (value: unknown) => values.push(value as Value);
  const render = () =>
    passing(() =>
      root.render(createElement(isStrict ? StrictMode : Fragment, null, createElement(Shown, { useValue, onValue }))),
    );
  unmount = () => passing(() => root.unmount());
  await render();
  return { values, render };
}

/** React asks this of the element that it renders into, if the components themselves render nothing. */
function emptyElement(): Element {
  const document = { nodeType: 9, addEventListener: () => {}, activeElement: null };
  const element = {
    nodeType: 1,
    ownerDocument: document,
    addEventListener: () => {},
    textContent: '',
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
  };
  return element as unknown as Element;
}

/** Lets React render what an action and the given time cause. */
async function passing(action: () => unknown, ms = 0): Promise<void> {
  await act(async () => {
    await action();
    await clock.advance(ms);
  });
}

test('useRoom joins once, even in strict mode, and leaves on unmount', async () => {
  const joined = vi.fn();
  const left = vi.fn();
  loft.on('participantJoined', joined);
  loft.on('participantLeft', left);
  const asked: string[] = [];
  server.onRequest = ({ url }) => {
    asked.push(url);
    return undefined;
  };
  const guest = server.client();
  const { values } = await show(() => useRoom(guest, loft.info.roomId), true);
  expect(values[0]).toEqual({ room: undefined, status: 'connecting', error: undefined });
  expect(values.at(-1)).toMatchObject({ room: { info: { roomName: 'Loft' } }, status: 'joined', error: undefined });
  expect(asked).toHaveLength(1);
  expect(joined).toHaveBeenCalledTimes(1);
  await unmount();
  expect(left).toHaveBeenCalledTimes(1);
  expect(left).toHaveBeenCalledWith(expect.objectContaining({ reason: 'left' }));
});

test('useRoom says why joining fails, and joins with the right password', async () => {
  await loft.update({ password: 'sesame' });
  const guest = server.client();
  let typed = 'open';
  const { values, render } = await show(() => useRoom(guest, loft.info.roomId, { password: typed }));
  expect(values.at(-1)).toMatchObject({ room: undefined, status: 'closed', error: { code: 'AUTHORIZATION_ERROR' } });
  typed = 'sesame';
  await render();
  expect(values.at(-1)).toMatchObject({ room: { self: { guest: true } }, status: 'joined', error: undefined });
});

test('useRoom reports a lost connection and moves to another room', async () => {
  const bea = server.client();
  await bea.register({ username: 'bea', password });
  const cellar = await bea.createRoom({ roomName: 'Cellar' });
  const guest = server.client();
  let { roomId } = loft.info;
  const { values, render } = await show(() => useRoom(guest, roomId));
  const first = values.at(-1)?.room;
  await passing(() => server.sockets.at(-1)?.drop());
  expect(values.at(-1)).toMatchObject({ room: first, status: 'reconnecting' });
  await passing(() => {}, 1_000);
  expect(values.at(-1)).toMatchObject({ room: first, status: 'joined' });
  roomId = cellar.info.roomId;
  const before = values.length;
  await render();
  expect(values[before]).toMatchObject({ room: undefined, status: 'connecting' });
  expect(values.at(-1)?.room?.info.roomName).toBe('Cellar');
  expect(first?.state).toMatchObject({ status: 'closed', reason: { kind: 'left' } });
});

test('useParticipants returns the same array until somebody changes', async () => {
  const { values, render } = await show(() => useParticipants(loft));
  await render();
  expect(values).toHaveLength(2);
  expect(values[1]).toBe(values[0]);
  const guest = server.client();
  await passing(() => guest.joinRoom(loft.info.roomId));
  expect(values.at(-1)?.map(({ guest }) => guest)).toEqual([false, true]);
  await passing(() => loft.setPlayer({ instrument: 'Organ' }));
  expect(values.at(-1)?.[0]?.instrument).toBe('Organ');
  expect(values).toHaveLength(4);
});

test('useChat has what was said before and since, without deleted messages', async () => {
  const early = await loft.chat('early');
  const guest = server.client();
  let isShown = false;
  const { values, render } = await show(() => {
    const { room } = useRoom(guest, loft.info.roomId);
    return useChat(isShown ? room : undefined);
  });
  await expect(values.at(-1)?.send('too soon')).rejects.toMatchObject({ reason: 'notJoined' });
  await passing(() => loft.chat('while no chat is shown'));
  isShown = true;
  await render();
  await passing(() => loft.chat('late'));
  const texts = (messages: readonly ChatMessage[] = []) => messages.map(({ message }) => message);
  expect(texts(values.at(-1)?.messages)).toEqual(['early', 'while no chat is shown', 'late']);
  await passing(() => loft.moderation.deleteChat(early.messageId));
  expect(texts(values.at(-1)?.messages)).toEqual(['while no chat is shown', 'late']);
  expect(values.at(-1)?.send).toBe(values.at(-2)?.send);
});

test('useNotes calls the last handler and never renders', async () => {
  const listener = await server.client().joinRoom(loft.info.roomId);
  const heard: [string, NoteEvent['type'], number][] = [];
  let name = 'first';
  const { values, render } = await show(() => {
    const by = name;
    useNotes(listener, ({ type, key }) => heard.push([by, type, key]));
  });
  await passing(() => loft.noteOn(60, 100), 100);
  name = 'second';
  await render();
  await passing(() => loft.noteOff(60), 100);
  expect(heard).toEqual([
    ['first', 'noteOn', 60],
    ['second', 'noteOff', 60],
  ]);
  expect(values).toHaveLength(2);
  await unmount();
  await passing(() => loft.noteOn(62, 100), 100);
  expect(heard).toHaveLength(2);
});

test('useBeat renders once per beat, and leaves no timer behind', async () => {
  const idle = clock.waiting;
  const { values } = await show(() => useBeat(loft));
  const startTimeUs = loft.serverNowUs() + 2_000_000;
  await passing(() => loft.time.setTransport({ bpm: 120, beatsPerBar: 3, running: true, startTimeUs }));
  // In steps: React may render once for all of an act().
  for (let step = 0; step < 41; step++) await passing(() => {}, 100);
  const shown = () => values.map((beat) => beat && `${beat.bar}.${beat.beat}`);
  expect(shown()).toEqual([undefined, '0.1', '0.2', '0.3', '1.1', '1.2', '1.3', '2.1', '2.2']);
  await passing(() => loft.time.setTransport({ running: false }));
  for (let step = 0; step < 20; step++) await passing(() => {}, 100);
  expect(shown().slice(8)).toEqual(['2.2', '2.3', undefined]);
  expect(clock.waiting).toBe(idle);
  await passing(() => loft.time.setTransport({ running: true }), 2_000);
  expect(values.at(-1)).toBeDefined();
  await unmount();
  expect(clock.waiting).toBe(idle);
});
