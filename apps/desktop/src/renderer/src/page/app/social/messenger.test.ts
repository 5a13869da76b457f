import { screensIn } from '../../../../../../../../testing/words-in.ts';
import { CallError } from '../../../contract/call-error.ts';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import type { Calls } from '../../../contract/messages.ts';

import { useConversations } from './conversation-store.ts';
import { MessageDatabase } from './message-database.ts';
import { Messenger } from './messenger.ts';

const catalogue = await screensIn('en');

const teo = { userId: 'teo-id', username: 'Teo', displayName: 'Teo D.' };
let databases = 0;
let database: MessageDatabase;
let sent: Calls['directMessage']['takes'][];
let refuse: CallError | undefined;

beforeEach(() => {
  databases++;
  database = new MessageDatabase(`messages-${databases}`);
  sent = [];
  refuse = undefined;
});

async function openMessenger(ownerId = 'ada'): Promise<Messenger> {
  let made = 0;
  const messenger = new Messenger({
    send: async (message) => {
      if (refuse !== undefined) throw refuse;
      sent.push(message);
    },
    database,
    newId: () => `own-${sent.length}-${made++}`,
    nowMs: () => 1_000 + made,
    hasFocus: () => true,
  });
  await messenger.open(ownerId);
  return messenger;
}

function states(): readonly string[] {
  return useConversations.getState().lines.map(({ text, state }) => `${text}: ${state}`);
}

function problem(kind: string): CallError {
  return new CallError({ code: 'SERVER_ERROR', message: '', details: {}, problem: kind });
}

test('the user’s own message is shown immediately, and confirmed when the server has stored it', async () => {
  const messenger = await openMessenger();
  const saying = messenger.send(teo, 'Tonight?');
  expect(states()).toEqual(['Tonight?: sending']);
  await saying;
  expect(states()).toEqual(['Tonight?: kept']);
  expect(sent).toEqual([{ user: 'teo-id', message: 'Tonight?' }]);
});

test('without a connection, messages wait and are then sent automatically in their order', async () => {
  const messenger = await openMessenger();
  refuse = problem('notJoined');
  await messenger.send(teo, 'one');
  await messenger.send(teo, 'two');
  expect(states()).toEqual(['one: waiting', 'two: waiting']);
  refuse = undefined;
  await messenger.sendWaiting();
  expect(states()).toEqual(['one: kept', 'two: kept']);
  expect(sent.map(({ message }) => message)).toEqual(['one', 'two']);
});

test('R15.2: a refused message says why and is only sent again by hand, as is one that may have arrived', async () => {
  const messenger = await openMessenger();
  refuse = new CallError({ code: 'AUTHORIZATION_ERROR', message: '', details: { reason: 'not_friends' } });
  await messenger.send(teo, 'one');
  refuse = problem('unconfirmed');
  await messenger.send(teo, 'two');
  refuse = undefined;
  await messenger.sendWaiting();
  expect(states()).toEqual(['one: failed', 'two: unconfirmed']);
  const [first] = useConversations.getState().lines;
  expect(first?.why).toBe(catalogue.failures.notFriends);
  if (first !== undefined) await messenger.resend(first);
  expect(states()[0]).toBe('one: kept');
  expect(useConversations.getState().lines[0]?.why).toBeUndefined();
});

test('conversations stay on the device, separately for each account', async () => {
  const messenger = await openMessenger();
  await messenger.send(teo, 'kept here');
  messenger.receive({ kind: 'directMessage', ...teo, messageId: 'm1', message: 'and this', timestamp: 5_000 });
  await database.put([]);
  await openMessenger('bea');
  expect(states()).toEqual([]);
  await openMessenger('ada');
  expect(states()).toEqual(['kept here: kept', 'and this: kept']);
  expect(useConversations.getState().lines[1]?.isRead).toBe(false);
});

test('read marks and deletions are stored, too', async () => {
  const messenger = await openMessenger();
  messenger.receive({ kind: 'directMessage', ...teo, messageId: 'm1', message: 'hello', timestamp: 5_000 });
  messenger.markRead(teo.userId);
  await database.put([]);
  await openMessenger('nobody');
  const reopened = await openMessenger();
  expect(useConversations.getState().lines[0]?.isRead).toBe(true);
  reopened.delete(useConversations.getState().lines);
  await database.put([]);
  await openMessenger('nobody');
  await openMessenger();
  expect(states()).toEqual([]);
});
