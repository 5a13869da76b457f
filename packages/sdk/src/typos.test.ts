import { expect, test } from 'vitest';
import { RoomtoneClient } from './client.ts';
import { loopsOf } from './loops/loops.ts';
import { FakeServer } from './testing/fake-server.ts';

/** JavaScript checks no types. */
// biome-ignore lint/suspicious/noExplicitAny: what a program without types passes
type Untyped = any;

test('what is misspelt or missing is refused with what is right, as everywhere', async () => {
  const server = new FakeServer();
  const ada = server.client();
  await ada.register({ username: 'ada', password: 'correct horse 7' });
  const room: Untyped = await ada.createRoom({ roomName: 'Loft' });
  const lobby: Untyped = await ada.joinLobby();
  const loops: Untyped = loopsOf(room);
  const Client: Untyped = RoomtoneClient;
  const cases: readonly [() => unknown, string][] = [
    [() => room.on('chatt', () => {}), 'on() has no `chatt`; did you mean `chat`?'],
    [
      () => room.once('participantjoined', () => {}),
      'once() has no `participantjoined`; did you mean `participantJoined`?',
    ],
    [() => room.off('message', () => {}), 'off() has no `message`'],
    [() => room.waitFor('chatt'), 'waitFor() has no `chatt`; did you mean `chat`?'],
    [() => room.waitFor('chat', { timeout: 5 }), 'waitFor() has no `timeout`; did you mean `timeoutMs`?'],
    [() => lobby.on('room', () => {}), 'on() has no `room`; did you mean `rooms`?'],
    [() => loops.on('change', () => {}), 'on() has no `change`; did you mean `changed`?'],
    [() => new Client(), 'RoomtoneClient needs an object with keys such as `baseUrl`'],
    [() => new Client('http://127.0.0.1:7420'), 'RoomtoneClient needs an object with keys such as `baseUrl`'],
    [() => new Client({}), 'baseUrl must be an address'],
    [() => room.send('x'), 'send() needs the bytes of a MIDI message as a Uint8Array, or a list of events'],
    [() => room.send(60), 'send() needs the bytes of a MIDI message as a Uint8Array, or a list of events'],
  ];
  for (const [call, message] of cases) {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  }
  await expect((ada as Untyped).login('ada', 'secret 7')).rejects.toThrow('login() needs an object');
  await expect((ada as Untyped).login(null)).rejects.toThrow('login() needs an object');
  lobby.close();
  room.close();
});
