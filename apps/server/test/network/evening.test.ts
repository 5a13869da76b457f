import { originsOf } from '@roomtone/discovery';
import { type Invitation, invitationLink } from '@roomtone/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../testing/running-server.ts';
import { makeLocalNetwork } from './local-network.ts';
import { type Machine, startMachine } from './machine.ts';

// An evening with friends, in its order: each part goes on where the one before has ended.

const network = makeLocalNetwork();
let server: RunningServer;
let player: Machine;
let listener: Machine;
let invitation: Invitation;

beforeAll(async () => {
  const env = { ROOMTONE_HOST: '0.0.0.0', ROOMTONE_NAME: 'Ada’s studio', ROOMTONE_EMAIL: 'optional' };
  server = await startServer(env, network.host);
  player = startMachine(network.guest);
  listener = startMachine(network.guest);
});

afterAll(async () => {
  await Promise.all([player?.stop(), listener?.stop()]);
  await server?.stop();
  network.remove();
});

test('R16.1, R16.4: a server is found on the network, joined by its link, and notes go across', async () => {
  // The host reads it from the terminal or the app, and passes it on in a link.
  const { fingerprint } = server;
  if (fingerprint === undefined) throw new Error('the server has no key');
  const found = await player.ask('find', fingerprint);
  expect(found).toMatchObject({ name: 'Ada’s studio', scheme: 'https', port: Number(new URL(server.url).port) });
  invitation = { servers: originsOf(found).slice(0, 1), fingerprint, roomId: undefined, name: undefined };
  const roomId = await player.ask('open', invitationLink(invitation), 'grace');
  invitation = { ...invitation, roomId };
  expect(await listener.ask('join', invitationLink(invitation))).toBe(roomId);
  expect(await player.ask('play', 60)).toBe(true);
  expect(await listener.ask('heard', 60)).toBe(true);
});

test('R16.9: who comes by plain http is told of the warning, and of nothing else', async () => {
  const [origin = ''] = invitation.servers;
  if (new URL(origin).hostname === '127.0.0.1') {
    process.stdout.write('NOT RUN: plain http from elsewhere, which takes a network\n');
    return;
  }
  const { status, text } = await listener.ask('look', origin.replace('https', 'http'));
  expect(status).toBe(200);
  expect(text).toContain(invitation.fingerprint);
  expect((await listener.ask('look', `${origin.replace('https', 'http')}/api/server`)).text).not.toContain(
    '"success":true',
  );
});

test('R16.7: another server at an address is refused, and no token has left the client', async () => {
  const [origin = ''] = invitation.servers;
  const stranger = startMachine(network.host);
  const address = await stranger.ask('stand', new URL(origin).hostname);
  expect(await player.ask('knock', address, invitation.fingerprint ?? '')).toBe('wrong-key');
  expect(await stranger.ask('seen')).toEqual({ visits: 1, receivedBytes: 0 });
  await stranger.stop();
});

test('R16.10: the host’s server is killed and comes back, and everybody plays on', async () => {
  const losing = Promise.all([player.ask('lost'), listener.ask('lost')]);
  await server.restart('SIGKILL');
  await losing;
  await Promise.all([player.ask('joined'), listener.ask('joined')]);
  expect(await player.ask('play', 64)).toBe(true);
  expect(await listener.ask('heard', 64)).toBe(true);
});

test('R16.4, R16.8: the host gets another address: found there by the same key, with a certificate for it, and the sign-in goes on', async () => {
  if (network.kind === 'loopback') {
    process.stdout.write('NOT RUN: another address for the host, which takes two machines\n');
    return;
  }
  const before = new URL(invitation.servers[0] ?? '').hostname;
  const address = network.moveHost();
  const found = await player.ask('find', invitation.fingerprint ?? '', before);
  expect(found.addresses).toEqual([address]);
  const [origin = ''] = originsOf(found);
  await expect.poll(() => player.ask('certificate', origin)).toContain(`IP Address:${address}`);
  const link = invitationLink({ ...invitation, servers: [origin] });
  expect(await player.ask('goOn', link)).toBe('grace');
  expect(await listener.ask('join', link)).toBe(invitation.roomId);
  expect(await player.ask('play', 67)).toBe(true);
  expect(await listener.ask('heard', 67)).toBe(true);
});
