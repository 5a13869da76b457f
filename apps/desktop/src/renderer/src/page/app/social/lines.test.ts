import { expect, test } from 'vitest';
import { afterReload, conversationsOf, type Line, withLine } from './lines.ts';

function line(id: string, atMs: number, more: Partial<Line> = {}): Line {
  const said = {
    ownerId: 'me',
    withId: 'teo',
    withName: 'Teo',
    withDisplayName: 'Teo',
    from: 'them',
    text: id,
    state: 'kept',
    isRead: true,
  } as const;
  return { ...said, id, atMs, ...more };
}

test('R15.4: messages that waited are shown in the order they were sent, and a repeated message changes nothing', () => {
  const lines = [line('b', 20), line('a', 10), line('c', 30), line('b', 20)].reduce<readonly Line[]>(withLine, []);
  expect(lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('the user’s own message keeps its place when it is confirmed', () => {
  const lines = [line('own', 10, { from: 'me', state: 'sending' }), line('b', 20)];
  const through = withLine(lines, line('own', 10, { from: 'me', state: 'kept' }));
  expect(through.map(({ id, state }) => [id, state])).toEqual([
    ['own', 'kept'],
    ['b', 'kept'],
  ]);
});

test('conversations are sorted newest first, each with its unread count and the latest name', () => {
  const lines = [
    line('a', 10),
    line('b', 20, { withId: 'ines', withName: 'Ines', isRead: false }),
    line('c', 30, { withName: 'Teodor', isRead: false }),
  ];
  expect(conversationsOf(lines).map(({ withName, unread }) => [withName, unread])).toEqual([
    ['Teodor', 1],
    ['Ines', 1],
  ]);
});

test('a message that an earlier page was sending may have arrived; one that it could not send is only sent again by hand', () => {
  expect(afterReload(line('a', 1, { state: 'sending' })).state).toBe('unconfirmed');
  expect(afterReload(line('a', 1, { state: 'waiting' })).state).toBe('failed');
  expect(afterReload(line('a', 1)).state).toBe('kept');
});
