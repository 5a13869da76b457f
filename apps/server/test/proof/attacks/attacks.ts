import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { FriendAction, type Outgoing } from '@roomtone/protocol';
import { notePayload } from '../../../../../bench/load/note.ts';
import { Refused } from '../frame-socket.ts';
import { LoadClient } from '../load-client.ts';
import { ask } from '../raw-request.ts';
import { type Attack, type AttackTarget, flood, nothingYet, repeat } from './attack.ts';
import { botAttacks } from './bots.ts';
import { forgeAddresses } from './forged-addresses.ts';
import { fillLines } from './full-lines.ts';
import { secondFactorAttacks } from './second-factors.ts';
import { shareFiles } from './shared-files.ts';

const guests = (count: number) => Array.from({ length: count }, () => '');
const leave: Outgoing = { kind: 'leaveRoomCommand', body: {} };
const setPlayer: Outgoing = { kind: 'userCommand', body: { setPlayer: { color: '#123456' } } };
const subscribe: Outgoing = { kind: 'lobbyCommand', body: { subscribe: true } };

/** The attack that is about memory. */
export const stalledUploads = 'a hundred stalled uploads';

/** Each attack, by what a table calls it. */
export const attacks: Readonly<Record<string, Attack>> = {
  'five guests join and leave': (target) => {
    const join: Outgoing = { kind: 'joinRoomCommand', body: { roomId: target.roomId, password: '' } };
    return flood(target, { clients: guests(5), join: false }, [join, leave]);
  },
  'five members change their colour': (target) => flood(target, { clients: target.tokens, join: true }, [setPlayer]),
  'friend requests to a stranger': (target) => {
    const request = (action: FriendAction): Outgoing => ({
      kind: 'userCommand',
      body: { friend: { action, user: target.victim } },
    });
    const messages = [request(FriendAction.REQUEST), request(FriendAction.REMOVE)];
    return flood(target, { clients: target.tokens.slice(0, 1), join: false }, messages);
  },
  'twenty subscribe to the lobby': (target) => flood(target, { clients: guests(20), join: false }, [subscribe]),
  'guests take all places': takePlaces,
  'a member plays 30,000 notes a second elsewhere': playNotes,
  'a member fills the lines of the room from eight windows': fillLines,
  'five members ask for older chat': (target) => {
    const body = { before: 0, limit: 100, messages: [], more: false };
    return flood(target, { clients: target.tokens, join: true }, [{ kind: 'chatHistory', body }]);
  },
  ...botAttacks,
  'five members share files until nothing more is taken': shareFiles,
  [stalledUploads]: stallUploads,
  'four accounts change a room’s password': ({ ms, tokens, ownRoomId, ...route }) =>
    repeat(
      { ms, atLeast: 40 },
      Array.from({ length: 4 }, () => tokens[0] ?? ''),
      (token) => ask(route, 'PUT', `/api/rooms/${ownRoomId}`, { token, body: { password: 'let me in' } }),
    ),
  'wrong passwords for another’s account': ({ ms, victim, ...route }) =>
    repeat({ ms, atLeast: 20 }, guests(4), () =>
      ask(route, 'POST', '/api/auth/login', { body: { username: victim, password: 'a guess at it' } }),
    ),
  'wrong passwords by a proxy that names another port each time': forgeAddresses,
  'wrong passwords for a room': ({ roomId: _, ...target }) => {
    const join: Outgoing = { kind: 'joinRoomCommand', body: { roomId: target.ownRoomId, password: 'a guess' } };
    return flood({ ...target, roomId: '' }, { clients: target.tokens.slice(1, 3), join: false }, [join]);
  },
  // More than one address may ask for in a minute.
  'requests for metrics': ({ ms, ...route }) =>
    repeat({ ms, atLeast: 120 }, guests(8), () => ask(route, 'GET', '/metrics', {})),
  'requests for page previews': ({ ms, ...route }) =>
    repeat({ ms, atLeast: 120 }, guests(8), () =>
      ask(route, 'GET', `/api/scrape-url?url=${encodeURIComponent('http://127.0.0.1:1/')}`, {}),
    ),
  'requests for tickets': ({ ms, ...route }) =>
    repeat({ ms, atLeast: 120 }, guests(8), () => ask(route, 'POST', '/api/auth/websocket-ticket', { body: {} })),
  ...secondFactorAttacks,
};

/** The same flood as some of the attacks, at a server that has nothing to do with the victims. */
export const control = 'as many requests to an unrelated server';
export const withControl: Readonly<Record<string, Attack>> = {
  ...attacks,
  [control]: ({ ms, ...route }) => repeat({ ms, atLeast: 120 }, guests(8), () => ask(route, 'GET', '/', {})),
};

/** Guests join until the room takes no more; they stay for the time of the attack. */
async function takePlaces({ ms, ...target }: AttackTarget) {
  const counts = nothingYet();
  const inside: LoadClient[] = [];
  for (let number = 0; number < 20; number++) {
    counts.sent++;
    const guest = new LoadClient({ ...target, token: '' });
    try {
      await guest.join();
      inside.push(guest);
    } catch (error) {
      // The room refuses the guest, or the server the connection.
      if (!(error instanceof Refused || error instanceof Error)) throw error;
      counts.refused++;
    }
  }
  await delay(ms);
  for (const guest of inside) await guest.leave();
  return counts;
}

const notesPerMs = 30;

async function playNotes({ ms, tokens, ownRoomId, port, from, persists }: AttackTarget) {
  const counts = nothingYet();
  const note = notePayload(1, 0);
  const endMs = performance.now() + Math.max(ms, 1_000);
  do {
    const client = new LoadClient({ port, from, roomId: ownRoomId, token: tokens[0] ?? '' });
    client.onEnd = () => counts.disconnected++;
    try {
      await client.join();
    } catch {
      counts.refused++;
    }
    // On a busy machine it catches up, so that it is as fast on average.
    const startedMs = performance.now();
    for (let sent = 0; client.isOpen && performance.now() < endMs; ) {
      const due = Math.floor((performance.now() - startedMs) * notesPerMs);
      counts.sent += due - sent;
      for (; sent < due; sent++) client.send(note);
      await delay(10);
    }
    client.onEnd = () => {};
    await client.leave();
  } while (persists && performance.now() < endMs);
  return counts;
}

const uploads = 100;
const uploadAddresses = 20;
const promisedBytes = 5_000_000;
/** Together they send as much as a line of 1 Gbit/s carries. */
const round = { bytes: 64 * 1024, everyMs: 50 } as const;

/** Uploads from many addresses that promise a picture, send most of it and never the rest. */
async function stallUploads({ ms, port, tokens }: AttackTarget) {
  const counts = nothingYet();
  const boundary = 'x';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n`;
  const sockets = Array.from({ length: uploads }, (_, index) => {
    counts.sent++;
    const localAddress = `127.0.6.${1 + (index % uploadAddresses)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    socket.on('data', (answer) => {
      if (answer.toString('latin1').startsWith('HTTP/1.1 429')) counts.refused++;
    });
    const head = [
      'POST /api/users/avatar HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${tokens[index % tokens.length]}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${promisedBytes}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
    return socket;
  });
  const content = Buffer.alloc(round.bytes, 'x');
  const endMs = performance.now() + ms;
  for (let sent = 0; performance.now() < endMs; sent += round.bytes) {
    if (sent + round.bytes < promisedBytes) for (const socket of sockets) if (socket.writable) socket.write(content);
    await delay(round.everyMs);
  }
  for (const socket of sockets) socket.destroy();
  return counts;
}
