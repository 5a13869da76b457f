import { expect, test } from 'vitest';
import { readSystemMessage, systemMessageText } from './system-messages.ts';

test('R4.13: the text of a system message reads back as what it says', () => {
  for (const name of ['Mara', 'now.', 'The room belongs to', 'Jürgen 🎹']) {
    expect(readSystemMessage(systemMessageText({ kind: 'newOwner', name }))).toEqual({ kind: 'newOwner', name });
  }
});

test('R4.13: any other text is unknown', () => {
  for (const text of ['', 'The room belongs to  now', 'The room belongs to Mara', 'Mara owns the room.']) {
    expect(readSystemMessage(text)).toBeUndefined();
  }
});
