import type { ChatMessage } from '@roomtone/sdk';
import { describe, expect, it } from 'vitest';
import {
  type ChatLine,
  firstPosition,
  messageLine,
  withArrivalsTogether,
  withFailure,
  withHistory,
  withLine,
  withoutLine,
  withPage,
  withRemoval,
} from './chat-lines.ts';

const said = (messageId: string, timestamp: number): ChatMessage => ({
  messageId,
  userId: 'u1',
  username: 'Teo',
  displayName: 'Teo',
  message: messageId,
  timestamp,
  messageType: 'user',
});
/** Messages whose texts, times and positions are these numbers. */
const numbered = (from: number, to: number): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    ...said(String(from + index), from + index),
    position: from + index,
  }));
const own = (id: string, atMs: number): ChatLine => ({
  kind: 'own',
  id,
  text: id,
  isCommand: false,
  atMs,
  failure: undefined,
});
const ids = (lines: readonly ChatLine[]) => lines.map((line) => line.id);

describe('the chat', () => {
  it('sorts lines by time, in any order of arrival', () => {
    let lines = withLine([], messageLine(said('b', 20)));
    lines = withLine(lines, { kind: 'came', id: 'ines', name: 'Ines', atMs: 15 });
    lines = withLine(lines, messageLine(said('a', 10)));
    expect(ids(lines)).toEqual(['a', 'ines', 'b']);
  });

  it('shows a message once, although both the broadcast and the answer contain it', () => {
    const lines = withLine([], messageLine(said('a', 10)));
    expect(withLine(lines, messageLine(said('a', 10)))).toBe(lines);
  });

  it('keeps joins and leaves when a reconnection brings the history again', () => {
    let lines = withHistory([], [said('a', 10), said('b', 20)]);
    lines = withLine(lines, { kind: 'went', id: 'x', name: 'Teo', atMs: 25 });
    expect(ids(withHistory(lines, [said('a', 10), said('b', 20), said('c', 30)]))).toEqual(['a', 'b', 'x', 'c']);
  });

  it('keeps the user’s own line last until it is confirmed, and keeps its text if sending fails', () => {
    let lines = withLine([], own('mine', 5));
    lines = withLine(lines, messageLine(said('a', 10)));
    expect(ids(lines)).toEqual(['a', 'mine']);
    lines = withFailure(lines, 'mine', 'No.');
    expect(lines.at(-1)).toMatchObject({ text: 'mine', failure: 'No.' });
    expect(ids(withoutLine(lines, 'mine'))).toEqual(['a']);
  });

  it('R4.14: puts older messages before the first one, and marks those that are gone', () => {
    const lines = withHistory([], numbered(51, 100));
    expect(firstPosition(lines)).toBe(51);
    const older = withPage(lines, { messages: numbered(1, 50), more: false }, 51);
    expect(ids(older)).toEqual(numbered(1, 100).map(({ messageId }) => messageId));
    const without = numbered(1, 50).filter(({ position }) => position !== 7);
    expect(withPage(older, { messages: without, more: false }, 51)[6]).toMatchObject({
      id: '7',
      text: '',
      removedBy: '',
    });
  });

  it('R4.14: marks where messages are missing after a long absence, until all of them are read', () => {
    let lines = withHistory(withHistory([], numbered(1, 40)), numbered(151, 200));
    const gaps = () => lines.filter(({ kind }) => kind === 'gap');
    expect(gaps()).toMatchObject([{ after: 40, before: 151 }]);
    expect(lines.findIndex(({ kind }) => kind === 'gap')).toBe(40);
    lines = withPage(lines, { messages: numbered(51, 150), more: true }, 151);
    expect(gaps()).toMatchObject([{ after: 40, before: 51 }]);
    lines = withPage(lines, { messages: numbered(1, 50), more: false }, 51);
    expect(ids(lines)).toEqual(numbered(1, 200).map(({ messageId }) => messageId));
    expect(ids(withHistory(lines, numbered(152, 201)))).toHaveLength(201);
  });

  it('R13.11: keeps the place of a deleted message, but not its text', () => {
    const lines = withRemoval(withHistory([], [said('a', 10), said('b', 20)]), 'a', 'Mara');
    expect(lines[0]).toMatchObject({ id: 'a', text: '', removedBy: 'Mara' });
    expect(lines[1]).toMatchObject({ text: 'b' });
  });

  it('R2.3: treats messages missing from a new history as deleted, except those older than the history', () => {
    const before = withHistory([], [said('old', 5), said('a', 10), said('b', 20)]);
    expect(withHistory(before, [said('old', 5), said('b', 20)])[1]).toMatchObject({ id: 'a', text: '', removedBy: '' });
    const fifty = Array.from({ length: 50 }, (_, index) => said(`m${index}`, 30 + index));
    expect(withHistory(before, fifty)[0]).toMatchObject({ id: 'old', text: 'old' });
  });

  it('R4.10: keeps all messages that a room keeps, and as many other lines', () => {
    const many = Array.from({ length: 2_001 }, (_, index) => said(`m${index}`, index));
    const lines = many.map(messageLine).reduce<readonly ChatLine[]>(withLine, []);
    expect([lines.length, lines[0]?.id]).toEqual([2_000, 'm1']);
  });
});

describe('joins and leaves', () => {
  const arrival = (kind: 'came' | 'went', name: string, atMs: number): ChatLine => ({
    kind,
    id: `${name} ${atMs}`,
    name,
    atMs,
  });
  const isSameDay = (one: number, other: number) => Math.floor(one / 1_000) === Math.floor(other / 1_000);

  it('are one line if three or more of a kind follow each other on a day', () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const lines = [
      arrival('came', 'ada', 1),
      messageLine(said('a', 2)),
      ...names.map((name, index) => arrival('came', name, 10 + index)),
      arrival('went', 'ada', 100),
      arrival('went', 'bo', 101),
      arrival('came', 'ada', 999),
      arrival('came', 'bo', 1_001),
      arrival('came', 'cleo', 1_002),
    ];
    const shown = withArrivalsTogether(lines, isSameDay);
    expect(shown.map(({ kind }) => kind)).toEqual([
      ...['came', 'message', 'arrivals', 'went', 'went', 'came', 'came', 'came'],
    ]);
    expect(shown[2]).toMatchObject({ of: 'came', names, atMs: 29 });
  });
});
