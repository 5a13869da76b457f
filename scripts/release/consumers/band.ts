// A program of somebody who has installed the SDK. Node runs it, Vite bundles it, and the compiler checks it.
import { buildEvent, type MidiEvent, RoomtoneClient, readEvent, splitNotes } from '@roomtone/sdk';
import { runLine } from '@roomtone/sdk/extras';
import { FakeServer } from '@roomtone/sdk/testing';

export interface Evening {
  readonly user: string;
  /** The notes that the listener heard. */
  readonly heard: readonly MidiEvent[];
  readonly said: string;
}

export function playOn(baseUrl: string, username: string): Promise<Evening> {
  return playTogether(() => new RoomtoneClient({ baseUrl }), username);
}

export function playInMemory(): Promise<Evening> {
  const server = new FakeServer();
  return playTogether(() => server.client(), 'memory');
}

/** A new user opens a room and plays a chord; a guest listens. */
async function playTogether(newClient: () => RoomtoneClient, username: string): Promise<Evening> {
  const player = newClient();
  const user = await player.register({ username, email: `${username}@example.org`, password: 'correct horse 7' });
  const playing = await player.createRoom({ roomName: 'Loft' });
  const listening = await newClient().joinRoom(playing.info.roomId);
  const heard: MidiEvent[] = [];
  const chord = new Promise<void>((resolve) => {
    listening.on('notes', (notes) => {
      heard.push(...splitNotes(notes).map(({ data }) => readEvent(data)));
      if (heard.length === 3) resolve();
    });
  });
  const said = new Promise<string>((resolve) => {
    listening.on('chat', ({ message }) => resolve(message));
  });
  for (const key of [60, 64, 67]) playing.send(buildEvent({ type: 'noteOn', channel: 0, key, velocity: 90 }));
  await runLine('/me plays', playing);
  await chord;
  const evening = { user: user.username, heard, said: await said };
  listening.close();
  await playing.leave();
  return evening;
}
