import type { DatagramQuality, Participant, PlayerQuality } from '@roomtone/sdk';
import type { Language } from '@roomtone/words';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

const teo = { participantId: 2, displayName: 'Teo', color: '#336699', guest: false } as Participant;

beforeEach(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** The figures of a player by their names, in a language of the page. */
async function figuresIn(
  language: Language,
  datagrams: DatagramQuality | undefined,
  changes: Partial<PlayerQuality> = {},
): Promise<Record<string, string>> {
  // Modules read their texts when they are loaded.
  await (await import('../../../../../../../../testing/speak.ts')).speak(language);
  const { PlayerItem } = await import('./player-figures.tsx');
  const reported = { rttUs: 20_000, jitterUs: 1_000, playoutDelayUs: 9_000, late: 0, dropped: 0 };
  const quality: PlayerQuality = {
    participantId: teo.participantId,
    reported: datagrams && { ...reported, datagrams },
    oneWayUs: undefined,
    arrivals: undefined,
    direct: undefined,
    ...changes,
  };
  const markup = renderToStaticMarkup(createElement(PlayerItem, { participant: teo, quality }));
  return Object.fromEntries(
    Array.from(markup.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g), ([, name = '', value = '']) => [name, value]),
  );
}

describe('R25.10: the figures of a player name the path of their notes', () => {
  const direct = { state: 'used', whyNot: undefined, winUs: 20_000, sooner: 9, unconfirmed: 0 } as const;

  it.each([
    ['en', 'Path of the notes', 'directly, 9 ms', 'through the server, 31 ms'],
    ['de', 'Weg der Töne', 'direkt, 9 ms', 'über den Server, 31 ms'],
  ] as const)('in the language %s', async (language, name, directly, throughServer) => {
    expect(await figuresIn(language, undefined)).not.toMatchObject({ [name]: directly });
    expect(await figuresIn(language, undefined, { oneWayUs: 9_000, direct })).toMatchObject({ [name]: directly });
    const ready = { ...direct, state: 'ready' } as const;
    for (const path of [undefined, ready])
      expect(await figuresIn(language, undefined, { oneWayUs: 31_000, direct: path })).toMatchObject({
        [name]: throughServer,
      });
  });
});

describe('R17.14: the figures of a player', () => {
  const used = { state: 'used', received: 985, lost: 15, repaired: 4 } as const;

  it('say whether their notes take the second path, the share of lost packets, and the repairs', async () => {
    expect(await figuresIn('en', used)).toMatchObject({
      'Second path for notes': 'in use',
      'Packets lost on it': '1.5%',
      'Repaired by the first path': '4',
    });
  });

  it('say so in German', async () => {
    expect(await figuresIn('de', used)).toMatchObject({
      'Zweiter Weg für Töne': 'in Gebrauch',
      'Paketverlust auf diesem Weg': expect.stringMatching(/^1.5/),
      'Vom ersten Weg nachgeliefert': '4',
    });
  });

  it('have no loss before a packet has arrived', async () => {
    const fresh = { state: 'ready', received: 0, lost: 0, repaired: 0 } as const;
    expect(await figuresIn('en', fresh)).toMatchObject({
      'Second path for notes': 'ready',
      'Packets lost on it': 'not known yet',
      'Repaired by the first path': '0',
    });
  });

  it('have neither loss nor repairs without a second path', async () => {
    const figures = await figuresIn('en', { state: 'none', received: 0, lost: 0, repaired: 0 });
    expect(figures).toMatchObject({ 'Second path for notes': 'none', 'Round trip': '20 ms' });
    expect(Object.keys(figures)).not.toContain('Packets lost on it');
    expect(Object.keys(figures)).not.toContain('Repaired by the first path');
  });

  it('are not known before the first report', async () => {
    expect(await figuresIn('en', undefined)).toMatchObject({
      'Second path for notes': 'not known yet',
      'Round trip': 'not known yet',
    });
  });
});
