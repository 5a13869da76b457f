import { describe, expect, it } from 'vitest';
import { firstLink, mentions, messageParts } from './message-parts.ts';

describe('a message', () => {
  it('is split into parts without losing a character', () => {
    for (const message of ['', 'plain', 'see https://a.example/x, @teo!', '<b>@no</b> javascript:alert(1)', '@@teo']) {
      expect(
        messageParts(message)
          .map(({ text }) => text)
          .join(''),
      ).toBe(message);
    }
  });

  it('turns web addresses into links, without a sentence’s full stop or bracket', () => {
    expect(firstLink('Look (https://example.org/a?b=c).')).toBe('https://example.org/a?b=c');
    expect(firstLink('https://en.wikipedia.org/wiki/Fugue_(music)!')).toBe(
      'https://en.wikipedia.org/wiki/Fugue_(music)',
    );
  });

  it('makes no link of other schemes, or of addresses that hide where they lead', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'https://bank.example@evil.example/', 'http://']) {
      expect(firstLink(text)).toBeUndefined();
    }
  });

  it('finds the name after an @, in any case, but not inside an address', () => {
    const teo = { username: 'teo', displayName: 'teo' };
    expect(mentions('Come on, @Teo!', teo)).toBe(true);
    expect(mentions('@teodor', teo)).toBe(false);
    expect(mentions('mail teo@teo.example', teo)).toBe(false);
  });

  it('finds display names of any script, with their spaces, and the longest that fits', () => {
    const hanako = { username: 'musician-131', displayName: '山田 花子' };
    const anna = { username: 'anna', displayName: 'Anna Maria' };
    expect([
      mentions('@山田 花子さん、', hanako),
      mentions('@musician-131', hanako),
      mentions('@山田', hanako),
    ]).toEqual([true, true, false]);
    expect([mentions('now @anna maria!', anna), mentions('@anna marianne', anna)]).toEqual([true, true]);
    const named = messageParts('@Anna Marianne and @Anna Maria', ['Anna', 'Anna Maria', 'Андрей']);
    expect(named.flatMap((part) => (part.kind === 'mention' ? [part.name] : []))).toEqual(['Anna', 'Anna Maria']);
    expect(messageParts('@Андрей!', ['Андрей'])[0]).toMatchObject({ kind: 'mention', name: 'Андрей' });
  });
});
