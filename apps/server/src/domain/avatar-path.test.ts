import { participantColors } from '@roomtone/room';
import { expect, test } from 'vitest';
import { avatarPath, generatedAvatar } from './avatar-path.ts';

const nameOf = (userId: string, username: string, displayName?: string) =>
  avatarPath({ userId, username, displayName }).replace('/avatars/', '');

test('S14.6: an uploaded picture is shown by its name', () => {
  expect(avatarPath({ userId: 'u', username: 'ada', avatarName: 'x.webp' })).toBe('/avatars/x.webp');
});

test('S14.7: a user’s generated picture is always the same, and keeps its colour when the user is renamed', () => {
  expect(nameOf('u1', 'ada')).toBe(nameOf('u1', 'ada'));
  const hue = (name: string) => generatedAvatar(name)?.color;
  expect(hue(nameOf('u1', 'ada'))).toBe(hue(nameOf('u1', 'Zoe')));
  expect(generatedAvatar(nameOf('u1', 'zoe'))?.initial).toBe('Z');
});

test('S14.7: every username has a generated picture, and all colours are used', () => {
  const initials = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';
  const colors = new Set<string | undefined>();
  for (const [index, initial] of [...initials].entries()) {
    const picture = generatedAvatar(nameOf(`user-${index}`, `${initial}da`));
    expect(picture?.initial).toBe(initial.toUpperCase());
    colors.add(picture?.color);
  }
  expect([...colors].sort()).toEqual([...participantColors].sort());
});

test.each([
  ['Андрей', 'А'],
  ['山田 花子', '山'],
  ['שרה', 'ש'],
  ['🎹 Łucja', 'Ł'],
  ['ß', 'ß'],
  ['🎹', 'G'],
])('S14.7: the initial of %j is %j', (displayName, initial) => {
  const name = nameOf('u1', 'guido', displayName);
  expect(name).toMatch(/^initial-[a-z0-9-]+\.svg$/);
  expect(generatedAvatar(name)?.initial).toBe(initial);
});

test.each([
  'initial-u3c-0.svg',
  'initial-uffff0-0.svg',
  'initial-ud800-0.svg',
  '',
  'initial-a8.svg',
  'initial-A0.svg',
  'initial-<0.svg',
  'initial-aa0.svg',
  'xinitial-a0.svg',
  'initial-a0.svg\n',
])('S14.7: %j is not a generated picture', (name) => {
  expect(generatedAvatar(name)).toBeUndefined();
});
