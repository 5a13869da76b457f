import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { Conversation } from './conversation.ts';

const page = fileURLToPath(new URL('../../../../docs/conversations.md', import.meta.url));
const password = 'correct horse 7';
const chord = Buffer.from('903c50904048 90434b'.replaceAll(' ', ''), 'hex').toString('base64');
const release = Buffer.from('803c40804040804340', 'hex').toString('base64');

const introduction = `# Conversations

What clients and a real server say to each other, for authors of clients: [Writing your own client](protocol.md) explains it. A test
(\`apps/server/test/conversations\`) has these conversations and compares them with this page.

REST is shown as it is sent. Frames are shown as ProtoJSON, which has no fields that are 0, false or empty; some with their bytes in
hexadecimal. \`bytes\` such as \`data\` are in base64, and 64-bit numbers are strings. \`…\` stands for ids and secrets, which differ
each time. Frames that have nothing to do with a step are left out.
`;

test('docs/conversations.md shows what a client and a server say to each other today', async () => {
  const app = await createLiveApp({ env: { ROOMTONE_NAME: 'Mara’s piano' } });
  const talk = new Conversation(app);

  talk.heading('Register, and open the WebSocket');
  await talk.request('ada', 'GET', '/api/server');
  const registration = { username: 'ada', email: 'ada@example.org', password, confirm_password: password };
  const signedUp = await talk.request('ada', 'POST', '/api/auth/register', registration);
  const adaId = (signedUp['user'] as { user_id: string }).user_id;
  const token = String(signedUp['token']);
  talk.name(adaId, 'ada’s id');
  talk.say('A ticket opens one WebSocket, within 60 s. The server speaks first.');
  const ada = await talk.connect('ada', await talk.request('ada', 'POST', '/api/auth/websocket-ticket', {}, token));

  talk.heading('Create a room');
  ada.send('createRoomCommand', { roomName: 'Kitchen' }, { requestId: 1 }, { hex: true });
  const created = await ada.take('roomJoined');
  const roomId = (created['room'] as { roomId: string }).roomId;
  talk.name(roomId, 'room');

  talk.heading(
    'Set the clock',
    'The answer repeats the client’s time. Of several, the one with the shortest round trip counts.',
  );
  ada.send('heartbeat', { clientTime: '5000000', lastSequence: '1' });
  await ada.take('heartbeat');

  talk.heading('Somebody joins', 'bea has an account, too. Everybody inside gets to know her.');
  const beaToken = (await app.register('bea')).token;
  const bea = await talk.connect('bea', await talk.request('bea', 'POST', '/api/auth/websocket-ticket', {}, beaToken));
  bea.send('joinRoomCommand', { roomId }, { requestId: 1 });
  await bea.take('roomJoined');
  await ada.take('participantJoined');

  talk.heading(
    'Play a chord',
    'Three note-ons, stamped on the service clock. The others get the same events with `sender` and `serverTime`; ada gets nothing.',
  );
  const startTime = app.clock.serviceUs() - 3_000;
  ada.send('midiMessage', { startTime: String(startTime), offsets: [0, 0, 0], data: chord }, {}, { hex: true });
  await bea.take('midiMessage');
  ada.send('midiMessage', { startTime: String(startTime + 400_000), offsets: [0, 0, 0], data: release });
  await bea.take('midiMessage');

  talk.heading('A guest comes in to listen', 'A ticket without a token makes a guest. Notes of a guest are refused.');
  const guest = await talk.connect('guest', await talk.request('guest', 'POST', '/api/auth/websocket-ticket', {}));
  guest.send('joinRoomCommand', { roomId }, { requestId: 1 });
  await guest.take('roomJoined');
  guest.send('midiMessage', { offsets: [0], data: 'kDxQ' });
  await guest.take('error');

  talk.heading('Chat', 'The author gets the message, too, once it is stored; it is the answer to the request.');
  ada.send('chatMessage', { message: 'Shall we?' }, { requestId: 2 });
  await ada.take('chatMessage');
  await bea.take('chatMessage');

  talk.heading('Start the metronome', 'A start time of 0 means half a second from now. Everybody gets the same beat.');
  ada.send('transport', { tempo: 96_000, beatsPerBar: 4, running: true }, { requestId: 3 });
  await ada.take('transport');
  await bea.take('transport');

  talk.heading(
    'Tell the others how well it goes',
    'Every client reports every 2 s. The others get the latest reports together.',
  );
  bea.send('quality', { rtt: 9_000, jitter: 800, playoutDelay: 14_000 });
  await ada.take('quality');

  talk.heading(
    'Lose the connection, and resume it',
    'ada’s socket is gone. She keeps her place for 30 s, and what happens meanwhile is kept for her.',
  );
  await ada.lose();
  bea.send('chatMessage', { message: 'Are you there?' }, { requestId: 2 });
  await bea.take('chatMessage');
  const resume = { resume_token: ada.resumeToken };
  const welcomed = await talk.request('ada', 'POST', '/api/auth/websocket-ticket', resume, token);
  talk.say(
    'Everything that ada had not acknowledged comes again, with its old sequences: she ignores what she has. The snapshot comes last.',
  );
  const again = await talk.connect('ada', welcomed);
  await again.take('participantJoined');
  await again.take('participantJoined');
  await again.take('chatMessage');
  await again.take('transport');
  await again.take('chatMessage');
  await again.take('roomJoined');

  talk.heading(
    'Moderate',
    'The owner removes the guest, who may come back. The target of a command is a user or a participant.',
  );
  again.send('moderationCommand', { kick: {}, participant: 3, reason: 'The rehearsal is over' }, { requestId: 4 });
  await again.take('ack');
  await guest.take('roomLeft');
  await again.take('participantLeft');

  talk.heading('Look into the lobby', 'The whole list first, then the changes, at most once a second.');
  guest.send('lobbyCommand', { subscribe: true }, { requestId: 3 });
  await guest.take('lobbyUpdate');
  again.send('updateRoomCommand', { roomName: 'Kitchen II' }, { requestId: 5 });
  await again.take('roomUpdated');
  await guest.take('lobbyUpdate');

  talk.heading(
    'Take turns',
    'The owner lets players take turns (R23): one plays at a time. bea is the first to take a place, so that it is her turn. ada takes one, too, and waits.',
  );
  again.send('updateRoomCommand', { settings: { mayPlay: 'ROOM_RIGHT_TURNS' } }, { requestId: 6 });
  await again.take('roomUpdated');
  await again.take('turns');
  bea.send('turnCommand', { action: 'TURN_ACTION_TAKE' }, { requestId: 3 });
  await again.take('turns');
  again.send('midiMessage', { offsets: [0], data: 'kDxQ' });
  await again.take('error');
  again.send('turnCommand', { action: 'TURN_ACTION_TAKE' }, { requestId: 7 });
  await again.take('turns');
  bea.send('turnCommand', { action: 'TURN_ACTION_PASS' }, { requestId: 4 });
  await again.take('turns');

  talk.heading(
    'Open a sheet for everybody',
    'The owner keeps a sheet for the room and opens it by REST. Everybody inside hears which measure is which bar of the metronome.',
  );
  const reel = { name: 'The Reel', kind: 'abc', data: Buffer.from('X:1\nT:The Reel\nK:D\nFAAB|\n').toString('base64') };
  const kept = await talk.request('ada', 'POST', `/api/rooms/${roomId}/sheets`, reel, token);
  talk.name(kept['sheet_id'], 'sheet');
  const start = { sheet_id: kept['sheet_id'], measure: 0, beat: 5 };
  await talk.request('ada', 'PUT', `/api/rooms/${roomId}/stand`, start, token);
  await again.take('roomUpdated');

  talk.heading('Get it wrong', 'A refused frame is answered, and the connection stays open.');
  guest.sendBytes('00ff');
  await guest.take('error');
  guest.send('joinRoomCommand', { roomId: 'no-such-room' }, { requestId: 4 });
  await guest.take('error');

  talk.heading(
    'Loop something',
    'A bass drum on the first beat of every bar, as MIDI at 480 ticks a beat. It plays from the bar line in its plan on. bea asks for all loops.',
  );
  const layer = { channel: 9, ticks: [0, 240], data: 'mSRkiSRA' };
  const record = { name: 'Kick', bars: 1, beatsPerBar: 4, layers: [layer], start: {} };
  again.send('loopCommand', { slot: 0, record }, { requestId: 8 });
  await again.take('loopNews');
  await bea.take('loopNews');
  bea.send('loopCommand', { list: {} }, { requestId: 5 });
  await bea.take('loopNews');
  await bea.take('loopNews');

  talk.heading('Leave');
  again.send('leaveRoomCommand', {}, { requestId: 9 });
  await again.take('roomLeft');

  await expect(`${introduction}${talk.markdown}`).toMatchFileSnapshot(page);
});
