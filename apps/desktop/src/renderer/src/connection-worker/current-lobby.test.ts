import type { Lobby, LobbyEvents } from '@roomtone/sdk';
import { expect, test } from 'vitest';
import type { LobbyEvent } from '../contract/messages.ts';
import { CurrentLobby } from './current-lobby.ts';

type Handlers = { [Name in keyof LobbyEvents]?: (event: LobbyEvents[Name]) => void };

/** A joined connection with one room. */
function fakeConnection() {
  const handlers: Handlers = {};
  let isClosed = false;
  const connection = {
    state: { status: 'joined' },
    rooms: new Map([['r', { roomId: 'r' }]]),
    social: {},
    on: <Name extends keyof LobbyEvents>(name: Name, handler: Handlers[Name]) => {
      handlers[name] = handler;
    },
    close: () => {
      isClosed = true;
    },
  };
  const tell = () => {
    handlers.rooms?.(new Map());
    handlers.notification?.({ kind: 'shutdown' });
  };
  // The lobby uses no more of a connection.
  return { connection: connection as unknown as Lobby, tell, isClosed: () => isClosed };
}

function startLobby() {
  const posted: LobbyEvent['type'][] = [];
  const line = new CurrentLobby(({ type }) => posted.push(type));
  return { line, posted };
}

test('R14.1: a member’s connection stays open whether or not the lobby is shown; rooms are reported only while it is', () => {
  const { line, posted } = startLobby();
  const { connection, tell, isClosed } = fakeConnection();
  line.stay(connection);
  tell();
  expect(posted).toEqual(['notice']);
  line.watch((follow) => follow(fakeConnection().connection));
  expect(posted.splice(0)).toEqual(['notice', 'state', 'rooms']);
  tell();
  line.unwatch();
  tell();
  expect(posted).toEqual(['rooms', 'notice', 'notice']);
  expect([isClosed(), line.social === connection.social]).toEqual([false, true]);
  line.close();
  tell();
  expect([isClosed(), posted.length]).toEqual([true, 3]);
  expect(() => line.social).toThrow('Nobody is signed in');
});

test('a guest has a connection while the lobby is shown', () => {
  const { line, posted } = startLobby();
  const { connection, tell, isClosed } = fakeConnection();
  line.watch((follow) => follow(connection));
  tell();
  expect(posted).toEqual(['rooms', 'notice']);
  line.unwatch();
  expect(isClosed()).toBe(true);
});

test('a user who signs in while the lobby is shown keeps watching it on a connection of their own', () => {
  const { line, posted } = startLobby();
  const [guests, members] = [fakeConnection(), fakeConnection()];
  line.watch((follow) => follow(guests.connection));
  line.stay(members.connection);
  guests.tell();
  members.tell();
  expect([guests.isClosed(), posted]).toEqual([true, ['rooms', 'notice']]);
});
