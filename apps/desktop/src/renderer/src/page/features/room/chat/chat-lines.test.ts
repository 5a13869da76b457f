import type { ChatMessage } from '@roomtone/sdk';
import { describe, expect, it } from 'vitest';
import {
  type ChatLine,
  messageLine,
  withArrivalsTogether,
  withFailure,
  withHistory,
  withLine,
  withoutLine,
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

  it('R4.10: keeps the last thousand lines', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => said(`m${index}`, index));
    const lines = many.map(messageLine).reduce<readonly ChatLine[]>(withLine, []);
    expect([lines.length, lines[0]?.id]).toEqual([1_000, 'm1']);
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
