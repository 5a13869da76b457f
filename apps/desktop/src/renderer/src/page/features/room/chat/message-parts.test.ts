import { describe, expect, it } from 'vitest';
import { firstLink, mentions, messageParts } from './message-parts.ts';

describe('a message', () => {
  it('is taken apart without losing a character', () => {
    for (const message of ['', 'plain', 'see https://a.example/x, @teo!', '<b>@no</b> javascript:alert(1)', '@@teo']) {
      expect(
        messageParts(message)
          .map(({ text }) => text)
          .join(''),
      ).toBe(message);
    }
  });

  it('has its web addresses as links, without the sentence’s full stop or bracket', () => {
    expect(firstLink('Look (https://example.org/a?b=c).')).toBe('https://example.org/a?b=c');
    expect(firstLink('https://en.wikipedia.org/wiki/Fugue_(music)!')).toBe(
      'https://en.wikipedia.org/wiki/Fugue_(music)',
    );
  });

  it('makes a link of nothing that is not the web, or hides where it leads', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'https://bank.example@evil.example/', 'http://']) {
      expect(firstLink(text)).toBeUndefined();
    }
  });

  it('names whoever stands behind an @, in any case, but nobody in an address', () => {
    expect(mentions('Come on, @Teo!', 'teo')).toBe(true);
    expect(mentions('@teodor', 'teo')).toBe(false);
    expect(mentions('mail teo@teo.example', 'teo')).toBe(false);
  });
});
