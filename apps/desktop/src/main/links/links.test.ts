import { describe, expect, it } from 'vitest';
import type { ServerAnswer } from '../../shared/servers.ts';
import { deepLinkOf, linkAmong } from './deep-link.ts';
import { claimLinks, Links } from './links.ts';

const link = 'roomtone://join?at=studio';

describe('a link', () => {
  it('is found in the arguments of a start', () => {
    expect(linkAmong(['/opt/roomtone', '--flag', 'ROOMTONE://join?at=studio'])).toBe('ROOMTONE://join?at=studio');
    expect(linkAmong(['/opt/roomtone', 'https://roomtone.example/', '--roomtone:'])).toBeUndefined();
    expect(linkAmong([`roomtone:${'x'.repeat(9_000)}`])).toHaveLength(2_000);
  });

  it.each([
    ['roomtone://pro/thanks', '/pro/thanks'],
    ['roomtone://pro/not-paid/', '/pro/not-paid'],
    ['roomtone://PRO/THANKS?session=1', '/pro/thanks'],
    ['roomtone://pro', '/pro'],
  ])('%s is a return link to %s', (text, path) => {
    expect(deepLinkOf(text)).toEqual({ kind: 'return', path });
  });

  it.each(['roomtone://pro/thanks/../../host', 'roomtone://pro/elsewhere', 'roomtone://program', 'roomtone:', link])(
    '%s is no return link and counts as an invitation, valid or not',
    (text) => {
      expect(deepLinkOf(text)).toEqual({ kind: 'invitation', text });
    },
  );
});

describe('links', () => {
  it('are claimed by their scheme', () => {
    const schemes: string[] = [];
    claimLinks({ setAsDefaultProtocolClient: (scheme) => schemes.push(scheme) > 0 });
    expect(schemes).toEqual(['roomtone']);
  });

  it('are followed, and a question waits for the window, which gets it once', async () => {
    const done: string[] = [];
    let answer: ServerAnswer = { kind: 'open' };
    const links = new Links({
      goTo: async (text) => {
        done.push(`to ${text}`);
        return answer;
      },
      goBack: (path) => done.push(`back ${path}`),
      showHome: () => done.push('home'),
    });
    await links.follow(link);
    await links.follow('roomtone://pro/thanks');
    expect(links.take()).toBeNull();
    answer = { kind: 'not-an-address' };
    await links.follow('roomtone://?');
    expect(done).toEqual([`to ${link}`, 'back /pro/thanks', 'to roomtone://?', 'home']);
    expect(links.take()).toEqual(answer);
    expect(links.take()).toBeNull();
  });
});
