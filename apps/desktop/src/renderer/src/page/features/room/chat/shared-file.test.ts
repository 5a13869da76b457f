import { expect, it } from 'vitest';
import { announcementOf, sharedFileIn } from './shared-file.ts';

const fileId = 'A1b2-C3d4_E5f6g7H8i9Jk';

it('S18.21: a shared file is announced by a line of chat, which older programs show as it is', () => {
  const text = announcementOf({ name: 'Trio · Take 3', fileId });
  expect(text).toBe(`♪ Trio · Take 3 #file:${fileId}`);
  expect(sharedFileIn(text)).toEqual({ name: 'Trio · Take 3', fileId });
});

it.each(['♪ Trio', `♪ #file:${fileId}`, `♪ Trio #file:${fileId} now`, `Trio #file:${fileId}`, '♪ Trio #file:short'])(
  'any other message is none: %s',
  (text) => {
    expect(sharedFileIn(text)).toBeUndefined();
  },
);
