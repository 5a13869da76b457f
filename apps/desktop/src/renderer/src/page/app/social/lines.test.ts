import { expect, test } from 'vitest';
import { asFound, conversationsOf, type Line, withLine } from './lines.ts';

function line(id: string, atMs: number, more: Partial<Line> = {}): Line {
  const said = {
    ownerId: 'me',
    withId: 'teo',
    withName: 'Teo',
    from: 'them',
    text: id,
    state: 'kept',
    isRead: true,
  } as const;
  return { ...said, id, atMs, ...more };
}

test('R15.4: what waited comes in the order it was said, and the same message again changes nothing', () => {
  const lines = [line('b', 20), line('a', 10), line('c', 30), line('b', 20)].reduce<readonly Line[]>(withLine, []);
  expect(lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('an own line stays in its place when it is through', () => {
  const lines = [line('own', 10, { from: 'me', state: 'sending' }), line('b', 20)];
  const through = withLine(lines, line('own', 10, { from: 'me', state: 'kept' }));
  expect(through.map(({ id, state }) => [id, state])).toEqual([
    ['own', 'kept'],
    ['b', 'kept'],
  ]);
});

test('conversations: the latest first, each with what was not read and the name last heard', () => {
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

test('what an earlier page was sending may have arrived; what it could not send goes only when one says so', () => {
  expect(asFound(line('a', 1, { state: 'sending' })).state).toBe('unconfirmed');
  expect(asFound(line('a', 1, { state: 'waiting' })).state).toBe('failed');
  expect(asFound(line('a', 1)).state).toBe('kept');
});
